-- Values to strings, for encoders of mode concat.
local bit = require "bit"
local ffi = require "ffi"
local int64 = require "pblua.int64"
local map = require "pblua.map"

local band, bor, rshift, tobit = bit.band, bit.bor, bit.rshift, bit.tobit
local char = string.char
local ffi_string = ffi.string
local floor, next, tonumber, type = math.floor, next, tonumber, type

local M = {}

-- One-byte strings by value: length prefixes, small varints.
local B = {}
for i = 0, 255 do
  B[i] = char(i)
end
M.B = B

-- State of the encode under way: bytes of strings of 128 and more written so far, those inside submessages counted once
-- a level. A bound that is cheap to keep; errors.check_encode counts exactly when it passes 2 GiB.
local E = { big = 0 }
M.E = E

local uint64_t = ffi.typeof "uint64_t"

-- Where numbers become bytes. A finalizer may encode whenever something is allocated or a trace is left, so nothing may
-- come between a store and the ffi_string that reads it: no branch, and no `cell.bytes`, which makes an object.
local cell = ffi.new "union { float f; double d; int64_t i; uint64_t u; uint8_t bytes[8]; }"
local cell_bytes = cell.bytes

-- Where a double no longer rounds to a finite float: halfway between the largest float and 2^128.
local FLOAT_LIMIT = 2 ^ 128 - 2 ^ 103

-- The varint of a number from 0 to 2^32-1, or of an int32 taken as unsigned.
local function uint32(v)
  if v >= 0 then
    if v < 128 then return B[v] end
    if v < 16384 then return char(band(v, 127) + 128, rshift(v, 7)) end
    if v < 2097152 then return char(band(v, 127) + 128, band(rshift(v, 7), 127) + 128, rshift(v, 14)) end
    if v < 268435456 then
      return char(band(v, 127) + 128, band(rshift(v, 7), 127) + 128, band(rshift(v, 14), 127) + 128, rshift(v, 21))
    end
  end
  return char(band(v, 127) + 128, band(rshift(v, 7), 127) + 128, band(rshift(v, 14), 127) + 128,
    band(rshift(v, 21), 127) + 128, rshift(v, 28))
end
M.uint32 = uint32

-- The varint of an int32: ten bytes when negative.
function M.int32(v)
  if v >= 0 then return uint32(v) end
  return char(band(v, 127) + 128, band(rshift(v, 7), 127) + 128, band(rshift(v, 14), 127) + 128,
    band(rshift(v, 21), 127) + 128, bor(rshift(v, 28), 0xf0), 255, 255, 255, 255, 1)
end

-- The prefix of a length over 127.
function M.length(n)
  E.big = E.big + n
  return uint32(n)
end

-- The prefix of any length, for code that does not write short ones in place: from the table, or made.
function M.any_length(n)
  if n < 128 then return B[n] end
  return M.length(n)
end
function M.char_length(n)
  if n < 128 then return char(n) end
  return M.length(n)
end

-- 28 bits in four bytes that say "more follows".
local function more(v)
  return char(band(v, 127) + 128, band(rshift(v, 7), 127) + 128, band(rshift(v, 14), 127) + 128, rshift(v, 21) + 128)
end

local function uint64(v)
  if v < 0x10000000ULL then return uint32(tonumber(v)) end
  local rest = tonumber(rshift(v, 28))
  local low = more(tonumber(band(v, 0xfffffffULL)))
  if rest < 268435456 then return low .. uint32(rest) end
  return low .. more(rest % 268435456) .. uint32(floor(rest / 268435456))
end

-- The 64-bit kinds: nil for a value that is not taken.
function M.int64(v)
  if type(v) == "number" and v >= 0 and v < 2147483648 and v == floor(v) then return uint32(v) end
  local i = int64.signed(v)
  return i ~= nil and uint64(uint64_t(i)) or nil
end
function M.uint64(v)
  if type(v) == "number" and v >= 0 and v < 2147483648 and v == floor(v) then return uint32(v) end
  local u = int64.unsigned(v)
  return u ~= nil and uint64(u) or nil
end
local function sint64(i)
  local u = uint64_t(i) + uint64_t(i)
  return uint64(i < 0LL and -u - 1ULL or u)
end
function M.sint64(v)
  local i = int64.signed(v)
  return i ~= nil and sint64(i) or nil
end
function M.sfixed64(v)
  local i = int64.signed(v)
  if i == nil then return nil end
  cell.i = i
  return ffi_string(cell_bytes, 8)
end
function M.fixed64(v)
  local u = int64.unsigned(v)
  if u == nil then return nil end
  cell.u = u
  return ffi_string(cell_bytes, 8)
end

-- The same as map keys, where decimal strings are taken too.
function M.int64_key(k)
  local i = int64.signed_key(k)
  return i ~= nil and uint64(uint64_t(i)) or nil
end
function M.uint64_key(k)
  local u = int64.unsigned_key(k)
  return u ~= nil and uint64(u) or nil
end
function M.sint64_key(k)
  local i = int64.signed_key(k)
  return i ~= nil and sint64(i) or nil
end
function M.sfixed64_key(k) return M.sfixed64(int64.signed_key(k)) end
function M.fixed64_key(k) return M.fixed64(int64.unsigned_key(k)) end

-- Whether two keys of a map with 64-bit keys have one value. Numbers alone never do.
function M.has_duplicates(m, kind)
  local k = next(m)
  while k ~= nil do
    if type(k) ~= "number" then return map.duplicate_key(m, kind) ~= nil end
    k = next(m, k)
  end
  return false
end

-- fixed32 and sfixed32, any number from -2^31 to 2^32-1.
function M.fixed32(v) return char(band(v, 255), band(rshift(v, 8), 255), band(rshift(v, 16), 255), rshift(v, 24)) end

-- NaN is written in one form, whatever is in it.
function M.double(v)
  if v ~= v then return "\0\0\0\0\0\0\248\127" end
  cell.d = v
  return ffi_string(cell_bytes, 8)
end

-- nil for a finite number that would become an infinite float.
function M.float(v)
  if v ~= v then return "\0\0\192\127" end
  if (v >= FLOAT_LIMIT and v ~= 1 / 0) or (v <= -FLOAT_LIMIT and v ~= -1 / 0) then return nil end
  cell.f = v
  return ffi_string(cell_bytes, 4)
end

-- Number of an enum value given as a number or a name; nil for what is not taken. `enum` is registry.enum's table.
local function enum_number(v, enum)
  if type(v) == "number" then return tobit(v) == v and v or nil end
  return type(v) == "string" and enum.values[v] or nil
end
M.open_enum = enum_number
function M.closed_enum(v, enum)
  local number = enum_number(v, enum)
  return number and enum.numbers[number] and number or nil
end

return M
