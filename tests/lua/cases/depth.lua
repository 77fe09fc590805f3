-- Depth: 100 levels below the root are fine, 101 are not, decode and encode alike. A level is a sub-message, a group,
-- a map entry.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("depth")
local len, nest = wire.len, wire.nest

local function node(n, leaf)
  local t = leaf
  for _ = 1, n do t = { next = t } end
  return t
end
local function chain(n, f, leaf)
  local t = leaf
  for _ = 1, n do t = f(t) end
  return t
end

-- what, type, one level on the wire, one level in Lua, levels that one step costs.
local shapes = {
  { "sub-message", "t3.Node", function(raw) return len(1, raw) end, function(t) return { next = t } end, 1 },
  { "list element", "t3.Node", function(raw) return len(3, raw) end, function(t) return { kids = { t } } end, 1 },
  { "oneof message", "t3.Node", function(raw) return len(5, raw) end, function(t) return { alt = t } end, 1 },
  { "proto2 sub-message", "t2.Node", function(raw) return len(1, raw) end, function(t) return { next = t } end, 1 },
  { "recursive map", "t3.Node", function(raw) return len(4, "\10\1k" .. len(2, raw)) end,
    function(t) return { by_name = { k = t } } end, 2 },
  { "proto2 recursive map", "t2.Node", function(raw) return len(3, "\10\1k" .. len(2, raw)) end,
    function(t) return { by_name = { k = t } } end, 2 },
  { "group and message", "t2.Node", function(raw) return wire.group(2, len(1, raw)) end,
    function(t) return { g = { node = t } } end, 2 },
  { "extension message", "t2.Ext", function(raw) return len(11, len(2, raw)) end, function(t)
    return { _extensions = { ["t2.Scope.self"] = { ext = t } } }
  end, 2 },
  { "extension group", "t2.Ext", function(raw) return wire.group(118, len(2, raw)) end, function(t)
    return { _extensions = { ["t2.xgroup"] = { ext = t } } }
  end, 2 },
  { "repeated group and message", "t2.Groups", function(raw) return wire.group(2, len(3, raw)) end,
    function(t) return { r = { { back = t } } } end, 2 },
}

