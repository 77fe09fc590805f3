-- The seventeen kinds with sample values: Lua value, wire payload, and the payload a codec must write back.
-- `n` is the field number that the kind has in t3.Plain, t3.Opt, t2.Rep and so on (see tests/lua/proto).
local wire = require "harness.wire"

local B = wire.bytes
local rep = string.rep
local huge = math.huge
local nan = huge - huge

-- {value, payload[, canonical payload]}; zero = what a field without presence does not write. A payload carries no
-- length.
local function s(value, payload, canonical, options)
  local sample = { value = value, payload = B(payload), canonical = B(canonical or payload) }
  for k, v in pairs(options or {}) do sample[k] = v end
  return sample
end
local zero = { zero = true }
local nan_differs = { differs = "NaN becomes the canonical one" }

-- libprotobuf reads a bool key or value of a map from 32 bits only.
local high_bool = { map_differs = "libprotobuf looks at 32 bits of a bool in a map entry" }

local ones10 = "FF FF FF FF FF FF FF FF FF 01"
local zero10 = "80 80 80 80 80 80 80 80 80 00"
local over64 = "80 80 80 80 80 80 80 80 80 02"
local max63 = "FF FF FF FF FF FF FF FF 7F"
local min63plus1 = "81 80 80 80 80 80 80 80 80 01"

