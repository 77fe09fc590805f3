-- cpp-hand against the contract, check by check, and against cpp-plan on the same values; what it does not know.
--   luajit hand.lua TREE BENCH_SET SET_WITH_ANOTHER_EXTENSION
package.cpath = arg[1] .. "/?.so;" .. package.cpath
local plan = require "pbplan"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end
plan.load(read(arg[2]))
local PERSON, BENCH = "hello.Person", "proto2_basic.BenchPayload"

local failed, ran = 0, 0
local function expect(what, got, wanted)
  ran = ran + 1
  if got ~= wanted then
    failed = failed + 1
    print(("FAIL %s\n  expected %s\n  got      %s"):format(what, tostring(wanted), tostring(got)))
  end
end

local function hex(bytes)
  return (bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end
local function bytes_of(text)
  return (text:gsub("%s", ""):gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end
local function outcome(f, v)
  local ok, result = pcall(f, v)
  return ok and type(result) == "string" and hex(result) or result
end

-- Encodes with both; `wanted` is hex, or the text of the error after the type's name.
local function encodes(type_name, value, wanted)
  local hand, walked = plan.hand.message(type_name), plan.message(type_name)
  if not wanted:find("^%x*$") then wanted = type_name .. wanted end
  local what = type_name .. " -> " .. wanted
  expect(what .. " (cpp-plan)", outcome(walked.encode, value), wanted)
  expect(what, outcome(hand.encode, value), wanted)
  if type(value) ~= "table" or getmetatable(value) then return end
  -- The same fields through __index, as the walk over the table can't be used then.
  expect(what .. " (proxy)", outcome(hand.encode, setmetatable({}, { __index = value })), wanted)
  expect(what .. " (again)", outcome(hand.encode, value), wanted)
end
local function refuses(type_name, input, wanted)
  wanted = type_name .. ": " .. wanted
  expect(wanted .. " (cpp-plan)", outcome(plan.message(type_name).decode, bytes_of(input)), wanted)
  expect(wanted, outcome(plan.hand.message(type_name).decode, bytes_of(input)), wanted)
end
-- Decodes, and encodes to `output` (default: the input).
local function round_trip(type_name, input, output)
  local hand = plan.hand.message(type_name)
  local ok, value = pcall(hand.decode, bytes_of(input))
  expect(type_name .. " decode " .. input .. ": " .. tostring(value), ok, true)
  if ok then expect(type_name .. " " .. input, outcome(hand.encode, value), (output or input):gsub("%s", "")) end
  return value
end

-- Every field of Person: its value, what is no value of it, and what an error says.
encodes(PERSON, { name = "a", age = -1, emails = { "x", "" }, status = 2, address = { street = "s", zip = 5 } },
  "0a0161" .. "10ffffffffffffffffff01" .. "1a0178" .. "1a00" .. "2002" .. "2a050a01731805")
encodes(PERSON, { friends = { { name = "b" }, {} }, lucky_numbers = { 1, 300, -1 }, avatar = "\255\0" },
  "32030a0162" .. "3200" .. "3a0d" .. "01" .. "ac02" .. "ffffffffffffffffff01" .. "4202ff00")
encodes(PERSON, { user_id = 1, balance = -1, weight_kg = 1.5 }, "490100000000000000" .. "5001" .. "59000000000000f83f")
encodes(PERSON, { user_id = 18446744073709551615ULL }, "49ffffffffffffffff")
encodes(PERSON, { user_id = 7LL }, "490700000000000000")
encodes(PERSON, { weight_kg = -0.0 }, "590000000000000080")
encodes(PERSON, { weight_kg = 0 / 0 }, "59000000000000f87f")
encodes(PERSON, { ages_by_nickname = { k = -2 } }, "6a0e" .. "0a016b" .. "10feffffffffffffffff01")
encodes(PERSON, { nickname_by_age = { [7] = "x" } }, "7205" .. "0807" .. "120178")
encodes(PERSON, { addresses_by_label = { home = { city = "c" } } }, "7a0b" .. "0a04686f6d65" .. "1203" .. "120163")
encodes(PERSON, { status = "ERROR" }, "2002")
encodes(PERSON, { status = 77 }, "204d")
-- Zeros of fields without presence are not written; `apartment` has presence.
encodes(PERSON, { name = "", age = 0, status = 0, avatar = "", user_id = 0, balance = 0, weight_kg = 0, emails = {},
  lucky_numbers = {}, friends = {}, ages_by_nickname = {}, nickname_by_age = {}, addresses_by_label = {} }, "")
encodes("hello.Address", { street = "", city = "", zip = 0, apartment = "" }, "2200")
encodes(PERSON, { address = {} }, "2a00")
encodes(PERSON, { _unknown_fields = "\160\6\1", other = 5, name = "a" }, "0a0161a00601")

encodes(PERSON, { name = 5 }, ".name: string expected, got number")
encodes(PERSON, { name = "\255" }, ".name: invalid UTF-8")
encodes(PERSON, { age = "5" }, ".age: integer expected, got string")
encodes(PERSON, { age = 1.5 }, ".age: integer expected, got 1.5")
encodes(PERSON, { age = 0 / 0 }, ".age: integer expected, got nan")
encodes(PERSON, { age = 1 / 0 }, ".age: integer expected, got inf")
encodes(PERSON, { age = 2147483648 }, ".age: 2147483648 is out of range for int32")
encodes(PERSON, { age = 5LL }, ".age: integer expected, got cdata")
encodes(PERSON, { emails = 5 }, ".emails: table expected, got number")
encodes(PERSON, { emails = { "a", 5 } }, ".emails[2]: string expected, got number")
encodes(PERSON, { emails = { "a", "\128" } }, ".emails[2]: invalid UTF-8")
encodes(PERSON, { emails = { "a", [0] = "z" } }, ".emails[0]: not a list index")
encodes(PERSON, { emails = { "a", [5] = "z" } }, ".emails[5]: not a list index")
encodes(PERSON, { emails = { "a", k = "z" } }, '.emails["k"]: not a list index')
encodes(PERSON, { status = true }, ".status: number or name expected, got boolean")
encodes(PERSON, { status = "NOSUCH" }, '.status: "NOSUCH" is not a value of hello.Status')
encodes(PERSON, { status = 2 ^ 31 }, ".status: 2147483648 is out of range for enum")
encodes(PERSON, { address = "x" }, ".address: table expected, got string")
encodes(PERSON, { address = { zip = {} } }, ".address.zip: integer expected, got table")
encodes(PERSON, { address = { apartment = "\255" } }, ".address.apartment: invalid UTF-8")
encodes(PERSON, { friends = { {}, { friends = { { name = {} } } } } },
  ".friends[2].friends[1].name: string expected, got table")
encodes(PERSON, { friends = { 5 } }, ".friends[1]: table expected, got number")
encodes(PERSON, { friends = { {}, nil, {} } }, ".friends[2]: hole in list")
encodes(PERSON, { lucky_numbers = { 1, "x" } }, ".lucky_numbers[2]: integer expected, got string")
encodes(PERSON, { lucky_numbers = { 1, 2, 2 ^ 40 } }, ".lucky_numbers[3]: 1099511627776 is out of range for int32")
encodes(PERSON, { lucky_numbers = { 1, k = 2 } }, '.lucky_numbers["k"]: not a list index')
encodes(PERSON, { avatar = {} }, ".avatar: string expected, got table")
encodes(PERSON, { user_id = -1 }, ".user_id: -1 is out of range for fixed64")
encodes(PERSON, { user_id = -1LL }, ".user_id: -1LL is out of range for fixed64")
encodes(PERSON, { user_id = 0.5 }, ".user_id: integer expected, got 0.5")
encodes(PERSON, { user_id = "1" }, ".user_id: integer expected, got string")
encodes(PERSON, { balance = 2 ^ 31 }, ".balance: 2147483648 is out of range for sint32")
encodes(PERSON, { weight_kg = "x" }, ".weight_kg: number expected, got string")
encodes(PERSON, { ages_by_nickname = 5 }, ".ages_by_nickname: table expected, got number")
encodes(PERSON, { ages_by_nickname = { [5] = 1 } }, ".ages_by_nickname[5]: string key expected, got number")
encodes(PERSON, { ages_by_nickname = { k = "v" } }, '.ages_by_nickname["k"]: integer expected, got string')
encodes(PERSON, { ages_by_nickname = { ["\255"] = 1 } }, '.ages_by_nickname["\255"]: invalid UTF-8')
encodes(PERSON, { nickname_by_age = { k = "v" } }, '.nickname_by_age["k"]: integer key expected, got string')
encodes(PERSON, { nickname_by_age = { [1.5] = "v" } }, ".nickname_by_age[1.5]: integer key expected, got 1.5")
encodes(PERSON, { nickname_by_age = { [2 ^ 31] = "v" } },
  ".nickname_by_age[2147483648]: key 2147483648 is out of range for int32")
encodes(PERSON, { nickname_by_age = { [1] = "\255" } }, ".nickname_by_age[1]: invalid UTF-8")
encodes(PERSON, { addresses_by_label = { k = 5 } }, '.addresses_by_label["k"]: table expected, got number')
encodes(PERSON, { addresses_by_label = { k = { zip = "z" } } },
  '.addresses_by_label["k"].zip: integer expected, got string')
encodes(PERSON, { _unknown_fields = 5 }, "._unknown_fields: string expected, got number")
encodes(PERSON, 5, ": table expected, got number")
local holed_texts, holed_numbers = {}, {}  -- a border at 4: literals with nil in them have one before the hole
for i = 1, 4 do holed_texts[i], holed_numbers[i] = "a", i end
holed_texts[3], holed_numbers[3] = nil, nil
encodes(PERSON, { emails = holed_texts }, ".emails[3]: hole in list")
encodes(PERSON, { lucky_numbers = holed_numbers }, ".lucky_numbers[3]: hole in list")
local cycle = {}
cycle.friends = { cycle }
encodes(PERSON, cycle, ": nesting over 100 levels")
local function deep(levels, leaf)
  local value = leaf
  for _ = 1, levels do value = { friends = { value } } end
  return value
end
encodes(PERSON, deep(99, { address = { zip = 1 } }), hex(plan.encode(PERSON, deep(99, { address = { zip = 1 } }))))
encodes(PERSON, deep(100, { address = {} }), ": nesting over 100 levels")
encodes(PERSON, deep(100, { ages_by_nickname = { a = 1 } }), ": nesting over 100 levels")
encodes(PERSON, deep(99, { addresses_by_label = { a = {} } }), ": nesting over 100 levels")
encodes(PERSON, deep(100, { ages_by_nickname = {} }), hex(plan.encode(PERSON, deep(100, {}))))

-- BenchPayload: required, group, extensions, no UTF-8 check in proto2.
encodes(BENCH, { id = 0, name = "\255", retries = 0, lucky_numbers = { 1, 2 }, tags = { "t", "\255" },
  inner = { key = "", weight = 3 }, stats = { latency_ns = 4, attempts = -1 },
  _extensions = { ["proto2_basic.ext_count"] = 5, ["proto2_basic.ext_label"] = "l", other = {} },
  _unknown_fields = "\128\8\1" },
  "0800" .. "1201ff" .. "1800" .. "22020102" .. "2a0174" .. "2a01ff" .. "32040a001003" ..
  "3b400448ffffffffffffffffff013c" .. "a00605" .. "aa06016c" .. "800801")
encodes(BENCH, {}, ".id: required field missing")
encodes(BENCH, { id = 1, inner = {} }, ".inner.key: required field missing")
encodes(BENCH, { id = 1, inner = { key = 5 } }, ".inner.key: string expected, got number")
encodes(BENCH, { id = 1, stats = 5 }, ".stats: table expected, got number")
encodes(BENCH, { id = 1, stats = { attempts = "x" } }, ".stats.attempts: integer expected, got string")
encodes(BENCH, { id = 1, tags = { 1 } }, ".tags[1]: string expected, got number")
encodes(BENCH, { _extensions = 5 }, "._extensions: table expected, got number")
encodes(BENCH, { id = 1, _extensions = { ["proto2_basic.ext_count"] = "x" } },
  ".(proto2_basic.ext_count): integer expected, got string")
encodes(BENCH, { id = 1, _extensions = { ["proto2_basic.ext_label"] = 5 } },
  ".(proto2_basic.ext_label): string expected, got number")

-- Decoding: order, merging, padding, unknown records, odd map entries.
expect("age", round_trip(PERSON, "0a0161 1005 1a0178 1a0179").age, 5)
round_trip(PERSON, "1a0178 0a0161 1a0179", "0a0161 1a0178 1a0179")
round_trip(PERSON, "8a00 0161", "0a0161")
round_trip(PERSON, "0a0161 0a0162", "0a0162")
round_trip(PERSON, "2a030a0161 2a021805", "2a050a01611805")
round_trip(PERSON, "2a030a0161 1001 2a021805", "1001 2a050a01611805")
round_trip(PERSON, "3801 3a020203 3804", "3a0401020304")
round_trip(PERSON, "a00601 0a0161 6001", "0a0161a006016001")
round_trip(PERSON, "0d01000000", "0d01000000")
round_trip(PERSON, "6a00", "6a040a001000")
round_trip(PERSON, "6a051002 0a0161", "6a050a01611002")
round_trip(PERSON, "7a00", "7a040a001200")
round_trip(PERSON, "7a080a0161 1203 120163 7a080a0161 1203 120164", "7a080a0161 1203 120164")
expect("number", plan.hand.message(PERSON).decode(bytes_of "490100000000000080").user_id, 0x8000000000000001ULL)
round_trip(BENCH, "aa06016c 0801 a00605", "0801a00605aa06016c")
round_trip(BENCH, "0801 3b40013c 3b48023c", "0801 3b400148023c")
round_trip(BENCH, "0801 3b400150053c", "0801 3b400150053c")
round_trip(BENCH, "0801 3b 5b 5c 3c", "0801 3b5b5c3c")
round_trip(BENCH, "3200 0801 32030a0161", "0801 32030a0161")
refuses(BENCH, "1201", "length past the end at byte 1")
refuses(BENCH, "0801 3b4001", "unterminated group at byte 5")
refuses(BENCH, "0801 3b44", "unexpected end group at byte 3")
refuses(BENCH, "0801 3c", "unexpected end group at byte 2")
refuses(PERSON, "0a01ff", "invalid UTF-8 at byte 2")
refuses(PERSON, "10", "truncated varint at byte 1")
refuses(PERSON, "10ffffffffffffffffffff01", "varint over 10 bytes at byte 1")
refuses(PERSON, "0e", "invalid wire type 6 at byte 0")
refuses(PERSON, "00", "invalid tag at byte 0")
refuses(PERSON, "49010203", "truncated fixed64 at byte 1")
refuses(PERSON, "3a0180", "truncated varint at byte 2")
refuses(PERSON, "6a030a01ff", "invalid UTF-8 at byte 4")
local nested = ""
for _ = 1, 101 do
  local size = #nested
  local length = size < 128 and string.char(size) or string.char(size % 128 + 128, math.floor(size / 128))
  nested = "\50" .. length .. nested
end
expect("101 levels", (pcall(plan.hand.message(PERSON).decode, nested)), false)
expect("missing", outcome(plan.hand.message(BENCH).decode, ""), BENCH .. ".id: required field missing")
expect("missing inside", outcome(plan.hand.message(BENCH).decode, "\8\1\50\0"),
  BENCH .. ".inner.key: required field missing")
expect("no string", outcome(plan.hand.message(PERSON).decode, 5), "hello.Person: string expected, got number")

-- Options are the state's.
plan.option("validate_utf8", false)
encodes(PERSON, { name = "\255", emails = { "\255" } }, "0a01ff1a01ff")
round_trip(PERSON, "0a01ff")
plan.option("validate_utf8", true)
plan.hand.option("int64", "number")
expect("int64=number", plan.hand.message(PERSON).decode(bytes_of "490100000000000000").user_id, 1)
plan.option("int64", "cdata")
plan.option("deterministic", true)
encodes(PERSON, { ages_by_nickname = { b = 1, a = 2 } }, "6a050a01611002" .. "6a050a01621001")
plan.option("deterministic", false)

-- What it does not know.
expect("other type", outcome(plan.hand.message, "hello.Result"), "hello.Result: no hand-written code for it")
expect("unknown type", outcome(plan.hand.message, "no.Such"), 'unknown message type "no.Such"')
local bound = plan.hand.message(BENCH)
plan.load(read(arg[3]))
local altered = BENCH .. ": declared otherwise than the hand-written code has it"
expect("new extension", outcome(plan.hand.message, BENCH), altered)
expect("new extension, bound before", outcome(bound.decode, "\8\1"), altered)
expect("new extension, bound before", outcome(bound.encode, { id = 1 }), altered)
expect("the other schema stays", outcome(plan.hand.message(PERSON).encode, { age = 1 }), "1001")

print(("%d checks, %d failed"):format(ran, failed))
os.exit(failed == 0 and 0 or 1)
