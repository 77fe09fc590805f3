-- Every row of the contract's table of decode errors, and which of two errors counts.
local check = require "check"
local errors = require "pblua.errors"
local options = require "pblua.options"
require "schemas"

local B = check.bytes

local function refuse(text, hex) check.raises("w.All: " .. text, errors.decode, "w.All", B(hex)) end
local function accept(hex) refuse("bytes changed while they were decoded", hex) end

check.raises("w.All: string expected, got nil", errors.decode, "w.All", nil)
check.raises("w.All: string expected, got table", errors.decode, "w.All", {})

-- Varints.
refuse("truncated varint at byte 1", "28 80")
refuse("truncated varint at byte 1", "28")
refuse("truncated varint at byte 0", "88")
refuse("truncated varint at byte 0", "88 80 80 80")
refuse("varint over 10 bytes at byte 1", "28 80 80 80 80 80 80 80 80 80 80 00")
accept "28 80 80 80 80 80 80 80 80 80 00"
accept "28 FF FF FF FF FF FF FF FF FF 7F"

-- Tags.
refuse("invalid tag at byte 0", "00 01")
refuse("invalid tag at byte 0", "06")
refuse("invalid tag at byte 2", "28 01 80 80 80 80 80 00")
refuse("invalid tag at byte 0", "88 80 80 80 40")
accept "A8 80 80 80 00 01"
accept "F8 FF FF FF 0F 01"
refuse("invalid wire type 6 at byte 2", "28 01 2E 00")
refuse("invalid wire type 7 at byte 0", "0F")

-- Fixed values.
refuse("truncated fixed32 at byte 1", "15 01 02 03")
refuse("truncated fixed64 at byte 1", "09 01 02 03 04 05 06 07")
refuse("truncated fixed32 at byte 2", "F5 07 01 02")
refuse("length past the end at byte 2", "C2 02 0C 01 02 03")
refuse("truncated fixed64 at byte 11", "C2 02 0C 01 02 03 04 05 06 07 08 01 02 03 04")

-- Lengths.
refuse("invalid length at byte 1", "4A 80 80 80 80 80 00")
refuse("invalid length at byte 1", "4A 80 80 80 80 08")
refuse("length past the end at byte 1", "4A FF FF FF FF 07")
refuse("length past the end at byte 1", "4A 02 61")
refuse("length past the end at byte 4", "B2 01 02 4A 01 61") -- past the submessage, not past the input
refuse("length past the end at byte 2", "FA 07 05 00")
accept "4A 81 80 80 80 00 61"

-- Groups.
refuse("unexpected end group at byte 0", "0C")
refuse("unexpected end group at byte 1", "0B 14")
refuse("unexpected end group at byte 5", "B2 01 02 28 01 B4 01")
refuse("unterminated group at byte 2", "C3 01")
refuse("unterminated group at byte 3", "C3 01 0B")
refuse("unterminated group at byte 5", "B2 01 02 C3 01 C4 01")
refuse("unexpected end group at byte 3", "DA 01 01 0C") -- in a map entry
accept "C3 01 08 01 C4 01"
accept "0B 13 14 0C"

-- UTF-8, where it is checked.
refuse("invalid UTF-8 at byte 2", "4A 02 F0 80")
refuse("invalid UTF-8 at byte 5", "DA 01 03 0A 01 80")
refuse("invalid UTF-8 at byte 5", "EA 01 03 12 01 80")
accept "52 02 F0 80"
accept "FA 07 01 80"
options.validate_utf8 = false
accept "4A 02 F0 80"
options.validate_utf8 = true

-- Packed runs.
refuse("truncated varint at byte 4", "A2 01 02 01 80 01")
refuse("varint over 10 bytes at byte 3", "A2 01 0B 80 80 80 80 80 80 80 80 80 80 00")
accept "A2 01 00"
accept "A0 01 05 A2 01 02 01 02"

-- Depth: 100 levels are fine, the tag of the next is not.
local function nest(levels, inner)
  local bytes = inner or ""
  for _ = 1, levels do
    local n, length = #bytes, ""
    while n >= 128 do
      length = length .. string.char(n % 128 + 128)
      n = math.floor(n / 128)
    end
    bytes = "\178\1" .. length .. string.char(n) .. bytes
  end
  return bytes
end
local function hex(bytes) return (bytes:gsub(".", function(c) return ("%02X"):format(c:byte()) end)) end
local prefix = #nest(101) - 3
accept(hex(nest(100)))
refuse("nesting over 100 levels at byte " .. prefix, hex(nest(101)))
refuse("nesting over 100 levels at byte " .. #nest(100, "xx") - 2, hex(nest(100, "\11\12"))) -- an unknown group
refuse("nesting over 100 levels at byte " .. #nest(100, "xxx") - 3, hex(nest(100, "\218\1\0"))) -- a map entry
refuse("nesting over 100 levels at byte " .. #nest(99, "xxxxx") - 2, hex(nest(99,
  "\130\2\2\18\0"))) -- a message in an entry
refuse("nesting over 100 levels at byte 100", ("0B"):rep(101) .. ("0C"):rep(101))
accept(("0B"):rep(100) .. ("0C"):rep(100))

-- Known numbers with other wire types are walked as unknown ones.
accept "2A 01 FF"
accept "B0 01 05"
refuse("truncated varint at byte 2", "B0 01 85")
-- A tag is judged before its value, the first error in wire order counts.
refuse("invalid UTF-8 at byte 2", "4A 01 80 0C")
refuse("unexpected end group at byte 0", "0C 4A 01 80")

check.done()
