-- Full mode, encode: the buffer, varints, the rarer kinds, lists and maps. Everything here is inlined into the caller's
-- trace, so helpers stay small and straight: no loop unless said.
--
-- A writer is taken from a pool for one call and given back at its end. A metamethod, finalizer or coroutine that
-- encodes meanwhile finds the pool empty and makes its own; an error just loses the writer. The pointer lives in the
-- struct and never in a Lua local across a branch: a pointer local is boxed again at every trace exit.
local ffi = require "ffi"
local errors = require "pblua.errors"
local full_root = require "pblua.full_root"
local int64 = require "pblua.int64"
local map = require "pblua.map"
local utf8 = require "pblua.utf8"

local next, setmetatable, tonumber, type = next, setmetatable, tonumber, type
local floor, max = math.floor, math.max
local band, bor, bxor = bit.band, bit.bor, bit.bxor
local lshift, rshift, arshift, tobit = bit.lshift, bit.rshift, bit.arshift, bit.tobit
local copy, fstring, cast = ffi.copy, ffi.string, ffi.cast
local signed, unsigned = int64.signed, int64.unsigned
local valid = utf8.valid_ptr
local root_names = full_root.names

local M = {}

ffi.cdef "void *memmove(void *, const void *, size_t);"
local C = ffi.C

local bytes_t = ffi.typeof "uint8_t[?]"
local writer_t = ffi.typeof "struct { uint8_t *p; int32_t cap; int32_t root; int32_t idle; }"
local cbytes_p = ffi.typeof "const uint8_t *"
local uint64_t = ffi.typeof "uint64_t"
local u32_p, u64_p, i64_p = ffi.typeof "uint32_t *", ffi.typeof "uint64_t *", ffi.typeof "int64_t *"
local float_p, double_p = ffi.typeof "float *", ffi.typeof "double *"

local FIRST_CAP = 4096
local KEEP_CAP = 1048576 -- a buffer over this is let go after IDLE calls that would have done with a quarter of it
local IDLE = 64
local MAX_BYTES = 0x7fffffff
local FLOAT_LIMIT = 2 ^ 128 - 2 ^ 103 -- from here on a double no longer rounds to a finite float

local buffers = setmetatable({}, { __mode = "k" }) -- writer -> the array that its pointer points into
local writers = { false }

local function new_writer()
  local w, b = writer_t(), bytes_t(FIRST_CAP)
  w.p, w.cap = b, FIRST_CAP
  buffers[w] = b
  return w
end
M.new_writer = new_writer

function M.take_writer(root)
  local w = writers[1]
  if w then writers[1] = false else w = new_writer() end
  w.root = root
  return w
end

local function trim(w, used)
  if used * 4 >= w.cap then
    w.idle = 0
    return w
  end
  w.idle = w.idle + 1
  if w.idle < IDLE then return w end
  buffers[w] = nil
  return false
end

-- The bytes up to `i`, and the writer back to the pool.
function M.finish_writer(w, i)
  local s = fstring(w.p, i)
  if w.cap > KEEP_CAP then
    writers[1] = trim(w, i)
  else
    writers[1] = w
  end
  return s
end

local function efail(w, root) errors.encode(root_names[w.root], root, "full") end
M.efail = efail

-- Makes room for `more` bytes after `i`.
local function grow(w, root, i, more)
  local need = i + more
  if need > MAX_BYTES - 64 and i > MAX_BYTES - 65536 then efail(w, root) end
  local cap = w.cap * 2
  while cap < need do cap = cap * 2 end
  if cap > MAX_BYTES then cap = need > MAX_BYTES and need or MAX_BYTES end
  if cap > MAX_BYTES then efail(w, root) end
  local b = bytes_t(cap)
  copy(b, w.p, i)
  w.p, w.cap = b, cap
  buffers[w] = b
end
M.grow = grow

-- The writer's pointer is touched in functions like these three and nowhere else, as in full_wire.lua.
local function set_byte(w, i, b) w.p[i] = b end
M.set_byte = set_byte
function M.set_str(w, i, v, n) copy(w.p + i, v, n) end
function M.utf8_in(w, i, n) return valid(cast(cbytes_p, w.p + i), n) end -- the type that utf8_at has, for one trace

