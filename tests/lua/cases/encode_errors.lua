-- What encode refuses, with the text and the path, for every kind in every context.
local builder = require "harness.builder"
local kinds = require "harness.kinds"
local ffi = require "ffi"

local c = builder.new("encode_errors")
local huge = math.huge
local nan = huge - huge

-- Bad values by kind: {value, text}.
local function integer_range(name, low, high, low_text, high_text)
  return { { low, low_text .. " is out of range for " .. name }, { high, high_text .. " is out of range for "
    .. name } }
end
local function join(...)
  local out = {}
  for _, list in ipairs { ... } do
    for _, item in ipairs(list) do out[#out + 1] = item end
  end
  return out
end
local types = {
  table = {}, string = "5", boolean = true, number = 5, ["function"] = print, cdata = 5LL,
    cdata32 = ffi.new("int32_t", 5), cdatap = ffi.new("int[1]"),
  thread = coroutine.create(print), userdata = io.stdout, zero = false,
}
local type_order = { "table", "string", "boolean", "number", "function", "cdata", "cdata32", "cdatap", "thread",
  "userdata", "zero" }
local function wrong(expected, ...)
  local fine, out = {}, {}
  for _, name in ipairs { ... } do fine[name] = true end
  for _, name in ipairs(type_order) do
    if not fine[name] then out[#out + 1] = { types[name], expected .. " expected, got " .. type(types[name]) } end
  end
  return out
end
local fractions = {
  { 1.5, "integer expected, got 1.5" }, { -0.5, "integer expected, got -0.5" }, { huge, "integer expected, got inf" },
    { -huge, "integer expected, got -inf" },
  { nan, "integer expected, got nan" }, { 1e-300, "integer expected, got 1e-300" },
    { 4503599627370495.5, "integer expected, got 4.5035996273705e+15" },
}
local wrong_int = wrong("integer", "number")
local wrong_long = wrong("integer", "number", "cdata")
local signed64 = { { 2 ^ 63, "9.2233720368548e+18" }, { -2 ^ 63 - 2048, "-9.2233720368548e+18" }, { 1e300, "1e+300" },
  { -1e20, "-1e+20" },
  { 9223372036854775808ULL, "9223372036854775808ULL" }, { 18446744073709551615ULL, "18446744073709551615ULL" } }
local unsigned64 = { { 2 ^ 64, "1.844674407371e+19" }, { -1, "-1" }, { -1LL, "-1LL" },
  { -9223372036854775807LL - 1LL, "-9223372036854775808LL" }, { 1e300, "1e+300" } }
local function out_of(name, list)
  local out = {}
  for i, item in ipairs(list) do out[i] = { item[1], item[2] .. " is out of range for " .. name } end
  return out
end
local function int32(name)
  return join(wrong_int, fractions, integer_range(name, -2147483649, 2147483648, "-2147483649", "2147483648"),
    out_of(name, { { 2 ^ 32, "4294967296" }, { 2 ^ 53, "9.007199254741e+15" }, { -2 ^ 63, "-9.2233720368548e+18" },
      { 1e100, "1e+100" } }))
end
local function uint32(name)
  return join(wrong_int, fractions, out_of(name, { { -1, "-1" }, { 2 ^ 32, "4294967296" }, { -420, "-420" },
    { 2 ^ 33, "8589934592" }, { 1e100, "1e+100" } }))
end
local bad = {
  double = wrong("number", "number"),
  float = join(wrong("number", "number"), out_of("float", { { 1e39, "1e+39" }, { -1e39, "-1e+39" },
    { 1.7e308, "1.7e+308" }, { 3.5e38, "3.5e+38" } })),
  int32 = int32 "int32", sint32 = int32 "sint32", sfixed32 = int32 "sfixed32", uint32 = uint32 "uint32",
    fixed32 = uint32 "fixed32",
  int64 = join(wrong_long, fractions, out_of("int64", signed64)),
  sint64 = join(wrong_long, fractions, out_of("sint64", signed64)),
  sfixed64 = join(wrong_long, fractions, out_of("sfixed64", signed64)),
  uint64 = join(wrong_long, fractions, out_of("uint64", unsigned64)),
  fixed64 = join(wrong_long, fractions, out_of("fixed64", unsigned64)),
  bool = wrong("boolean", "boolean", "zero"),
  string = wrong("string", "string"),
  bytes = wrong("string", "string"),
  enum = join(wrong("number or name", "number", "string"), fractions, out_of("enum", { { 2 ^ 31, "2147483648" },
    { -2 ^ 31 - 1, "-2147483649" }, { 1e100, "1e+100" } })),
  message = wrong("table", "table"),
}
-- A closed enum is asked for its declared numbers; what a fraction is does not change.
local bad2 = setmetatable({ enum = join(wrong("number or name", "number", "string"), fractions) }, { __index = bad })

local contexts = {
  { "t3.Plain", function(f, v) return { ["f_" .. f] = v }, "f_" .. f end },
  { "t3.Opt", function(f, v) return { ["f_" .. f] = v }, "f_" .. f end },
  { "t2.Opt", function(f, v) return { ["f_" .. f] = v }, "f_" .. f end },
  { "t3.One", function(f, v) return { ["f_" .. f] = v }, "f_" .. f end },
  { "t3.Rep", function(f, v) return { ["f_" .. f] = { v } }, "f_" .. f .. "[1]" end },
  { "t3.Rep", function(f, v, good) return { ["f_" .. f] = { good, good, v } }, "f_" .. f .. "[3]" end },
  { "t2.Rep", function(f, v, good) return { ["f_" .. f] = { good, v, good } }, "f_" .. f .. "[2]" end },
  { "t3.MapVals", function(f, v) return { ["m_" .. f] = { [7] = v } }, "m_" .. f .. "[7]" end },
  { "t2.MapVals", function(f, v) return { ["m_" .. f] = { [-7] = v } }, "m_" .. f .. "[-7]" end },
  { "t2.Groups", function(f, v) return { g = { ["f_" .. f] = v } }, "g.f_" .. f end },
  { "t3.Holder", function(f, v) return { opts = { {}, { ["f_" .. f] = v } } }, "opts[2].f_" .. f end },
  { "t3.Holder", function(f, v) return { plain = { ["f_" .. f] = v } }, "plain.f_" .. f end },
  { "t3.Holder", function(f, v) return { reps = { home = { ["f_" .. f] = { v } } } },
    'reps["home"].f_' .. f .. "[1]" end },
  { "t3.Holder", function(f, v) return { one = { ["f_" .. f] = v } }, "one.f_" .. f end },
  { "t2.Ext", function(f, v) return { _extensions = { ["t2.x_" .. f] = v } }, "(t2.x_" .. f .. ")" end },
  { "t2.Ext", function(f, v) return { _extensions = { ["t2.other.y_" .. f] = v } }, "(t2.other.y_" .. f .. ")" end },
  { "t2.Ext", function(f, v, good) return { _extensions = { ["t2.r_" .. f] = { good, v } } },
    "(t2.r_" .. f .. ")[2]" end },
}
for _, kind in ipairs(kinds) do
  for _, context in ipairs(contexts) do
    local type_name, make = context[1], context[2]
    local closed = type_name:sub(1, 3) == "t2."
    for _, item in ipairs((closed and bad2 or bad)[kind.name]) do
      local value, path = make(kind.name, item[1], kind.one.value)
      c.refuse { name = ("%s %s %s"):format(type_name, path, item[2]), type = type_name, value = value,
        err = type_name .. "." .. path .. ": " .. item[2], times = 70 }
    end
  end
end

local function refuse(what, type_name, value, err)
  c.refuse { name = what, type = type_name, value = value, err = type(err) == "table" and err or type_name .. err }
end

-- Enums.
for _, item in ipairs { { "t3.Plain", "t3.Color" }, { "t2.Opt", "t2.Color" } } do
  local type_name, enum = item[1], item[2]
  refuse("undeclared name", type_name, { f_enum = "RED" }, ('.f_enum: "RED" is not a value of %s'):format(enum))
  refuse("empty name", type_name, { f_enum = "" }, ('.f_enum: "" is not a value of %s'):format(enum))
  refuse("lower case name", type_name, { f_enum = "one" }, ('.f_enum: "one" is not a value of %s'):format(enum))
  refuse("number as name", type_name, { f_enum = "1" }, ('.f_enum: "1" is not a value of %s'):format(enum))
  refuse("full name", type_name, { f_enum = enum .. ".ONE" }, ('.f_enum: "%s.ONE" is not a value of %s'):format(enum,
    enum))
  refuse("escaped name", type_name, { f_enum = 'a"\n\\\127\200' },
    ('.f_enum: "a\\034\\010\\092\\127\200" is not a value of %s'):format(enum))
end
refuse("closed, undeclared number", "t2.Opt", { f_enum = 5 }, ".f_enum: 5 is not a value of t2.Color")
refuse("closed, undeclared negative", "t2.Opt", { f_enum = -2 }, ".f_enum: -2 is not a value of t2.Color")
refuse("closed, undeclared zero", "t2.FirstNotZero", { one = 0 }, ".one: 0 is not a value of t2.NoZero")
refuse("closed, list", "t2.Rep", { f_enum = { 1, 5 } }, ".f_enum[2]: 5 is not a value of t2.Color")
refuse("closed, packed", "t2.Packed", { f_enum = { 1, 2, 5 } }, ".f_enum[3]: 5 is not a value of t2.Color")
refuse("closed, map", "t2.ClosedMap", { m = { k = 5 } }, '.m["k"]: 5 is not a value of t2.Color')
refuse("closed, oneof", "t2.One", { f_enum = 5 }, ".f_enum: 5 is not a value of t2.Color")
refuse("closed, group", "t2.Groups", { g = { f_enum = 5 } }, ".g.f_enum: 5 is not a value of t2.Color")
refuse("closed, extension", "t2.Ext", { _extensions = { ["t2.x_enum"] = 5 } },
  ".(t2.x_enum): 5 is not a value of t2.Color")
refuse("closed enum in another package", "t2.other.Mixed", { closed = 5 }, ".closed: 5 is not a value of t2.Color")
refuse("names of another enum", "t3.Aliased", { list = { "A_ONE", "ONE" } },
  '.list[2]: "ONE" is not a value of t3.Alias')

-- Oneofs.
refuse("two members", "t3.One", { f_int32 = 1, f_string = "x" }, ".k: oneof has both f_int32 and f_string set")
refuse("two members, zeros count", "t3.One", { f_double = 0, f_bool = false },
  ".k: oneof has both f_double and f_bool set")
refuse("three members: the first two by number", "t3.One", { f_other = {}, f_int64 = 1, f_uint32 = 1 },
  ".k: oneof has both f_int64 and f_uint32 set")
refuse("second oneof", "t3.One", { f_int32 = 1, x = 1, y = {} }, ".second: oneof has both x and y set")
refuse("before the fields", "t3.One", { f_int32 = "bad", x = 1, y = {} }, ".second: oneof has both x and y set")
refuse("both values bad: the conflict counts", "t3.One", { f_int32 = "bad", f_string = 5 },
  ".k: oneof has both f_int32 and f_string set")
refuse("in a sub-message", "t3.Holder", { one = { f_int32 = 1, f_string = "" } },
  ".one.k: oneof has both f_int32 and f_string set")
refuse("group member", "t2.One", { grp = {}, f_message = {} }, ".k: oneof has both f_message and grp set")
refuse("by number, not by declaration", "t3.Shuffled", { e = "x", a = 1 }, ".k: oneof has both a and e set")

-- Lists, maps and messages that are none.
for _, item in ipairs(wrong("table", "table")) do
  local v, text = item[1], item[2]
  refuse("list: " .. text, "t3.Rep", { f_int32 = v }, ".f_int32: " .. text)
  refuse("string list: " .. text, "t3.Rep", { f_string = v }, ".f_string: " .. text)
  refuse("message list: " .. text, "t3.Rep", { f_message = v }, ".f_message: " .. text)
  refuse("unpacked list: " .. text, "t3.Unpacked", { f_double = v }, ".f_double: " .. text)
  refuse("map: " .. text, "t3.MapKeys", { m_int32 = v }, ".m_int32: " .. text)
  refuse("message map: " .. text, "t3.MapVals", { m_message = v }, ".m_message: " .. text)
  refuse("map entry message: " .. text, "t3.Node", { by_name = { k = v } }, '.by_name["k"]: ' .. text)
  refuse("group: " .. text, "t2.Groups", { g = v }, ".g: " .. text)
  refuse("repeated group: " .. text, "t2.Groups", { r = v }, ".r: " .. text)
  refuse("repeated group element: " .. text, "t2.Groups", { r = { {}, v } }, ".r[2]: " .. text)
  refuse("group in group: " .. text, "t2.Groups", { g = { ["in"] = v } }, ".g.in: " .. text)
  refuse("_extensions: " .. text, "t2.Ext", { _extensions = v }, "._extensions: " .. text)
  refuse("repeated extension: " .. text, "t2.Ext", { _extensions = { ["t2.r_int32"] = v } }, ".(t2.r_int32): " .. text)
  refuse("packed extension: " .. text, "t2.Ext", { _extensions = { ["t2.p_int32"] = v } }, ".(t2.p_int32): " .. text)
  refuse("root: " .. text, "t3.Plain", v, ": " .. text)
end
for _, item in ipairs(wrong("string", "string")) do
  refuse("_unknown_fields: " .. item[2], "t3.Plain", { _unknown_fields = item[1] }, "._unknown_fields: " .. item[2])
  refuse("_unknown_fields in a sub-message: " .. item[2], "t3.Plain", { f_message = { _unknown_fields = item[1] } },
    ".f_message._unknown_fields: " .. item[2])
  refuse("_unknown_fields in a group: " .. item[2], "t2.Groups", { g = { _unknown_fields = item[1] } },
    ".g._unknown_fields: " .. item[2])
end

-- Lists: holes and keys that are no index.
local function with(list, key, value)
  list[key] = value
  return list
end
for _, item in ipairs {
  { "t3.Rep", "f_int32", 1 }, { "t3.Rep", "f_string", "x" }, { "t3.Rep", "f_message", {} },
    { "t3.Rep", "f_double", 1.5 }, { "t3.Rep", "f_bool", true },
  { "t3.Rep", "f_int64", 5LL }, { "t3.Rep", "f_enum", "ONE" }, { "t3.Rep", "f_fixed32", 1 },
    { "t3.Rep", "f_bytes", "" }, { "t3.Unpacked", "f_int32", 1 },
  { "t2.Rep", "f_int32", 1 }, { "t2.Packed", "f_sfixed64", 1 }, { "t2.Groups", "r", {} },
} do
  local type_name, f, v = unpack(item)
  local function list_case(what, list, path)
    refuse(f .. " " .. what, type_name, { [f] = list }, "." .. f .. path)
  end
  list_case("hole in the middle", { v, nil, v }, "[2]: hole in list")
  list_case("hole at the start", { nil, v, v }, "[1]: hole in list")
  list_case("two holes: the first", { v, nil, nil, v }, "[2]: hole in list")
  list_case("index 0", with({ v, v }, 0, v), "[0]: not a list index")
  list_case("only index 0", { [0] = v }, "[0]: not a list index")
  list_case("an index beyond", with({ v, v }, 50, v), "[50]: not a list index")
  list_case("only an index beyond", { [7] = v }, "[7]: not a list index")
  list_case("a negative index", with({ v, v }, -1, v), "[-1]: not a list index")
  list_case("a fraction", with({ v, v }, 1.5, v), "[1.5]: not a list index")
  list_case("a string key", with({ v, v }, "n", 2), '["n"]: not a list index')
  list_case("a string key to be escaped", with({ v }, 'a"b\n', 2), '["a\\034b\\010"]: not a list index')
  list_case("a digit as string", with({ v }, "2", v), '["2"]: not a list index')
  list_case("only a string key", { n = v }, '["n"]: not a list index')
  list_case("a boolean key", with({ v }, true, v), "[true]: not a list index")
  list_case("a table key", with({ v }, {}, v), "[table]: not a list index")
  list_case("0 before others", with(with({ v }, "n", 2), 0, v), "[0]: not a list index")
end
-- Through a variable: a table of constants would keep its 3 in the hash part, and # would be 1.
local one = 1
refuse("hole in a list of a sub-message", "t3.Holder", { reps = { k = { f_int32 = { one, nil, one } } } },
  '.reps["k"].f_int32[2]: hole in list')
refuse("hole in a repeated extension", "t2.Ext", { _extensions = { ["t2.r_int32"] = { one, nil, one } } },
  ".(t2.r_int32)[2]: hole in list")
refuse("index 0 in a packed extension", "t2.Ext", { _extensions = { ["t2.p_int32"] = { [0] = 1 } } },
  ".(t2.p_int32)[0]: not a list index")

-- Map keys.
local function key(what, field, map, err)
  for _, package in ipairs { "t3", "t2" } do
    local type_name = package .. ".MapKeys"
    local errs = {}
    for i, text in ipairs(type(err) == "table" and err or { err }) do errs[i] = type_name .. "." .. field .. text end
    refuse("key " .. field .. " " .. what, type_name, { [field] = map }, errs)
  end
end
for _, f in ipairs { "m_int32", "m_uint32", "m_sint32", "m_fixed32", "m_sfixed32", "m_int64", "m_uint64", "m_fixed64",
  "m_sfixed64", "m_sint64" } do
  key("boolean", f, { [true] = 1 }, "[true]: integer key expected, got boolean")
  key("fraction", f, { [1.5] = 1 }, "[1.5]: integer key expected, got 1.5")
  key("inf", f, { [huge] = 1 }, "[inf]: integer key expected, got inf")
  key("table", f, { [{}] = 1 }, "[table]: integer key expected, got table")
  local name = f:sub(3)
  key("1e100", f, { [1e100] = 1 }, "[1e+100]: key 1e+100 is out of range for " .. name)
  if name:find("32", 1, true) then
    key("decimal string", f, { ["5"] = 1 }, '["5"]: integer key expected, got string')
    key("cdata", f, with({}, 5LL, 1), { "[5LL]: integer key expected, got cdata",
      "[cdata]: integer key expected, got cdata" })
  else
    for _, text in ipairs { "abc", "", " 5", "5 ", "05", "+5", "-0", "1e3", "0x10", "5.0", "5LL", "--5", "-", "00" } do
      key("string " .. text, f, { [text] = 1 }, ('["%s"]: integer key expected, got "%s"'):format(text, text))
    end
    key("two keys of one value", f, { [5] = 1, ["5"] = 2 }, { '["5"]: duplicate map key', "[5]: duplicate map key" })
    key("two keys of one value, beyond 2^53", f, { [2 ^ 60] = 1, ["1152921504606846976"] = 2 },
      { '["1152921504606846976"]: duplicate map key', "[1.1529215046068e+18]: duplicate map key" })
    key("zero and zero as string", f, { [0] = 1, ["0"] = 2 }, { '["0"]: duplicate map key', "[0]: duplicate map key" })
  end
end
key("2^31", "m_int32", { [2147483648] = 1 }, "[2147483648]: key 2147483648 is out of range for int32")
key("-2^31-1", "m_sint32", { [-2147483649] = 1 }, "[-2147483649]: key -2147483649 is out of range for sint32")
key("-1", "m_uint32", { [-1] = 1 }, "[-1]: key -1 is out of range for uint32")
key("2^32", "m_fixed32", { [4294967296] = 1 }, "[4294967296]: key 4294967296 is out of range for fixed32")
key("2^31", "m_sfixed32", { [2147483648] = 1 }, "[2147483648]: key 2147483648 is out of range for sfixed32")
key("-1", "m_uint64", { [-1] = 1 }, "[-1]: key -1 is out of range for uint64")
key("-1", "m_fixed64", { [-1] = 1 }, "[-1]: key -1 is out of range for fixed64")
key("2^63", "m_int64", { [2 ^ 63] = 1 }, "[9.2233720368548e+18]: key 9.2233720368548e+18 is out of range for int64")
key("2^64", "m_uint64", { [2 ^ 64] = 1 }, "[1.844674407371e+19]: key 1.844674407371e+19 is out of range for uint64")
key("number", "m_bool", { [1] = 1 }, "[1]: boolean key expected, got number")
key("string", "m_bool", { ["true"] = 1 }, '["true"]: boolean key expected, got string')
key("number", "m_string", { [5] = 1 }, "[5]: string key expected, got number")
key("list", "m_string", { "x" }, "[1]: string key expected, got number")
key("boolean", "m_string", { [false] = 1 }, "[false]: string key expected, got boolean")
key("value under a string key", "m_string", { ["a\0\31\127\"\\b"] = "x" },
  '["a\\000\\031\\127\\034\\092b"]: integer expected, got string')
key("value under a boolean key", "m_bool", { [false] = "x" }, "[false]: integer expected, got string")
key("value under a decimal string", "m_int64", { ["9007199254740993"] = "x" },
  '["9007199254740993"]: integer expected, got string')

-- The first error in field-number order counts.
refuse("the first by number", "t3.Plain", { f_message = 5, f_string = 5, f_int32 = "x", f_bool = 1 },
  ".f_int32: integer expected, got string")
refuse("the first by number, declared out of order", "t3.Shuffled", { c = "x", d = "x" },
  ".c: integer expected, got string")
refuse("inside the first sub-message, before a later field", "t3.Holder", { plain = { f_string = 1 }, opts = 5 },
  ".plain.f_string: string expected, got number")
refuse("an extension between two fields", "t2.Ext", { before = 1, middle = "x",
  _extensions = { ["t2.x_int32"] = "y" } }, ".(t2.x_int32): integer expected, got string")
refuse("a field before an extension", "t2.Ext", { before = "x", _extensions = { ["t2.x_int32"] = "y" } },
  ".before: integer expected, got string")
refuse("a field before the unknown fields", "t3.Plain", { f_int32 = "x", _unknown_fields = 5 },
  ".f_int32: integer expected, got string")
refuse("required before a later error", "t2.One1", { y = "x" }, ".x: required field missing")
refuse("an element before a later element", "t3.Rep", { f_string = { "a", 1, true } },
  ".f_string[2]: string expected, got number")

return c.list
