-- Open and closed enums: numbers that are not declared, aliases, names on encode.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("enums")
local B = wire.bytes
local wide = "libprotobuf 3.21 keeps all 64 bits of the undeclared number; later ones, as here, the sign-extended 32"
local raw = "rebuilt by libprotobuf, kept raw here"

local function accept(what, type_name, input, value, bytes, differs)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input),
    differs = differs }
end
local function encode(what, type_name, value, bytes)
  c.encode { name = what, type = type_name, value = value, bytes = B(bytes) }
end

accept("open singular", "t3.Plain", "80 01 05", { f_enum = 5 })
accept("open optional", "t3.Opt", "80 01 05", { f_enum = 5 })
accept("open negative", "t3.Opt", "80 01 FE FF FF FF FF FF FF FF FF 01", { f_enum = -2 })
accept("open, cut to 32 bits", "t3.Opt", "80 01 85 80 80 80 10", { f_enum = 5 }, "80 01 05")
accept("open repeated", "t3.Rep", "82 01 03 00 05 01", { f_enum = { 0, 5, 1 } })
accept("open oneof", "t3.One", "18 01 80 01 05", { f_enum = 5 }, "80 01 05")
accept("open map value", "t3.MapVals", "82 01 04 08 01 10 05", { m_enum = { [1] = 5 } })
accept("open enum in a proto2 file", "t2.other.Mixed", "28 05 18 05 20 05",
  { open = 5, opens = { 5 }, _unknown_fields = B "28 05" }, "18 05 20 05 28 05",
  "libprotobuf's C++ goes by the field's file, the Enum Behavior page by the enum's")
accept("open enum as extension", "t2.Ext", "B0 1F 05", { _extensions = { ["t2.other.far_color"] = 5 } })

accept("closed singular", "t2.Opt", "80 01 05", { _unknown_fields = B "80 01 05" })
accept("closed keeps the earlier value", "t2.Opt", "80 01 01 80 01 05", { f_enum = 1, _unknown_fields = B "80 01 05" })
accept("closed takes the later value", "t2.Opt", "80 01 05 80 01 01", { f_enum = 1, _unknown_fields = B "80 01 05" },
  "80 01 01 80 01 05")
accept("closed zero", "t2.Opt", "80 01 00", { f_enum = 0 })
accept("closed negative, declared", "t2.Opt", "80 01 FF FF FF FF FF FF FF FF FF 01", { f_enum = -1 })
accept("closed negative, undeclared", "t2.Opt", "80 01 FE FF FF FF FF FF FF FF FF 01",
  { _unknown_fields = B "80 01 FE FF FF FF FF FF FF FF FF 01" })
accept("closed, cut to 32 bits and declared", "t2.Opt", "80 01 81 80 80 80 10", { f_enum = 1 }, "80 01 01")
accept("closed, cut to 32 bits and undeclared", "t2.Opt", "80 01 85 80 80 80 10", { _unknown_fields = B "80 01 05" },
  "80 01 05", wide)
accept("closed, FFFFFFFE in five bytes", "t2.Opt", "80 01 FE FF FF FF 0F",
  { _unknown_fields = B "80 01 FE FF FF FF FF FF FF FF FF 01" },
  "80 01 FE FF FF FF FF FF FF FF FF 01", wide)
accept("closed, padded tag and value", "t2.Opt", "80 81 00 85 00", { _unknown_fields = B "80 01 05" }, "80 01 05")
accept("closed 2^31-1", "t2.Opt", "80 01 FF FF FF FF 07", { _unknown_fields = B "80 01 FF FF FF FF 07" })
accept("closed repeated", "t2.Rep", "80 01 00 80 01 05 80 01 01",
  { f_enum = { 0, 1 }, _unknown_fields = B "80 01 05" }, "80 01 00 80 01 01 80 01 05")
accept("closed repeated, packed on the wire", "t2.Rep", "82 01 03 00 05 01",
  { f_enum = { 0, 1 }, _unknown_fields = B "80 01 05" },
  "80 01 00 80 01 01 80 01 05")
accept("closed packed", "t2.Packed", "82 01 03 00 05 01", { f_enum = { 0, 1 }, _unknown_fields = B "80 01 05" },
  "82 01 02 00 01 80 01 05")
