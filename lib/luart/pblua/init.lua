-- pblua: encode and decode by type name. Generated files register their types here when they are required.
local options = require "pblua.options"
local registry = require "pblua.registry"

local error, next, tostring = error, next, tostring
local sort = table.sort
local types = registry.types

local M = {}

local function find(name)
  local entry = types[name]
  if not entry then error('unknown message type "' .. tostring(name) .. '"', 0) end
  return entry
end

-- Table -> bytes, bytes -> table. Errors are strings at level 0.
function M.encode(name, t) return find(name).encode(t) end
function M.decode(name, s) return find(name).decode(s) end

-- { encode = fn(t), decode = fn(s) }: plain functions, bound to the type, for hot loops.
function M.message(name)
  local entry = find(name)
  return { encode = entry.encode, decode = entry.decode }
end

-- Full names of all types, sorted.
function M.types()
  local names, n = {}, 0
  local name = next(types)
  while name do -- not `pairs`: map.lua says why
    n = n + 1
    names[n] = name
    name = next(types, name)
  end
  sort(names)
  return names
end

-- Reads an option, or sets it when `value` is not nil; returns what is then in force.
function M.option(name, value)
  if name == "int64" then
    if value ~= nil then
      if value ~= "cdata" and value ~= "number" then error('option int64: "cdata" or "number" expected', 0) end
      options.int64_number = value == "number"
    end
    return options.int64_number and "number" or "cdata"
  end
  if name ~= "deterministic" and name ~= "validate_utf8" then
    error('unknown option "' .. tostring(name) .. '"', 0)
  end
  if value ~= nil then
    if value ~= true and value ~= false then error("option " .. name .. ": true or false expected", 0) end
    options[name] = value
  end
  return options[name]
end

return M
