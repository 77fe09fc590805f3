-- Writes schemas that reach LuaJIT's limits per function (200 locals, 60 upvalues, 65536 constants):
--   luajit make_wide.lua wide|bigenum FILE
local kinds = { "int32", "string", "double", "bool", "int64", "bytes", "float", "uint64", "sint32", "fixed32" }
local out = {}
local function line(text, ...) out[#out + 1] = text:format(...) end

line('// Written by tests/lua/make_wide.lua.\nsyntax = "proto3";\npackage %s;\n', arg[1])
if arg[1] == "wide" then
  line("message Wide {")
  for i = 1, 250 do line("  %s%s f%d = %d;", i > 200 and "optional " or "", kinds[i % 10 + 1], i, i) end
  line("}\n\nmessage WideRepeated {")
  for i = 1, 250 do line("  repeated %s f%d = %d;", kinds[i % 10 + 1], i, i * 3) end
  line("}\n\nmessage WideOneof {\n  oneof k {")
  for i = 1, 250 do line("    %s f%d = %d;", kinds[i % 10 + 1], i, i) end
  line("  }\n}\n\nmessage WideMaps {")
  for i = 1, 100 do line("  map<string, M%d> m%d = %d;", i, i, i) end
  line("}\n\nmessage WideMessages {")
  for i = 1, 250 do line("  M%d f%d = %d;", i, i, i) end
  line("}\n")
  for i = 1, 250 do line("message M%d {\n  %s x = %d;\n  M%d next = 16;\n}\n", i, kinds[i % 10 + 1], i % 15 + 1,
    i % 250 + 1) end
else
  line("enum E {\n  E0 = 0;")
  for i = 1, 69999 do line("  E%d = %d;", i, i) end
  line("}\n\nmessage M {\n  E e = 1;\n  repeated E list = 2;\n}")
end
local file = assert(io.open(arg[2], "wb"))
file:write(table.concat(out, "\n"), "\n")
file:close()