accept("closed packed, one by one", "t2.Packed", "80 01 00 80 01 05 80 01 01",
  { f_enum = { 0, 1 }, _unknown_fields = B "80 01 05" }, "82 01 02 00 01 80 01 05")
accept("closed packed, only undeclared", "t2.Packed", "82 01 02 05 06", { _unknown_fields = B "80 01 05 80 01 06" },
  "80 01 05 80 01 06")
accept("closed packed, negative undeclared", "t2.Packed", "82 01 0B 01 FE FF FF FF FF FF FF FF FF 01",
  { f_enum = { 1 }, _unknown_fields = B "80 01 FE FF FF FF FF FF FF FF FF 01" },
    "82 01 01 01 80 01 FE FF FF FF FF FF FF FF FF 01")
accept("closed packed, cut to 32 bits", "t2.Packed", "82 01 0A 85 80 80 80 10 81 80 80 80 10",
  { f_enum = { 1 }, _unknown_fields = B "80 01 05" },
  "82 01 01 01 80 01 05", wide)
accept("closed oneof: other member stays", "t2.One", "18 01 80 01 05", { f_int32 = 1, _unknown_fields = B "80 01 05" })
accept("closed oneof: other member after", "t2.One", "80 01 05 18 01", { f_int32 = 1, _unknown_fields = B "80 01 05" },
  "18 01 80 01 05")
accept("closed oneof: own earlier value stays", "t2.One", "80 01 02 80 01 05",
  { f_enum = 2, _unknown_fields = B "80 01 05" })
accept("closed in a group", "t2.Groups", "0B 80 01 05 0C", { g = { _unknown_fields = B "80 01 05" } })
accept("closed in a group, after it", "t2.Groups", "0B 80 01 01 80 01 05 18 01 0C",
  { g = { f_enum = 1, f_int32 = 1, _unknown_fields = B "80 01 05" } },
  "0B 18 01 80 01 01 80 01 05 0C")
accept("closed extension", "t2.Ext", "A0 07 05", { _unknown_fields = B "A0 07 05" })
accept("closed extension keeps the earlier value", "t2.Ext", "A0 07 01 A0 07 05",
  { _extensions = { ["t2.x_enum"] = 1 }, _unknown_fields = B "A0 07 05" })
accept("closed repeated extension", "t2.Ext", "E0 13 01 E0 13 05 E2 13 02 02 06",
  { _extensions = { ["t2.r_enum"] = { 1, 2 } }, _unknown_fields = B "E0 13 05 E0 13 06" },
  "E0 13 01 E0 13 02 E0 13 05 E0 13 06")
accept("closed packed extension", "t2.Ext", "82 1A 03 01 05 02", { _extensions = { ["t2.p_enum"] = { 1, 2 } },
  _unknown_fields = B "80 1A 05" },
  "82 1A 02 01 02 80 1A 05")
accept("order of unknown records", "t2.Opt", "98 06 01 80 01 05 98 06 02",
  { _unknown_fields = B "98 06 01 80 01 05 98 06 02" })

-- Map entries: undeclared as last value makes the whole entry an unknown record.
accept("closed map value", "t2.ClosedMap", "0A 05 0A 01 6B 10 05", { _unknown_fields = B "0A 05 0A 01 6B 10 05" })
accept("closed map value, earlier entry stays", "t2.ClosedMap", "0A 05 0A 01 6B 10 01 0A 05 0A 01 6B 10 05",
  { m = { k = 1 }, _unknown_fields = B "0A 05 0A 01 6B 10 05" })
accept("closed map value, later entry sets", "t2.ClosedMap", "0A 05 0A 01 6B 10 05 0A 05 0A 01 6B 10 02",
  { m = { k = 2 }, _unknown_fields = B "0A 05 0A 01 6B 10 05" },
  "0A 05 0A 01 6B 10 02 0A 05 0A 01 6B 10 05")
accept("closed map value twice, last declared", "t2.ClosedMap", "0A 07 0A 01 6B 10 05 10 01", { m = { k = 1 } },
  "0A 05 0A 01 6B 10 01")
