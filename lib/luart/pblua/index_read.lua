-- Index mode: the call into pbplan.so that turns bytes into a flat index, and what reads words out of it. What stands
-- where is laid down in lib/plan/index_layout.h.
--
-- An index is taken from a pool for one decode and given back at its end. A finalizer or coroutine that decodes
-- meanwhile finds the pool empty and makes its own; an error just loses the index, and the collector frees it.
local ffi = require "ffi"
local errors = require "pblua.errors"
local options = require "pblua.options"

local next, pcall = next, pcall
local concat = table.concat
local cast, fstring = ffi.cast, ffi.string

local M = {}

ffi.cdef [[
struct pbplan_index { int32_t *p; const char *s; int32_t top; int32_t cap; int32_t required; };
struct pbplan_index_home { void *types; };
int pbplan_index_open(struct pbplan_index_home *);
void pbplan_index_close(struct pbplan_index_home *);
int pbplan_index_message(struct pbplan_index_home *, const char *, const char *);
int pbplan_index_extension(struct pbplan_index_home *, const char *, const char *);
int pbplan_index_enum(struct pbplan_index_home *, const char *, const int32_t *, int, int);
int pbplan_index_read(const struct pbplan_index_home *, int, struct pbplan_index *, const char *, size_t, int);
void pbplan_index_release(struct pbplan_index *);
]]

local index_t = ffi.typeof "struct pbplan_index"
local ci64_p, cu64_p = ffi.typeof "const int64_t *", ffi.typeof "const uint64_t *"
local cdouble_p = ffi.typeof "const double *"
local numbers_t = ffi.typeof "int32_t[?]"

-- The library and this state's types in it, or nil.
local function native()
  local path = package.searchpath("pbplan", package.cpath)
  if not path then return nil end
  local ok, lib = pcall(ffi.load, path)
  if not ok or not pcall(function() return lib.pbplan_index_read end) then return nil end
  local home = ffi.new "struct pbplan_index_home"
  if lib.pbplan_index_open(home) ~= 0 then return nil end
  -- Finalizers that run later than this one find no types, and decode without an index.
  return lib, ffi.gc(home, lib.pbplan_index_close)
end

local C, home = native()
M.native = C ~= nil

local pool = { false }

local function new_index() return ffi.gc(index_t(), C.pbplan_index_release) end

function M.take_index()
  local r = pool[1]
  if r then
    pool[1] = false
    return r
  end
  return new_index()
end
function M.give_index(r) pool[1] = r end

-- 0 when `r` now holds the message of type `id` that `s` is; else another decoder is to be asked.
function M.index_read(r, id, s)
  return C.pbplan_index_read(home, id, r, s, #s, options.validate_utf8 and 1 or 0)
end

-- A required field may be missing in `t`. Takes the bytes just to keep them alive until here.
function M.index_required(name, t, _) errors.required(name, t, "full") end

-- The index's pointers are touched in functions like these and nowhere else, as in full_wire.lua.
function M.word(r, i) return r.p[i] end
function M.text(r, i) return (fstring(r.s + r.p[i], r.p[i + 1])) end
function M.unsigned_at(r, i)
  local v = r.p[i]
  if v < 0 then return v + 4294967296 end
  return v
end
function M.i64_at(r, i) return cast(ci64_p, r.p + i)[0] end
function M.u64_at(r, i) return cast(cu64_p, r.p + i)[0] end
function M.double_at(r, i) return cast(cdouble_p, r.p + i)[0] end

-- Builders of late extensions by the number that the library gave them: (r, t, place of the record).
local late = {}

local function segment(r, i)
  local from, n = r.p[i], r.p[i + 1]
  if from >= 0 then return fstring(r.s + from, n) end
  return fstring(r.p + (-1 - from), n)
end

-- What few messages have: unknown fields and late extensions of `t`, by the rare block at `b`.
function M.rare(r, t, b)
  local n, at = r.p[b], r.p[b + 1]
  if n == 1 then
    t._unknown_fields = segment(r, at)
  elseif n > 0 then
    local pieces = {}
    for k = 1, n do pieces[k] = segment(r, at + 2 * k - 2) end
    t._unknown_fields = concat(pieces)
  end
  at = r.p[b + 2]
  while at ~= 0 do
    late[r.p[at + 1]](r, t, at + 2)
    at = r.p[at]
  end
end

-- Tells the library a message and returns its id; nil without the library.
function M.index_message(name, text)
  if not C then return nil end
  local id = C.pbplan_index_message(home, name, text)
  if id < 0 then return nil end
  return id
end

function M.index_extension(extendee, text, build)
  if not C then return end
  local id = C.pbplan_index_extension(home, extendee, text)
  if id > 0 then late[id] = build end
end

-- `set`: the numbers of a closed enum as keys; `first`: what a map entry without a value has.
function M.index_enum(name, set, first)
  if not C then return end
  local list, n = {}, 0
  local number = next(set)
  while number ~= nil do
    n = n + 1
    list[n] = number
    number = next(set, number)
  end
  C.pbplan_index_enum(home, name, numbers_t(n, list), n, first)
end

return M
