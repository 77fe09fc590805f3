-- Groups: singular, repeated, in groups, in messages in groups; group against length-delimited.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("groups")
local B = wire.bytes

local function accept(what, type_name, input, value, bytes)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input) }
end

accept("empty", "t2.Groups", "0B 0C", { g = {} })
accept("with a field", "t2.Groups", "0B 18 05 0C", { g = { f_int32 = 5 } })
accept("repeated", "t2.Groups", "13 08 01 14 13 14 13 12 02 01 02 14", { r = { { a = 1 }, {}, { list = { 1, 2 } } } })
accept("group in group", "t2.Groups", "0B 93 01 08 07 94 01 0C", { g = { ["in"] = { a = 7 } } })
accept("repeated group in group in group", "t2.Groups", "0B 93 01 13 08 01 14 13 08 02 14 94 01 0C",
  { g = { ["in"] = { deep = { { a = 1 }, { a = 2 } } } } })
accept("message in group in message", "t2.Groups", "13 1A 06 13 08 05 14 18 07 14",
  { r = { { back = { r = { { a = 5 } }, after = 7 } } } })
accept("message with a long group, two-byte length", "t2.Groups",
  "13 1A 9A 01 0B 7A 95 01 " .. ("41"):rep(149) .. " 0C 14",
    { r = { { back = { g = { f_bytes = ("A"):rep(149) } } } } })
accept("padded start tag", "t2.Groups", "8B 80 00 0C", { g = {} }, "0B 0C")
accept("padded end tag", "t2.Groups", "0B 8C 80 80 00", { g = {} }, "0B 0C")
accept("fields out of order", "t2.Groups", "18 01 0B 20 02 18 01 0C", { g = { f_int32 = 1, f_int64 = 2LL },
  after = 1 }, "0B 18 01 20 02 0C 18 01")
accept("group then its field number as bytes", "t2.Groups", "0B 0C 0A 00", { g = {}, _unknown_fields = B "0A 00" })
accept("group as bytes: unknown", "t2.Groups", "0A 02 18 01", { _unknown_fields = B "0A 02 18 01" })
accept("repeated group as bytes: unknown", "t2.Groups", "12 02 08 01", { _unknown_fields = B "12 02 08 01" })
accept("message as group: unknown", "t2.Opt", "8B 01 08 01 8C 01", { _unknown_fields = B "8B 01 08 01 8C 01" })
accept("repeated message as group: unknown", "t3.Holder", "13 18 01 14", { _unknown_fields = B "13 18 01 14" })
accept("scalar as group: unknown", "t3.Plain", "1B 08 01 1C 18 02", { f_int32 = 2, _unknown_fields = B "1B 08 01 1C" },
  "18 02 1B 08 01 1C")
accept("string as group: unknown", "t3.Plain", "73 74", { _unknown_fields = B "73 74" })
accept("packed field as group: unknown", "t3.Packed", "1B 1C", { _unknown_fields = B "1B 1C" })
accept("unknown fields at the end of a group", "t2.Groups", "0B 98 06 01 18 05 0C",
  { g = { f_int32 = 5, _unknown_fields = B "98 06 01" } }, "0B 18 05 98 06 01 0C")
accept("unknown group in a group", "t2.Groups", "0B A3 06 0B 0C A4 06 0C",
  { g = { _unknown_fields = B "A3 06 0B 0C A4 06" } })
accept("closed by the right number only", "t2.Groups", "0B 18 0C 0C", { g = { f_int32 = 12 } })
accept("recursive group", "t2.Node", "13 0A 04 13 10 01 14 10 02 14", { g = { node = { g = { v = 1 } }, v = 2 } })
accept("group extension in group extension", "t2.Ext", "B3 07 12 06 B3 07 08 01 B4 07 B4 07",
  { _extensions = { ["t2.xgroup"] = { ext = { _extensions = { ["t2.xgroup"] = { a = 1 } } } } } })

return c.list
