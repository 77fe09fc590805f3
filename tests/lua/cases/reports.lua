-- Cases from public bug reports, named by their ids (C01 and on). Those that other files hold already are only
-- pointed at.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("reports")
local B, len = wire.bytes, wire.len

local function accept(what, type_name, input, value, bytes, differs)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input),
    differs = differs }
end
local function reject(what, type_name, input, err)
  c.reject { name = what, type = type_name, input = B(input), err = err }
end
local function encode(what, type_name, value, bytes)
  c.encode { name = what, type = type_name, value = value, bytes = B(bytes) }
end
local function refuse(what, type_name, value, err)
  c.refuse { name = what, type = type_name, value = value, err = type_name .. err }
end

accept("C01 number above 2^63", "cc.Stats", "08 01 10 64 18 80 80 E9 D4 84 9A BD 88 82 01",
  { id = 1, distance = 100, hp = 9372260000000000000ULL })
accept("C02 uint64 maximum", "cc.XY", "08 FF FF FF FF FF FF FF FF FF 01", { x = 18446744073709551615ULL })
encode("C04 uint64 cdata", "cc.XY", { x = 1540220658123938661ULL }, "08 E5 B6 C8 99 F3 D0 FD AF 15")
encode("C04 int64 cdata in a uint64 field", "cc.XY", { x = 1540220658123938661LL }, "08 E5 B6 C8 99 F3 D0 FD AF 15")
encode("C05 int64 cdata", "t3.Plain", { f_int64 = 8377627783044821654LL }, "20 96 E5 D1 A6 D0 82 D4 A1 74")
encode("C05 -1", "t3.Plain", { f_int64 = -1 }, "20 FF FF FF FF FF FF FF FF FF 01")
encode("C07 2^32", "cc.XY", { x = 2 ^ 32 }, "08 80 80 80 80 10")
accept("C08 int64 minimum", "t3.Plain", "20 80 80 80 80 80 80 80 80 80 01", { f_int64 = -9223372036854775807LL - 1LL })
refuse("C10 -420 in a uint32", "cc.XY", { y = -420 }, ".y: -420 is out of range for uint32")
encode("C11 negative int32", "t3.Plain", { f_int32 = -77270751 }, "18 A1 E2 93 DB FF FF FF FF FF 01")
encode("C13 negative enum by name", "cc.EnumList", { v = "NEG" }, "08 FF FF FF FF FF FF FF FF FF 01")
encode("C13 negative enum by number", "cc.EnumList", { v = -1 }, "08 FF FF FF FF FF FF FF FF FF 01")
accept("C14 padded varint", "cc.XY", "10 81 80 80 80 80 80 80 80 80 00", { y = 1 }, "10 01")
accept("C14 padded enum, then a field", "cc.EnumList", "08 81 80 80 80 80 80 80 80 80 00 12 01 02",
  { v = 1, list = { 2 } }, "08 01 12 01 02")
reject("C16 cut varint", "cc.XY", "08 80 80 80", "truncated varint at byte 1")
reject("C16 no varint", "cc.XY", "08", "truncated varint at byte 1")
reject("C16 nine bytes and no end", "cc.XY", "08 80 80 80 80 80 80 80 80 80", "truncated varint at byte 1")
reject("C17 eleven bytes", "cc.XY", "08 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 10 10 03", "varint over 10 bytes at byte 1")
accept("C19 sint32 extremes", "t3.Rep", "38 FF FF FF FF 0F 38 FE FF FF FF 0F 38 FF FF FF FF FF FF FF FF FF 01",
  { f_sint32 = { -2147483648, 2147483647, -2147483648 } },
  "3A 0F FF FF FF FF 0F FE FF FF FF 0F FF FF FF FF 0F")
accept("C19 sint64 extremes", "t3.Rep", "40 FF FF FF FF FF FF FF FF FF 01 40 FE FF FF FF FF FF FF FF FF 01",
  { f_sint64 = { -9223372036854775807LL - 1LL, 9223372036854775807LL } },
    "42 14 FF FF FF FF FF FF FF FF FF 01 FE FF FF FF FF FF FF FF FF 01")
encode("C20 infinity", "t3.Plain", { f_float = math.huge }, "15 00 00 80 7F")
encode("C20 -infinity", "t3.Plain", { f_float = -math.huge }, "15 00 00 80 FF")
encode("C20 NaN", "t3.Plain", { f_float = math.huge - math.huge }, "15 00 00 C0 7F")
refuse("C22 1e39", "t3.Plain", { f_float = 1e39 }, ".f_float: 1e+39 is out of range for float")
accept("C23 NaN with a low payload", "t3.Plain", "09 01 00 00 00 00 00 F0 7F", { f_double = math.huge - math.huge },
  "09 00 00 00 00 00 00 F8 7F",
  "NaN becomes the canonical one")
