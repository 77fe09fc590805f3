-- 64-bit integers between Lua values and cdata. Encode takes integral numbers in range and whatever ffi.istype accepts
-- as int64_t or uint64_t; map keys may also be canonical decimal strings. Every function answers nil for what it
-- doesn't take. Comparisons look at the ctype first: on LuaJIT -1LL == 0xFFFFFFFFFFFFFFFFULL is true.
local ffi = require "ffi"
local type, tostring, tonumber = type, tostring, tonumber
local byte, find, sub = string.byte, string.find, string.sub
local floor = math.floor
local istype = ffi.istype

local M = {}

local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local TWO_63, TWO_64 = 2 ^ 63, 2 ^ 64
local MAX_SIGNED = 0x7fffffffffffffffULL
local EXACT = 0x20000000000000LL -- 2^53: every integer up to here is a number of its own

-- Value of an int64, sint64 or sfixed64 field -> int64_t.
function M.signed(v)
  if type(v) == "number" then
    if v == floor(v) and v >= -TWO_63 and v < TWO_63 then return int64_t(v) end
    return nil
  end
  if istype(int64_t, v) then return int64_t(v) end
  if istype(uint64_t, v) and v <= MAX_SIGNED then return int64_t(v) end
  return nil
end

-- Value of a uint64 or fixed64 field -> uint64_t.
function M.unsigned(v)
  if type(v) == "number" then
    if v == floor(v) and v >= 0 and v < TWO_64 then return uint64_t(v) end
    return nil
  end
  if istype(uint64_t, v) then return uint64_t(v) end
  if istype(int64_t, v) and v >= 0LL then return uint64_t(v) end
  return nil
end

-- Whether `s` is a whole number the way tostring would print it: no sign but "-", no leading zeros, no "-0".
function M.is_decimal(s) return s == "0" or find(s, "^%-?[1-9]%d*$") ~= nil end

-- Magnitude of a canonical decimal string, nil when it passes 2^64-1.
local function magnitude(s, from)
  local digits = #s - from + 1
  if digits > 20 or (digits == 20 and sub(s, from) > "18446744073709551615") then return nil end
  local v = 0ULL
  for i = from, #s do
    v = v * 10ULL + (byte(s, i) - 48)
  end
  return v
end

-- Key of a map with int64, sint64 or sfixed64 keys -> int64_t.
function M.signed_key(k)
  if type(k) ~= "string" then return M.signed(k) end
  if not M.is_decimal(k) then return nil end
  if byte(k) == 45 then
    local v = magnitude(k, 2)
    if v and v <= MAX_SIGNED + 1ULL then return -int64_t(v) end
    return nil
  end
  local v = magnitude(k, 1)
  if v and v <= MAX_SIGNED then return int64_t(v) end
  return nil
end

-- Key of a map with uint64 or fixed64 keys -> uint64_t.
function M.unsigned_key(k)
  if type(k) ~= "string" then return M.unsigned(k) end
  if not M.is_decimal(k) or byte(k) == 45 then return nil end
  return magnitude(k, 1)
end

-- Decoded value under option int64=number: a number where |v| <= 2^53, else the cdata as it is.
function M.number_of_signed(v)
  if v <= EXACT and v >= -EXACT then return tonumber(v) end
  return v
end
function M.number_of_unsigned(v)
  if v <= 0x20000000000000ULL then return tonumber(v) end
  return v
end

-- Decoded map key: a number where |k| <= 2^53, else the decimal string.
function M.key_of_signed(v)
  if v <= EXACT and v >= -EXACT then return tonumber(v) end
  return sub(tostring(v), 1, -3)
end
function M.key_of_unsigned(v)
  if v <= 0x20000000000000ULL then return tonumber(v) end
  return sub(tostring(v), 1, -4)
end

return M
