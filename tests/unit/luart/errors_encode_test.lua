-- Every row of the contract's table of encode errors, on tables made by hand.
local check = require "check"
local errors = require "pblua.errors"
local options = require "pblua.options"
require "schemas"

local function refuse(text, t) check.raises("w.All" .. text, errors.encode, "w.All", t) end
local one = 1 -- lists of constants with holes keep them in the hash part, where # is another number

-- Wrong types.
refuse(": table expected, got nil", nil)
refuse(": table expected, got string", "x")
refuse(".child: table expected, got number", { child = 1 })
refuse(".children: table expected, got string", { children = "x" })
refuse(".children[2]: table expected, got boolean", { children = { {}, true } })
refuse(".group: table expected, got number", { group = 5 })
refuse(".by_string: table expected, got string", { by_string = "x" })
refuse("._extensions: table expected, got number", { _extensions = 1 })
refuse(".f_string: string expected, got number", { f_string = 1 })
refuse(".f_bytes: string expected, got table", { f_bytes = {} })
refuse("._unknown_fields: string expected, got table", { _unknown_fields = {} })
refuse(".f_bool: boolean expected, got number", { f_bool = 1 })
refuse(".f_float: number expected, got string", { f_float = "1" })
refuse(".f_double: number expected, got cdata", { f_double = 1LL })
for _, kind in ipairs { "int32", "uint32", "sint32", "fixed32", "sfixed32" } do
  local name = "f_" .. kind
  refuse("." .. name .. ": integer expected, got string", { [name] = "1" })
  refuse("." .. name .. ": integer expected, got cdata", { [name] = 1LL })
  refuse("." .. name .. ": integer expected, got 1.5", { [name] = 1.5 })
  refuse("." .. name .. ": integer expected, got inf", { [name] = 1 / 0 })
  refuse("." .. name .. ": integer expected, got -inf", { [name] = -1 / 0 })
  refuse("." .. name .. ": integer expected, got nan", { [name] = 0 / 0 })
end
for _, kind in ipairs { "int64", "uint64", "sint64", "fixed64", "sfixed64" } do
  local name = "f_" .. kind
  refuse("." .. name .. ": integer expected, got string", { [name] = "1" })
  refuse("." .. name .. ": integer expected, got 0.25", { [name] = 0.25 })
  refuse("." .. name .. ": integer expected, got inf", { [name] = 1 / 0 })
  refuse("." .. name .. ": integer expected, got cdata", { [name] = require("ffi").new("int32_t[1]") })
end

-- Ranges.
refuse(".f_int32: 2147483648 is out of range for int32", { f_int32 = 2 ^ 31 })
refuse(".f_sint32: -2147483649 is out of range for sint32", { f_sint32 = -2 ^ 31 - 1 })
refuse(".f_sfixed32: 2147483648 is out of range for sfixed32", { f_sfixed32 = 2 ^ 31 })
refuse(".f_uint32: -1 is out of range for uint32", { f_uint32 = -1 })
refuse(".f_fixed32: 4294967296 is out of range for fixed32", { f_fixed32 = 2 ^ 32 })
refuse(".f_int64: 9.2233720368548e+18 is out of range for int64", { f_int64 = 2 ^ 63 })
refuse(".f_sint64: 18446744073709551615ULL is out of range for sint64", { f_sint64 = 18446744073709551615ULL })
refuse(".f_uint64: -1LL is out of range for uint64", { f_uint64 = -1LL })
refuse(".f_fixed64: -1 is out of range for fixed64", { f_fixed64 = -1 })
refuse(".f_float: 1e+39 is out of range for float", { f_float = 1e39 })
refuse(".f_float: -3.4028235677973e+38 is out of range for float", { f_float = -(2 ^ 128 - 2 ^ 103) })
refuse(".open: 2147483648 is out of range for enum", { open = 2 ^ 31 })

-- Enums.
refuse(".open: number or name expected, got boolean", { open = true })
refuse(".open: integer expected, got 0.5", { open = 0.5 })
refuse('.open: "TWO" is not a value of w.Open', { open = "TWO" })
refuse(".closed: 2 is not a value of w.Closed", { closed = 2 })
refuse('.closed: "a\\034\\009" is not a value of w.Closed', { closed = 'a"\t' })

-- Strings and lists.
refuse(".f_string: invalid UTF-8", { f_string = "\255" })
refuse(".names[2]: invalid UTF-8", { names = { "a", "\192\128" } })
refuse(".names[1]: string expected, got number", { names = { 1 } })
refuse(".list[2]: hole in list", { list = { one, nil, one } })
refuse(".list[0]: not a list index", { list = { [0] = 1, 2 } })
do -- index 0 counts before the keys that next finds first
  local list
  for i = 1, 100 do -- where a key lands depends on the VM's hash seed
    list = { a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, ["g" .. i] = 1 }
    list[0] = 1
    if next(list) ~= 0 then break end
  end
  check.equal("not the first key", next(list) ~= 0, true)
  refuse(".list[0]: not a list index", { list = list })
end
refuse(".list[5]: not a list index", { list = { 1, 2, [5] = 3 } })
refuse('.list["k"]: not a list index', { list = { 1, k = 2 } })
refuse(".list[1.5]: not a list index", { list = { [1.5] = 2 } })
refuse(".list[true]: not a list index", { list = { [true] = 2 } })
refuse(".list[table]: not a list index", { list = { [{}] = 2 } })

