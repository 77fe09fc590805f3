-- Required fields: missing at any depth is an error on decode (after the bytes were read) and on encode, with the
-- path from the root.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("required")
local B = wire.bytes

-- Both ways: bytes that lack the field, and the table that they would be.
local function missing(what, type_name, input, value, path)
  local err = type_name .. "." .. path .. ": required field missing"
  c.incomplete { name = "decode " .. what, type = type_name, input = B(input), err = err }
  c.refuse { name = "encode " .. what, type = type_name, value = value, err = err }
end
missing("at the root", "t2.One1", "", {}, "x")
missing("at the root, others set", "t2.One1", "10 01", { y = 1 }, "x")
missing("in a sub-message", "t2.ReqTree", "0A 00", { one = {} }, "one.x")
missing("in a sub-message, others set", "t2.ReqTree", "0A 02 10 01", { one = { y = 1 } }, "one.x")
missing("in a list", "t2.ReqTree", "12 02 08 01 12 00 12 02 08 01", { list = { { x = 1 }, {}, { x = 1 } } },
  "list[2].x")
missing("in a string map", "t2.ReqTree", "1A 05 0A 01 6B 12 00", { by_name = { k = {} } }, 'by_name["k"].x')
missing("in a string map, key escaped", "t2.ReqTree", "1A 0A 0A 06 0A 22 5C 7F C3 A9 12 00",
  { by_name = { ['\n"\\\127\195\169'] = {} } },
  'by_name["\\010\\034\\092\\127\195\169"].x')
missing("in an int map", "t2.ReqTree", "22 04 08 05 12 00", { by_number = { [5] = {} } }, "by_number[5].x")
missing("in an int map, negative", "t2.ReqTree", "22 0D 08 FF FF FF FF FF FF FF FF FF 01 12 00",
  { by_number = { [-1] = {} } }, "by_number[-1].x")
missing("in a bool map", "t2.ReqTree", "42 04 08 01 12 00", { by_flag = { [true] = {} } }, "by_flag[true].x")
missing("in a 64-bit map", "t2.ReqTree", "52 04 08 05 12 00", { by_long = { [5] = {} } }, "by_long[5].x")
missing("in a 64-bit map, beyond 2^53", "t2.ReqTree", "52 0B 08 81 80 80 80 80 80 80 10 12 00",
  { by_long = { ["9007199254740993"] = {} } },
  'by_long["9007199254740993"].x')
missing("in an entry without a value", "t2.ReqTree", "1A 03 0A 01 6B", { by_name = { k = {} } }, 'by_name["k"].x')
missing("in a group", "t2.ReqTree", "2B 2C", { g = {} }, "g.x")
missing("in a repeated group", "t2.ReqTree", "33 08 01 34 33 34", { r = { { x = 1 }, {} } }, "r[2].x")
missing("in a oneof message", "t2.ReqTree", "3A 00", { alt = {} }, "alt.x")
missing("in an extension", "t2.ReqTree", "A2 06 00", { _extensions = { ["t2.req_ext"] = {} } }, "(t2.req_ext).x")
missing("in a repeated extension", "t2.ReqTree", "AA 06 02 08 01 AA 06 00",
  { _extensions = { ["t2.req_exts"] = { { x = 1 }, {} } } }, "(t2.req_exts)[2].x")
missing("three levels down", "t2.ReqTree", "4A 06 4A 04 4A 02 0A 00", { tree = { tree = { tree = { one = {} } } } },
  "tree.tree.tree.one.x")
missing("the first by field number, not by wire", "t2.ReqTree", "A2 06 00 3A 00 0A 00",
  { _extensions = { ["t2.req_ext"] = {} }, alt = {}, one = {} }, "one.x")
missing("self-referring, nothing", "t2.RecReq", "", {}, "x")
missing("self-referring, one level", "t2.RecReq", "0A 00", { x = {} }, "x.x")
missing("all kinds but the first", "t2.Req", "15 00 00 00 00", { f_float = 0 }, "f_double")

c.incomplete { name = "wrong wire type leaves it missing", type = "t2.One1", input = B "0D 01 02 03 04",
  err = "t2.One1.x: required field missing" }
c.reject { name = "a wire error comes first", type = "t2.ReqTree", input = B "0A 00 0E",
  err = "invalid wire type 6 at byte 2" }

local function accept(what, type_name, input, value, bytes)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input) }
end
accept("present and zero", "t2.One1", "08 00", { x = 0 })
accept("absent sub-messages lack nothing", "t2.ReqTree", "", {})
accept("completed by a second record", "t2.ReqTree", "0A 02 10 01 0A 02 08 02", { one = { x = 2, y = 1 } },
  "0A 04 08 02 10 01")
accept("incomplete member, then another: judged by the result", "t2.ReqTree", "3A 00 3A 02 08 01", { alt = { x = 1 } },
  "3A 02 08 01")
accept("incomplete entry replaced: judged by the result", "t2.ReqTree",
  "1A 05 0A 01 6B 12 00 1A 07 0A 01 6B 12 02 08 01", { by_name = { k = { x = 1 } } },
  "1A 07 0A 01 6B 12 02 08 01")
accept("in an unknown field nothing is judged", "t2.ReqTree", "9A 03 00", { _unknown_fields = B "9A 03 00" })
accept("everywhere present", "t2.ReqTree",
  "0A 02 08 01 12 02 08 02 2B 08 03 2C 33 08 04 34 3A 02 08 05 4A 00 A2 06 02 08 06",
  { one = { x = 1 }, list = { { x = 2 } }, g = { x = 3 }, r = { { x = 4 } }, alt = { x = 5 }, tree = {},
    _extensions = { ["t2.req_ext"] = { x = 6 } } })

return c.list
