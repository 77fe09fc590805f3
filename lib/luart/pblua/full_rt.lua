-- Hot helpers of generated full-mode code: buffers, varints, the rarer kinds, unknown fields, late extensions.
-- Everything here is inlined into the caller's trace, so helpers stay small and straight: no loop unless said.
--
-- A writer or reader is taken from a pool for one call and given back at its end. A metamethod, finalizer or coroutine that
-- encodes meanwhile finds the pool empty and makes its own; an error just loses the object. Pointers live in the struct and
-- never in a Lua local across a branch: a pointer local is boxed again at every trace exit (twice to three times the time of
-- a small decode).
local ffi = require "ffi"
local errors = require "pblua.errors"
local int64 = require "pblua.int64"
local map = require "pblua.map"
local options = require "pblua.options"
local utf8 = require "pblua.utf8"
local tnew = require "table.new"

local error, next, setmetatable, tonumber, type = error, next, setmetatable, tonumber, type
local floor = math.floor
local concat = table.concat
local band, bor, bxor = bit.band, bit.bor, bit.bxor
local lshift, rshift, arshift, tobit = bit.lshift, bit.rshift, bit.arshift, bit.tobit
local copy, fstring, cast = ffi.copy, ffi.string, ffi.cast
local signed, unsigned = int64.signed, int64.unsigned

local M = {}

ffi.cdef "void *memmove(void *, const void *, size_t);"
local C = ffi.C

local bytes_t = ffi.typeof "uint8_t[?]"
local writer_t = ffi.typeof "struct { uint8_t *p; int32_t cap; int32_t root; int32_t idle; }"
local reader_t = ffi.typeof "struct { const uint8_t *p; int32_t n; int32_t root; int32_t flags; int32_t id; }"
local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"
local u32_p, u64_p, i64_p = ffi.typeof "uint32_t *", ffi.typeof "uint64_t *", ffi.typeof "int64_t *"
local float_p, double_p = ffi.typeof "float *", ffi.typeof "double *"
local cu32_p, ci32_p = ffi.typeof "const uint32_t *", ffi.typeof "const int32_t *"
local cu64_p, ci64_p = ffi.typeof "const uint64_t *", ffi.typeof "const int64_t *"
local cfloat_p, cdouble_p = ffi.typeof "const float *", ffi.typeof "const double *"

local FIRST_CAP = 4096
local KEEP_CAP = 1048576 -- a buffer over this is let go after IDLE calls that would have done with a quarter of it
local IDLE = 64
local MAX_BYTES = 0x7fffffff
local FLOAT_LIMIT = 2 ^ 128 - 2 ^ 103 -- from here on a double no longer rounds to a finite float
local NAN = 0 / 0
local UNKNOWN, MISSING, LEFT = 1, 2, 4 -- bits of reader.flags

-- fallbacks: root decodes in which some message left the predicted path. Decodes are not counted here: whoever asks for
-- the share knows how many calls were made, and a count would cost each of them a store.
M.stats = ffi.new "struct { double fallbacks; }"

-- By full name, filled in by generated files.
M.enc = {} -- (w, root, t, i, d) -> i
M.dec = {} -- (r, i, e, d) -> t
M.any = {} -- (r, t, i, e, d, g) -> i: any order, into a table that exists; g = end tag of a group, else 0
M.decg = {} -- (r, i, e, d, g) -> t, i: a group, predicted

local root_names = {}
local root_ids = {}

-- The number under which `name` is known in a writer or reader.
function M.root(name)
  local id = root_ids[name]
  if not id then
    id = #root_names + 1
    root_names[id] = name
    root_ids[name] = id
  end
  return id
end

-- Writers ------------------------------------------------------------------------------------------------------------

local buffers = setmetatable({}, { __mode = "k" }) -- writer -> the array that its pointer points into
local writers = { false }

local function new_writer()
  local w, b = writer_t(), bytes_t(FIRST_CAP)
  w.p, w.cap = b, FIRST_CAP
  buffers[w] = b
  return w
end

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

-- Varint of `u` (int32 pattern, taken as unsigned).
local function put_u32(w, i, u)
  if band(u, -128) == 0 then
    w.p[i] = u
    return i + 1
  end
  w.p[i] = bor(band(u, 127), 128)
  u = rshift(u, 7)
  if u < 128 then
    w.p[i + 1] = u
    return i + 2
  end
  w.p[i + 1] = bor(band(u, 127), 128)
  u = rshift(u, 7)
  if u < 128 then
    w.p[i + 2] = u
    return i + 3
  end
  w.p[i + 2] = bor(band(u, 127), 128)
  u = rshift(u, 7)
  if u < 128 then
    w.p[i + 3] = u
    return i + 4
  end
  w.p[i + 3] = bor(band(u, 127), 128)
  w.p[i + 4] = rshift(u, 7)
  return i + 5
