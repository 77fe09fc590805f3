-- A field more than once: last one wins, messages and groups merge; decode(a .. b) is the merge of both.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("merge")
local B, len, group = wire.bytes, wire.len, wire.group

local function law(what, type_name, a, b, value, bytes)
  c.law { name = what, type = type_name, a = B(a), b = B(b), value = value, bytes = B(bytes) }
end

law("sub-message in two pieces", "t3.Plain", "8A 01 02 08 05", "8A 01 02 10 07", { f_message = { a = 5, b = 7 } },
  "8A 01 04 08 05 10 07")
law("sub-message, empty second", "t3.Plain", "8A 01 02 08 05", "8A 01 00", { f_message = { a = 5 } }, "8A 01 02 08 05")
law("sub-message, empty first", "t3.Plain", "8A 01 00", "8A 01 02 08 05", { f_message = { a = 5 } }, "8A 01 02 08 05")
law("sub-message, lists append", "t3.Plain", "8A 01 04 1A 02 01 02", "8A 01 05 1A 01 03 18 04",
  { f_message = { list = { 1, 2, 3, 4 } } },
  "8A 01 06 1A 04 01 02 03 04")
law("sub-message, two levels", "t3.Plain", "8A 01 0A 22 08 08 01 22 04 10 02 18 01",
  "8A 01 0C 08 09 22 08 08 03 22 04 08 04 18 02",
  { f_message = { a = 9, sub = { a = 3, sub = { a = 4, b = 2, list = { 1, 2 } } } } },
  "8A 01 10 08 09 22 0C 08 03 22 08 08 04 10 02 1A 02 01 02")
c.accept { name = "sub-message, unknown fields of both", type = "t3.Plain",
  input = B "8A 01 05 08 05 98 06 01 8A 01 03 98 06 02",
  value = { f_message = { a = 5, _unknown_fields = B "98 06 01 98 06 02" } },
    bytes = B "8A 01 08 08 05 98 06 01 98 06 02" }
law("proto2 sub-message in two pieces", "t2.Opt", "8A 01 02 08 05", "8A 01 02 10 07", { f_message = { a = 5, b = 7 } },
  "8A 01 04 08 05 10 07")
law("group in two pieces", "t2.Groups", "0B 18 05 0C", "0B 20 07 0C", { g = { f_int32 = 5, f_int64 = 7LL } },
  "0B 18 05 20 07 0C")
law("group, empty second", "t2.Groups", "0B 18 05 0C", "0B 0C", { g = { f_int32 = 5 } }, "0B 18 05 0C")
law("group, empty first", "t2.Groups", "0B 0C", "0B 18 05 0C", { g = { f_int32 = 5 } }, "0B 18 05 0C")
law("group in group, two pieces", "t2.Groups", "0B 93 01 08 01 13 08 01 14 94 01 0C", "0B 93 01 13 14 94 01 0C",
  { g = { ["in"] = { a = 1, deep = { { a = 1 }, {} } } } }, "0B 93 01 08 01 13 08 01 14 13 14 94 01 0C")
law("repeated message appends", "t3.Holder", "12 02 18 01", "12 02 20 02", { opts = { { f_int32 = 1 },
  { f_int64 = 2LL } } }, "12 02 18 01 12 02 20 02")
law("repeated group appends", "t2.Groups", "13 08 01 14", "13 14", { r = { { a = 1 }, {} } }, "13 08 01 14 13 14")
law("repeated scalar appends", "t3.Rep", "1A 02 01 02", "18 03", { f_int32 = { 1, 2, 3 } }, "1A 03 01 02 03")
law("optional: 5 then 0", "t3.Opt", "18 05", "18 00", { f_int32 = 0 }, "18 00")
law("implicit presence: 5 then 0", "t3.Plain", "18 05", "18 00", { f_int32 = 0 }, "")
law("implicit presence: 0 then 5", "t3.Plain", "18 00", "18 05", { f_int32 = 5 }, "18 05")
law("string: long then empty", "t3.Plain", "72 03 61 62 63", "72 00", { f_string = "" }, "")
law("map entries of both, later replaces", "t3.MapKeys", "62 05 0A 01 61 10 01", "62 05 0A 01 61 10 02",
  { m_string = { a = 2 } }, "62 05 0A 01 61 10 02")
