-- What codecs of mode concat call. Names are short, as generated code is full of them. Here is what has to do with
-- whole messages; concat_put.lua has the encoders of scalars and concat_get.lua the readers.
local bit = require "bit"
local concat_get = require "pblua.concat_get"
local concat_put = require "pblua.concat_put"
local errors = require "pblua.errors"
local list = require "pblua.list"
local map = require "pblua.map"
local options = require "pblua.options"
local registry = require "pblua.registry"
local table_new = require "table.new"
local utf8 = require "pblua.utf8"

local error, next, setmetatable, type = error, next, setmetatable, type
local concat, rshift, sub = table.concat, bit.rshift, string.sub
local int32 = concat_put.int32

local M = {
  arshift = bit.arshift, band = bit.band, bxor = bit.bxor, lshift = bit.lshift, rshift = rshift, tobit = bit.tobit,
  byte = string.byte, char = string.char, sub = sub, concat = concat, floor = math.floor, next = next, type = type,
  table_new = table_new,
  O = options, valid = utf8.valid, sorted_keys = map.sorted_keys, other_keys = list.has_other_keys,
  add_file = registry.add_file, enum = registry.enum,
}

local function take_all(from)
  local name, value = next(from)
  while name do
    M[name] = value
    name, value = next(from, name)
  end
end
take_all(concat_put)
take_all(concat_get)

local E = concat_put.E

-- full name -> { enc = fn, dec = fn }. The tables are there before their functions, so that messages may refer to each
-- other in any order and across files.
local messages = {}
function M.message(name)
  local m = messages[name]
  if not m then
    m = {}
    messages[name] = m
  end
  return m
end

-- State of the decode under way: `dirty` is set when there is something to do at its end, `missing` when a required
-- field was. Its ropes are all_ropes[base + 1] to [ropes]; each is held by its owner, and here only weakly, so a decode
-- that was cut off leaves nothing in memory.
local D = { dirty = false, missing = false, base = 0, ropes = 0, depth = 0 }
M.D = D
local all_ropes = setmetatable({}, { __mode = "v" })

-- `base` and `missing` of the `depth` decodes that the one under way has interrupted: a finalizer may decode in the
-- middle of a decode. While there are any, D.dirty stays set. Some may be dead, cut off by a lack of memory or by an
-- error in a finalizer or hook; those alive are the latest, and fewer than MAX_OUTER.
local outer_base, outer_missing = {}, {}
local MAX_OUTER = 8

-- The end of the decode under way: back to the one it has interrupted.
local function leave()
  for i = D.base + 1, D.ropes do
    all_ropes[i] = nil
  end
  local n = D.depth
  if n == 0 then
    D.base, D.ropes, D.missing, D.dirty = 0, 0, false, false
    return
  end
  D.ropes, D.base, D.missing, D.depth = D.base, outer_base[n], outer_missing[n], n - 1
end

-- Raises what is wrong with `root`, a value of type `name`.
function M.efail(name, root) errors.encode(name, root, "concat") end

function M.over(name, root)
  errors.check_encode(name, root, "concat")
  E.big = -2 ^ 52 -- counted: it fits
end

function M.dfail(name, s)
  if D.dirty and type(s) == "string" then leave() end -- what is no string was never begun
  errors.decode(name, s, "concat")
end

-- The start of a decode that finds D.dirty set: sets the interrupted one aside.
function M.reset()
  local n = D.depth
  if n == MAX_OUTER then
    for i = 2, n do
      outer_base[i - 1], outer_missing[i - 1] = outer_base[i], outer_missing[i]
    end
  else
    n = n + 1
  end
  outer_base[n], outer_missing[n] = D.base, D.missing
  D.base, D.missing, D.depth = D.ropes, false, n
end

-- Unknown fields are gathered as a rope in place of the string and made one string when the outermost message is done:
-- a submessage that comes in many pieces would else cost quadratic time. A rope is { n =, owner = t, piece... }; a
-- piece is a string, or two numbers: first and last position in the input.
local function rope_of(t)
  local rope = t._unknown_fields
  if not rope then
    rope = { n = 0, owner = t }
    t._unknown_fields = rope
    local n = D.ropes + 1
    D.dirty = true
    D.ropes = n
    all_ropes[n] = rope
  end
  return rope
end

-- The record at [q, p) of the input becomes part of t's unknown fields.
function M.keep(t, q, p)
  local rope = rope_of(t)
  local n = rope.n
  if n > 0 and rope[n] == q - 1 then -- goes on where the last one ended
    rope[n] = p - 1
  else
    rope[n + 1], rope[n + 2], rope.n = q, p - 1, n + 2
  end
end

-- An undeclared number of a closed enum becomes an unknown varint record; `tag` is its encoded tag.
function M.keep_enum(t, tag, v)
  local rope = rope_of(t)
  local n = rope.n + 1
  rope[n], rope.n = tag .. int32(v), n
end

local function string_of(rope, s)
  local parts, n, i = {}, 0, 1
  while i <= rope.n do
    n = n + 1
    if type(rope[i]) == "string" then
      parts[n] = rope[i]
      i = i + 1
    else
      parts[n] = sub(s, rope[i], rope[i + 1])
      i = i + 2
    end
  end
  return concat(parts)
end

-- The end of a decode that set D.dirty.
function M.finish(name, s, t)
  for i = D.base + 1, D.ropes do
    local rope = all_ropes[i]
    if rope then rope.owner._unknown_fields = string_of(rope, s) end -- else the message was replaced and is gone
  end
  local missing = D.missing
  leave()
  if missing then errors.required(name, t, "concat") end
end

-- Writes the extensions of `values` that other files have registered with numbers from `low` to `high`. Those of the
-- message's own file are written in line and have no `write`.
function M.write_extensions(ext, out, n, values, low, high, d, root, name)
  local all = ext.list
  for i = 1, #all do
    local x = all[i]
    if x.number >= low and x.number <= high and x.write then
      local v = values[x.name]
      if v ~= nil then n = x.write(out, n, v, d, root, name) end
    end
  end
  return n
end

-- Reads an extension that another file has registered; nil when `tag` is none of those, or comes with a wire type that
-- the extension doesn't take.
function M.read_extension(ext, s, p, z, tag, q, t, d, name)
  local x = ext.by_number[rshift(tag, 3)]
  if x and x.read then return x.read(s, p, z, tag, q, t, d, name) end
  return nil
end

-- Takes the members of a oneof out of `t`. Assigning nil to an absent key would make room for it.
function M.clear(t, members)
  for i = 1, #members do
    local name = members[i]
    if t[name] ~= nil then t[name] = nil end
  end
end

function M.extensions(extendee) return registry.extensions("concat", extendee) end

-- A function that raises `text`, for what can't be encoded or decoded.
function M.refuse(text)
  return function() error(text, 0) end
end

-- The {NAME = number} parts of an enum as one table.
function M.join(chunks)
  local values = {}
  for i = 1, #chunks do
    local part = chunks[i]()
    local name, number = next(part)
    while name do
      values[name] = number
      name, number = next(part, name)
    end
  end
  return values
end

return M
