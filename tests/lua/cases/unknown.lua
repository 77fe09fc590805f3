-- Unknown fields: kept raw, in wire order, written last, at every depth; wrong wire types of known fields.
local builder = require "harness.builder"
local kinds = require "harness.kinds"
local wire = require "harness.wire"

local c = builder.new("unknown")
local B, len, record = wire.bytes, wire.len, wire.record
local padding = "raw records are kept as they came"

local function accept(what, type_name, input, value, bytes, differs)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input),
    differs = differs }
end
local function raw(what, type_name, hex, differs)
  accept(what, type_name, hex, { _unknown_fields = B(hex) }, nil, differs)
end

-- Every wire type but its own, for every known field in every label.
local samples = { [0] = "\5", [1] = "12345678", [2] = "abc", [3] = "\8\1", [5] = "1234" }
for _, kind in ipairs(kinds) do
  for wire_type, payload in pairs(samples) do
    local bytes = record(kind.n, wire_type, payload)
    local good = record(kind.n, kind.wt, kind.one.payload)
    if wire_type ~= kind.wt then
      for _, type_name in ipairs { "t3.Plain", "t3.Opt", "t2.Opt" } do
        c.accept { name = ("%s %s as wire type %d"):format(type_name, kind.name, wire_type), type = type_name,
          input = bytes, value = { _unknown_fields = bytes } }
        c.accept { name = ("%s %s as wire type %d, then right"):format(type_name, kind.name, wire_type),
          type = type_name, input = bytes .. good,
          value = { ["f_" .. kind.name] = kind.one.value, _unknown_fields = bytes }, bytes = good .. bytes }
        c.accept { name = ("%s %s right, then as wire type %d"):format(type_name, kind.name, wire_type),
          type = type_name, input = good .. bytes,
          value = { ["f_" .. kind.name] = kind.one.value, _unknown_fields = bytes } }
      end
      if not (kind.packable and wire_type == 2) then
        for _, type_name in ipairs { "t3.Rep", "t2.Rep" } do
          c.accept { name = ("%s %s as wire type %d"):format(type_name, kind.name, wire_type), type = type_name,
            input = bytes, value = { _unknown_fields = bytes } }
          local packed = type_name == "t3.Rep" and kind.packable
          c.accept { name = ("%s %s as wire type %d between elements"):format(type_name, kind.name, wire_type),
            type = type_name, input = good .. bytes .. good,
            value = { ["f_" .. kind.name] = { kind.one.value, kind.one.value }, _unknown_fields = bytes },
            bytes = (packed and len(kind.n, kind.one.payload:rep(2)) or good .. good) .. bytes }
        end
      end
    end
  end
end

-- In every scope.
local records = B "98 06 01 9A 06 01 61 99 06 01 02 03 04 05 06 07 08 9D 06 01 02 03 04 9B 06 08 01 9C 06 98 06 02"
local hex = wire.hex(records)
raw("all wire types in a row", "t3.Empty", hex)
raw("all wire types in a row, proto2", "t2.Empty", hex)
c.accept { name = "in a sub-message", type = "t3.Plain", input = len(17, records),
  value = { f_message = { _unknown_fields = records } } }
c.accept { name = "in a list element", type = "t3.Holder", input = len(2, records) .. len(2, ""),
  value = { opts = { { _unknown_fields = records }, {} } } }
c.accept { name = "in a map value", type = "t3.Holder", input = len(3, "\10\1k" .. len(2, records)),
  value = { reps = { k = { _unknown_fields = records } } } }
c.accept { name = "in a oneof message", type = "t3.Holder", input = len(4, records),
  value = { one = { _unknown_fields = records } } }
c.accept { name = "in a group", type = "t2.Groups", input = wire.group(1, records),
  value = { g = { _unknown_fields = records } } }
c.accept { name = "in a repeated group", type = "t2.Groups", input = wire.group(2, records),
  value = { r = { { _unknown_fields = records } } } }
c.accept { name = "in an extension", type = "t2.Ext", input = len(117, records),
  value = { _extensions = { ["t2.x_message"] = { _unknown_fields = records } } } }