end
M.put_u32 = put_u32

-- Varint of an int32: negative ones are ten bytes.
function M.put_i32(w, i, u)
  if u >= 0 then return put_u32(w, i, u) end
  w.p[i] = bor(band(u, 127), 128)
  w.p[i + 1] = bor(band(rshift(u, 7), 127), 128)
  w.p[i + 2] = bor(band(rshift(u, 14), 127), 128)
  w.p[i + 3] = bor(band(rshift(u, 21), 127), 128)
  w.p[i + 4] = bor(rshift(u, 28), 240)
  w.p[i + 5], w.p[i + 6], w.p[i + 7], w.p[i + 8], w.p[i + 9] = 255, 255, 255, 255, 1
  return i + 10
end

-- Varint of a uint64_t, in chunks of 28 bits that numbers hold exactly.
local function put_u64(w, i, u)
  if u < 0x10000000ULL then return put_u32(w, i, tonumber(u)) end
  local lo = tonumber(band(u, 0xfffffffULL))
  w.p[i] = bor(band(lo, 127), 128)
  w.p[i + 1] = bor(band(rshift(lo, 7), 127), 128)
  w.p[i + 2] = bor(band(rshift(lo, 14), 127), 128)
  w.p[i + 3] = bor(rshift(lo, 21), 128)
  u = rshift(u, 28)
  if u < 0x10000000ULL then return put_u32(w, i + 4, tonumber(u)) end
  lo = tonumber(band(u, 0xfffffffULL))
  w.p[i + 4] = bor(band(lo, 127), 128)
  w.p[i + 5] = bor(band(rshift(lo, 7), 127), 128)
  w.p[i + 6] = bor(band(rshift(lo, 14), 127), 128)
  w.p[i + 7] = bor(rshift(lo, 21), 128)
  return put_u32(w, i + 8, tonumber(rshift(u, 28)))
end
M.put_u64 = put_u64

-- 64-bit values: numbers below 2^31 without cdata, the rest through pblua.int64.
function M.to_i64(w, root, v)
  local x = signed(v)
  if x == nil then efail(w, root) end
  return x
end
function M.to_u64(w, root, v)
  local x = unsigned(v)
  if x == nil then efail(w, root) end
  return x
end
function M.zigzag64(v) return bxor(uint64_t(lshift(v, 1)), uint64_t(arshift(v, 63))) end

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
function M.put_i64(w, i, v) cast(i64_p, w.p + i)[0] = v end
function M.put_fixed64(w, i, v) cast(u64_p, w.p + i)[0] = v end

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

-- A list is dense: index 0 and keys beyond #t are holes. `next` on a key that exists is compiled; a nil inside 1..n is
-- met by the writer.
function M.check_list(w, root, t, n)
  if n == 0 then
    if next(t) ~= nil then efail(w, root) end
  elseif t[0] ~= nil or next(t, n) ~= nil or next(t) ~= 1 or (n > 1 and next(t, n - 1) ~= n) then
    -- Hash slots may hold list indices in any order: count before raising.
    local k, count = next(t), 0
    while k ~= nil do
      if type(k) ~= "number" or k < 1 or k > n or k ~= floor(k) then efail(w, root) end
      count = count + 1
      k = next(t, k)
    end
    if count ~= n then efail(w, root) end
  end
end

function M.check_strings(w, root, t, n)
  for k = 1, n do
    if not utf8.valid(t[k]) then efail(w, root) end
  end
end

-- Maps -------------------------------------------------------------------------------------------------------------

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
M.key_of_signed, M.key_of_unsigned = int64.key_of_signed, int64.key_of_unsigned

-- Extensions that other files declare ------------------------------------------------------------------------------

local late = {}

-- The extensions of `extendee` that are not inlined in its own file's code: {n =, list = by number, by_number =}. The
-- table stays the same for ever, so that generated code holds it and looks at `n` only.
function M.late(extendee)
  local x = late[extendee]
  if not x then
    x = { n = 0, list = {}, by_number = {} }
    late[extendee] = x
  end
  return x
end

local function by_number(a, b) return a.number < b.number end

