-- What generated full-mode code names: the helpers of the other full_*.lua files in one table, the functions of all
-- generated messages, and enums.
local full_heat = require "pblua.full_heat"
local full_late = require "pblua.full_late"
local full_read = require "pblua.full_read"
local full_root = require "pblua.full_root"
local full_wire = require "pblua.full_wire"
local full_write = require "pblua.full_write"
local int64 = require "pblua.int64"
local options = require "pblua.options"
local tnew = require "table.new"

local ipairs, next, type = ipairs, next, type

local M = {}

for _, part in ipairs { full_write, full_read, full_wire, full_late } do
  local name, value = next(part)
  while name do
    M[name] = value
    name, value = next(part, name)
  end
end
M.root = full_root.id
M.key_of_signed, M.key_of_unsigned = int64.key_of_signed, int64.key_of_unsigned
M.type, M.next, M.tnew = type, next, tnew
M.tobit, M.band, M.bxor = bit.tobit, bit.band, bit.bxor
M.lshift, M.rshift, M.arshift = bit.lshift, bit.rshift, bit.arshift
M.O = options

-- By full name, filled in by generated files. t = table, i = position, e = end of the scope, d = depth below the root.
M.enc = {} -- (w, root, t, i, d) -> i
M.dec = {} -- (r, i, e, d) -> t
M.any = {} -- (r, t, i, e, d, g) -> i: any order, into a table that exists; g = end tag of a group, else 0
M.decg = {} -- (r, i, e, d, g) -> t, i: a group, predicted

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

full_heat.all()

return M
