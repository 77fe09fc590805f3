-- Walks wire bytes with their schema, in wire order, and raises the first error; returns when there is none. Values are
-- not built. Positions are 1-based inside and 0-based in texts.
local options = require "pblua.options"
local registry = require "pblua.registry"
local utf8 = require "pblua.utf8"

local byte, sub = string.byte, string.sub
local error, floor, ipairs = error, math.floor, ipairs

local M = {}

local MAX_DEPTH = 100
local MAX_LENGTH = 0x7fffffff
local VARINT, FIXED64, LEN, START, END, FIXED32 = 0, 1, 2, 3, 4, 5
local WIRE = {
  double = FIXED64, fixed64 = FIXED64, sfixed64 = FIXED64, float = FIXED32, fixed32 = FIXED32, sfixed32 = FIXED32,
  string = LEN, bytes = LEN, message = LEN, group = START,
} -- the rest are varints

local function fail(c, what, at) error(c.root .. ": " .. what .. " at byte " .. at - 1, 0) end

-- Varint at `p` of at most `max` bytes, not passing `e`. Returns its low 53 bits or so (enough for tags and lengths)
-- and the position after it; `too_long` is the text for a longer one.
local function varint(c, p, e, max, too_long)
  local v, scale = 0, 1
  for i = 0, max - 1 do
    if p + i > e then fail(c, "truncated varint", p) end
    local b = byte(c.s, p + i)
    v = v + b % 128 * scale
    scale = scale * 128
    if b < 128 then return v, p + i + 1 end
  end
  fail(c, too_long, p)
end

local function length(c, p, e)
  local v, q = varint(c, p, e, 5, "invalid length")
  if v > MAX_LENGTH then fail(c, "invalid length", p) end
  if v > e - q + 1 then fail(c, "length past the end", p) end
  return v, q
end

-- Returns field number, wire type, position after the tag.
local function tag(c, p, e)
  local v, q = varint(c, p, e, 5, "invalid tag")
  if v > 0xffffffff or v < 8 then fail(c, "invalid tag", p) end
  local wire = v % 8
  if wire > 5 then fail(c, "invalid wire type " .. wire, p) end
  return floor(v / 8), wire, q
end

local function fixed(c, p, e, size)
  if p + size - 1 > e then fail(c, size == 4 and "truncated fixed32" or "truncated fixed64", p) end
  return p + size
end

local function enter(c, depth, tag_at)
  if depth >= MAX_DEPTH then fail(c, "nesting over 100 levels", tag_at) end
  return depth + 1
end

local walk -- a scope: defined below, as fields hold scopes

local function skip(c, number, wire, p, e, depth, tag_at)
  if wire == VARINT then
    local _, q = varint(c, p, e, 10, "varint over 10 bytes")
    return q
  elseif wire == FIXED64 then
    return fixed(c, p, e, 8)
  elseif wire == FIXED32 then
    return fixed(c, p, e, 4)
  elseif wire == LEN then
    local n, q = length(c, p, e)
    return q + n
  elseif wire == START then
    return walk(c, nil, p, e, enter(c, depth, tag_at), number)
  end
  fail(c, "unexpected end group", tag_at)
end

local function packed(c, kind, p, e)
  local n, q = length(c, p, e)
  local last = q + n - 1
  local wire = WIRE[kind] or VARINT
  while q <= last do
    q = skip(c, 0, wire, q, last, 0, q)
  end
  return q
end

-- One record whose tag has been read; `p` is after the tag.
local function record(c, field, number, wire, p, e, depth, tag_at)
  local kind = field and field.kind
  local expected = field and (field.map and LEN or WIRE[kind] or VARINT)
  local packable = field and field.label == "repeated" and expected ~= LEN and expected ~= START
  if packable and wire == LEN then
    return packed(c, kind, p, e)
  end
  if not field or wire ~= expected then return skip(c, number, wire, p, e, depth, tag_at) end
  if field.map then
    depth = enter(c, depth, tag_at)
    local n, q = length(c, p, e)
    return walk(c, { [1] = field.map.key, [2] = field.map.value }, q, q + n - 1, depth, nil)
  elseif kind == "message" then
    depth = enter(c, depth, tag_at)
    local n, q = length(c, p, e)
    return walk(c, c.fields_of(field.message), q, q + n - 1, depth, nil)
  elseif kind == "group" then
    return walk(c, c.fields_of(field.message), p, e, enter(c, depth, tag_at), number)
  elseif kind == "string" and field.utf8 and options.validate_utf8 then
    local n, q = length(c, p, e)
    if not utf8.valid(sub(c.s, q, q + n - 1)) then fail(c, "invalid UTF-8", q) end
    return q + n
  end
  return skip(c, number, wire, p, e, depth, tag_at)
end

-- Records from `p` to `e`, or to the end tag of group `group`. `fields` by number; nil inside an unknown group. Returns
-- the position after the scope.
function walk(c, fields, p, e, depth, group)
  while p <= e do
    local tag_at = p
    local number, wire, q = tag(c, p, e)
    if wire == END and number == group then return q end
    p = record(c, fields and fields[number], number, wire, q, e, depth, tag_at)
  end
  if group then fail(c, "unterminated group", e + 1) end
  return p
end

-- Raises the first error of `s` as a `name`, or returns.
function M.walk(name, s, mode)
  local known = {}
  local function fields_of(message)
    local fields = known[message]
    if fields then return fields end
    local schema = registry.schema(message)
    fields = {}
    if schema.extension_ranges and #schema.extension_ranges > 0 then
      for _, x in ipairs(registry.extensions(mode, message).list) do
        fields[x.number] = x.field
      end
    end
    for _, field in ipairs(schema.fields) do
      fields[field.number] = field
    end
    known[message] = fields
    return fields
  end
  local c = { root = name, s = s, fields_of = fields_of }
  walk(c, fields_of(name), 1, #s, 0, nil)
end

return M
