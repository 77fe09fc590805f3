-- Full mode, decode: varints, fixed widths, lengths, tags, records that nothing inlined knows. Inlined into the
-- caller's trace: small and straight, no loop unless said.
--
-- Reading never passes the input: each varint stops at the NUL after a Lua string, and who calls compares the position
-- with the scope's end afterwards.
local ffi = require "ffi"
local full_read = require "pblua.full_read"
local options = require "pblua.options"
local utf8 = require "pblua.utf8"

local floor, tonumber = math.floor, tonumber
local band, bor, bxor = bit.band, bit.bor, bit.bxor
local lshift, rshift = bit.lshift, bit.rshift
local cast, fstring = ffi.cast, ffi.string
local valid = utf8.valid_ptr
local dfail, keep = full_read.dfail, full_read.keep

local M = {}

local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local cu32_p, ci32_p = ffi.typeof "const uint32_t *", ffi.typeof "const int32_t *"
local cu64_p, ci64_p = ffi.typeof "const uint64_t *", ffi.typeof "const int64_t *"
local cfloat_p, cdouble_p = ffi.typeof "const float *", ffi.typeof "const double *"
local NAN = 0 / 0

-- The reader's pointer is touched in functions like these three and nowhere else: the interpreter makes a cdata of it
-- at each access, and a function that is just the access is a trace of its own (full_heat.lua), which makes none. No
-- tail calls of built-in functions: such a trace would have to go on in whoever called.
local function byte(r, i) return r.p[i] end
M.byte = byte
function M.str(r, i, n) return (fstring(r.p + i, n)) end
function M.utf8_at(r, i, n) return valid(r.p + i, n) end

-- Low 32 bits (as int32) of a varint whose first byte is at i, and the position after it.
local function varint32(r, i)
  local b = byte(r, i)
  if b < 128 then return b, i + 1 end
  local v = band(b, 127)
  b = byte(r, i + 1)
  v = bor(v, lshift(band(b, 127), 7))
  if b < 128 then return v, i + 2 end
  b = byte(r, i + 2)
  v = bor(v, lshift(band(b, 127), 14))
  if b < 128 then return v, i + 3 end
  b = byte(r, i + 3)
  v = bor(v, lshift(band(b, 127), 21))
  if b < 128 then return v, i + 4 end
  b = byte(r, i + 4)
  v = bor(v, lshift(b, 28))
  if b < 128 then return v, i + 5 end
  if byte(r, i + 5) < 128 then return v, i + 6 end
  if byte(r, i + 6) < 128 then return v, i + 7 end
  if byte(r, i + 7) < 128 then return v, i + 8 end
  if byte(r, i + 8) < 128 then return v, i + 9 end
  if byte(r, i + 9) < 128 then return v, i + 10 end
  dfail(r)
end
M.varint32 = varint32

function M.varint_u32(r, i)
  local v, j = varint32(r, i)
  if v < 0 then v = v + 4294967296 end
  return v, j
end

-- A varint as uint64_t; bits over 64 are dropped.
local function varint64(r, i)
  local b = byte(r, i)
  local lo = band(b, 127)
  if b < 128 then return uint64_t(lo), i + 1 end
  b = byte(r, i + 1)
  lo = bor(lo, lshift(band(b, 127), 7))
  if b < 128 then return uint64_t(lo), i + 2 end
  b = byte(r, i + 2)
  lo = bor(lo, lshift(band(b, 127), 14))
  if b < 128 then return uint64_t(lo), i + 3 end
  b = byte(r, i + 3)
  lo = bor(lo, lshift(band(b, 127), 21))
  if b < 128 then return uint64_t(lo), i + 4 end
  b = byte(r, i + 4)
  local mid = band(b, 127)
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 5 end
  b = byte(r, i + 5)
  mid = bor(mid, lshift(band(b, 127), 7))
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 6 end
  b = byte(r, i + 6)
  mid = bor(mid, lshift(band(b, 127), 14))
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 7 end
  b = byte(r, i + 7)
  mid = bor(mid, lshift(band(b, 127), 21))
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 8 end
  b = byte(r, i + 8)
  local hi = band(b, 127)
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28) + lshift(uint64_t(hi), 56), i + 9 end
  b = byte(r, i + 9)
  if b < 128 then
    hi = bor(hi, lshift(band(b, 1), 7))
    return uint64_t(lo) + lshift(uint64_t(mid), 28) + lshift(uint64_t(hi), 56), i + 10
  end
  dfail(r)
end

local EXACT, MINUS_EXACT, UNSIGNED_EXACT = 0x20000000000000LL, -0x20000000000000LL, 0x20000000000000ULL

-- Decoded 64-bit values, as the option int64 has them.
local function as_i64(v)
  if options.int64_number and v <= EXACT and v >= MINUS_EXACT then return tonumber(v) end
  return v
end
local function as_u64(v)
  if options.int64_number and v <= UNSIGNED_EXACT then return tonumber(v) end
  return v
end
M.as_i64, M.as_u64 = as_i64, as_u64

local function raw_i64(r, i)
  local v, j = varint64(r, i)
  return int64_t(v), j
end
local function raw_s64(r, i)
  local v, j = varint64(r, i)
  return bxor(int64_t(rshift(v, 1)), -int64_t(band(v, 1ULL))), j
end
M.raw_i64, M.raw_u64, M.raw_s64 = raw_i64, varint64, raw_s64

