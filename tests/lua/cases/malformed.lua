-- Input that must be refused: cuts, bad tags, bad lengths, groups that do not match; each with the byte the error
-- names.
local builder = require "harness.builder"
local kinds = require "harness.kinds"
local wire = require "harness.wire"

local c = builder.new("malformed")
local B, tag, len, varint = wire.bytes, wire.tag, wire.len, wire.varint
local rep = string.rep

-- Where a record of the seventeen kinds can stand: `shift` is added to the field number, `open` is what comes before
-- the record (scopes that stay open or are sized to hold it).
local function bare() return "" end
local function sized(field) return function(raw) return tag(field, 2) .. varint(#raw) end end
local contexts = {
  { name = "singular", type = "t3.Plain", open = bare },
  { name = "optional", type = "t3.Opt", open = bare },
  { name = "proto2", type = "t2.Opt", open = bare },
  { name = "oneof", type = "t3.One", open = bare },
  { name = "repeated", type = "t3.Rep", open = bare },
  { name = "repeated proto2", type = "t2.Rep", open = bare },
  { name = "unknown", type = "t3.Empty", open = bare },
  { name = "extension", type = "t2.Ext", open = bare, shift = 100 },
  { name = "repeated extension", type = "t2.Ext", open = bare, shift = 300 },
  { name = "extension of another file", type = "t2.Ext", open = bare, shift = 600 },
  { name = "repeated extension of another file", type = "t2.Ext", open = bare, shift = 700 },
  { name = "repeated packed extension of another file", type = "t2.Ext", open = bare, shift = 800 },
  { name = "in sub-message", type = "t3.Holder", open = sized(1) },
  { name = "in list element", type = "t3.Holder", open = sized(2) },
  { name = "in oneof message", type = "t3.Holder", open = sized(4) },
  { name = "in map value", type = "t3.Holder", open = function(raw)
    local value = tag(2, 2) .. varint(#raw)
    return tag(3, 2) .. varint(3 + #value + #raw) .. "\10\1k" .. value
  end },
  { name = "in group", type = "t2.Groups", open = function() return tag(1, 3) end },
  { name = "in unknown group", type = "t3.Empty", open = function() return tag(77, 3) end },
  { name = "in unknown groups", type = "t3.Plain", open = function() return tag(77, 3) .. tag(1, 3) end },
  { name = "after a field", type = "t3.Opt", open = function() return tag(13, 0) .. "\1" end },
}

local missing = { [0] = "truncated varint", [1] = "truncated fixed64", [2] = "truncated varint",
  [5] = "truncated fixed32" }
local partial = { [0] = "\128", [1] = rep("\1", 7), [2] = "\128", [5] = "\1\2\3" }
local nine = rep("\128", 9)

local function known_scope(context) return not context.name:find("unknown", 1, true) end

for _, context in ipairs(contexts) do
  local function reject(what, head, tail, err)
    local raw = head .. tail
    local open = context.open(raw)
    c.reject {
      name = context.name .. " " .. what, type = context.type, input = open .. raw,
      err = err .. " at byte " .. (#open + #head),
    }
  end
  for _, kind in ipairs(kinds) do
    local n = kind.n + (context.shift or 0)
    local t = tag(n, kind.wt)
    reject(kind.name .. " no value", t, "", missing[kind.wt])
    reject(kind.name .. " part of a value", t, partial[kind.wt], missing[kind.wt])
    if kind.wt == 0 then
      reject(kind.name .. " nine bytes", t, nine, "truncated varint")
      reject(kind.name .. " eleven bytes", t, nine .. "\128\1", "varint over 10 bytes")
      reject(kind.name .. " eleven bytes of padding", t, nine .. "\128\0", "varint over 10 bytes")
      reject(kind.name .. " ten bytes and no end", t, nine .. "\128", "varint over 10 bytes")
    elseif kind.wt == 1 or kind.wt == 5 then
      reject(kind.name .. " one byte", t, "\1", missing[kind.wt])
    else
      reject(kind.name .. " length 1 and no payload", t, "\1", "length past the end")
      reject(kind.name .. " length 5 of 3", t, "\5abc", "length past the end")
      reject(kind.name .. " length 2^31-1", t, B "FF FF FF FF 07", "length past the end")
      reject(kind.name .. " length 2^31", t, B "80 80 80 80 08" .. "x", "invalid length")
      reject(kind.name .. " length 2^32+1", t, B "81 80 80 80 10" .. "x", "invalid length")
      reject(kind.name .. " length 2^64-1", t, B "FF FF FF FF FF FF FF FF FF 01", "invalid length")
      reject(kind.name .. " length 2^63-15", t, B "F1 FF FF FF FF FF FF FF 7F", "invalid length")
      reject(kind.name .. " length in six bytes", t, B "81 80 80 80 80 00" .. "x", "invalid length")
      reject(kind.name .. " length cut after four bytes", t, rep("\128", 4), "truncated varint")
    end
    -- A packed run, where the field takes one.
    local listy = context.name:find("repeated", 1, true)
    if kind.packable and listy then
      local p = tag(n, 2)
      reject(kind.name .. " packed length 1 and nothing", p, "\1", "length past the end")
      reject(kind.name .. " packed length over 2^31-1", p, B "80 80 80 80 08" .. "\1", "invalid length")
      local one = kind.one.payload
      local cut = partial[kind.wt]
      reject(kind.name .. " packed, only element cut", p .. varint(#cut), cut, missing[kind.wt])
      reject(kind.name .. " packed, last element cut", p .. varint(#one + #cut) .. one, cut, missing[kind.wt])
      reject(kind.name .. " packed, last element goes on behind the run", p .. varint(#one + #cut) .. one,
        cut .. "\1" .. rep("\1", 8), missing[kind.wt])
      if kind.wt == 0 then
        reject(kind.name .. " packed eleven bytes", p .. "\11", nine .. "\128\1", "varint over 10 bytes")
      end
    end
  end

  -- Tags.
  local scope = known_scope(context) and "" or "unknown "
  local in_group = context.name:find("group", 1, true)
  for what, bad in pairs {
    ["field 0, varint"] = { "00 01", "invalid tag" },
    ["field 0 alone"] = { "00", "invalid tag" },
    ["field 0, fixed64"] = { "01 00 00 00 00 00 00 00 00", "invalid tag" },
    ["field 0, length"] = { "02 01 00", "invalid tag" },
    ["field 0, group"] = { "03 04", "invalid tag" },
    ["field 0, end group"] = { "04", "invalid tag" },
    ["field 0, fixed32"] = { "05 00 00 00 00", "invalid tag" },
    ["field 0 padded"] = { "80 00 01", "invalid tag" },
    ["field 0, wire type 6"] = { "06 00", "invalid tag" },
    ["field 0, wire type 7"] = { "07 00", "invalid tag" },
    ["tag of seven bytes"] = { "88 80 80 80 80 80 0F 00", "invalid tag" },
    ["tag of nine padded bytes"] = { "88 80 80 80 80 80 80 80 00 01", "invalid tag" },
    ["tag of eleven padded bytes"] = { "88 80 80 80 80 80 80 80 80 80 00 01", "invalid tag" },
    ["tag of six padded bytes"] = { "88 80 80 80 80 00 01", "invalid tag" },
    ["tag of five bytes and no end"] = { "88 80 80 80 80", "invalid tag" },
    ["wire type 6"] = { "0E 00", "invalid wire type 6" },
    ["wire type 7"] = { "0F 00", "invalid wire type 7" },
    ["wire type 7 at the end"] = { "0F", "invalid wire type 7" },
    ["wire type 6, field 2047"] = { "FE 7F 01", "invalid wire type 6" },
    ["wire type 7, largest field"] = { "FF FF FF FF 0F", "invalid wire type 7" },
    ["wire type 6, padded"] = { "8E 80 00 00", "invalid wire type 6" },
    ["tag cut after one byte"] = { "88", "truncated varint" },
    ["tag cut after two bytes"] = { "88 80", "truncated varint" },
    ["tag cut after four bytes"] = { "88 80 80 80", "truncated varint" },
  } do
    reject(scope .. what, "", B(bad[1]), bad[2])
  end
  for what, raw in pairs { ["bit 32"] = "88 80 80 80 10 01", ["bit 34"] = "88 80 80 80 40 01" } do
    local open = context.open(B(raw))
    c.reject {
      name = context.name .. " " .. scope .. "tag with " .. what, type = context.type, input = open .. B(raw),
      err = "invalid tag at byte " .. #open, differs = not in_group
        and "libprotobuf drops the bits of a tag over 32; the official suite wants them refused" or nil,
    }
  end

  -- Ends of groups that nobody opened, and opened ones that nobody ends.
  for what, n in pairs { ["unknown number"] = 90, ["number of a known field"] = 3, ["number of a message"] = 17 } do
    reject("end group, " .. what, "", tag(n, 4), "unexpected end group")
    reject("end group then a record, " .. what, "", tag(n, 4) .. len(77, "abc"), "unexpected end group")
    reject("open group, " .. what, tag(n + 200, 3), "", "unterminated group")
    reject("open group with a record, " .. what, tag(n + 200, 3) .. len(90, "abc"), "", "unterminated group")
    reject("other end, " .. what, tag(n + 200, 3), tag(n + 201, 4), "unexpected end group")
    reject("other end inside, " .. what, tag(n + 200, 3) .. tag(1, 3), tag(n + 200, 4), "unexpected end group")
  end
  if in_group then
    reject("not closed", "", "", "unterminated group")
    reject("not closed after a record", len(90, "x"), "", "unterminated group")
  end
end

-- Scopes: an inner one may not be passed, and what is inside must end inside.
local holder = "t3.Holder"
local function reject(what, type_name, hex, err)
  c.reject { name = what, type = type_name, input = B(hex), err = err }
end
reject("inner length passes the sub-message", holder, "0A 03 72 05 61 62 63 64 65", "length past the end at byte 3")
reject("inner length passes the list element", holder, "12 03 72 05 61 62 63 64 65", "length past the end at byte 3")
reject("varint leaves the sub-message", holder, "0A 02 18 80 01", "truncated varint at byte 3")
reject("tag leaves the sub-message", holder, "0A 01 98 01 00", "truncated varint at byte 2")
reject("fixed32 leaves the sub-message", holder, "0A 03 15 00 00 00 00", "truncated fixed32 at byte 3")
reject("fixed64 leaves the sub-message", holder, "0A 02 09 00 00 00 00 00 00 00 00", "truncated fixed64 at byte 3")
reject("length leaves the sub-message", holder, "0A 02 72 80 00", "truncated varint at byte 3")
reject("unknown group leaves the sub-message", holder, "0A 01 4B 4C", "unterminated group at byte 3")
reject("packed run passes the sub-message", holder, "1A 09 0A 01 6B 12 04 1A 05 01 01 01 01 01",
  "length past the end at byte 8")
reject("sub-message whose payload ends inside an unknown field", holder, "0A 02 98 06 98 06",
  "truncated varint at byte 4")
reject("end group at the end of a sub-message, its own number", holder, "0A 01 0C", "unexpected end group at byte 2")
reject("end group in a sub-message, opened outside", "t2.Groups", "0B 8A 01 01 0C", "unexpected end group at byte 4")
reject("record swallows the end tag", "t2.Groups", "0B 72 02 61 0C", "unterminated group at byte 5")
reject("record passes the end", "t2.Groups", "0B 72 03 61 0C", "length past the end at byte 2")
reject("group with two ends", "t2.Groups", "0B 0C 0C", "unexpected end group at byte 2")
reject("group ended by another known group's number", "t2.Groups", "0B 14", "unexpected end group at byte 1")
reject("group in group ended by the outer's number", "t2.Groups", "0B 93 01 0C", "unexpected end group at byte 3")
reject("group in group not ended", "t2.Groups", "0B 93 01 94 01", "unterminated group at byte 5")
reject("group in list in message in group", "t2.Groups", "13 1A 02 13 08 14", "truncated varint at byte 5")
reject("group in sub-message not ended there", "t2.Groups", "13 1A 01 13 14 14", "unterminated group at byte 4")
reject("bad record after good ones", "t3.Plain", "18 01 20 02 68 01 72 01 61 0E", "invalid wire type 6 at byte 9")

-- Map entries.
reject("map entry cut inside the key tag", "t3.MapKeys", "0A 01 88", "truncated varint at byte 2")
reject("map entry cut after the key tag", "t3.MapKeys", "0A 01 08", "truncated varint at byte 3")
reject("map entry cut inside the key", "t3.MapKeys", "0A 02 08 80", "truncated varint at byte 3")
reject("map entry cut after the value tag", "t3.MapKeys", "0A 03 08 01 10", "truncated varint at byte 5")
reject("map entry cut inside the value", "t3.MapKeys", "0A 04 08 01 10 80 01", "truncated varint at byte 5")
reject("map entry past the end", "t3.MapKeys", "0A 05 08 01 10 01", "length past the end at byte 1")
reject("map entry, key varint over ten bytes", "t3.MapKeys", "0A 0C 08 80 80 80 80 80 80 80 80 80 80 01",
  "varint over 10 bytes at byte 3")
reject("map entry, fixed32 key cut", "t3.MapKeys", "3A 04 0D 01 02 03", "truncated fixed32 at byte 3")
reject("map entry, fixed64 key cut", "t3.MapKeys", "42 04 09 01 02 03", "truncated fixed64 at byte 3")
reject("map entry, string key past the entry", "t3.MapKeys", "62 02 0A 02 61 62", "length past the end at byte 3")
reject("map entry, string value past the entry", "t3.MapVals", "72 04 08 01 12 03 61 62 63",
  "length past the end at byte 5")
reject("map entry, message value past the entry", "t3.MapVals", "8A 01 04 08 01 12 02 08 01",
  "length past the end at byte 6")
reject("map entry, value cut inside the message", "t3.MapVals", "8A 01 05 08 01 12 01 08", "truncated varint at byte 8")
reject("map entry, field 0", "t3.MapKeys", "0A 02 00 01", "invalid tag at byte 2")
reject("map entry, wire type 6", "t3.MapKeys", "0A 02 0E 01", "invalid wire type 6 at byte 2")
reject("map entry, wire type 7 after a whole entry", "t3.MapKeys", "0A 05 08 01 10 01 17",
  "invalid wire type 7 at byte 6")
reject("map entry, end group", "t3.MapKeys", "0A 01 0C", "unexpected end group at byte 2")
reject("map entry, group not ended", "t3.MapKeys", "0A 01 1B 1C", "unterminated group at byte 3")
reject("map entry, unknown varint cut", "t3.MapKeys", "0A 02 18 80", "truncated varint at byte 3")
reject("map entry, unknown length past the entry", "t3.MapKeys", "0A 02 1A 01 61", "length past the end at byte 3")
reject("map field as a group, not ended", "t3.MapKeys", "0B 08 01", "unterminated group at byte 3")

-- The first error in wire order counts.
reject("two errors: the first", "t3.Plain", "0E 00 18", "invalid wire type 6 at byte 0")
reject("two errors: in a sub-message, then after it", holder, "0A 02 0E 00 0F", "invalid wire type 6 at byte 2")
reject("two errors: length past the end before its content", holder, "0A 05 0E 00", "length past the end at byte 1")

return c.list
