-- Schema tables by hand, as the generator emits them: one message with every kind of field, in package `w`.
local registry = require "pblua.registry"

local function field(number, name, kind, more)
  local f = { number = number, name = name, kind = kind, label = "optional", presence = true }
  for key, value in pairs(more or {}) do f[key] = value end
  return f
end

local function map(number, name, key, value, more)
  return { number = number, name = name, kind = "message", label = "repeated",
    map = { key = { number = 1, name = "key", kind = key, utf8 = key == "string" },
      value = field(2, "value", value, more) } }
end

local repeated = { label = "repeated", presence = false }
local scalars = {
  "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string", "bytes", "uint32", "sfixed32",
  "sfixed64", "sint32", "sint64",
}

local fields = {}
for i, kind in ipairs(scalars) do fields[i] = field(i, "f_" .. kind, kind, { utf8 = kind == "string" }) end
local rest = {
  field(20, "list", "int32", { label = "repeated", presence = false, packed = true }),
  field(21, "names", "string", { label = "repeated", presence = false, utf8 = true }),
  field(22, "child", "message", { message = "w.All" }),
  field(23, "children", "message", { label = "repeated", message = "w.All" }),
  field(24, "group", "group", { message = "w.Group" }),
  field(25, "open", "enum", { enum = "w.Open" }),
  field(26, "closed", "enum", { enum = "w.Closed" }),
  map(27, "by_string", "string", "int32"),
  map(28, "by_bool", "bool", "int32"),
  map(29, "by_int32", "int32", "string", { utf8 = true }),
  map(30, "by_int64", "int64", "int32"),
  map(31, "by_uint64", "uint64", "int32"),
  map(32, "by_name", "string", "message", { message = "w.All" }),
  field(33, "text", "string", { oneof = "outcome" }),
  field(34, "code", "int32", { oneof = "outcome" }),
  field(35, "details", "message", { oneof = "outcome", message = "w.All" }),
  field(36, "must", "message", { message = "w.Must" }),
  field(37, "musts", "message", { label = "repeated", message = "w.Must" }),
  map(38, "must_by_int32", "int32", "message", { message = "w.Must" }),
  field(39, "plain", "int32", { presence = false }),
  field(40, "packed64", "fixed64", { label = "repeated", presence = false, packed = true }),
  field(41, "plain_float", "float", { presence = false }),
  field(42, "plain_double", "double", { presence = false }),
}
for _, f in ipairs(rest) do fields[#fields + 1] = f end

local function nothing() return nil end
local function message(schema)
  return { encode = nothing, decode = nothing, schema = function() return schema end }
end

registry.add_file {
  name = "w.proto", mode = "full",
  messages = {
    ["w.All"] = message { name = "w.All", proto3 = true, fields = fields,
      oneofs = { { name = "outcome", members = { "text", "code", "details" } } }, extension_ranges = { { 100, 199 } } },
    ["w.Group"] = message { name = "w.Group", fields = { field(1, "a", "int32") }, oneofs = {} },
    ["w.Must"] = message { name = "w.Must", fields = { field(1, "id", "int32", { label = "required" }) }, oneofs = {} },
  },
  enums = {
    ["w.Open"] = { closed = false, values = { ZERO = 0, ONE = 1 } },
    ["w.Closed"] = { closed = true, values = { RED = 0, GREEN = 1, NEG = -1 } },
  },
  extensions = {
    { extendee = "w.All", name = "w.label", number = 101, field = field(101, "w.label", "string") },
    { extendee = "w.All", name = "w.counts", number = 100, field = field(100, "w.counts", "int32", repeated) },
    { extendee = "w.All", name = "w.must", number = 102, field = field(102, "w.must", "message",
      { message = "w.Must" }) },
  },
}
