-- Maps: the seven shapes for every key and value kind, key normalisation, order under `deterministic`.
local builder = require "harness.builder"
local kinds = require "harness.kinds"
local wire = require "harness.wire"

local c = builder.new("maps")
local B, entry, record = wire.bytes, wire.entry, wire.record

local default = { message = {} }
local function default_of(kind)
  return default[kind.name] or kind.samples[1].value
end
local function payload_of_default(kind)
  return kind.name == "message" and "" or kind.samples[1].canonical
end
local function lua_key(v)
  return type(v) == "cdata" and tonumber(v) or v
end

for index, name in ipairs(kinds.keys) do
  local kind = kinds.by_name[name]
  local key, zero = kind.one, kind.samples[1]
  local k, z = record(1, kind.wt, key.payload), record(1, kind.wt, zero.payload)
  local K, Z = lua_key(key.value), lua_key(zero.value)
  local field = "m_" .. name
  local function case(what, input, map, bytes, options)
    for _, package in ipairs { "t3", "t2" } do
      c.accept { name = name .. " key: " .. what, type = package .. ".MapKeys", input = input,
        value = { [field] = map }, bytes = bytes, options = options }
    end
  end
  local whole = entry(index, k, "\16\5")
  case("key and value", whole, { [K] = 5 }, whole)
  case("value first", entry(index, "\16\5", k), { [K] = 5 }, whole)
  case("no value", entry(index, k), { [K] = 0 }, entry(index, k, "\16\0"))
  case("no key", entry(index, "\16\5"), { [Z] = 5 }, entry(index, z, "\16\5"))
  case("empty entry", entry(index), { [Z] = 0 }, entry(index, z, "\16\0"))
  case("zero key and value", entry(index, z, "\16\0"), { [Z] = 0 }, entry(index, z, "\16\0"))
  case("key twice", entry(index, z, k, "\16\5"), { [K] = 5 }, whole)
  case("value twice", entry(index, k, "\16\4", "\16\5"), { [K] = 5 }, whole)
  case("two entries of one key", entry(index, k, "\16\4") .. whole, { [K] = 5 }, whole)
  case("two keys", entry(index, z, "\16\1") .. whole, { [Z] = 1, [K] = 5 },
    (name == "sint32" or name == "sint64" or name == "sfixed64") and whole .. entry(index, z, "\16\1")
      or entry(index, z, "\16\1") .. whole,
    { deterministic = true })
  case("extra field, varint", entry(index, k, "\16\5\24\9"), { [K] = 5 }, whole)
  case("extra field first", entry(index, "\24\9", k, "\26\1a", "\16\5"), { [K] = 5 }, whole)
  case("extra group", entry(index, k, "\27\8\1\28", "\16\5"), { [K] = 5 }, whole)
  case("value of another wire type", entry(index, k, "\21\1\2\3\4"), { [K] = 0 }, entry(index, k, "\16\0"))
  case("value of another wire type, then the value", entry(index, k, "\18\1a", "\16\5"), { [K] = 5 }, whole)
  local other = kind.wt == 5 and "\9\1\2\3\4\5\6\7\8" or "\13\1\2\3\4"
  case("key of another wire type", entry(index, other, "\16\5"), { [Z] = 5 }, entry(index, z, "\16\5"))
  case("tags padded", wire.padded(index * 8 + 2, 3) .. wire.varint(#k + 4) .. wire.padded(8 + kind.wt, 2) .. k:sub(2)
    .. "\144\0\5", { [K] = 5 }, whole)
  -- The map field itself with another wire type.
  for what, raw in pairs { varint = wire.v(index, 1), fixed32 = wire.i32(index, "abcd"),
    group = wire.group(index, "\8\1") } do
    c.accept { name = name .. " key: field as " .. what, type = "t3.MapKeys", input = raw .. whole,
      value = { [field] = { [K] = 5 }, _unknown_fields = raw },
      bytes = whole .. raw }
  end
end

for _, kind in ipairs(kinds) do
  local one = kind.one
  local k, v = "\8\7", record(2, kind.wt, one.payload)
  local d = record(2, kind.wt, payload_of_default(kind))
  local field = "m_" .. kind.name
  local function case(what, input, map, bytes)
    for _, package in ipairs { "t3", "t2" } do
      c.accept { name = kind.name .. " value: " .. what, type = package .. ".MapVals", input = input,
        value = { [field] = map }, bytes = bytes }
    end
  end
  local whole = entry(kind.n, k, v)
  case("key and value", whole, { [7] = one.value }, whole)
  case("value first", entry(kind.n, v, k), { [7] = one.value }, whole)
  case("no value", entry(kind.n, k), { [7] = default_of(kind) }, entry(kind.n, k, d))
  case("no key", entry(kind.n, v), { [0] = one.value }, entry(kind.n, "\8\0", v))
  case("empty entry", entry(kind.n), { [0] = default_of(kind) }, entry(kind.n, "\8\0", d))
  case("zero value", entry(kind.n, k, d), { [7] = default_of(kind) }, entry(kind.n, k, d))
  case("value twice", entry(kind.n, k, d, v), { [7] = one.value }, whole)
  case("two entries of one key", entry(kind.n, k, d) .. whole, { [7] = one.value }, whole)
  case("two entries of one key, default last", whole .. entry(kind.n, k, d), { [7] = default_of(kind) },
    entry(kind.n, k, d))
  local other = kind.wt == 5 and "\17\1\2\3\4\5\6\7\8" or "\21\1\2\3\4"
  case("value of another wire type", entry(kind.n, k, other), { [7] = default_of(kind) }, entry(kind.n, k, d))
  case("value, then another wire type", entry(kind.n, k, v, other), { [7] = one.value }, whole)
  case("200 entries of one key", whole:rep(200), { [7] = one.value }, whole)
end

local function one(what, type_name, input, value, bytes, options)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input),
    options = options }
