-- Full mode, decode: the reader, and what a decode keeps aside: unknown fields, missing required ones, a left path.
-- Readers are pooled like writers (full_write.lua).
local ffi = require "ffi"
local errors = require "pblua.errors"
local full_root = require "pblua.full_root"
local full_write = require "pblua.full_write"

local error, type = error, type
local concat = table.concat
local band, bor, tobit = bit.band, bit.bor, bit.tobit
local fstring = ffi.string
local put_i32, put_u32 = full_write.put_i32, full_write.put_u32
local root_names = full_root.names

local M = {}

local reader_t = ffi.typeof "struct { const uint8_t *p; int32_t n; int32_t root; int32_t flags; int32_t id; }"
local UNKNOWN, MISSING, LEFT = 1, 2, 4 -- bits of reader.flags

-- fallbacks: root decodes in which some message left the predicted path. Decodes are not counted here: whoever asks for
-- the share knows how many calls were made, and a count would cost each of them a store.
M.stats = ffi.new "struct { double fallbacks; }"

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
local scratch = full_write.new_writer()
function M.keep_enum(r, t, tag, v)
  local n = put_u32(scratch, 0, tobit(tag))
  n = put_i32(scratch, n, v)
  local pieces = unknown_pieces(r, t)
  local k = #pieces
  pieces[k + 1] = fstring(scratch.p, n)
  pieces[k + 2] = false
end

return M
