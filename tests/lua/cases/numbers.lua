-- Field numbers at the borders of tag sizes, names that mean something to Lua, names that repeat at two levels.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("numbers")
local B, v = wire.bytes, wire.v

local all, value = "", {}
for _, n in ipairs { 1, 15, 16, 2047, 2048, 262143, 262144, 18999, 536870911 } do
  c.accept { name = "field " .. n, type = "t3.Numbers", input = v(n, 5), value = { ["n" .. n] = 5 } }
  c.accept { name = "field " .. n .. ", negative", type = "t3.Numbers", input = v(n, -1), value = { ["n" .. n] = -1 } }
  if #wire.tag(n, 0) < 5 then
    c.accept { name = "field " .. n .. ", tag padded to five bytes", type = "t3.Numbers",
      input = wire.padded(n * 8, 5) .. "\5", value = { ["n" .. n] = 5 }, bytes = v(n, 5) }
  end
  for _, neighbour in ipairs { n - 1, n + 1 } do
    if neighbour > 0 and neighbour < 2 ^ 29 and not (neighbour >= 15 and neighbour <= 16) and neighbour ~= 2047
      and neighbour ~= 2048 and neighbour ~= 262143 and neighbour ~= 262144 then
      c.accept { name = "not a field: " .. neighbour, type = "t3.Numbers", input = v(neighbour, 5),
        value = { _unknown_fields = v(neighbour, 5) } }
    end
  end
  value["n" .. n] = n
end
for _, n in ipairs { 1, 15, 16, 2047, 2048, 18999, 262143, 262144, 536870911 } do all = all .. v(n, n) end
c.accept { name = "all", type = "t3.Numbers", input = all, value = value }

-- Names.
local names = {
  "end", "local", "function", "nil", "true", "not", "and", "or", "repeat", "until", "then", "goto", "__index", "__gc",
    "__metatable", "__newindex",
  "self", "string", "table", "math", "bit", "ffi", "pairs", "ipairs", "next", "type", "error", "select", "tostring",
    "setmetatable", "_G", "_ENV",
  "t", "s", "i", "n", "p", "b", "buf", "pos", "len", "out", "key", "value", "encode", "decode", "msg", "tag",
    "_extensions_", "a_",
}
-- Kinds repeat: string, int32, bool, bytes, int64, repeated int32.
local samples = {
  { "x", wire.len, "x" }, { 5, v, 5 }, { true, v, 1 }, { "\255", wire.len, "\255" }, { 7LL, v, 7 },
    { { 1, 2 }, wire.len, "\1\2" },
}
local every, bytes = {}, {}
for i, name in ipairs(names) do
  if name == "_extensions_" then break end
  local sample = samples[(i - 1) % 6 + 1]
  local raw = sample[2](i, sample[3])
  c.accept { name = "name " .. name, type = "names.Fields", input = raw, value = { [name] = sample[1] } }
  every[name], bytes[i] = sample[1], raw
end
c.accept { name = "all names", type = "names.Fields", input = table.concat(bytes), value = every }
c.accept { name = "no name", type = "names.Fields", input = "", value = {} }
c.accept { name = "C79 __index, __gc, __metatable, __newindex", type = "names.Metamethods",
  input = B "0A 01 78 12 01 79 1A 01 7A 22 01 FF",
  value = { __index = "x", __gc = "y", __metatable = "z", __newindex = "\255" } }
c.accept { name = "other metamethod names", type = "names.Dunder",
  input = B "0A 01 78 10 05 1A 01 7A 22 01 07 2A 00 30 09 38 01",
  value = { __call = "x", __len = 5, __pairs = "z", __mode = { 7 }, __tostring = "", __name = 9LL, __eq = true },
    bytes = B "0A 01 78 10 05 1A 01 7A 22 01 07 30 09 38 01" }
c.accept { name = "messages named end and function", type = "names.end",
  input = B "0A 02 08 01 12 00 12 02 08 02 1A 07 0A 01 6B 12 02 08 03 20 04",
  value = { ["nil"] = { ["local"] = 1 }, ["then"] = { {}, { ["local"] = 2 } }, ["while"] = { k = { ["local"] = 3 } },
    ["if"] = 4 } }
c.accept { name = "nested message named function", type = "names.end.function", input = B "08 01",
  value = { ["local"] = 1 } }
c.refuse { name = "path with a keyword", type = "names.end", value = { ["then"] = { {}, { ["local"] = "x" } } },
  err = "names.end.then[2].local: integer expected, got string" }
c.refuse { name = "oneof named return", type = "names.end", value = { ["if"] = 1, ["else"] = "x" },
  err = "names.end.return: oneof has both if and else set" }
c.refuse { name = "field named __index", type = "names.Metamethods", value = { __index = 5 },
  err = "names.Metamethods.__index: string expected, got number" }
c.accept { name = "message named string", type = "names.string", input = B "0A 03 12 01 61 12 01 62",
  value = { self = { table = "a" }, table = "b" } }
c.accept { name = "message named encode", type = "names.encode", input = B "0A 02 08 05",
  value = { person = { a = 5 } } }
c.accept { name = "nested in a message named encode", type = "names.encode.Person", input = B "08 05",
  value = { a = 5 } }
c.accept { name = "no package", type = "Bare", input = B "0A 02 08 01 12 01 73",
  value = { ["in"] = { a = 1 }, s = "s" } }
c.accept { name = "no package, nested", type = "Bare.In", input = B "08 01", value = { a = 1 } }
c.reject { name = "no package, error", type = "Bare", input = B "0A 02 08", err = "length past the end at byte 1" }
c.refuse { name = "no package, path", type = "Bare", value = { ["in"] = { a = {} } },
  err = "Bare.in.a: integer expected, got table" }

-- One name at two levels.
c.accept { name = "names equal in parent and child", type = "t3.Outer",
  input = B "0A 01 6F 12 08 0A 01 69 12 03 0A 01 6A 1A 02 08 03 22 08 0A 01 78 12 03 08 AC 02",
  value = { name = "o", inner = { name = "i", inner = { name = "j" } }, deep = { name = 3 },
    inners = { { name = "x", deep = { name = 300 } } } } }
c.accept { name = "nested type of a nested type", type = "t3.Outer.Inner.Inner", input = B "0A 01 78 12 02 08 07",
  value = { name = "x", deep = { name = 7 } } }
c.accept { name = "child absent is not the parent's", type = "t3.Outer", input = B "0A 01 6F 12 00 22 00",
  value = { name = "o", inner = {}, inners = { {} } } }

return c.list
