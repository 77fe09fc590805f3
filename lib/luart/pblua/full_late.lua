-- Full mode: the codecs of extensions that other files declare. Those of the extendee's own file are inlined there.
local sort = table.sort

local M = {}

local late = {}

-- The extensions of `extendee` that are not inlined in its own file's code: {n =, list = by number, by_number =}. The
-- table stays the same for ever, so that generated code holds it and looks at `n` only.
function M.late(extendee)
  local x = late[extendee]
  if not x then
    x = { n = 0, list = {}, by_number = {} }
    late[extendee] = x
  end
  return x
end

local function by_number(a, b) return a.number < b.number end

-- entry: {number =, name =, write = (w, root, v, i, d) -> i, read = (r, t, i, e, d, a, tag) -> i, or nil when the wire
-- type is another}. One of the same number is replaced.
function M.add_late(extendee, entry)
  local x = M.late(extendee)
  local list = { entry }
  for j = 1, x.n do
    if x.list[j].number ~= entry.number then list[#list + 1] = x.list[j] end
  end
  sort(list, by_number)
  x.by_number[entry.number] = entry
  x.list = list
  x.n = #list
end

-- Writes those of `values` (a message's `_extensions`) whose numbers lie in lo..hi.
function M.put_late(w, root, x, values, i, d, lo, hi)
  local list = x.list
  for j = 1, #list do
    local entry = list[j]
    if entry.number >= lo and entry.number <= hi then
      local v = values[entry.name]
      if v ~= nil then i = entry.write(w, root, v, i, d) end
    end
  end
  return i
end

return M