accept("C25 packed from another language", "t3.Rep", "1A 03 01 02 03", { f_int32 = { 1, 2, 3 } })
accept("C26 empty packed", "t3.Rep", "1A 00", {}, "")
reject("C28 packed fixed32 of five bytes", "t3.Rep", "4A 05 01 00 00 00 02", "truncated fixed32 at byte 6")
reject("C29 last packed varint cut", "t3.Rep", "1A 02 01 80", "truncated varint at byte 3")
reject("C29 packed length ends inside a varint", "t3.Rep", "1A 01 80 01", "truncated varint at byte 2")
reject("C29 sint64", "t3.Rep", "42 02 01 80", "truncated varint at byte 3")
do
  local values, loose, packed = {}, {}, {}
  for i = 1, 10 do values[i], loose[i], packed[i] = i, wire.v(31, i), wire.varint(i) end
  values[11], loose[11], packed[11] = 100000, wire.v(31, 100000), wire.varint(100000)
  c.accept { name = "C31 packed = false", type = "cc.NumList", input = table.concat(loose),
    value = { num_list = values } }
  c.accept { name = "C31 packed = false, packed on the wire", type = "cc.NumList",
    input = len(31, table.concat(packed)), value = { num_list = values }, bytes = table.concat(loose) }
end
accept("C32 empty entry", "cc.MapIS", "0A 00", { m = { [0] = "" } }, "0A 04 08 00 12 00")
accept("C32 key alone", "cc.MapIS", "0A 02 08 05", { m = { [5] = "" } }, "0A 04 08 05 12 00")
accept("C32 value alone", "cc.MapIS", "0A 03 12 01 61", { m = { [0] = "a" } }, "0A 05 08 00 12 01 61")
accept("C32 value first", "cc.MapIS", "0A 05 12 01 61 08 05", { m = { [5] = "a" } }, "0A 05 08 05 12 01 61")
accept("C32 empty entry, message", "cc.MapISub", "0A 00", { m = { [0] = {} } }, "0A 04 08 00 12 00")
accept("C34 one key twice", "cc.MapSI", "32 05 0A 01 6B 10 01 32 05 0A 01 6B 10 02", { m = { k = 2 } },
  "32 05 0A 01 6B 10 02")
accept("C35 third field in an entry", "cc.MapIS", "0A 07 08 01 12 01 61 18 09", { m = { [1] = "a" } },
  "0A 05 08 01 12 01 61")
c.accept { name = "C37 int64 keys", type = "cc.MapLS",
  input = B "BA 01 07 08 01 12 03 66 6F 6F BA 01 07 08 02 12 03 62 61 72", value = { m = { "foo", "bar" } },
  options = { deterministic = true } }
c.accept { name = "C37 bool keys", type = "cc.MapBS", input = B "0A 05 08 00 12 01 66 0A 05 08 01 12 01 74",
  value = { m = { [false] = "f", [true] = "t" } },
  options = { deterministic = true } }
accept("C37 bool key 2", "cc.MapBS", "0A 05 08 02 12 01 74", { m = { [true] = "t" } }, "0A 05 08 01 12 01 74")
c.encode { name = "C38 keys in array and hash part", type = "cc.MapIS", value = { m = { [1] = "one", [2] = "two",
  [0] = "zero", [-1] = "minus one" } },
  bytes = wire.entry(1, wire.v(1, -1), len(2, "minus one")) .. wire.entry(1, "\8\0", len(2, "zero"))
    .. wire.entry(1, "\8\1", len(2, "one"))
    .. wire.entry(1, "\8\2", len(2, "two")), options = { deterministic = true } }
accept("C40 later member, string", "cc.One", "08 05 12 01 61", { bar = "a" }, "12 01 61")
accept("C40 later member, number", "cc.One", "12 01 61 08 05", { foo = 5 }, "08 05")
accept("C41 member message twice", "cc.One", "1A 02 08 05 1A 02 10 07", { sub = { a = 5, b = 7 } }, "1A 04 08 05 10 07")
encode("C43 zero member, int32", "cc.One", { foo = 0 }, "08 00")
encode("C43 zero member, string", "cc.One", { bar = "" }, "12 00")
encode("C43 zero member, message", "cc.One", { sub = {} }, "1A 00")
accept("C44 oneof in a sub-message", "cc.Outer", "0A 02 08 00", { test = { foo = 0 } })
accept("C44 oneof in a sub-message, none", "cc.Outer", "0A 00", { test = {} })
accept("C46 two pieces", "cc.Many", "2A 04 08 0A 10 2A 2A 03 08 89 06", { submsg = { a = 777, b = 42 } },
  "2A 05 08 89 06 10 2A")