-- Maps.
refuse(".by_string[1]: string key expected, got number", { by_string = { 1 } })
refuse('.by_bool["true"]: boolean key expected, got string', { by_bool = { ["true"] = 1 } })
refuse('.by_int32["1"]: integer key expected, got string', { by_int32 = { ["1"] = "a" } })
refuse(".by_int64[false]: integer key expected, got boolean", { by_int64 = { [false] = 1 } })
refuse(".by_int64[table]: integer key expected, got table", { by_int64 = { [{}] = 1 } })
refuse(".by_int32[1.5]: integer key expected, got 1.5", { by_int32 = { [1.5] = "a" } })
refuse('.by_int64["01"]: integer key expected, got "01"', { by_int64 = { ["01"] = 1 } })
refuse(".by_int32[2147483648]: key 2147483648 is out of range for int32", { by_int32 = { [2 ^ 31] = "a" } })
refuse('.by_int64["9223372036854775808"]: key "9223372036854775808" is out of range for int64',
  { by_int64 = { ["9223372036854775808"] = 1 } })
refuse('.by_uint64["-1"]: key "-1" is out of range for uint64', { by_uint64 = { ["-1"] = 1 } })
refuse('.by_string["\\001\\127\\034\\092k"]: integer expected, got string', { by_string = { ['\1\127"\\k'] = "x" } })
refuse('.by_string["\255"]: invalid UTF-8', { by_string = { ["\255"] = 1 } })
refuse('.by_name["a"].list[1]: integer expected, got boolean', { by_name = { a = { list = { true } } } })
do
  local t = { [5] = 1, ["5"] = 1 }
  local _, second = next(t), next(t, (next(t)))
  refuse(".by_int64[" .. (type(second) == "string" and '"5"' or "5") .. "]: duplicate map key", { by_int64 = t })
end

-- Required, oneof, extensions, depth, order.
refuse(".must.id: required field missing", { must = {} })
refuse(".musts[2].id: required field missing", { musts = { { id = 1 }, {} } })
refuse(".outcome: oneof has both text and code set", { text = "a", code = 1, details = {},
  f_int32 = "wrong, but later" })
refuse(".outcome: oneof has both code and details set", { code = 1, details = {} })
refuse(".(w.label): string expected, got number", { _extensions = { ["w.label"] = 1, ["no.such"] = 2 } })
refuse(".(w.counts)[2]: integer expected, got string", { _extensions = { ["w.counts"] = { 1, "2" }, ["w.label"] = 1 } })
refuse(".f_int32: integer expected, got string", { list = 5, f_int32 = "first by number", f_string = 1 })
do
  local t = {}
  t.child = t
  refuse(": nesting over 100 levels", t)
  local deep = {}
  local inner = deep
  for _ = 1, 100 do
    inner.child = {}
    inner = inner.child
  end
  refuse(": value changed while it was encoded", deep) -- 100 levels are fine
  inner.by_string = { a = 1 }
  refuse(": nesting over 100 levels", deep) -- a map entry is a level
end
do
  local big = ("x"):rep(2 ^ 26)
  local list = {}
  for i = 1, 32 do list[i] = { f_bytes = big } end
  refuse(": over 2 GiB", { children = list })
  list[32] = nil
  refuse(": value changed while it was encoded", { children = list })
end

-- Nothing wrong: options count, and what is left out is left out.
options.validate_utf8 = false
refuse(": value changed while it was encoded", { f_string = "\255" })
options.validate_utf8 = true
refuse(": value changed while it was encoded", {
  f_float = 3.4028235677973362e38, f_int64 = 18446744073709551615ULL - 18446744073709551610ULL, f_uint64 = 2 ^ 63,
    list = {},
  by_int64 = { ["-9223372036854775808"] = 1, [3LL] = 2 }, open = "ONE", closed = -1, must = { id = 0 },
    by_bool = { [false] = 1 },
})
check.equal("size", require("pblua.errors_encode").walk("w.All", {
  f_double = 1, f_int64 = -1, f_int32 = 300, f_sint64 = -9223372036854775808LL, list = { 1, 2, 300 },
    by_int32 = { [1] = "ab" },
  group = { a = 1 }, plain = 0, _extensions = { ["w.label"] = "abc" }, _unknown_fields = "xyz",
}, "full"), 9 + 11 + 3 + 11 + (2 + 1 + 4) + (2 + 1 + 2 + 4) + (2 + 2 + 2) + (2 + 1 + 3) + 3)

-- A float without presence is zero when it is after narrowing; -0 never is.
local function size_of(t) return require("pblua.errors_encode").walk("w.All", t, "full") end
check.equal("float that underflows", size_of { plain_float = 1e-46 }, 0)
check.equal("float that underflows, a tie", size_of { plain_float = 2 ^ -150 }, 0)
check.equal("float just over the tie", size_of { plain_float = 2 ^ -150 * (1 + 2 ^ -52) }, 6)
check.equal("float that underflows to -0", size_of { plain_float = -1e-46 }, 6)
check.equal("float 0", size_of { plain_float = 0 }, 0)
check.equal("float -0", size_of { plain_float = -0.0 }, 6)
check.equal("float nan", size_of { plain_float = 0 / 0 }, 6)
check.equal("small double", size_of { plain_double = 1e-46 }, 10)
check.equal("float that underflows, with presence", size_of { f_float = 1e-46 }, 5)

check.done()
