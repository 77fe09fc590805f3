-- Readers of values out of the input string, for decoders of mode concat.
-- Positions are 1-based; `z` is the position after a scope. A reader that meets the input's end, or too long a varint,
-- returns the position BAD, which no scope ends at: generated code sees it at the latest when the scope is done, and
-- errors.decode then says what was wrong.
local bit = require "bit"
local ffi = require "ffi"
local int64 = require "pblua.int64"
local options = require "pblua.options"
local table_new = require "table.new"

local band, bor, bxor, lshift, rshift = bit.band, bit.bor, bit.bxor, bit.lshift, bit.rshift
local byte = string.byte
local cast = ffi.cast

local M = {}

local BAD = 2 ^ 52
local NAN = 0 / 0

local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local bytes_t = ffi.typeof "const uint8_t *"
local int32_p, uint32_p = ffi.typeof "const int32_t *", ffi.typeof "const uint32_t *"
local int64_p, uint64_p = ffi.typeof "const int64_t *", ffi.typeof "const uint64_t *"
local float_p, double_p = ffi.typeof "const float *", ffi.typeof "const double *"

-- A tag of any length at `p`. A bad one comes back as 7, which `skip` refuses.
function M.long_tag(s, p)
  local v, scale = 0, 1
  for i = p, p + 4 do
    local b = byte(s, i)
    if not b then return 7, BAD end
    v = v + band(b, 127) * scale
    if b < 128 then
      if v > 4294967295 then return 7, BAD end
      return v, i + 1
    end
    scale = scale * 128
  end
  return 7, BAD
end

-- A tag of any length, for code that does not read short ones in place.
local function tag_at(s, p)
  local b = byte(s, p)
  if b < 128 then return b, p + 1 end
  local second = byte(s, p + 1) or 128
  if second < 128 then return b - 128 + second * 128, p + 2 end
  return M.long_tag(s, p)
end
M.tag_at = tag_at

-- A length of more than one byte.
function M.long_length(s, p)
  local v, scale = 0, 1
  for i = p, p + 4 do
    local b = byte(s, i)
    if not b then return 0, BAD end
    v = v + band(b, 127) * scale
    if b < 128 then
      if v > 2147483647 then return 0, BAD end
      return v, i + 1
    end
    scale = scale * 128
  end
  return 0, BAD
end

-- Position after the varint whose first `n` bytes, at `p`, all say "more follows".
local function varint_end(s, p, n)
  for i = p + n, p + 9 do
    local b = byte(s, i)
    if not b then return BAD end
    if b < 128 then return i + 1 end
  end
  return BAD
end

-- The low 32 bits of a varint as an int32.
local function varint32(s, p)
  local b1, b2 = byte(s, p), byte(s, p + 1)
  if not b1 then return 0, BAD end
  if b1 < 128 then return b1, p + 1 end
  if not b2 then return 0, BAD end
  local v = b1 - 128 + b2 * 128
  if b2 < 128 then return v, p + 2 end
  local b3 = byte(s, p + 2)
  if not b3 then return 0, BAD end
  v = v - 16384 + b3 * 16384
  if b3 < 128 then return v, p + 3 end
  local b4 = byte(s, p + 3)
  if not b4 then return 0, BAD end
  v = v - 2097152 + b4 * 2097152
  if b4 < 128 then return v, p + 4 end
  local b5 = byte(s, p + 4)
  if not b5 then return 0, BAD end
  v = bor(band(v, 0xfffffff), lshift(b5, 28))
  if b5 < 128 then return v, p + 5 end
  return v, varint_end(s, p, 5)
end
M.varint32 = varint32

function M.varint_u32(s, p)
  local v, q = varint32(s, p)
  if v < 0 then v = v + 4294967296 end
  return v, q
end

function M.varint_s32(s, p)
  local v, q = varint32(s, p)
  return bxor(rshift(v, 1), -band(v, 1)), q
end

function M.varint_bool(s, p)
  local any = 0
  for i = p, p + 9 do
    local b = byte(s, i)
    if not b then return false, BAD end
    if i == p + 9 then b = band(b, 129) end -- bits over 64 are dropped
    any = bor(any, band(b, 127))
    if b < 128 then return any ~= 0, i + 1 end
  end
  return false, BAD
end

-- 28 bits out of four bytes of a varint, or fewer when it ends among them. Third: whether it ended.
local function four(s, p)
  local b = byte(s, p)
  if not b then return 0, BAD, true end
  if b < 128 then return b, p + 1, true end
  local v = b - 128
  b = byte(s, p + 1)
  if not b then return 0, BAD, true end
  if b < 128 then return v + b * 128, p + 2, true end
  v = v + (b - 128) * 128
  b = byte(s, p + 2)
  if not b then return 0, BAD, true end
  if b < 128 then return v + b * 16384, p + 3, true end
  v = v + (b - 128) * 16384
  b = byte(s, p + 3)
  if not b then return 0, BAD, true end
  if b < 128 then return v + b * 2097152, p + 4, true end
  return v + (b - 128) * 2097152, p + 4, false