accept("closed map value twice, last undeclared", "t2.ClosedMap", "0A 07 0A 01 6B 10 01 10 05",
  { _unknown_fields = B "0A 07 0A 01 6B 10 01 10 05" }, nil, raw)
accept("closed map value first", "t2.ClosedMap", "0A 05 10 05 0A 01 6B",
  { _unknown_fields = B "0A 05 10 05 0A 01 6B" }, nil, raw)
accept("closed map value, no key", "t2.ClosedMap", "0A 02 10 05", { _unknown_fields = B "0A 02 10 05" }, nil, raw)
accept("closed map value, negative", "t2.ClosedMap", "1A 0D 08 01 10 FE FF FF FF FF FF FF FF FF 01",
  { _unknown_fields = B "1A 0D 08 01 10 FE FF FF FF FF FF FF FF FF 01" })
accept("closed map value, padded", "t2.ClosedMap", "0A 06 0A 01 6B 10 85 00",
  { _unknown_fields = B "0A 06 0A 01 6B 10 85 00" }, nil, raw)
accept("closed map value, int64 key", "t2.ClosedMap", "12 04 08 07 10 05 12 04 08 07 10 01",
  { n = { [7] = 1 }, _unknown_fields = B "12 04 08 07 10 05" },
  "12 04 08 07 10 01 12 04 08 07 10 05")
accept("closed map, no value: the default", "t2.ClosedMap", "0A 03 0A 01 6B", { m = { k = 0 } }, "0A 05 0A 01 6B 10 00")
accept("closed enum without a zero", "t2.FirstNotZero", "08 05 08 00 10 06 10 00",
  { one = 5, list = { 6 }, _unknown_fields = B "08 00 10 00" },
  "08 05 10 06 08 00 10 00")

-- Aliases and bounds.
accept("alias decodes to its number", "t3.Aliased", "08 01 12 02 01 00 1A 05 0A 01 6B 10 01",
  { one = 1, list = { 1, 0 }, map = { k = 1 } })
accept("int32 bounds", "t3.Aliased", "08 FF FF FF FF 07 12 0A 80 80 80 80 F8 FF FF FF FF 01",
  { one = 2147483647, list = { -2147483648 } })

encode("by name", "t3.Plain", { f_enum = "TWO" }, "80 01 02")
encode("by name, zero is not written", "t3.Plain", { f_enum = "ZERO" }, "")
encode("by name, zero with presence", "t3.Opt", { f_enum = "ZERO" }, "80 01 00")
encode("by name, negative", "t3.Plain", { f_enum = "NEG" }, "80 01 FF FF FF FF FF FF FF FF FF 01")
encode("by name, aliases", "t3.Aliased", { one = "A_UNO", list = { "A_ONE", "A_UNO", 1, "A_MAX" },
  map = { k = "A_UNO" } },
  "08 01 12 08 01 01 01 FF FF FF FF 07 1A 05 0A 01 6B 10 01")
encode("by name, bounds", "t3.Aliased", { one = "A_MIN" }, "08 80 80 80 80 F8 FF FF FF FF 01")
encode("by name, list", "t3.Rep", { f_enum = { "ONE", 2, "NEG", 77 } },
  "82 01 0D 01 02 FF FF FF FF FF FF FF FF FF 01 4D")
encode("by name, oneof", "t3.One", { f_enum = "ZERO" }, "80 01 00")
encode("by name, map", "t3.MapVals", { m_enum = { [1] = "TWO" } }, "82 01 04 08 01 10 02")
encode("by name, closed", "t2.Opt", { f_enum = "NEG" }, "80 01 FF FF FF FF FF FF FF FF FF 01")
encode("by name, closed packed", "t2.Packed", { f_enum = { "ONE", "TWO", 0 } }, "82 01 03 01 02 00")
encode("by name, closed map", "t2.ClosedMap", { m = { k = "TWO" } }, "0A 05 0A 01 6B 10 02")
encode("by name, extension", "t2.Ext", { _extensions = { ["t2.x_enum"] = "TWO" } }, "A0 07 02")
encode("undeclared number, open", "t3.Plain", { f_enum = 77 }, "80 01 4D")

return c.list
