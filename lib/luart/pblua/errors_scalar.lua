-- The checks and sizes of one scalar value, for the encode walker.
local ffi = require "ffi"
local int64 = require "pblua.int64"
local options = require "pblua.options"
local registry = require "pblua.registry"
local text = require "pblua.text"
local utf8 = require "pblua.utf8"

local floor, type = math.floor, type
local istype = ffi.istype

local M = {}

local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"

-- Where a double no longer rounds to a finite float: halfway between the largest float and 2^128.
local FLOAT_LIMIT = 2 ^ 128 - 2 ^ 103

-- The largest double that rounds to a float zero: half the smallest float, a tie that goes to even.
local FLOAT_ZERO = 2 ^ -150

-- [low, high) of the integer kinds that are numbers; enum values are int32.
local LOW = { int32 = -2 ^ 31, sint32 = -2 ^ 31, sfixed32 = -2 ^ 31, enum = -2 ^ 31, uint32 = 0, fixed32 = 0 }
local HIGH = { int32 = 2 ^ 31, sint32 = 2 ^ 31, sfixed32 = 2 ^ 31, enum = 2 ^ 31, uint32 = 2 ^ 32, fixed32 = 2 ^ 32 }
local SIGNED = { int64 = true, sint64 = true, sfixed64 = true }
local UNSIGNED = { uint64 = true, fixed64 = true }
local FIXED = { fixed32 = 4, sfixed32 = 4, float = 4, fixed64 = 8, sfixed64 = 8, double = 8, bool = 1 }

function M.is_int64(v) return type(v) == "cdata" and (istype(int64_t, v) or istype(uint64_t, v)) end

-- Whether an integral key of a fitting type is in range of `kind`.
function M.key_in_range(kind, key)
  if SIGNED[kind] then return int64.signed_key(key) ~= nil end
  if UNSIGNED[kind] then return int64.unsigned_key(key) ~= nil end
  return key >= LOW[kind] and key < HIGH[kind]
end

-- Bytes of the varint of a uint64_t.
local function varint_size64(v)
  local n = 1
  while v >= 128ULL do
    v = v / 128ULL
    n = n + 1
  end
  return n
end

local function integral(path, v)
  if v ~= floor(v) or v == 1 / 0 or v == -1 / 0 then path:fail("integer expected, got " .. text.number(v)) end
end

local function out_of_range(path, kind, v) path:fail(text.number(v) .. " is out of range for " .. kind) end

local function size_of_wide(path, kind, v)
  if type(v) == "number" then
    integral(path, v)
  elseif not M.is_int64(v) then
    path:fail("integer expected, got " .. type(v))
  end
  if UNSIGNED[kind] then
    local u = int64.unsigned(v)
    if u == nil then out_of_range(path, kind, v) end
    return FIXED[kind] or varint_size64(u)
  end
  local i = int64.signed(v)
  if i == nil then out_of_range(path, kind, v) end
  if FIXED[kind] then return FIXED[kind] end
  if kind == "sint64" then
    return varint_size64(i < 0LL and uint64_t(-(i + 1LL)) * 2ULL + 1ULL or uint64_t(i) * 2ULL)
  end
  return varint_size64(uint64_t(i))
end

local function size_of_int(path, kind, v)
  if type(v) ~= "number" then path:fail("integer expected, got " .. type(v)) end
  integral(path, v)
  if v < LOW[kind] or v >= HIGH[kind] then out_of_range(path, kind, v) end
  if FIXED[kind] then return FIXED[kind] end
  if kind == "sint32" then return varint_size64(uint64_t(v < 0 and -2 * v - 1 or 2 * v)) end
  return varint_size64(uint64_t(int64_t(v)))
end

local function size_of_enum(path, field, v)
  local enum = registry.enum(field.enum)
  local number = v
  if type(v) == "string" then
    number = enum.values[v]
    if number == nil then path:fail(text.quote(v) .. " is not a value of " .. field.enum) end
  elseif type(v) ~= "number" then
    path:fail("number or name expected, got " .. type(v))
  end
  local size = size_of_int(path, "enum", number)
  if enum.closed and not enum.numbers[number] then
    path:fail(text.number(v) .. " is not a value of " .. field.enum)
  end
  return size
end

-- Size of a scalar; of a string or bytes, its own bytes only. Raises what is wrong with it.
function M.size(path, field, v)
  local kind = field.kind
  local t = type(v)
  if kind == "string" or kind == "bytes" then
    if t ~= "string" then path:fail("string expected, got " .. t) end
    if field.utf8 and options.validate_utf8 and not utf8.valid(v) then path:fail("invalid UTF-8") end
    return #v
  elseif kind == "bool" then
    if t ~= "boolean" then path:fail("boolean expected, got " .. t) end
    return 1
  elseif kind == "enum" then
    return size_of_enum(path, field, v)
  elseif kind == "float" or kind == "double" then
    if t ~= "number" then path:fail("number expected, got " .. t) end
    if kind == "float" and (v >= FLOAT_LIMIT or v <= -FLOAT_LIMIT) and v ~= 1 / 0 and v ~= -1 / 0 then
      out_of_range(path, kind, v)
    end
    return FIXED[kind]
  elseif LOW[kind] then
    return size_of_int(path, kind, v)
  end
  return size_of_wide(path, kind, v)
end

-- Whether a checked value is the zero that a field without presence leaves out. -0.0 is none.
function M.is_zero(field, v)
  local t = type(v)
  if t == "string" then
    if field.kind == "enum" then return registry.enum(field.enum).values[v] == 0 end
    return v == ""
  end
  if t == "boolean" then return v == false end
  if field.kind == "float" then return v >= 0 and v <= FLOAT_ZERO and 1 / v > 0 end
  if field.kind == "double" then return v == 0 and 1 / v > 0 end
  return v == 0
end

return M
