-- What generated index-mode code names: all of full mode, which encodes for it and decodes where there is no index, and
-- what reads an index.
local full_rt = require "pblua.full_rt"
local index_heat = require "pblua.index_heat"
local index_read = require "pblua.index_read"

local next = next

local M = {}

for _, part in ipairs { full_rt, index_read } do
  local name, value = next(part)
  while name do
    M[name] = value
    name, value = next(part, name)
  end
end

-- By full name: (r, b) -> t, the message whose record is at b. Always called by name: the library, too, finds types by
-- name, so that both mean the same after a file was registered again.
M.build = {}

index_heat.all()

return M
