-- Message types by number: a writer or reader of full mode knows by it whose encode or decode it serves.
local M = {}

local names = {} -- number -> full name
local ids = {}
M.names = names

function M.id(name)
  local id = ids[name]
  if not id then
    id = #names + 1
    names[id] = name
    ids[name] = id
  end
  return id
end

return M
