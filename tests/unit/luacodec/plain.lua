-- pbplan.so in plain luajit, nothing of pbbench around it: luajit plain.lua CODEC_TREE DESCRIPTOR_SET
local tree, set_path = arg[1], arg[2]
package.cpath = tree .. "/?.so;" .. package.cpath

local ffi = require "ffi"
local pb = require "pbplan"

local file = assert(io.open(set_path, "rb"))
pb.load(file:read("*a"))
file:close()

local all = pb.message("lc.All")
local bytes = all.encode {
  name = "plain", i64 = -1LL, wide = { 1, 2, 3 }, leaves = { { a = 1 }, { s = "x" } },
  by_id = { ["9007199254740993"] = "v" },
}
for _ = 1, 200 do
  local t = all.decode(bytes)
  assert(t.name == "plain" and ffi.istype("int64_t", t.i64) and t.i64 == -1LL)
  assert(#t.wide == 3 and t.wide[3] == 3LL and t.leaves[2].s == "x" and t.by_id["9007199254740993"] == "v")
  assert(all.encode(t) == bytes)
end

local ok, text = pcall(all.decode, "\8")
assert(not ok and text == "lc.All: truncated varint at byte 1", text)
ok, text = pcall(all.encode, { leaves = { { a = 1 }, { a = 0.5 } } })
assert(not ok and text == "lc.All.leaves[2].a: integer expected, got 0.5", text)

-- The functions for FFI callers.
ffi.cdef "int pbplan_utf8_valid(const char *, size_t);"
local lib = ffi.load(tree .. "/pbplan.so")
assert(lib.pbplan_utf8_valid("\228\189\160", 3) == 1 and lib.pbplan_utf8_valid("\128", 1) == 0)