-- entry: {number =, name =, write = (w, root, v, i, d) -> i, read = (r, t, i, e, d, a, tag) -> i, or nil when the wire
-- type is another}. One of the same number is replaced.
function M.add_late(extendee, entry)
  local x = M.late(extendee)
  local list = { entry }
  for j = 1, x.n do
    if x.list[j].number ~= entry.number then list[#list + 1] = x.list[j] end
  end
  table.sort(list, by_number)
  x.by_number[entry.number] = entry
  x.list = list
  x.n = #list
end

-- Writes those of `values` (a message's `_extensions`) whose numbers lie in lo..hi.
function M.put_late(w, root, x, values, i, d, lo, hi)
  local list = x.list
  for j = 1, #list do
    local entry = list[j]
    if entry.number >= lo and entry.number <= hi then
      local v = values[entry.name]
      if v ~= nil then i = entry.write(w, root, v, i, d) end
    end
  end
  return i
end

-- Readers ------------------------------------------------------------------------------------------------------------

local readers = { false }
local pending = {} -- reader id -> tables whose _unknown_fields are still lists of pieces
local last_id = 0

local function new_reader()
  local r = reader_t()
  last_id = last_id + 1
  r.id = last_id
  return r
end

function M.take_reader(root, s)
  local r = readers[1]
  if r then readers[1] = false else r = new_reader() end
  r.p, r.n, r.root = s, #s, root
  return r
end

function M.give_reader(r) readers[1] = r end

-- The walker finds the words. The reader is lost, its successor comes from new_reader.
local function dfail(r)
  pending[r.id] = nil
  errors.decode(root_names[r.root], fstring(r.p, r.n), "full")
  error("pblua: decode failed without a reason", 0)
end
M.dfail = dfail

-- What is left to do after a decode that met unknown fields, missing required ones, or left the predicted path.
function M.finish_reader(r, t)
  local flags = r.flags
  r.flags = 0
  if band(flags, LEFT) ~= 0 then M.stats.fallbacks = M.stats.fallbacks + 1 end
  if band(flags, UNKNOWN) ~= 0 then
    local list = pending[r.id]
    pending[r.id] = nil
    for j = 1, #list do
      local m = list[j]
      local pieces = m._unknown_fields
      for k = 1, #pieces, 2 do -- start and end in the input, or bytes and false
        local from = pieces[k]
        if type(from) == "number" then from = fstring(r.p + from, pieces[k + 1] - from) end
        pieces[(k + 1) / 2] = from
      end
      m._unknown_fields = concat(pieces, "", 1, #pieces / 2)
    end
  end
  if band(flags, MISSING) ~= 0 then errors.required(root_names[r.root], t, "full") end
end

function M.missing(r) r.flags = bor(r.flags, MISSING) end
function M.left(r) r.flags = bor(r.flags, LEFT) end

local function unknown_pieces(r, t)
  local pieces = t._unknown_fields
  if pieces == nil then
    pieces = {}
    t._unknown_fields = pieces
    r.flags = bor(r.flags, UNKNOWN)
    local list = pending[r.id]
    if not list then
      list = {}
      pending[r.id] = list
    end
    list[#list + 1] = t
  end
  return pieces
end

-- Bytes from..to of the input are a record that `t` keeps. Pieces are joined once at the end of the decode, so that
-- 50,000 records that merge into one message stay linear.
local function keep(r, t, from, to)
  local pieces = unknown_pieces(r, t)
  local n = #pieces
  if n > 0 and pieces[n] == from then
    pieces[n] = to
  else
    pieces[n + 1] = from
    pieces[n + 2] = to
  end
end
M.keep = keep

-- An undeclared number of a closed enum is kept as an unknown varint record, sign-extended.
local scratch = bytes_t(20)
function M.keep_enum(r, t, tag, v)
  local w = { p = scratch }
  local n = put_u32(w, 0, tobit(tag))
  n = M.put_i32(w, n, v)
  local pieces = unknown_pieces(r, t)
  local k = #pieces
  pieces[k + 1] = fstring(scratch, n)
  pieces[k + 2] = false
end

-- Reading never passes the input: each varint stops at the NUL after a Lua string, and who calls compares the position with
-- the scope's end afterwards.

-- Low 32 bits (as int32) of a varint whose first byte is at i, and the position after it.
local function varint32(r, i)
  local b = r.p[i]
  if b < 128 then return b, i + 1 end
  local v = band(b, 127)
  b = r.p[i + 1]
  v = bor(v, lshift(band(b, 127), 7))
  if b < 128 then return v, i + 2 end
  b = r.p[i + 2]
  v = bor(v, lshift(band(b, 127), 14))
  if b < 128 then return v, i + 3 end
  b = r.p[i + 3]
  v = bor(v, lshift(band(b, 127), 21))
  if b < 128 then return v, i + 4 end
  b = r.p[i + 4]
  v = bor(v, lshift(b, 28))
  if b < 128 then return v, i + 5 end
  if r.p[i + 5] < 128 then return v, i + 6 end
  if r.p[i + 6] < 128 then return v, i + 7 end
  if r.p[i + 7] < 128 then return v, i + 8 end
  if r.p[i + 8] < 128 then return v, i + 9 end
  if r.p[i + 9] < 128 then return v, i + 10 end
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
  local b = r.p[i]
  local lo = band(b, 127)
  if b < 128 then return uint64_t(lo), i + 1 end
  b = r.p[i + 1]
  lo = bor(lo, lshift(band(b, 127), 7))
  if b < 128 then return uint64_t(lo), i + 2 end
  b = r.p[i + 2]
  lo = bor(lo, lshift(band(b, 127), 14))
  if b < 128 then return uint64_t(lo), i + 3 end
  b = r.p[i + 3]
  lo = bor(lo, lshift(band(b, 127), 21))
  if b < 128 then return uint64_t(lo), i + 4 end
  b = r.p[i + 4]
  local mid = band(b, 127)
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 5 end
  b = r.p[i + 5]
  mid = bor(mid, lshift(band(b, 127), 7))
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 6 end
  b = r.p[i + 6]
  mid = bor(mid, lshift(band(b, 127), 14))
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 7 end
  b = r.p[i + 7]
  mid = bor(mid, lshift(band(b, 127), 21))
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28), i + 8 end
  b = r.p[i + 8]
  local hi = band(b, 127)
  if b < 128 then return uint64_t(lo) + lshift(uint64_t(mid), 28) + lshift(uint64_t(hi), 56), i + 9 end
  b = r.p[i + 9]
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
  local b = r.p[i]
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
  if band(hi, 0x7ff00000) == 0x7ff00000 and (band(hi, 0xfffff) ~= 0 or cast(ci32_p, r.p + i)[0] ~= 0) then return NAN end
  return cast(cdouble_p, r.p + i)[0]
end

-- A length of two bytes or more, and the position after it.
local function length(r, i)
  local b = r.p[i]
  if b < 128 then return b, i + 1 end
  local v = band(b, 127)
  b = r.p[i + 1]
  v = v + lshift(band(b, 127), 7)
  if b < 128 then return v, i + 2 end
  b = r.p[i + 2]
  v = v + lshift(band(b, 127), 14)
  if b < 128 then return v, i + 3 end
  b = r.p[i + 3]
  v = v + lshift(band(b, 127), 21)
  if b < 128 then return v, i + 4 end
  b = r.p[i + 4]
  if b < 8 then return v + lshift(b, 28), i + 5 end
  dfail(r)
end
M.length = length

-- The tag at i as a number, and the position after it. Judges it whole.
local function tag(r, i, e)
  local b = r.p[i]
  local v, j = b, i + 1
  if b >= 128 then
    v = band(b, 127)
    b = r.p[i + 1]
    v = v + band(b, 127) * 0x80
    j = i + 2
    if b >= 128 then
      b = r.p[i + 2]
      v = v + band(b, 127) * 0x4000
      j = i + 3
      if b >= 128 then
        b = r.p[i + 3]
        v = v + band(b, 127) * 0x200000
        j = i + 4
        if b >= 128 then
          b = r.p[i + 4]
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
      if j then return j end
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
  while i < e and r.p[i] == c do
    local size = r.p[i + 1]
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
    n = n + 1 - rshift(r.p[j], 7)
  end
  return n
end

-- Named by generated code.
M.type, M.next, M.tobit, M.band, M.bxor = type, next, tobit, band, bxor
M.lshift, M.rshift, M.arshift = lshift, rshift, arshift
M.copy, M.fstring, M.tnew = copy, fstring, tnew
M.valid, M.O = utf8.valid_ptr, options

-- Enums: full name -> {values = by name, set = by number}. Chunks of values come as tables to be joined.
M.enums = {}
function M.add_enum(name, closed, chunks)
  local values, set = {}, {}
  for j = 1, #chunks do
    local part = chunks[j]()
    local k, v = next(part)
    while k ~= nil do
      values[k] = v
      set[v] = true
      k, v = next(part, k)
    end
  end
  M.enums[name] = { values = values, set = set }
  return { closed = closed, values = values }
end

return M