accept("C47 empty element", "cc.Many", "32 00 38 01", { list = { {} }, after = 1 })
accept("C47 empty around full", "cc.Many", "32 00 32 02 08 01 32 00", { list = { {}, { a = 1 }, {} } })
accept("C47 empty singular", "cc.Many", "2A 00", { submsg = {} })
accept("C49 first decode", "cc.Many", "32 04 08 01 10 02", { list = { { a = 1, b = 2 } } })
accept("C49 second decode has nothing of the first", "cc.Many", "32 02 08 05", { list = { { a = 5 } } })
reject("C50 proto3 string", "t3.Plain", "72 02 F0 80", "invalid UTF-8 at byte 2")
accept("C50 proto2 string", "t2.Opt", "72 02 F0 80", { f_string = "\240\128" })
accept("C50 proto3 bytes", "t3.Plain", "7A 02 F0 80", { f_bytes = "\240\128" })
accept("C52 zero byte", "t3.Plain", "72 03 61 00 62", { f_string = "a\0b" })
accept("C52 zero byte in a map key", "t3.MapKeys", "62 07 0A 03 61 00 62 10 01", { m_string = { ["a\0b"] = 1 } })
for what, hex in pairs { ["other end"] = "0B 14", ["no end"] = "0B", ["stray end"] = "0C",
  ["crossed ends"] = "0B 13 0C 14" } do
  local at = ({ ["other end"] = "unexpected end group at byte 1", ["no end"] = "unterminated group at byte 1",
    ["stray end"] = "unexpected end group at byte 0",
    ["crossed ends"] = "unexpected end group at byte 2" })[what]
  reject("C56 " .. what, "t3.Empty", hex, at)
end
reject("C56 group opened in a sub-message", "cc.Many", "2A 03 08 01 0B", "unterminated group at byte 5")
accept("C58 group to an empty message", "t3.Empty", "0B 0C", { _unknown_fields = B "0B 0C" })
accept("C58 nested", "t3.Empty", "0B 13 14 0C", { _unknown_fields = B "0B 13 14 0C" })
accept("C58 with content", "t3.Empty", "0B 08 01 0C", { _unknown_fields = B "0B 08 01 0C" })
accept("C58 before a field", "t3.Numbers", "13 14 08 05", { n1 = 5, _unknown_fields = B "13 14" }, "08 05 13 14")
reject("C59 six-byte tag", "cc.FarTag", "88 D4 C3 94 A3 03 86 2E DD 23 9F D0 EC 1C", "invalid tag at byte 0")
accept("C61 largest number", "t3.Numbers", "F8 FF FF FF 0F 01", { n536870911 = 1 })
accept("C62 int32 as string", "t3.Numbers", "0A 01 61", { _unknown_fields = B "0A 01 61" })
accept("C62 int32 as fixed32", "t3.Numbers", "0D 01 00 00 00", { _unknown_fields = B "0D 01 00 00 00" })
accept("C62 string as varint", "t3.Plain", "70 05", { _unknown_fields = B "70 05" })
reject("C64 wire type 6", "t3.Numbers", "0E 00", "invalid wire type 6 at byte 0")
reject("C64 wire type 7", "t3.Numbers", "0F", "invalid wire type 7 at byte 0")
reject("C64 in a group", "t3.Numbers", "13 0F 2A 14", "invalid wire type 7 at byte 1")
reject("C65 length near 2^63", "t3.Plain", "72 F1 FF FF FF FF FF FF FF 7F", "invalid length at byte 1")
reject("C65 length 2^64-1", "t3.Plain", "72 FF FF FF FF FF FF FF FF FF 01", "invalid length at byte 1")
reject("C65 unknown field", "t3.Empty", "7A F1 FF FF FF FF FF FF FF 7F", "invalid length at byte 1")
reject("C67 3.2 GB claimed", "t3.Plain", "72 AC F0 FC F5 0B 61", "invalid length at byte 1")
reject("C67 2 GB of fixed32 claimed", "t3.Rep", "4A 80 80 80 80 08 01 00 00 00", "invalid length at byte 1")
reject("C67 1 GB of fixed32 claimed", "t3.Rep", "4A 80 80 80 80 04 01 00 00 00", "length past the end at byte 1")
reject("C68 fixed32", "t3.Plain", "4D 01 02", "truncated fixed32 at byte 1")
reject("C68 fixed64", "t3.Plain", "51 01 02 03", "truncated fixed64 at byte 1")
reject("C68 string", "t3.Plain", "72 05 61 62 63", "length past the end at byte 1")
c.refuse { name = "C70 over 2 GiB", type = "cc.Strings", big = true, times = 1, make = function()
  local s = ("x"):rep(2 ^ 28)
  return { v = { s, s, s, s, s, s, s, s } }
end, err = "cc.Strings: over 2 GiB" }
accept("C71 closed", "cc2.Closed", "08 63", { _unknown_fields = B "08 63" })
accept("C71 closed, after a value", "cc2.Closed", "08 01 08 63", { v = 1, _unknown_fields = B "08 63" })
accept("C71 open", "cc.EnumList", "08 63", { v = 99 })
encode("C73 aliases", "cc.EnumList", { list = { "ZERO", "UNO", "TWO", 23, "ONE" } }, "12 05 00 01 02 17 01")
accept("C73 aliases decode to numbers", "cc.EnumList", "12 05 00 01 02 17 01", { list = { 0, 1, 2, 23, 1 } })
accept("C74 optional zero", "cc.OptThree", "08 00", { v = 0 })
accept("C74 nothing", "cc.OptThree", "", {})
encode("C74 all zero", "cc.OptThree", { v = 0, s = "", b = false }, "08 00 12 00 18 00")
accept("C76 C77 defaults are not filled in", "t2.Defaults", "", {})
accept("C76 C77 a value equal to its default is written", "t2.Defaults",
  "08 2A 48 80 80 80 80 80 80 80 80 80 01 58 01 60 02",
  { i = 42, i64 = -9223372036854775807LL - 1LL, b = true, e = 2 })
