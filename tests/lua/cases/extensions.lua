-- Extensions: by full name under `_extensions`, merged in by number, from this file, another file, and a nested scope.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("extensions")
local B = wire.bytes

local function accept(what, input, extensions, rest, bytes)
  local value = rest or {}
  value._extensions = extensions
  c.accept { name = what, type = "t2.Ext", input = B(input), value = value, bytes = B(bytes or input) }
end
local function encode(what, value, bytes)
  c.encode { name = what, type = "t2.Ext", value = value, bytes = B(bytes) }
end

accept("nested scope", "50 05", { ["t2.Scope.nested"] = 5 })
accept("nested scope, message", "5A 02 08 01", { ["t2.Scope.self"] = { a = 1 } })
accept("other file, other package", "A0 1F 05", { ["t2.other.far"] = 5 })
accept("other file, messages of proto3", "AA 1F 02 08 01 AA 1F 00", { ["t2.other.far_subs"] = { { a = 1 }, {} } })
accept("largest number", "F8 FF FF FF 0F 05", { ["t2.x_max"] = 5 })
accept("zero is present", "B8 06 00", { ["t2.x_int32"] = 0 })
accept("empty string is present", "92 07 00", { ["t2.x_string"] = "" })
accept("empty message is present", "AA 07 00", { ["t2.x_message"] = {} })
accept("merged in by number", "08 01 50 02 B8 06 03 C0 0C 04 C0 12 05 F8 FF FF FF 0F 06",
  { ["t2.Scope.nested"] = 2, ["t2.x_int32"] = 3, ["t2.x_max"] = 6 },
    { before = 1, middle = 4, _unknown_fields = B "C0 12 05" },
  "08 01 50 02 B8 06 03 C0 0C 04 F8 FF FF FF 0F 06 C0 12 05")
accept("out of order", "F8 FF FF FF 0F 06 C0 0C 04 50 02 08 01", { ["t2.Scope.nested"] = 2, ["t2.x_max"] = 6 },
  { before = 1, middle = 4 },
  "08 01 50 02 C0 0C 04 F8 FF FF FF 0F 06")
accept("message in extension in message", "5A 09 12 07 5A 05 12 03 B8 06 07",
  { ["t2.Scope.self"] = { ext = { _extensions =
    { ["t2.Scope.self"] = { ext = { _extensions = { ["t2.x_int32"] = 7 } } } } } } })
accept("group", "B3 07 08 05 B4 07", { ["t2.xgroup"] = { a = 5 } })
accept("repeated group", "BB 07 08 05 BC 07 BB 07 BC 07", { ["t2.xgroups"] = { { a = 5 }, {} } })
accept("group of another file", "D3 26 08 05 D4 26", { ["t2.other.ygroup"] = { a = 5 } })
accept("repeated group of another file", "DB 26 08 05 DC 26 DB 26 DC 26", { ["t2.other.ygroups"] = { { a = 5 }, {} } })
accept("closed enum of another file", "C0 26 01 C0 26 05", { ["t2.other.y_enum"] = 1 },
  { _unknown_fields = B "C0 26 05" })
c.reject { name = "group of another file, not ended", type = "t2.Ext", input = B "D3 26 08 05",
  err = "unterminated group at byte 4" }
c.reject { name = "group of another file, other end", type = "t2.Ext", input = B "D3 26 DC 26",
  err = "unexpected end group at byte 2" }
accept("wrong wire type is unknown", "BD 06 01 02 03 04", nil, { _unknown_fields = B "BD 06 01 02 03 04" })
accept("wrong wire type, then right", "BA 06 01 61 B8 06 05", { ["t2.x_int32"] = 5 },
  { _unknown_fields = B "BA 06 01 61" }, "B8 06 05 BA 06 01 61")
accept("message as group is unknown", "AB 07 08 05 AC 07", nil, { _unknown_fields = B "AB 07 08 05 AC 07" })
accept("group as message is unknown", "B2 07 02 08 05", nil, { _unknown_fields = B "B2 07 02 08 05" })
accept("number in range without an extension is unknown", "C8 01 05", nil, { _unknown_fields = B "C8 01 05" })
accept("last wins", "B8 06 01 B8 06 02", { ["t2.x_int32"] = 2 }, nil, "B8 06 02")
accept("unknown inside an extension message", "AA 07 03 98 06 01",
  { ["t2.x_message"] = { _unknown_fields = B "98 06 01" } })
c.accept { name = "in a message of another package", type = "t2.other.Mixed", input = B "32 03 B8 06 05",
  value = { ext = { _extensions = { ["t2.x_int32"] = 5 } } } }
c.accept { name = "in a sub-message", type = "t2.Scope", input = B "12 02 50 01",
  value = { ext = { _extensions = { ["t2.Scope.nested"] = 1 } } } }

encode("unregistered names are ignored", { _extensions = { ["no.such"] = 1, [5] = 2, ["t2.x_int32"] = 3 } }, "B8 06 03")
encode("an extension of another message is ignored", { _extensions = { ["t2.req_ext"] = { x = 1 } } }, "")
encode("empty table", { before = 1, _extensions = {} }, "08 01")
encode("empty repeated", { _extensions = { ["t2.r_int32"] = {}, ["t2.p_int32"] = {}, ["t2.xgroups"] = {} } }, "")
encode("a message without extension ranges ignores them",
  { _extensions = { ["t2.x_message"] = { _extensions = { ["t2.x_int32"] = 1 } } } }, "AA 07 00")
encode("64-bit as number and as cdata", { _extensions = { ["t2.x_int64"] = 5, ["t2.x_uint64"] = 5LL } },
  "C0 06 05 D0 06 05")
c.encode { name = "proto3 ignores them", type = "t3.Plain", value = { f_int32 = 1,
  _extensions = { ["t2.x_int32"] = 1 } }, bytes = B "18 01" }

return c.list