end
one("key and value over two entries of one message: replaced", "t3.MapVals",
  "8A 01 06 08 01 12 02 08 05 8A 01 06 08 01 12 02 10 07", { m_message = { [1] = { b = 7 } } },
  "8A 01 06 08 01 12 02 10 07")
one("unknown fields stay inside a message value", "t3.MapVals", "8A 01 07 08 01 12 03 98 06 07",
  { m_message = { [1] = { _unknown_fields = B "98 06 07" } } })
one("int32 key is cut before it is compared", "t3.MapKeys", "0A 04 08 05 10 01 0A 08 08 85 80 80 80 10 10 02",
  { m_int32 = { [5] = 2 } }, "0A 04 08 05 10 02")
one("bool key 2 is true", "t3.MapKeys", "5A 04 08 01 10 01 5A 04 08 02 10 02", { m_bool = { [true] = 2 } },
  "5A 04 08 01 10 02")
one("int32 value is cut", "t3.MapVals", "1A 08 08 01 10 85 80 80 80 10", { m_int32 = { [1] = 5 } }, "1A 04 08 01 10 05")
one("int64 key 2^53", "t3.MapKeys", "12 0B 08 80 80 80 80 80 80 80 10 10 01", { m_int64 = { [2 ^ 53] = 1 } })
one("int64 key 2^53+1", "t3.MapKeys", "12 0B 08 81 80 80 80 80 80 80 10 10 01",
  { m_int64 = { ["9007199254740993"] = 1 } })
one("int64 key -2^53", "t3.MapKeys", "12 0D 08 80 80 80 80 80 80 80 F0 FF 01 10 01", { m_int64 = { [-2 ^ 53] = 1 } })
one("int64 key -2^53-1", "t3.MapKeys", "12 0D 08 FF FF FF FF FF FF FF EF FF 01 10 01",
  { m_int64 = { ["-9007199254740993"] = 1 } })
one("int64 key minimum", "t3.MapKeys", "12 0D 08 80 80 80 80 80 80 80 80 80 01 10 01",
  { m_int64 = { ["-9223372036854775808"] = 1 } })
one("int64 key -1", "t3.MapKeys", "12 0D 08 FF FF FF FF FF FF FF FF FF 01 10 01", { m_int64 = { [-1] = 1 } })
one("uint64 key maximum", "t3.MapKeys", "22 0D 08 FF FF FF FF FF FF FF FF FF 01 10 01",
  { m_uint64 = { ["18446744073709551615"] = 1 } })