c.accept { name = "at the root among known fields", type = "t3.Plain", input = "\24\1" .. records .. "\104\1"
  .. records,
  value = { f_int32 = 1, f_bool = true, _unknown_fields = records .. records },
    bytes = "\24\1\104\1" .. records .. records }

raw("one varint", "t3.Empty", "A8 1F 01")
raw("one number, order and wire types kept", "t3.Empty", "AA 1F 03 61 62 63 A8 1F 7B AA 1F 03 64 65 66 A8 1F C8 03")
raw("largest number", "t3.Empty", "F8 FF FF FF 0F 01")
raw("reserved number 19000", "t3.Empty", "C0 A3 09 01")
raw("empty string", "t3.Empty", "0A 00")
raw("empty group", "t3.Empty", "0B 0C")
raw("nested groups", "t3.Empty", "0B 13 14 0C 0B 08 01 0C")
raw("two groups of one number inside each other", "t3.Empty", "0B 0B 0C 0C")
raw("bad bytes inside an unknown length", "t3.Empty", "0A 05 0E 0F 00 04 80")
raw("invalid UTF-8 inside an unknown length", "t3.Empty", "0A 02 C0 80")
raw("ten byte varint", "t3.Empty", "08 FF FF FF FF FF FF FF FF FF 01")
raw("ten byte varint, bits over 64", "t3.Empty", "08 FF FF FF FF FF FF FF FF FF 7F", padding)
raw("padded varint", "t3.Empty", "08 85 80 00", padding)
raw("padded tag", "t3.Empty", "88 80 80 00 05", padding)
raw("padded length", "t3.Empty", "0A 83 80 80 80 00 61 62 63", padding)
raw("padded tags of a group", "t3.Empty", "8B 00 88 00 01 8C 80 00", padding)
raw("varint inside a group, padded end tag of five bytes", "t3.Empty", "0B 08 01 8C 80 80 80 00", padding)
raw("proto2 unknown in extension range", "t2.Ext", "F8 2E 05")
do
  local parts = {}
  for i = 1, 5000 do parts[i] = i % 2 == 0 and "\168\31\1" or "\176\31\2" end
  local all = table.concat(parts)
  c.accept { name = "5000 alternating", type = "t3.Empty", input = all, value = { _unknown_fields = all }, times = 20 }
  c.accept { name = "known and unknown, 5000 each", type = "t3.Rep", input = ("\168\31\1\24\5"):rep(5000),
    value = { f_int32 = (function() local t = {} for i = 1, 5000 do t[i] = 5 end return t end)(),
      _unknown_fields = ("\168\31\1"):rep(5000) },
    bytes = len(3, ("\5"):rep(5000)) .. ("\168\31\1"):rep(5000), times = 10 }
end

-- Appended as they are on encode, also when they would not parse or belong to a known field.
c.encode { name = "appended", type = "t3.Plain", value = { f_int32 = 1, _unknown_fields = B "98 06 01" },
  bytes = B "18 01 98 06 01" }
c.encode { name = "empty", type = "t3.Plain", value = { f_int32 = 1, _unknown_fields = "" }, bytes = B "18 01" }
c.encode { name = "a known field's record", type = "t3.Plain", value = { f_bool = true, _unknown_fields = B "18 01" },
  bytes = B "68 01 18 01", oracle = false }
c.encode { name = "not judged", type = "t3.Plain", value = { _unknown_fields = "\255" }, bytes = "\255",
  oracle = false }
c.encode { name = "after extensions", type = "t2.Ext", value = { before = 1, _unknown_fields = B "C8 01 05",
  _extensions = { ["t2.x_max"] = 1 } },
  bytes = B "08 01 F8 FF FF FF 0F 01 C8 01 05" }

-- Keys that are no fields are ignored.
c.encode { name = "unknown table keys", type = "t3.Plain", value = { f_int32 = 1, nonsense = "x", [1] = 2, [true] = {},
  F_INT32 = 9, _private = print }, bytes = B "18 01" }

return c.list
