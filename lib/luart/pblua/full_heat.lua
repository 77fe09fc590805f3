-- Full mode: compiles the functions that touch a reader's or writer's pointer before anyone calls them.
--
-- Often a trace starts at the first loop of a message, and what stands before it is interpreted whenever an operation
-- begins in the interpreter: too rarely for those functions to get hot in their own time, often enough that their
-- pointers and 64-bit values made a dozen garbage objects in each pass of a benchmark.
local full_read = require "pblua.full_read"
local full_wire = require "pblua.full_wire"
local full_write = require "pblua.full_write"

-- A function gets hot at twice hotloop's 56 calls; counters are shared by address, so a neighbour may take some turns.
local CALLS = 400

-- Interpreted, so that each function becomes a trace of its own instead of a part of this loop's.
local function heat(f, a, b, c, d)
  for _ = 1, CALLS do f(a, b, c, d) end
end
jit.off(heat)

local M = {}

function M.all()
  if not jit.status() then return end
  local r = full_read.take_reader(0, ("\129\1"):rep(16))
  heat(full_wire.byte, r, 0)
  heat(full_wire.str, r, 0, 4)
  heat(full_wire.utf8_at, r, 1, 1)
  for _, name in ipairs {
    "varint32", "varint_u32", "length", "raw_i64", "raw_u64", "raw_s64", "get_i64", "get_u64", "get_s64", "get_u32",
    "get_i32", "get_fixed64", "get_sfixed64", "get_float", "get_double",
  } do
    heat(full_wire[name], r, 0)
  end
  full_read.give_reader(r)

  local w = full_write.take_writer(0)
  heat(full_write.set_byte, w, 0, 1)
  heat(full_write.set_str, w, 0, "abcd", 4)
  heat(full_write.utf8_in, w, 0, 4)
  heat(full_write.put_u32, w, 0, 300)
  heat(full_write.put_fixed32, w, 0, 300)
  heat(full_write.put_double, w, 0, 0.5)
  heat(full_write.put_float, w, nil, 0, 0.5)
  heat(full_write.widen, w, nil, 1, 200)
  heat(full_write.some_i64, w, nil, 300LL)
  heat(full_write.some_u64, w, nil, 300ULL)
  for _, name in ipairs { "put_int64", "put_sint64", "put_sfixed64" } do heat(full_write[name], w, nil, 0, 300LL) end
  for _, name in ipairs { "put_uint64", "put_fixed64" } do heat(full_write[name], w, nil, 0, 300ULL) end
  heat(full_write.finish_writer, w, 4)
end

jit.off(M.all)

return M