end

local function varint64(s, p)
  local low, q, ended = four(s, p)
  if ended then return uint64_t(low), q end
  local mid
  mid, q, ended = four(s, q)
  local v = uint64_t(low) + uint64_t(mid) * 0x10000000ULL
  if ended then return v, q end
  local b9, b10 = byte(s, q), byte(s, q + 1)
  if not b9 then return v, BAD end
  v = v + uint64_t(band(b9, 127)) * 0x100000000000000ULL
  if b9 < 128 then return v, q + 1 end
  if not b10 or b10 > 127 then return v, BAD end
  return v + uint64_t(band(b10, 1)) * 0x8000000000000000ULL, q + 2
end

local number_of_signed, number_of_unsigned = int64.number_of_signed, int64.number_of_unsigned

local function signed(v) return options.int64_number and number_of_signed(v) or v end
local function unsigned(v) return options.int64_number and number_of_unsigned(v) or v end

local function unzigzag64(u) return int64_t(bxor(rshift(u, 1), -band(u, 1ULL))) end

-- Field values, under option int64.
function M.varint_i64(s, p)
  local v, q = varint64(s, p)
  return signed(int64_t(v)), q
end
function M.varint_u64(s, p)
  local v, q = varint64(s, p)
  return unsigned(v), q
end
function M.varint_s64(s, p)
  local v, q = varint64(s, p)
  return signed(unzigzag64(v)), q
end

-- Map keys.
function M.varint_i64_key(s, p)
  local v, q = varint64(s, p)
  return int64.key_of_signed(int64_t(v)), q
end
function M.varint_u64_key(s, p)
  local v, q = varint64(s, p)
  return int64.key_of_unsigned(v), q
end
function M.varint_s64_key(s, p)
  local v, q = varint64(s, p)
  return int64.key_of_signed(unzigzag64(v)), q
end

-- Fixed values at `p`; the caller has seen that their bytes are there.
function M.get_i32(s, p) return cast(int32_p, cast(bytes_t, s) + (p - 1))[0] end
function M.get_u32(s, p) return cast(uint32_p, cast(bytes_t, s) + (p - 1))[0] end
local function get_i64(s, p) return cast(int64_p, cast(bytes_t, s) + (p - 1))[0] end
local function get_u64(s, p) return cast(uint64_p, cast(bytes_t, s) + (p - 1))[0] end
function M.get_i64(s, p) return signed(get_i64(s, p)) end
function M.get_u64(s, p) return unsigned(get_u64(s, p)) end
function M.get_i64_key(s, p) return int64.key_of_signed(get_i64(s, p)) end
function M.get_u64_key(s, p) return int64.key_of_unsigned(get_u64(s, p)) end

-- Bits are looked at before a NaN may become a Lua value: read through FFI, one with other bits than the canonical NaN
-- would be a broken value of another type.
function M.get_float(s, p)
  local at = cast(bytes_t, s) + (p - 1)
  local bits = cast(int32_p, at)[0]
  if band(bits, 0x7f800000) == 0x7f800000 and band(bits, 0x7fffff) ~= 0 then return NAN end
  return cast(float_p, at)[0]
end
function M.get_double(s, p)
  local at = cast(bytes_t, s) + (p - 1)
  local high = cast(int32_p, at)[1]
  if band(high, 0x7ff00000) == 0x7ff00000 and bor(band(high, 0xfffff), cast(int32_p, at)[0]) ~= 0 then return NAN end
  return cast(double_p, at)[0]
end

-- Zeros of map values that are absent, under option int64.
function M.zero_i64() return signed(0LL) end
function M.zero_u64() return unsigned(0ULL) end

-- Position after an unknown record whose tag ends before `p`, BAD for what can't be skipped: end tags, wire types 6 and
-- 7, number 0, groups more than 100 levels down. `d` is the depth of the message.
local function skip(s, p, z, tag, d)
  local wire = band(tag, 7)
  if tag < 8 then return BAD end
  if wire == 0 then
    return varint_end(s, p, 0)
  elseif wire == 1 then
    return p + 8
  elseif wire == 5 then
    return p + 4
  elseif wire == 2 then
    local n, q = M.long_length(s, p)
    return q + n
  elseif wire == 3 and d < 100 then
    local end_tag = tag + 1
    while p < z do
      local inner
      inner, p = M.long_tag(s, p)
      if inner == end_tag then return p end
      p = skip(s, p, z, inner, d + 1)
    end
  end
  return BAD
end
M.skip = skip

-- How many records of `tag`, which has a length, stand in a row from `p` on.
function M.count_records(s, p, z, tag)
  local n = 0
  while p < z do
    local found, q = tag_at(s, p)
    if found ~= tag then break end
    local length
    length, q = M.long_length(s, q)
    p = q + length
    n = n + 1
  end
  return n
end

-- A list for up to `n` elements of a packed run, that many being in the input.
function M.new_list(n) return table_new(n < 16777216 and n or 16777216, 0) end

return M
