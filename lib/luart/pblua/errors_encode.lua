-- Walks a Lua value with its schema the way an encoder does, in field-number order, raises the first error and else
-- returns the encoded size. Slow and plain: it runs only when a fast path has found something wrong.
--
-- Schema table: { name = "hello.Person", proto3 = true, fields = { field... by number },
--   oneofs = { { name = "outcome", members = { "text", "code" } by number } }, extension_ranges = { { 100, 199 } } }.
-- Field: { name, number, kind = "string" | "int32" | ... | "message" | "group" | "enum",
--   label = "optional" | "required" | "repeated", packed, presence, utf8 = booleans, enum | message = full name,
--   oneof = name, map = { key = field, value = field } }. An extension's name is its full name.
local Path = require "pblua.path"
local int64 = require "pblua.int64"
local map = require "pblua.map"
local options = require "pblua.options"
local registry = require "pblua.registry"
local scalar = require "pblua.errors_scalar"
local text = require "pblua.text"

local floor, ipairs, next, type = math.floor, ipairs, next, type
local extensions_of, schema_of = registry.extensions, registry.schema

local M = {}

local MAX_DEPTH = 100

local function varint_size(v)
  local n = 1
  while v >= 128 do
    v = floor(v / 128)
    n = n + 1
  end
  return n
end

local walk_message -- defined below: fields hold messages

-- Size of one value, its length prefix or end tag in it, its tag not.
local function walk_value(path, mode, field, v, depth)
  local kind = field.kind
  if kind == "message" then
    local size = walk_message(path, mode, field.message, v, depth + 1)
    return varint_size(size) + size
  end
  if kind == "group" then
    return walk_message(path, mode, field.message, v, depth + 1) + varint_size(field.number * 8)
  end
  local size = scalar.size(path, field, v)
  if kind == "string" or kind == "bytes" then return varint_size(size) + size end
  return size
end

local function walk_list(path, mode, field, list, depth)
  if type(list) ~= "table" then path:fail("table expected, got " .. type(list)) end
  local size, n = 0, #list
  for i = 1, n do
    path:push_index(i)
    if list[i] == nil then path:fail("hole in list") end
    size = size + walk_value(path, mode, field, list[i], depth)
    path:pop()
  end
  local function no_index(key)
    path:push_index(key)
    path:fail("not a list index")
  end
  if list[0] ~= nil then no_index(0) end
  local k = next(list)
  while k ~= nil do
    if type(k) ~= "number" or k < 1 or k > n or k ~= floor(k) then no_index(k) end
    k = next(list, k)
  end
  if n == 0 then return 0 end
  local tag = varint_size(field.number * 8)
  if field.packed then return tag + varint_size(size) + size end
  return size + n * tag
end

local function check_key(path, field, key)
  local class = map.CLASS[field.kind]
  local t = type(key)
  if class == "string" or class == "boolean" then
    if t ~= class then path:fail(class .. " key expected, got " .. t) end
    scalar.size(path, field, key)
    return
  end
  local wide = class ~= "number"
  if t == "number" then
    if key ~= floor(key) or key == 1 / 0 or key == -1 / 0 then
      path:fail("integer key expected, got " .. text.number(key))
    end
  elseif wide and t == "string" then
    if not int64.is_decimal(key) then path:fail("integer key expected, got " .. text.quote(key)) end
  elseif not (wide and scalar.is_int64(key)) then
    path:fail("integer key expected, got " .. t)
  end
  if not scalar.key_in_range(field.kind, key) then
    path:fail("key " .. text.value(key) .. " is out of range for " .. field.kind)
  end
end

local function walk_map(path, mode, field, t, depth)
  if type(t) ~= "table" then path:fail("table expected, got " .. type(t)) end
  local key_field, value_field = field.map.key, field.map.value
  local class = map.CLASS[key_field.kind]
  local name = class == "signed" and int64.key_of_signed or int64.key_of_unsigned
  local convert = class == "signed" and int64.signed_key or int64.unsigned_key
  local wide = class == "signed" or class == "unsigned"
  local keys, n
  if options.deterministic then keys, n = map.sorted_keys(t, key_field.kind) end
  if not keys then keys, n = map.keys(t) end
  local seen = {}
  local tag = varint_size(field.number * 8)
  local total = 0
  for i = 1, n do
    local key = keys[i]
    if depth + 1 > MAX_DEPTH then path:fail_at_root("nesting over 100 levels") end
    path:push_key(key)
    check_key(path, key_field, key)
    local key_size
    if wide then
      local v = convert(key)
      local canonical = name(v)
      if seen[canonical] then path:fail("duplicate map key") end
      seen[canonical] = true
      key_size = scalar.size(path, key_field, v)
    else
      key_size = scalar.size(path, key_field, key)
      if class == "string" then key_size = varint_size(key_size) + key_size end
    end
    local size = 2 + key_size + walk_value(path, mode, value_field, t[key], depth + 1)
    total = total + tag + varint_size(size) + size
    path:pop()
  end
  return total
end

local function walk_field(path, mode, field, v, depth, is_extension)
  if v == nil then
    if field.label ~= "required" then return 0 end
    path:push_field(field.name, is_extension)
    path:fail("required field missing")
  end
  path:push_field(field.name, is_extension)
  local size
  if field.map then
    size = walk_map(path, mode, field, v, depth)
  elseif field.label == "repeated" then
    size = walk_list(path, mode, field, v, depth)
  else
    size = walk_value(path, mode, field, v, depth)
    local written = field.presence or is_extension or field.label == "required" or field.kind == "message"
      or field.kind == "group"
    size = (written or not scalar.is_zero(field, v)) and size + varint_size(field.number * 8) or 0
  end
  path:pop()
  return size
end

local function check_oneofs(path, schema, t)
  for _, oneof in ipairs(schema.oneofs or {}) do
    local first
    for _, member in ipairs(oneof.members) do
      if t[member] ~= nil then
        if first then
          path:push_field(oneof.name)
          path:fail("oneof has both " .. first .. " and " .. member .. " set")
        end
        first = member
      end
    end
  end
end

-- Size of the message's body.
function walk_message(path, mode, name, t, depth)
  if type(t) ~= "table" then path:fail("table expected, got " .. type(t)) end
  if depth > MAX_DEPTH then path:fail_at_root("nesting over 100 levels") end
  local schema = schema_of(name)
  check_oneofs(path, schema, t)
  local fields, nf = schema.fields, #schema.fields
  local extensions, nx, values = nil, 0, nil
  if schema.extension_ranges and #schema.extension_ranges > 0 then
    values = t._extensions
    if values ~= nil and type(values) ~= "table" then
      path:push_field("_extensions")
      path:fail("table expected, got " .. type(values))
    end
    extensions = extensions_of(mode, name).list
    nx = values and #extensions or 0
  end
  local size = 0
  local f, x = 1, 1
  while f <= nf or x <= nx do
    if x > nx or (f <= nf and fields[f].number < extensions[x].number) then
      size = size + walk_field(path, mode, fields[f], t[fields[f].name], depth, false)
      f = f + 1
    else
      size = size + walk_field(path, mode, extensions[x].field, values[extensions[x].name], depth, true)
      x = x + 1
    end
  end
  local unknown = t._unknown_fields
  if unknown ~= nil then
    if type(unknown) ~= "string" then
      path:push_field("_unknown_fields")
      path:fail("string expected, got " .. type(unknown))
    end
    size = size + #unknown
  end
  return size
end

-- Raises the first error of `t` as a `name`, or returns its encoded size in bytes.
function M.walk(name, t, mode) return walk_message(Path.new(name), mode, name, t, 0) end

return M