function M.get_i64(r, i)
  local v, j = raw_i64(r, i)
  return as_i64(v), j
end
function M.get_u64(r, i)
  local v, j = varint64(r, i)
  return as_u64(v), j
end
function M.get_s64(r, i)
  local v, j = raw_s64(r, i)
  return as_i64(v), j
end

function M.get_bool(r, i)
  local b = byte(r, i)
  if b < 128 then return b ~= 0, i + 1 end
  local v, j = varint64(r, i)
  return v ~= 0ULL, j
end

-- Fixed widths; the caller has checked that they are there. NaN bits are judged before they can become a Lua number.
function M.get_u32(r, i) return cast(cu32_p, r.p + i)[0] end
function M.get_i32(r, i) return cast(ci32_p, r.p + i)[0] end
function M.get_fixed64(r, i) return cast(cu64_p, r.p + i)[0] end
function M.get_sfixed64(r, i) return cast(ci64_p, r.p + i)[0] end
function M.get_float(r, i)
  local bits = cast(ci32_p, r.p + i)[0]
  if band(bits, 0x7f800000) == 0x7f800000 and band(bits, 0x7fffff) ~= 0 then return NAN end
  return cast(cfloat_p, r.p + i)[0]
end
function M.get_double(r, i)
  local hi = cast(ci32_p, r.p + i + 4)[0]
  if band(hi, 0x7ff00000) == 0x7ff00000 and (band(hi, 0xfffff) ~= 0 or cast(ci32_p, r.p + i)[0] ~= 0) then
    return NAN
  end
  return cast(cdouble_p, r.p + i)[0]
end

-- A length of two bytes or more, and the position after it.
local function length(r, i)
  local b = byte(r, i)
  if b < 128 then return b, i + 1 end
  local v = band(b, 127)
  b = byte(r, i + 1)
  v = v + lshift(band(b, 127), 7)
  if b < 128 then return v, i + 2 end
  b = byte(r, i + 2)
  v = v + lshift(band(b, 127), 14)
  if b < 128 then return v, i + 3 end
  b = byte(r, i + 3)
  v = v + lshift(band(b, 127), 21)
  if b < 128 then return v, i + 4 end
  b = byte(r, i + 4)
  if b < 8 then return v + lshift(b, 28), i + 5 end
  dfail(r)
end
M.length = length

-- The tag at i as a number, and the position after it. Judges it whole.
local function tag(r, i, e)
  local b = byte(r, i)
  local v, j = b, i + 1
  if b >= 128 then
    v = band(b, 127)
    b = byte(r, i + 1)
    v = v + band(b, 127) * 0x80
    j = i + 2
    if b >= 128 then
      b = byte(r, i + 2)
      v = v + band(b, 127) * 0x4000
      j = i + 3
      if b >= 128 then
        b = byte(r, i + 3)
        v = v + band(b, 127) * 0x200000
        j = i + 4
        if b >= 128 then
          b = byte(r, i + 4)
          v = v + b * 0x10000000
          j = i + 5
          if b > 15 then dfail(r) end
        end
      end
    end
  end
  if j > e or v < 8 or band(v, 7) > 5 then dfail(r) end
  return v, j
end
M.tag = tag

-- Past the value of an unknown record whose tag has been read. Returns the position after it.
local function skip(r, v, i, e, d)
  local wire = band(v, 7)
  local j
  if wire == 0 then
    local _
    _, j = varint32(r, i)
  elseif wire == 1 then
    j = i + 8
  elseif wire == 2 then
    local n
    n, j = length(r, i)
    j = j + n
  elseif wire == 5 then
    j = i + 4
  elseif wire == 3 then
    if d >= 100 then dfail(r) end
    local close = v + 1
    j = i
    while true do
      if j >= e then dfail(r) end
      v, j = tag(r, j, e)
      if v == close then return j end
      j = skip(r, v, j, e, d + 1)
    end
  else
    dfail(r)
  end
  if j > e then dfail(r) end
  return j
end
M.skip = skip

-- A record of `t` that no inlined code knows: a late extension, or unknown. a = where the record starts.
function M.other(r, t, v, i, e, d, a)
  local j = skip(r, v, i, e, d)
  keep(r, t, a, j)
  return j
end
function M.other_late(r, t, x, v, i, e, d, a)
  if x.n > 0 then
    local entry = x.by_number[floor(v / 8)]
    if entry then
      local j = entry.read(r, t, i, e, d, a, v)
      if j then
        if j > e then dfail(r) end -- a varint cut by the end of the scope
        return j
      end
    end
  end
  local j = skip(r, v, i, e, d)
  keep(r, t, a, j)
  return j
end

-- The table of `t`'s extensions, made when it is not there.
function M.extensions(t)
  local x = t._extensions
  if x == nil then
    x = {}
    t._extensions = x
  end
  return x
end

-- How many records of one-byte tag `c` and one-byte length follow each other from i, and where they end. A loop.
function M.run(r, i, e, c)
  local n = 0
  while i < e and byte(r, i) == c do
    local size = byte(r, i + 1)
    if size > 127 then break end
    n = n + 1
    i = i + 2 + size
  end
  if i > e then dfail(r) end
  return n, i
end

-- How many varints end in i..e-1. A loop.
function M.count_varints(r, i, e)
  local n = 0
  for j = i, e - 1 do
    n = n + 1 - rshift(byte(r, j), 7)
  end
  return n
end

return M
