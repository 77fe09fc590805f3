-- The path in an error text: hello.Person.friends[2].name, .m["k"], .(pkg.ext). A stack that a walker pushes to and
-- pops; text is made only when an error is raised.
local text = require "pblua.text"

local error, type, concat, format = error, type, table.concat, string.format

local Path = {}
Path.__index = Path

-- A path that starts at the type `root`.
function Path.new(root) return setmetatable({ root = root, n = 0, segments = {} }, Path) end

-- A field's name, as schema tables have it; an extension's stands in parentheses.
function Path:push_field(name, is_extension)
  self.n = self.n + 1
  self.segments[self.n] = is_extension and ".(" .. name .. ")" or "." .. name
end

-- A list index: any key, as what is no index is reported too.
function Path:push_index(index)
  self.n = self.n + 1
  self.segments[self.n] = type(index) == "number" and index or { index }
end

-- A map key.
function Path:push_key(key)
  self.n = self.n + 1
  self.segments[self.n] = { key }
end

function Path:pop() self.n = self.n - 1 end

-- Raises `what` at the path as it stands.
function Path:fail(what)
  local parts = { self.root }
  for i = 1, self.n do
    local segment = self.segments[i]
    if type(segment) == "number" then
      segment = format("[%.14g]", segment)
    elseif type(segment) == "table" then
      segment = "[" .. text.value(segment[1]) .. "]"
    end
    parts[i + 1] = segment
  end
  error(concat(parts) .. ": " .. what, 0)
end

-- Raises `what` at the root type.
function Path:fail_at_root(what) error(self.root .. ": " .. what, 0) end

return Path
