-- Looks for a missing required field anywhere in a decoded value: submessages, groups, lists, map values, extensions.
local Path = require "pblua.path"
local registry = require "pblua.registry"

local ipairs, next = ipairs, next

local M = {}

local walk_message -- defined below: fields hold messages

local function walk_field(path, mode, field, v, is_extension)
  local value_field = field.map and field.map.value or field
  local kind = value_field.kind
  if v == nil then
    if field.label ~= "required" then return end
    path:push_field(field.name, is_extension)
    path:fail("required field missing")
  end
  if kind ~= "message" and kind ~= "group" then return end
  path:push_field(field.name, is_extension)
  if field.map then
    local key, message = next(v)
    while key ~= nil do
      path:push_key(key)
      walk_message(path, mode, value_field.message, message)
      path:pop()
      key, message = next(v, key)
    end
  elseif field.label == "repeated" then
    for i = 1, #v do
      path:push_index(i)
      walk_message(path, mode, field.message, v[i])
      path:pop()
    end
  else
    walk_message(path, mode, field.message, v)
  end
  path:pop()
end

function walk_message(path, mode, name, t)
  local schema = registry.schema(name)
  local values = t._extensions
  local extensions = values and registry.extensions(mode, name).list or {}
  local x = 1
  for _, field in ipairs(schema.fields) do
    while extensions[x] and extensions[x].number < field.number do
      walk_field(path, mode, extensions[x].field, values[extensions[x].name], true)
      x = x + 1
    end
    walk_field(path, mode, field, t[field.name], false)
  end
  for i = x, #extensions do
    walk_field(path, mode, extensions[i].field, values[extensions[i].name], true)
  end
end

-- Raises at the first missing field, by field number and from the outside in; returns when all are there.
function M.walk(name, t, mode) walk_message(Path.new(name), mode, name, t) end

return M