local M = {
  { name = "double", n = 1, wt = 1, bad = "number", samples = {
    s(0, "00 00 00 00 00 00 00 00", nil, zero),
    s(-0.0, "00 00 00 00 00 00 00 80"),
    s(1.5, "00 00 00 00 00 00 F8 3F"),
    s(0.1, "9A 99 99 99 99 99 B9 3F"),
    s(2 ^ -1022, "00 00 00 00 00 00 10 00"),
    s(2 ^ -1074, "01 00 00 00 00 00 00 00"),
    s(1.7976931348623157e308, "FF FF FF FF FF FF EF 7F"),
    s(huge, "00 00 00 00 00 00 F0 7F"),
    s(-huge, "00 00 00 00 00 00 F0 FF"),
    s(nan, "00 00 00 00 00 00 F8 7F"),
    s(nan, "01 00 00 00 00 00 F0 7F", "00 00 00 00 00 00 F8 7F", nan_differs),
    s(nan, "FF FF FF FF FF FF FF FF", "00 00 00 00 00 00 F8 7F", nan_differs),
    s(nan, "00 00 00 00 00 00 F8 FF", "00 00 00 00 00 00 F8 7F", nan_differs),
    s(nan, "EF BE AD DE EF BE FB FF", "00 00 00 00 00 00 F8 7F", nan_differs),
    s(9007199254740992, "00 00 00 00 00 00 40 43"),
    s(-12345.678, "58 39 B4 C8 D6 1C C8 C0"),
  } },
  { name = "float", n = 2, wt = 5, bad = "number", samples = {
    s(0, "00 00 00 00", nil, zero),
    s(-0.0, "00 00 00 80"),
    s(1.5, "00 00 C0 3F"),
    s(13421773 * 2 ^ -27, "CD CC CC 3D"),
    s(2 ^ -126, "00 00 80 00"),
    s(2 ^ -149, "01 00 00 00"),
    s((2 - 2 ^ -23) * 2 ^ 127, "FF FF 7F 7F"),
    s(huge, "00 00 80 7F"),
    s(-huge, "00 00 80 FF"),
    s(nan, "00 00 C0 7F"),
    s(nan, "01 00 80 7F", "00 00 C0 7F", nan_differs),
    s(nan, "FF FF FF FF", "00 00 C0 7F", nan_differs),
    s(nan, "00 00 C0 FF", "00 00 C0 7F", nan_differs),
    s(16777216, "00 00 80 4B"),
  } },
  { name = "int32", n = 3, wt = 0, bad = "integer", samples = {
    s(0, "00", nil, zero),
    s(0, zero10, "00", zero),
    s(0, over64, "00", zero),
    s(0, "80 80 80 80 20", "00", zero),
    s(1, "01"),
    s(127, "7F"),
    s(128, "80 01"),
    s(12345, "B9 60"),
    s(12345, "B9 E0 80 00", "B9 60"),
    s(12345, "B9 E0 80 80 80 80 80 80 00", "B9 60"),
    s(2147483647, "FF FF FF FF 07"),
    s(-2147483648, "80 80 80 80 F8 FF FF FF FF 01"),
    s(-2147483648, "80 80 80 80 08", "80 80 80 80 F8 FF FF FF FF 01"),
    s(-1, ones10),
    s(-1, "FF FF FF FF 0F", ones10),
    s(-1, "FF FF FF FF 1F", ones10),
    s(-1, max63, ones10),
    s(1, min63plus1, "01"),
    s(-77270751, "A1 E2 93 DB FF FF FF FF FF 01"),
    s(5, "85 80 80 80 10", "05"),
  } },
  { name = "int64", n = 4, wt = 0, bad = "integer", samples = {
    s(0LL, "00", nil, zero),
    s(0LL, zero10, "00", zero),
    s(0LL, over64, "00", zero),
    s(12345LL, "B9 60"),
    s(4294967295LL, "FF FF FF FF 0F"),
    s(9007199254740993LL, "81 80 80 80 80 80 80 10"),
    s(9223372036854775807LL, max63),
    s(-9223372036854775807LL - 1LL, "80 80 80 80 80 80 80 80 80 01"),
    s(-1LL, ones10),
    s(-1LL, "FF FF FF FF FF FF FF FF FF 7F", ones10),
    s(8377627783044821654LL, "96 E5 D1 A6 D0 82 D4 A1 74"),
  } },
  { name = "uint32", n = 5, wt = 0, bad = "integer", samples = {
    s(0, "00", nil, zero),
    s(0, "80 80 80 80 20", "00", zero),
    s(12345, "B9 60"),
    s(2147483648, "80 80 80 80 08"),
    s(4294967295, "FF FF FF FF 0F"),
    s(4294967295, ones10, "FF FF FF FF 0F"),
    s(4294967295, max63, "FF FF FF FF 0F"),
    s(1, "81 80 80 80 20", "01"),
    s(1, min63plus1, "01"),
    s(1, "81 80 80 80 80 80 80 80 80 00", "01"),
  } },
  { name = "uint64", n = 6, wt = 0, bad = "integer", samples = {
    s(0ULL, "00", nil, zero),
    s(12345ULL, "B9 60"),
    s(4294967296ULL, "80 80 80 80 10"),
    s(9223372036854775808ULL, "80 80 80 80 80 80 80 80 80 01"),
    s(18446744073709551615ULL, ones10),
    s(1540220658123938661ULL, "E5 B6 C8 99 F3 D0 FD AF 15"),
    s(9372260000000000000ULL, "80 80 E9 D4 84 9A BD 88 82 01"),
  } },
  { name = "sint32", n = 7, wt = 0, bad = "integer", samples = {
    s(0, "00", nil, zero),
    s(-1, "01"),
    s(1, "02"),
    s(12345, "F2 C0 01"),
    s(2147483647, "FE FF FF FF 0F"),
    s(-2147483648, "FF FF FF FF 0F"),
    s(-2147483648, ones10, "FF FF FF FF 0F"),
    s(1, "82 80 80 80 10", "02"),
    s(-2, "83 80 80 80 10", "03"),
  } },
  { name = "sint64", n = 8, wt = 0, bad = "integer", samples = {
    s(0LL, "00", nil, zero),
    s(-1LL, "01"),
    s(12345LL, "F2 C0 01"),
    s(2147483649LL, "82 80 80 80 10"),
    s(9223372036854775807LL, "FE FF FF FF FF FF FF FF FF 01"),
    s(-9223372036854775807LL - 1LL, ones10),
  } },
  { name = "fixed32", n = 9, wt = 5, bad = "integer", samples = {
    s(0, "00 00 00 00", nil, zero),
    s(12345, "39 30 00 00"),
    s(2147483648, "00 00 00 80"),
    s(4294967295, "FF FF FF FF"),
  } },
  { name = "fixed64", n = 10, wt = 1, bad = "integer", samples = {
    s(0ULL, "00 00 00 00 00 00 00 00", nil, zero),
    s(12345ULL, "39 30 00 00 00 00 00 00"),
    s(9223372036854775808ULL, "00 00 00 00 00 00 00 80"),
    s(18446744073709551615ULL, "FF FF FF FF FF FF FF FF"),
  } },
  { name = "sfixed32", n = 11, wt = 5, bad = "integer", samples = {
    s(0, "00 00 00 00", nil, zero),
    s(12345, "39 30 00 00"),
    s(-1, "FF FF FF FF"),
    s(2147483647, "FF FF FF 7F"),
    s(-2147483648, "00 00 00 80"),
  } },
  { name = "sfixed64", n = 12, wt = 1, bad = "integer", samples = {
    s(0LL, "00 00 00 00 00 00 00 00", nil, zero),
    s(-1LL, "FF FF FF FF FF FF FF FF"),
    s(4294967296LL, "00 00 00 00 01 00 00 00"),
    s(9223372036854775807LL, "FF FF FF FF FF FF FF 7F"),
    s(-9223372036854775807LL - 1LL, "00 00 00 00 00 00 00 80"),
  } },
  { name = "bool", n = 13, wt = 0, bad = "boolean", samples = {
    s(false, "00", nil, zero),
    s(false, "80 00", "00", zero),
    s(false, zero10, "00", zero),
    s(false, over64, "00", zero),
    s(true, "01"),
    s(true, "81 00", "01"),
    s(true, "02", "01"),
    s(true, "80 01", "01"),
    s(true, ones10, "01"),
    s(true, "CE C2 F1 05", "01"),
    s(true, "80 80 80 80 10", "01", high_bool),
    s(true, "80 80 80 80 20", "01", high_bool),
    s(true, max63, "01"),
    s(true, "80 80 80 80 80 80 80 80 80 01", "01", high_bool),
  } },
  { name = "string", n = 14, wt = 2, bad = "string", samples = {
    s("", "", nil, zero),
    s("a", "61"),
    s("a\0b", "61 00 62"),
    s("\1\t\"\\\127", "01 09 22 5C 7F"),
    s("\228\184\173\230\150\135", "E4 B8 AD E6 96 87"),
    s("\240\159\152\129", "F0 9F 98 81"),
    s("\237\159\191\238\128\128", "ED 9F BF EE 80 80"),
    s("\239\187\191\239\191\190\239\191\191", "EF BB BF EF BF BE EF BF BF"),
    s("\244\143\191\191", "F4 8F BF BF"),
    s(rep("x", 127), rep("78", 127)),
    s(rep("y", 128), rep("79", 128)),
    s(rep("z", 300), rep("7A", 300)),
    s(rep("\195\169", 8200), rep("C3A9", 8200)),
  } },
  { name = "bytes", n = 15, wt = 2, bad = "string", samples = {
    s("", "", nil, zero),
    s("\1\2", "01 02"),
    s("\251", "FB"),
    s("\240\128", "F0 80"),
    s("\0\255\0", "00 FF 00"),
    s(rep("\200", 200), rep("C8", 200)),
  } },
  { name = "enum", n = 16, wt = 0, bad = "number or name", samples = {
    s(0, "00", nil, zero),
    s(0, "80 80 80 80 20", "00", zero),
    s(1, "01"),
    s(2, "02"),
    s(-1, ones10),
    s(-1, "FF FF FF FF 0F", ones10),
    s(-1, max63, ones10),
    s(1, min63plus1, "01"),
    s(1, "81 80 80 80 10", "01"),
    s(1, "81 80 80 80 80 80 80 80 80 00", "01"),
  } },
  { name = "message", n = 17, wt = 2, bad = "table", samples = {
    s({}, ""),
    s({ a = 1234 }, "08 D2 09"),
    s({ a = 5, b = -1 }, "10 " .. ones10 .. " 08 05", "08 05 10 " .. ones10),
    s({ sub = { sub = { a = 7 } } }, "22 04 22 02 08 07"),
  } },
}

local by_name = {}
for _, kind in ipairs(M) do
  by_name[kind.name] = kind
  kind.packable = kind.wt ~= 2
  -- A sample that is not zero, for cases that need one value only.
  for _, sample in ipairs(kind.samples) do
    if not sample.zero and not sample.differs and sample.payload == sample.canonical and #sample.payload > 0 then
      kind.one = sample
      break
    end
  end
end
M.by_name = by_name

-- Kinds a map key can have; `n` is the field number in MapKeys.
M.keys = {
  "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64", "bool",
    "string",
}

return M