one("uint64 key 2^53+1, twice", "t3.MapKeys",
  "22 0B 08 81 80 80 80 80 80 80 10 10 01 22 0B 08 81 80 80 80 80 80 80 10 10 02",
  { m_uint64 = { ["9007199254740993"] = 2 } }, "22 0B 08 81 80 80 80 80 80 80 10 10 02")
one("fixed64 key maximum", "t3.MapKeys", "42 0B 09 FF FF FF FF FF FF FF FF 10 01",
  { m_fixed64 = { ["18446744073709551615"] = 1 } })
one("sfixed64 key minimum", "t3.MapKeys", "52 0B 09 00 00 00 00 00 00 00 80 10 01",
  { m_sfixed64 = { ["-9223372036854775808"] = 1 } })
one("sint64 key minimum", "t3.MapKeys", "32 0D 08 FF FF FF FF FF FF FF FF FF 01 10 01",
  { m_sint64 = { ["-9223372036854775808"] = 1 } })
one("recursive map", "t3.Node", "22 12 0A 01 61 12 0D 10 01 22 09 0A 01 62 12 04 10 02 1A 00",
  { by_name = { a = { v = 1, by_name = { b = { v = 2, kids = { {} } } } } } },
    "22 12 0A 01 61 12 0D 10 01 22 09 0A 01 62 12 04 10 02 1A 00")

-- Order under `deterministic`.
local function ordered(what, type_name, value, ...)
  c.encode { name = "deterministic " .. what, type = type_name, value = value, bytes = table.concat { ... },
    options = { deterministic = true } }
end
local function si(k, v) return entry(12, wire.len(1, k), wire.v(2, v)) end
ordered("strings by unsigned byte", "t3.MapKeys", { m_string = { b = 1, a = 2, [""] = 3, aa = 4, ["\195\169"] = 5,
  ["a\0"] = 6, B = 7 } },
  si("", 3), si("B", 7), si("a", 2), si("a\0", 6), si("aa", 4), si("b", 1), si("\195\169", 5))
ordered("int32 by value", "t3.MapKeys", { m_int32 = { [3] = 1, [1] = 2, [0] = 3, [-1] = 4, [2147483647] = 5,
  [-2147483648] = 6, [2] = 7 } },
  entry(1, wire.v(1, -2147483648), "\16\6"), entry(1, wire.v(1, -1), "\16\4"), entry(1, "\8\0\16\3"),
    entry(1, "\8\1\16\2"), entry(1, "\8\2\16\7"),
  entry(1, "\8\3\16\1"), entry(1, wire.v(1, 2147483647), "\16\5"))
ordered("uint32 by value", "t3.MapKeys", { m_uint32 = { [4294967295] = 1, [0] = 2, [2147483648] = 3 } },
  entry(3, "\8\0\16\2"), entry(3, wire.v(1, 2147483648), "\16\3"), entry(3, wire.v(1, 4294967295), "\16\1"))
ordered("int64 by value, strings among numbers", "t3.MapKeys",
  { m_int64 = { [5] = 1, ["9223372036854775807"] = 2, [-1] = 3, ["-9223372036854775808"] = 4, ["9007199254740993"] = 5,
    ["9007199254740995"] = 6, [2 ^ 53] = 7 } },
  entry(2, wire.v(1, -9223372036854775807LL - 1LL), "\16\4"), entry(2, wire.v(1, -1), "\16\3"), entry(2, "\8\5\16\1"),
    entry(2, wire.v(1, 2 ^ 53), "\16\7"),
  entry(2, wire.v(1, 9007199254740993LL), "\16\5"), entry(2, wire.v(1, 9007199254740995LL), "\16\6"),
    entry(2, wire.v(1, 9223372036854775807LL), "\16\2"))
ordered("uint64 by value, unsigned", "t3.MapKeys",
  { m_uint64 = { ["18446744073709551615"] = 1, ["9223372036854775808"] = 2, [0] = 3, ["9223372036854775807"] = 4,
    [7] = 5 } },
  entry(4, "\8\0\16\3"), entry(4, "\8\7\16\5"), entry(4, wire.v(1, 9223372036854775807ULL), "\16\4"),
    entry(4, wire.v(1, 9223372036854775808ULL), "\16\2"),
  entry(4, wire.v(1, 18446744073709551615ULL), "\16\1"))