for _, shape in ipairs(shapes) do
  local what, type_name, wrap, lua, cost = unpack(shape)
  local full = 100 / cost
  c.accept { name = what .. ", 100 levels", type = type_name, input = nest(full, wrap, ""),
    value = chain(full, lua, {}) }
  c.accept { name = what .. ", 50 levels", type = type_name, input = nest(50 / cost, wrap, ""),
    value = chain(50 / cost, lua, {}) }
  -- The input with n steps, and the offset of what stands inside step number `full`: where two markers of that size
  -- differ.
  local function deep(n)
    local inner = nest(n - full, wrap, "")
    local function mark(byte) return nest(full, wrap, byte .. ("x"):rep(#inner - 1)) end
    local a, b = mark "\1", mark "\2"
    local at = 1
    while a:byte(at) == b:byte(at) do at = at + 1 end
    return nest(full, wrap, inner), at - 1
  end
  local input, at = deep(full + 1)
  c.reject { name = what .. ", one level more", type = type_name, input = input,
    err = "nesting over 100 levels at byte " .. at }
  input, at = deep(full * 2)
  c.reject { name = what .. ", 200 levels", type = type_name, input = input,
    err = "nesting over 100 levels at byte " .. at }
  c.refuse { name = what .. ", one level more, encode", type = type_name, value = chain(full + 1, lua, {}),
    err = type_name .. ": nesting over 100 levels" }
  c.refuse { name = what .. ", a table that contains itself", type = type_name, make = function()
    local t = {}
    for k, v in pairs(lua(t)) do t[k] = v end
    return t
  end, err = type_name .. ": nesting over 100 levels", times = 20 }
end

-- A map of scalars costs one level: fine at 100, not at 101.
c.accept { name = "map entry as level 100", type = "t3.Node", input = nest(99, shapes[1][3], "\50\4\8\1\16\2"),
  value = node(99, { counts = { [1] = 2 } }) }
do
  local wrap = shapes[1][3]
  local entry = "\50\4\8\1\16\2"
  local input = nest(100, wrap, entry)
  c.reject { name = "map entry as level 101", type = "t3.Node", input = input,
    err = "nesting over 100 levels at byte " .. #input - #entry }
  c.refuse { name = "map entry as level 101, encode", type = "t3.Node", value = node(100, { counts = { [1] = 2 } }),
    err = "t3.Node: nesting over 100 levels" }
  -- Entry is level 100, its message value 101.
  local value = "\34\5\10\1k\18\0"
  input = nest(99, wrap, value)
  c.reject { name = "map value as level 101", type = "t3.Node", input = input,
    err = "nesting over 100 levels at byte " .. #input - 2 }
  c.refuse { name = "map value as level 101, encode", type = "t3.Node", value = node(99, { by_name = { k = {} } }),
    err = "t3.Node: nesting over 100 levels" }
  c.accept { name = "scalars and strings at level 100", type = "t3.Node", input = nest(100, wrap, "\16\5\58\1a"),
    value = node(100, { v = 5, _unknown_fields = "\58\1a" }) }
  c.accept { name = "packed at level 100 costs nothing", type = "t3.Plain",
    input = len(17, nest(99, function(raw) return len(4, raw) end, "\26\2\1\2")),
    value = { f_message = chain(99, function(t) return { sub = t } end, { list = { 1, 2 } }) } }
end

-- Unknown groups are walked and count; unknown lengths are opaque at any depth.
local function unknown_group(raw) return wire.group(50, raw) end
c.accept { name = "unknown groups, 100 levels", type = "t3.Empty", input = nest(100, unknown_group, ""),
  value = { _unknown_fields = nest(100, unknown_group, "") } }
c.reject { name = "unknown groups, 101 levels", type = "t3.Empty", input = nest(101, unknown_group, ""),
  err = "nesting over 100 levels at byte 200" }
c.reject { name = "unknown groups, 20000 levels", type = "t3.Empty", input = nest(20000, unknown_group, ""),
  err = "nesting over 100 levels at byte 200", times = 5 }
c.accept { name = "unknown group at level 100", type = "t3.Node", input = nest(99, shapes[1][3], "\147\3\148\3"),
  value = node(99, { _unknown_fields = "\147\3\148\3" }) }
do
  local input = nest(100, shapes[1][3], "\147\3\148\3")
  c.reject { name = "unknown group at level 101", type = "t3.Node", input = input,
    err = "nesting over 100 levels at byte " .. #input - 4 }
end
local opaque = nest(300, function(raw) return len(1, raw) end, "")
c.accept { name = "unknown lengths, 300 levels", type = "t3.Empty", input = opaque,
  value = { _unknown_fields = opaque } }
c.accept { name = "after a deep sibling", type = "t3.Node", input = len(3, nest(99, shapes[1][3], ""))
  .. len(3, nest(99, shapes[1][3], "")),
  value = { kids = { node(99, {}), node(99, {}) } } }
do
  local input = len(3, nest(99, shapes[1][3], "")) .. len(3, nest(100, shapes[1][3], ""))
  c.reject { name = "second sibling too deep", type = "t3.Node", input = input,
    err = "nesting over 100 levels at byte " .. #input - 2 }
end

-- Far too deep, refused at once.
do
  local parts, size = {}, 0
  for i = 1, 20000 do
    parts[20001 - i] = "\10" .. wire.varint(size)
    size = size + #parts[20001 - i]
  end
  local input = table.concat(parts)
  local at = 0
  for i = 1, 100 do at = at + #parts[i] end
  c.reject { name = "sub-messages, 20000 levels", type = "t3.Node", input = input,
    err = "nesting over 100 levels at byte " .. at, times = 5 }
end
-- The tag is judged before its length.
do
  local input = nest(100, shapes[1][3], "\10\200")
  c.reject { name = "too deep and cut: the tag comes first", type = "t3.Node", input = input,
    err = "nesting over 100 levels at byte " .. #input - 2 }
end
c.refuse { name = "a list that contains its owner", type = "t3.Node", make = function()
  local t = { v = 1 }
  t.kids = { t }
  return t
end, err = "t3.Node: nesting over 100 levels", times = 20 }
c.encode { name = "shared tables are no cycle", type = "t3.Node", make = function()
  local leaf = { v = 1 }
  return { kids = { leaf, leaf }, next = leaf }
end, bytes = wire.bytes "0A 02 10 01 1A 02 10 01 1A 02 10 01" }

return c.list
