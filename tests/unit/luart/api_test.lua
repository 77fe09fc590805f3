-- require "pblua": names, options, and what registering does.
local check = require "check"
local pblua = require "pblua"
local options = require "pblua.options"
local registry = require "pblua.registry"

local function file(name, tag, extensions)
  return { name = name, mode = "concat", enums = { ["p.E"] = { closed = true, values = { A = tag } } },
    extensions = extensions,
    messages = { ["p." .. tag] = { encode = function(t) return tag .. tostring(t) end,
      decode = function(s) return tag .. s end,
      schema = function() return { name = "p." .. tag, fields = {} } end } } }
end

registry.add_file(file("b.proto", 2))
registry.add_file(file("a.proto", 1))
check.equal("encode", pblua.encode("p.1", 5), "15")
check.equal("decode", pblua.decode("p.2", "x"), "2x")
check.equal("message", pblua.message("p.1").encode(5) .. pblua.message("p.1").decode("y"), "151y")
check.list("types", pblua.types(), { "p.1", "p.2" })
check.raises('unknown message type "no.Such"', pblua.encode, "no.Such", {})
check.raises('unknown message type ""', pblua.decode, "", "")
check.raises('unknown message type "nil"', pblua.message)

-- Options.
check.equal("int64", pblua.option("int64"), "cdata")
check.equal("int64 set", pblua.option("int64", "number"), "number")
check.equal("int64 read", options.int64_number, true)
pblua.option("int64", "cdata")
check.equal("deterministic", pblua.option("deterministic"), false)
check.equal("deterministic set", pblua.option("deterministic", true), true)
check.equal("deterministic back", pblua.option("deterministic", false), false)
check.equal("validate_utf8", pblua.option("validate_utf8"), true)
check.raises('unknown option "x"', pblua.option, "x")
check.raises('unknown option "int64_number"', pblua.option, "int64_number", true)
check.raises('option int64: "cdata" or "number" expected', pblua.option, "int64", "double")
check.raises("option deterministic: true or false expected", pblua.option, "deterministic", 1)
check.raises("option validate_utf8: true or false expected", pblua.option, "validate_utf8", "false")

-- Registering again replaces what the file had registered.
local enum = registry.enum("p.E")
check.equal("enum", enum.values.A, 1)
check.equal("schema", registry.schema("p.1"), registry.schema("p.1"))
local ext = registry.extensions("concat", "p.1")
check.equal("no extensions", ext.n, 0)
local function x(number) return { extendee = "p.1", name = "p.x" .. number, number = number, field = {} } end
registry.add_file(file("x.proto", 3, { x(20), x(10), x(30) }))
check.equal("live", ext.n, 3)
check.equal("by number", ext.list[1].number, 10)
check.equal("index", ext.by_number[20].name, "p.x20")
check.equal("names", ext.by_name["p.x30"].number, 30)
check.equal("other modes have their own", registry.extensions("full", "p.1").n, 0)
registry.add_file(file("x.proto", 4, { x(25) }))
check.equal("replaced", ext.n, 1)
check.equal("gone", ext.by_number[20], nil)
check.list("types again", pblua.types(), { "p.1", "p.2", "p.4" })
check.equal("the enum is the same table", registry.enum("p.E"), enum)
check.equal("with new values", enum.values.A, 4)
check.equal("and numbers", enum.numbers[4], "A")

check.done()