law("sub-message holding a map: maps merge by key", "t3.Node", "0A 06 32 04 08 01 10 01", "0A 06 32 04 08 01 10 02",
  { next = { counts = { [1] = 2 } } }, "0A 06 32 04 08 01 10 02")
law("message values are replaced, not merged, within a merged sub-message", "t3.Node",
  "0A 09 22 07 0A 01 6B 12 02 10 05", "0A 07 22 05 0A 01 6B 12 00",
  { next = { by_name = { k = {} } } }, "0A 07 22 05 0A 01 6B 12 00")
law("oneof in a merged sub-message: the later member", "t3.Holder", "22 02 18 05", "22 02 20 06",
  { one = { f_int64 = 6LL } }, "22 02 20 06")
law("oneof message in a merged sub-message merges", "t3.Holder", "22 05 8A 01 02 08 05", "22 05 8A 01 02 10 06",
  { one = { f_message = { a = 5, b = 6 } } }, "22 07 8A 01 04 08 05 10 06")
law("unknown records stay in order", "t3.Empty", "08 01 12 01 61", "08 02 0B 0C",
  { _unknown_fields = B "08 01 12 01 61 08 02 0B 0C" },
  "08 01 12 01 61 08 02 0B 0C")
law("unknown between known", "t3.Plain", "18 01 98 06 01 20 02", "98 06 02 68 01",
  { f_int32 = 1, f_int64 = 2LL, f_bool = true,
  _unknown_fields = B "98 06 01 98 06 02" }, "18 01 20 02 68 01 98 06 01 98 06 02")
law("nothing and something", "t3.Plain", "", "18 01", { f_int32 = 1 }, "18 01")
law("nothing at all", "t3.Plain", "", "", {}, "")
law("proto2 nothing at all", "t2.Opt", "", "", {}, "")
law("extension message merges", "t2.Ext", "AA 07 02 08 05", "AA 07 02 10 07",
  { _extensions = { ["t2.x_message"] = { a = 5, b = 7 } } }, "AA 07 04 08 05 10 07")
law("extension group merges", "t2.Ext", "B3 07 08 05 B4 07", "B3 07 12 02 08 01 B4 07",
  { _extensions = { ["t2.xgroup"] = { a = 5, ext = { before = 1 } } } },
  "B3 07 08 05 12 02 08 01 B4 07")
law("message value in one map entry twice merges", "t3.MapVals", "8A 01 0A 08 01 12 02 08 05 12 02 10 07", "",
  { m_message = { [1] = { a = 5, b = 7 } } },
  "8A 01 08 08 01 12 04 08 05 10 07")

-- Shuffled order of all fields, and runs of one list broken up by others.
c.accept { name = "list broken up by another field", type = "t3.Shuffled",
  input = B "10 01 18 07 12 02 02 03 20 08 10 04 0A 00",
  value = { b = { 1, 2, 3, 4 }, c = 7, d = 8, _unknown_fields = B "0A 00" },
    bytes = B "12 04 01 02 03 04 18 07 20 08 0A 00" }
c.accept { name = "declared out of order, written by number", type = "t3.Shuffled",
  input = B "2A 01 65 20 04 18 03 10 02",
  value = { e = "e", d = 4, c = 3, b = { 2 } }, bytes = B "12 01 02 18 03 20 04 2A 01 65" }
c.accept { name = "two list fields interleaved", type = "t3.Rep",
  input = B "18 01 20 01 18 02 20 02 72 01 61 18 03 72 01 62",
  value = { f_int32 = { 1, 2, 3 }, f_int64 = { 1LL, 2LL }, f_string = { "a", "b" } },
    bytes = B "1A 03 01 02 03 22 02 01 02 72 01 61 72 01 62" }

-- One sub-message in very many pieces.
local pieces, list = {}, {}
for i = 1, 2000 do
  pieces[i] = len(17, len(3, wire.varint(i)))
  list[i] = i
end
local packed = {}
for i = 1, 2000 do packed[i] = wire.varint(i) end
c.accept { name = "sub-message in 2000 pieces", type = "t3.Plain", input = table.concat(pieces),
  value = { f_message = { list = list } },
  bytes = len(17, len(3, table.concat(packed))), times = 5 }
c.accept { name = "group in 300 pieces", type = "t2.Groups", input = group(1, B "18 05"):rep(300),
  value = { g = { f_int32 = 5 } },
  bytes = group(1, B "18 05") }

return c.list