encode("C82 nested message with a field of the same name", "cc.R",
  { name = "grpc-rest", locations = { { name = "test123" } } },
  "0A 09 67 72 70 63 2D 72 65 73 74 12 09 0A 07 74 65 73 74 31 32 33")
encode("C82 absent in the child", "cc.R", { name = "x", locations = { {} } }, "0A 01 78 12 00")
refuse("C83 list from index 0", "cc.Many", { list = { [0] = { a = 1 }, { a = 2 } } }, ".list[0]: not a list index")
refuse("C85 scalar for a list", "cc.Strings", { v = "RED" }, ".v: table expected, got string")
refuse("C85 list for a scalar", "cc.Strings", { i = { 1 } }, ".i: integer expected, got table")
refuse("C85 number for a message", "cc.Strings", { list = { 1 } }, ".list[1]: table expected, got number")
refuse("C85 string for a map", "cc.Strings", { m = "x" }, ".m: table expected, got string")
for _, text in ipairs { "a", "#a", "+aaa", "", " 12 ", "1e3", "12", "0x10" } do
  refuse("C86 text in an int64: " .. text, "t3.Plain", { f_int64 = text }, ".f_int64: integer expected, got string")
end
do
  local n = 150000
  local ones = {}
  for i = 1, n do ones[i] = 1 end
  c.accept { name = "C88 150000 one by one", type = "t3.Rep", input = ("\24\1"):rep(n), value = { f_int32 = ones },
    bytes = len(3, ("\1"):rep(n)), times = 2 }
  local million = {}
  for i = 1, 1000000 do million[i] = 1 end
  c.accept { name = "C88 a million packed", type = "t3.Rep", input = len(3, ("\1"):rep(1000000)),
    value = { f_int32 = million }, times = 1 }
  c.accept { name = "C88 a million, written one by one", type = "t2.Rep", input = ("\24\1"):rep(1000000),
    value = { f_int32 = million }, times = 1 }
  local strings, input = {}, {}
  for i = 1, 100000 do
    strings[i] = tostring(i)
    input[i] = len(14, strings[i])
  end
  c.accept { name = "C88 100000 strings", type = "t3.Rep", input = table.concat(input), value = { f_string = strings },
    times = 1 }
  local subs, raw = {}, {}
  for i = 1, 100000 do
    subs[i] = { a = i }
    raw[i] = len(17, wire.v(1, i))
  end
  c.accept { name = "C88 100000 messages", type = "t3.Rep", input = table.concat(raw), value = { f_message = subs },
    times = 1 }
end
reject("C89 2^28 elements claimed", "t3.Rep", "6A 80 80 80 80 01", "length past the end at byte 1")
accept("C91 unknown order", "t3.Numbers", "98 06 01 9A 06 01 61 98 06 02 08 05",
  { n1 = 5, _unknown_fields = B "98 06 01 9A 06 01 61 98 06 02" },
  "08 05 98 06 01 9A 06 01 61 98 06 02")
accept("C92 extensions", "cc2.Ext", "0A 06 47 65 6F 72 67 65 E0 12 07 82 19 04 61 64 64 72",
  { name = "George", _extensions = { ["cc2.rank"] = 7, ["cc2.Scope.address"] = "addr" } })
c.incomplete { name = "C92 required with extensions", type = "cc2.Ext", input = B "E0 12 07",
  err = "cc2.Ext.name: required field missing" }
accept("C97 int64 -1", "t3.Plain", "20 FF FF FF FF FF FF FF FF FF 01", { f_int64 = -1LL })
accept("C97 uint64 2^64-1", "t3.Plain", "30 FF FF FF FF FF FF FF FF FF 01", { f_uint64 = 18446744073709551615ULL })

return c.list