-- Varint of `u` (int32 pattern, taken as unsigned).
local function put_u32(w, i, u)
  if band(u, -128) == 0 then
    set_byte(w, i, u)
    return i + 1
  end
  set_byte(w, i, bor(band(u, 127), 128))
  u = rshift(u, 7)
  if u < 128 then
    set_byte(w, i + 1, u)
    return i + 2
  end
  set_byte(w, i + 1, bor(band(u, 127), 128))
  u = rshift(u, 7)
  if u < 128 then
    set_byte(w, i + 2, u)
    return i + 3
  end
  set_byte(w, i + 2, bor(band(u, 127), 128))
  u = rshift(u, 7)
  if u < 128 then
    set_byte(w, i + 3, u)
    return i + 4
  end
  set_byte(w, i + 3, bor(band(u, 127), 128))
  set_byte(w, i + 4, rshift(u, 7))
  return i + 5
end
M.put_u32 = put_u32

-- Varint of an int32: negative ones are ten bytes.
function M.put_i32(w, i, u)
  if u >= 0 then return put_u32(w, i, u) end
  set_byte(w, i, bor(band(u, 127), 128))
  set_byte(w, i + 1, bor(band(rshift(u, 7), 127), 128))
  set_byte(w, i + 2, bor(band(rshift(u, 14), 127), 128))
  set_byte(w, i + 3, bor(band(rshift(u, 21), 127), 128))
  set_byte(w, i + 4, bor(rshift(u, 28), 240))
  set_byte(w, i + 5, 255)
  set_byte(w, i + 6, 255)
  set_byte(w, i + 7, 255)
  set_byte(w, i + 8, 255)
  set_byte(w, i + 9, 1)
  return i + 10
end

-- Varint of a uint64_t, in chunks of 28 bits that numbers hold exactly.
local function put_u64(w, i, u)
  if u < 0x10000000ULL then return put_u32(w, i, tonumber(u)) end
  local lo = tonumber(band(u, 0xfffffffULL))
  set_byte(w, i, bor(band(lo, 127), 128))
  set_byte(w, i + 1, bor(band(rshift(lo, 7), 127), 128))
  set_byte(w, i + 2, bor(band(rshift(lo, 14), 127), 128))
  set_byte(w, i + 3, bor(rshift(lo, 21), 128))
  u = rshift(u, 28)
  if u < 0x10000000ULL then return put_u32(w, i + 4, tonumber(u)) end
  lo = tonumber(band(u, 0xfffffffULL))
  set_byte(w, i + 4, bor(band(lo, 127), 128))
  set_byte(w, i + 5, bor(band(rshift(lo, 7), 127), 128))
  set_byte(w, i + 6, bor(band(rshift(lo, 14), 127), 128))
  set_byte(w, i + 7, bor(rshift(lo, 21), 128))
  return put_u32(w, i + 8, tonumber(rshift(u, 28)))
end

-- Values of 64-bit fields. Check and store are one function, so that what lies between is no cdata of its own.
local function to_i64(w, root, v)
  local x = signed(v)
  if x == nil then efail(w, root) end
  return x
end
local function to_u64(w, root, v)
  local x = unsigned(v)
  if x == nil then efail(w, root) end
  return x
end
function M.some_i64(w, root, v) return to_i64(w, root, v) ~= 0 end
function M.some_u64(w, root, v) return to_u64(w, root, v) ~= 0 end
function M.put_int64(w, root, i, v) return put_u64(w, i, uint64_t(to_i64(w, root, v))) end
function M.put_uint64(w, root, i, v) return put_u64(w, i, to_u64(w, root, v)) end
function M.put_sint64(w, root, i, v)
  local x = to_i64(w, root, v)
  return put_u64(w, i, bxor(uint64_t(lshift(x, 1)), uint64_t(arshift(x, 63))))
end
function M.put_sfixed64(w, root, i, v) cast(i64_p, w.p + i)[0] = to_i64(w, root, v) end
function M.put_fixed64(w, root, i, v) cast(u64_p, w.p + i)[0] = to_u64(w, root, v) end

-- uint32 beyond what int32 holds, as an int32 pattern.
function M.check_u32(w, root, v)
  if v >= 0 and v <= 4294967295 and v == floor(v) then return tobit(v) end
  efail(w, root)