ordered("sint32 by value, not by wire", "t3.MapKeys", { m_sint32 = { [-1] = 1, [1] = 2, [0] = 3, [-2] = 4 } },
  entry(5, "\8\3\16\4"), entry(5, "\8\1\16\1"), entry(5, "\8\0\16\3"), entry(5, "\8\2\16\2"))
ordered("false before true", "t3.MapKeys", { m_bool = { [true] = 1, [false] = 2 } }, entry(11, "\8\0\16\2"),
  entry(11, "\8\1\16\1"))
ordered("nested maps", "t3.Node", { by_name = { b = { by_name = { d = {}, c = {} } }, a = {} } },
  entry(4, B "0A 01 61 12 00"), entry(4, wire.len(1, "b"), wire.len(2, entry(4, B "0A 01 63 12 00")
    .. entry(4, B "0A 01 64 12 00"))))
do
  local value, parts = {}, {}
  for i = 1, 1000 do
    value[("%04d"):format((i * 7919) % 1000)] = (i * 7919) % 1000
  end
  for i = 0, 999 do parts[i + 1] = si(("%04d"):format(i), i) end
  c.encode { name = "deterministic, 1000 entries", type = "t3.MapKeys", value = { m_string = value },
    bytes = table.concat(parts),
    options = { deterministic = true }, times = 20 }
end

-- What encode takes as keys.
local function key(what, map, bytes)
  c.encode { name = "encode key " .. what, type = "t3.MapKeys", value = map, bytes = B(bytes) }
end
key("64-bit as decimal string, small", { m_int64 = { ["5"] = 1 } }, "12 04 08 05 10 01")
key("64-bit as decimal string, negative", { m_int64 = { ["-1"] = 1 } }, "12 0D 08 FF FF FF FF FF FF FF FF FF 01 10 01")
key("64-bit as decimal string, zero", { m_int64 = { ["0"] = 1 } }, "12 04 08 00 10 01")
key("64-bit as int64 cdata", { m_int64 = { [5LL] = 1 } }, "12 04 08 05 10 01")
key("64-bit as uint64 cdata", { m_uint64 = { [18446744073709551615ULL] = 1 } },
  "22 0D 08 FF FF FF FF FF FF FF FF FF 01 10 01")
key("int64 field, uint64 cdata in range", { m_int64 = { [5ULL] = 1 } }, "12 04 08 05 10 01")
key("uint64 as string, maximum", { m_uint64 = { ["18446744073709551615"] = 1 } },
  "22 0D 08 FF FF FF FF FF FF FF FF FF 01 10 01")
key("number beyond 2^53", { m_uint64 = { [2 ^ 63] = 1 } }, "22 0D 08 80 80 80 80 80 80 80 80 80 01 10 01")
key("fixed64 as string", { m_fixed64 = { ["7"] = 1 } }, "42 0B 09 07 00 00 00 00 00 00 00 10 01")
key("sint64 as string", { m_sint64 = { ["-2"] = 1 } }, "32 04 08 03 10 01")
key("empty map", { m_int32 = {}, m_string = {} }, "")

-- The hash walk, at many sizes (a compiled `pairs` on this LuaJIT can hang or lose elements): decode, encode, decode
-- gives the same.
for _, size in ipairs { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 255, 257, 600 } do
  local parts, map, ints, int_parts = {}, {}, {}, {}
  local names = {}
  for i = 1, size do names[i] = ("key%d"):format(i * 37) end
  table.sort(names)
  for i = 1, size do
    map[names[i]] = i
    parts[i] = si(names[i], i)
    ints[i - math.floor(size / 2)] = i
    int_parts[i] = entry(1, wire.v(1, i - math.floor(size / 2)), wire.v(2, i))
  end
  c.accept { name = "strings, size " .. size, type = "t3.MapKeys", input = table.concat(parts),
    value = { m_string = map }, options = { deterministic = true } }
  c.accept { name = "ints around zero, size " .. size, type = "t3.MapKeys", input = table.concat(int_parts),
    value = { m_int32 = ints },
    options = { deterministic = true } }
end

return c.list
