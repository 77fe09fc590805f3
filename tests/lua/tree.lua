-- The codec tree in a VM that knows nothing of pbbench, nothing but package.path and package.cpath pointed at it:
--   luajit [-joff] tree.lua pbplan|full|concat TREE PAYLOADS      the same with tarantool
-- PAYLOADS is what lua_payloads wrote. Every payload must decode to the oracle's value, and that encode to its
-- canonical bytes.
local here = arg[0]:match("^(.*)/[^/]*$") or "."
local kind, tree, payloads = arg[1], arg[2], arg[3]
package.cpath = tree .. "/?.so;" .. package.cpath
package.path = here .. "/?.lua;" .. tree .. "/" .. kind .. "/?.lua;" .. tree .. "/?.lua;" .. tree .. "/?/init.lua;"
  .. package.path

local ffi = require "ffi"
local same = require "harness.same"
local wire = require "harness.wire"

local TIMES = 70 -- LuaJIT compiles a loop after 56 turns

local function read(path)
  local file = assert(io.open(path, "rb"))
  local raw = file:read("*a")
  file:close()
  return raw
end

local codec = require(kind == "pbplan" and "pbplan" or "pblua")
local objects = {}
local function object_of(type_name, proto_file)
  if not objects[type_name] then
    if kind == "pbplan" then
      codec.load(read(payloads .. "/" .. type_name .. ".desc"))
    else
      require((proto_file:gsub("%.proto$", "_pb"):gsub("/", ".")))
    end
    objects[type_name] = codec.message(type_name)
  end
  return objects[type_name]
end

local ran, failed = 0, 0
local function expect(name, what, got, expected)
  if got == expected then return end
  failed = failed + 1
  print(("FAIL %s %s\n    expected %s\n    got      %s"):format(name, what, expected:sub(1, 500), got:sub(1, 500)))
end

for line in io.lines(payloads .. "/payloads.tsv") do
  local type_name, proto_file, name, hex, canonical, expected =
    line:match("^(%S+)\t(%S+)\t(%S+)\t(%x*)\t(%x*)\t(.*)$")
  local object, payload = object_of(type_name, proto_file), wire.bytes(hex)
  name = type_name .. "/" .. name
  ran = ran + 1
  local value, bytes
  for _ = 1, #payload > 20000 and 3 or TIMES do
    value = object.decode(payload)
    bytes = object.encode(value)
  end
  expect(name, "value", same.text(value), expected)
  expect(name, "bytes", wire.hex(bytes), wire.hex(wire.bytes(canonical)))
end

print(("%s in %s, jit %s, GC64 %s: %d payloads, %d failed"):format(kind, rawget(_G, "_TARANTOOL") and "Tarantool "
  .. _G._TARANTOOL or jit.version, jit.status() and "on" or "off", ffi.abi("gc64") and "yes" or "no", ran, failed))
os.exit((failed > 0 or ran == 0) and 1 or 0)
