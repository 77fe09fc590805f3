-- Values that encode takes: numbers where 64-bit integers are wanted, both ctypes, -0, NaN, tables with metatables,
-- calls from inside a call.
local builder = require "harness.builder"
local wire = require "harness.wire"
local ffi = require "ffi"

local c = builder.new("encode")
local B = wire.bytes
local nan = math.huge - math.huge

local function encode(what, type_name, value, bytes)
  c.encode { name = what, type = type_name, value = value, bytes = B(bytes) }
end

-- 64-bit kinds from numbers and from either ctype.
local forms = {
  { "number", function(n) return n end },
  { "int64", function(n) return ffi.cast("int64_t", n) end },
  { "uint64", function(n) return n >= 0 and ffi.cast("uint64_t", n) or nil end },
  { "long long", function(n) return ffi.new("long long", n) end },
  { "unsigned long long", function(n) return n >= 0 and ffi.new("unsigned long long", n) or nil end },
}
local encodings = {
  { "f_int64", 4, function(n) return wire.v(4, n) end },
  { "f_sint64", 8, function(n) return wire.v(8, n >= 0 and 2 * n or -2 * n - 1) end },
  { "f_sfixed64", 12, function(n) return wire.i64(12, wire.le32(n) .. wire.le32(math.floor(n / 2 ^ 32))) end },
  { "f_uint64", 6, function(n) return n >= 0 and wire.v(6, n) or nil end },
  { "f_fixed64", 10, function(n) return n >= 0 and wire.i64(10, wire.le32(n) .. wire.le32(math.floor(n / 2 ^ 32)))
    or nil end },
}
for _, n in ipairs { 1, 127, 128, 2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 2 ^ 32 + 1, 2 ^ 51 - 1, 2 ^ 51, 2 ^ 52 + 1, 2 ^ 53 - 1,
  -1, -128, -2 ^ 31, -2 ^ 32 - 1, -2 ^ 51 - 3 } do
  for _, encoding in ipairs(encodings) do
    local field, number, wire_of = encoding[1], encoding[2], encoding[3]
    local bytes = wire_of(n)
    for _, form in ipairs(forms) do
      local value = form[2](n)
      if bytes and value then
        c.encode { name = ("%s %.0f as %s"):format(field, n, form[1]), type = "t3.Plain", value = { [field] = value },
          bytes = bytes }
        c.encode { name = ("%s %.0f as %s, optional"):format(field, n, form[1]), type = "t2.Opt",
          value = { [field] = value }, bytes = bytes }
        local payload = bytes:sub(#wire.tag(number, 0) + 1)
        c.encode { name = ("%s %.0f as %s, list"):format(field, n, form[1]), type = "t3.Rep",
          value = { [field] = { value, value } },
          bytes = wire.len(number, payload .. payload) }
      end
    end
  end
end
-- Large ones, out of a number's exact reach.
encode("C01 uint64 9372260000000000000", "cc.Stats", { id = 1, distance = 100, hp = 9372260000000000000 },
  "08 01 10 64 18 80 80 E9 D4 84 9A BD 88 82 01")
encode("uint64 2^63 as number", "t3.Plain", { f_uint64 = 2 ^ 63 }, "30 80 80 80 80 80 80 80 80 80 01")
encode("uint64 2^64-2048 as number", "t3.Plain", { f_uint64 = 2 ^ 64 - 2048 }, "30 80 F0 FF FF FF FF FF FF FF 01")
encode("fixed64 2^63 as number", "t3.Plain", { f_fixed64 = 2 ^ 63 }, "51 00 00 00 00 00 00 00 80")
encode("fixed64 2^64-2048 as number", "t3.Plain", { f_fixed64 = 2 ^ 64 - 2048 }, "51 00 F8 FF FF FF FF FF FF")
encode("int64 -2^63 as number", "t3.Plain", { f_int64 = -2 ^ 63 }, "20 80 80 80 80 80 80 80 80 80 01")
encode("int64 2^63-1024 as number", "t3.Plain", { f_int64 = 2 ^ 63 - 1024 }, "20 80 F8 FF FF FF FF FF FF 7F")
encode("sint64 -2^63 as number", "t3.Plain", { f_sint64 = -2 ^ 63 }, "40 FF FF FF FF FF FF FF FF FF 01")
encode("sfixed64 -2^63 as number", "t3.Plain", { f_sfixed64 = -2 ^ 63 }, "61 00 00 00 00 00 00 00 80")
encode("int64 maximum as uint64", "t3.Plain", { f_int64 = 9223372036854775807ULL }, "20 FF FF FF FF FF FF FF FF 7F")
encode("uint64 from int64 maximum", "t3.Plain", { f_uint64 = 9223372036854775807LL }, "30 FF FF FF FF FF FF FF FF 7F")
encode("64-bit zero as cdata, implicit presence", "t3.Plain", { f_int64 = 0LL, f_uint64 = 0ULL, f_sint64 = 0ULL,
  f_fixed64 = 0LL, f_sfixed64 = 0LL }, "")
encode("64-bit zero as cdata, presence", "t3.Opt", { f_int64 = 0LL, f_uint64 = 0LL, f_sint64 = 0ULL, f_fixed64 = 0LL,
  f_sfixed64 = 0ULL },
  "20 00 30 00 40 00 51 00 00 00 00 00 00 00 00 61 00 00 00 00 00 00 00 00")
encode("const int64", "t3.Plain", { f_int64 = ffi.new("struct { const int64_t x; }", { 5 }).x }, "20 05")

-- Zeros.
encode("implicit presence writes no zero", "t3.Plain", { f_double = 0, f_float = 0, f_int32 = 0, f_int64 = 0,
  f_uint32 = 0, f_uint64 = 0, f_sint32 = 0,
  f_sint64 = 0, f_fixed32 = 0, f_fixed64 = 0, f_sfixed32 = 0, f_sfixed64 = 0, f_bool = false, f_string = "",
    f_bytes = "", f_enum = 0 }, "")
encode("-0 is written in float and double only", "t3.Plain", { f_double = -0.0, f_float = -0.0, f_int32 = -0.0,
  f_int64 = -0.0, f_uint32 = -0.0, f_uint64 = -0.0,
  f_sint32 = -0.0, f_sint64 = -0.0, f_fixed32 = -0.0, f_fixed64 = -0.0, f_sfixed32 = -0.0, f_sfixed64 = -0.0,
    f_enum = -0.0 },
  "09 00 00 00 00 00 00 00 80 15 00 00 00 80")
encode("-0 in integers with presence is zero", "t3.Opt", { f_int32 = -0.0, f_int64 = -0.0, f_uint32 = -0.0,
  f_uint64 = -0.0,
  f_sint32 = -0.0, f_sint64 = -0.0, f_fixed32 = -0.0, f_fixed64 = -0.0, f_sfixed32 = -0.0, f_sfixed64 = -0.0,
    f_enum = -0.0 },
  "18 00 20 00 28 00 30 00 38 00 40 00 4D 00 00 00 00 "
    .. "51 00 00 00 00 00 00 00 00 5D 00 00 00 00 61 00 00 00 00 00 00 00 00 80 01 00")
encode("-0 and 0 in lists", "t3.Rep", { f_double = { 0, -0.0 }, f_int32 = { 0, -0.0 } },
  "0A 10 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 1A 02 00 00")
encode("NaN", "t3.Plain", { f_double = nan, f_float = nan }, "09 00 00 00 00 00 00 F8 7F 15 00 00 C0 7F")
encode("negative NaN", "t3.Plain", { f_double = -nan, f_float = -nan }, "09 00 00 00 00 00 00 F8 7F 15 00 00 C0 7F")
encode("NaN in lists", "t3.Rep", { f_double = { nan, 1 }, f_float = { -nan } },
  "0A 10 00 00 00 00 00 00 F8 7F 00 00 00 00 00 00 F0 3F 12 04 00 00 C0 7F")
encode("NaN in maps", "t3.MapVals", { m_double = { [1] = -nan } }, "0A 0B 08 01 11 00 00 00 00 00 00 F8 7F")

-- float from double: rounded to nearest even.
encode("float 0.1", "t3.Plain", { f_float = 0.1 }, "15 CD CC CC 3D")
encode("float 16777217", "t3.Plain", { f_float = 16777217 }, "15 00 00 80 4B")
encode("float 16777219", "t3.Plain", { f_float = 16777219 }, "15 02 00 80 4B")
encode("float smallest denormal", "t3.Plain", { f_float = 1.401298464324817e-45 }, "15 01 00 00 00")
encode("float largest", "t3.Plain", { f_float = 3.4028234663852886e38 }, "15 FF FF 7F 7F")
encode("float that narrows to zero, without presence: nothing", "t3.Plain", { f_float = 1e-46 }, "")
encode("float at half of the smallest denormal: zero by rounding to even", "t3.Plain", { f_float = 2 ^ -150 }, "")
encode("float just above it", "t3.Plain", { f_float = 2 ^ -150 * 1.0000001 }, "15 01 00 00 00")
encode("negative float that narrows to -0.0: kept", "t3.Plain", { f_float = -1e-46 }, "15 00 00 00 80")
encode("float below half of the smallest denormal: a zero that presence keeps",
  "t3.Opt", { f_float = 1e-46 },
  "15 00 00 00 00")
encode("float infinities", "t3.Rep", { f_float = { math.huge, -math.huge } }, "12 08 00 00 80 7F 00 00 80 FF")
encode("integers as float", "t3.Plain", { f_float = 5, f_double = -7 }, "09 00 00 00 00 00 00 1C C0 15 00 00 A0 40")

-- Lengths about one and two byte borders, nested: what a one-byte length hole must survive.
for _, size in ipairs { 0, 1, 125, 126, 127, 128, 129, 16381, 16382, 16383, 16384, 16385, 40000 } do
  local s = ("x"):rep(size)
  local inner = size == 0 and "" or wire.len(5, s)
  if size > 0 then
    c.encode { name = "bytes of " .. size, type = "t3.Plain", value = { f_bytes = s }, bytes = wire.len(15, s) }
  end
  local one = wire.len(15, s)
  c.encode { name = "sub-message of " .. size, type = "t3.Holder", value = { opts = { { f_bytes = s } } },
    bytes = wire.len(2, one) }
  c.encode { name = "sub-message of " .. size .. " between two", type = "t3.Holder",
    value = { opts = { { f_int32 = 1 }, { f_bytes = s }, { f_int32 = 2 } } },
    bytes = wire.len(2, "\24\1") .. wire.len(2, one) .. wire.len(2, "\24\2") }
  c.encode { name = "five levels around " .. size, type = "t3.Holder",
    value = { holder = { holder = { holder = { holder = { opts = { { f_bytes = s } } } } } } },
    bytes = wire.nest(4, function(raw) return wire.len(5, raw) end, wire.len(2, one)) }
  c.encode { name = "map value of " .. size, type = "t3.Holder", value = { reps = { k = { f_bytes = { s } } } },
    bytes = wire.entry(3, "\10\1k", wire.len(2, one)) }
  c.encode { name = "map key of " .. size, type = "t3.MapKeys", value = { m_string = { [s] = 1 } },
    bytes = wire.entry(12, wire.len(1, s), "\16\1") }
  c.encode { name = "group around " .. size, type = "t2.Groups", value = { r = { { back = { g = { f_bytes = s } } } } },
    bytes = wire.group(2, wire.len(3, wire.group(1, one))) }
  local list = {}
  for i = 1, size do list[i] = 1 end
  if size > 0 then
    c.encode { name = "packed run of " .. size, type = "t3.Rep", value = { f_int32 = list },
      bytes = wire.len(3, ("\1"):rep(size)), times = size > 1000 and 20 or nil }
    c.encode { name = "packed run of fixed32, " .. size, type = "t3.Packed", value = { f_fixed32 = list },
      bytes = wire.len(9, ("\1\0\0\0"):rep(size)),
      times = size > 1000 and 20 or nil }
  end
  c.encode { name = "unknown fields of " .. size .. " in a sub-message", type = "t3.Plain",
    value = { f_message = { _unknown_fields = inner } }, bytes = wire.len(17, inner) }
end

-- Empty containers are written as nothing; empty messages are written.
encode("empty lists and maps", "t3.Node", { kids = {}, by_name = {}, counts = {} }, "")
encode("empty lists, all kinds", "t3.Rep", { f_double = {}, f_int32 = {}, f_int64 = {}, f_bool = {}, f_string = {},
  f_bytes = {}, f_enum = {}, f_message = {} }, "")
encode("empty packed in proto2", "t2.Packed", { f_int32 = {}, f_double = {} }, "")
encode("empty messages", "t3.Node", { next = {}, kids = { {}, {} }, by_name = { [""] = {} }, alt = {} },
  "0A 00 1A 00 1A 00 22 04 0A 00 12 00 2A 00")
encode("empty root", "t3.Plain", {}, "")

-- Fields are read by ordinary indexing.
encode("fields through __index, a table", "t3.Plain", setmetatable({ f_int32 = 1 },
  { __index = { f_string = "x", f_int32 = 2 } }), "18 01 72 01 78")
encode("fields through __index, a function", "t3.Plain", setmetatable({}, { __index = function(_, k)
  if k == "f_int32" then return 5 elseif k == "f_string" then return "x" end
end }), "18 05 72 01 78")
encode("sub-message through __index", "t3.Holder", setmetatable({}, { __index = function(_, k)
  if k == "opts" then return { setmetatable({}, { __index = function(_,
    name) if name == "f_bool" then return true end end }) } end
end }), "12 02 68 01")
encode("oneof through __index", "t3.One", setmetatable({}, { __index = { f_int32 = 0 } }), "18 00")

-- A call of encode from inside __index: the outer one is not disturbed.
c.encode { name = "encode inside encode", type = "t3.Plain", make = function(way)
  return setmetatable({ f_bytes = ("b"):rep(100) }, { __index = function(_, k)
    if k == "f_int32" then
      local inner = way.encode { f_string = ("x"):rep(300) }
      return #inner
    end
  end })
end, bytes = B "18 AF 02" .. wire.len(15, ("b"):rep(100)) }
c.encode { name = "encode inside encode of a sub-message", type = "t3.Holder", make = function(way)
  local sub = setmetatable({ f_bytes = ("b"):rep(200) }, { __index = function(_, k)
    if k == "f_string" then return way.encode { opts = { { f_int32 = 1 }, { f_bytes = ("c"):rep(5000) } } }:sub(1,
      4) end
  end })
  return { opts = { { f_int32 = 7 }, sub, { f_int32 = 8 } } }
end, bytes = B "12 02 18 07" .. wire.len(2, wire.len(14, B "12 02 18 01") .. wire.len(15, ("b"):rep(200)))
  .. B "12 02 18 08" }
c.encode { name = "decode inside encode", type = "t3.Plain", make = function(way)
  return setmetatable({ f_bool = true }, { __index = function(_, k)
    if k == "f_int32" then return way.decode("\24\9").f_int32 end
  end })
end, bytes = B "18 09 68 01" }
c.encode { name = "a failing encode inside encode", type = "t3.Plain", make = function(way)
  return setmetatable({ f_bytes = "b" }, { __index = function(_, k)
    if k == "f_int32" then
      local ok = pcall(way.encode, { f_string = ("x"):rep(1000), f_bool = 5 })
      return ok and 1 or 2
    end
  end })
end, bytes = B "18 02 7A 01 62" }

return c.list