end

function M.put_float(w, root, i, v)
  if v ~= v then
    cast(u32_p, w.p + i)[0] = 0x7fc00000
    return
  end
  if (v >= FLOAT_LIMIT or v <= -FLOAT_LIMIT) and v ~= 1 / 0 and v ~= -1 / 0 then efail(w, root) end
  cast(float_p, w.p + i)[0] = v
end

function M.put_double(w, i, v)
  if v ~= v then
    cast(u32_p, w.p + i)[0] = 0
    cast(u32_p, w.p + i + 4)[0] = 0x7ff80000
    return
  end
  cast(double_p, w.p + i)[0] = v
end

function M.put_fixed32(w, i, u) cast(u32_p, w.p + i)[0] = u end

-- Number of an enum value that is no number: a declared name.
function M.enum_number(w, root, names, v)
  if type(v) == "string" then
    local n = names[v]
    if n then return n end
  end
  efail(w, root)
end

-- The length byte at b - 1 does not do for the body b..i: moves the body up. Returns the new end.
function M.widen(w, root, b, i)
  local n = i - b
  local extra = n < 16384 and 1 or n < 2097152 and 2 or n < 268435456 and 3 or 4
  if i + extra > w.cap then grow(w, root, i, extra) end
  C.memmove(w.p + (b + extra), w.p + b, n)
  put_u32(w, b - 1, n)
  return i + extra
end

-- Raw bytes: `_unknown_fields`.
function M.put_raw(w, root, i, v)
  if type(v) ~= "string" then efail(w, root) end
  local n = #v
  if i + n > w.cap then grow(w, root, i, n) end
  copy(w.p + i, v, n)
  return i + n
end

local function steps(t, k) return next(t, k) == k + 1 end

-- A list is dense: no index 0, no key beyond #t (a nil inside 1..n is met by the writer). A few compiled `next` calls
-- see it without a loop (12 ns a list): the walk starts with 1, ends with n, and takes the last items one by one.
-- `next(t, n)` alone is not enough: items that came into free slots of the hash part may stand behind a foreign key.
-- Exact for lists of up to five, and for longer ones when at most four items are in the hash part; else a foreign key
-- could only pass when four hash slots happen to be in order behind it. Where a call objects, keys are counted before
-- raising.
function M.check_list(w, root, t, n)
  if n == 0 then
    if next(t) ~= nil then efail(w, root) end
    return
  end
  if t[0] == nil and next(t, n) == nil and next(t) == 1 then
    if n == 1 then return end
    -- max instead of branches: lists of three and of five share a trace.
    if steps(t, n - 1) and (n == 2 or (steps(t, n - 2) and steps(t, max(n - 3, 1)) and steps(t, max(n - 4, 1)))) then
      return
    end
  end
  local k, count = next(t), 0
  while k ~= nil do
    if type(k) ~= "number" or k < 1 or k > n or k ~= floor(k) then efail(w, root) end
    count = count + 1
    k = next(t, k)
  end
  if count ~= n then efail(w, root) end
end

function M.check_strings(w, root, t, n)
  for k = 1, n do
    if not utf8.valid(t[k]) then efail(w, root) end
  end
end

-- Loops over maps use `next`, never pairs: map.lua says why.

-- Encodes `m` in key order by `entry` (w, root, k, x, i, d) -> i.
function M.put_sorted(w, root, m, kind, entry, i, d)
  local keys, n = map.sorted_keys(m, kind)
  if keys == nil then efail(w, root) end
  for j = 1, n do
    i = entry(w, root, keys[j], m[keys[j]], i, d)
  end
  return i
end

-- 64-bit keys may be there twice when some are no numbers.
function M.check_wide_keys(w, root, m, kind)
  local k = next(m)
  while k ~= nil do
    if type(k) ~= "number" then
      if map.duplicate_key(m, kind) ~= nil then efail(w, root) end
      return
    end
    k = next(m, k)
  end
end

function M.to_i64_key(w, root, k)
  local x = int64.signed_key(k)
  if x == nil then efail(w, root) end
  return x
end
function M.to_u64_key(w, root, k)
  local x = int64.unsigned_key(k)
  if x == nil then efail(w, root) end
  return x
end

return M
