-- The API beside plain encode and decode: arguments, options and what they do, errors that leave no trace, objects,
-- type lists.
local same = require "harness.same"
local wire = require "harness.wire"
local ffi = require "ffi"

local B = wire.bytes
local M = {}

function M.run(subject)
  local codec = subject.codec
  local failures, ran = {}, 0

  local function fail(name, expected, got)
    failures[#failures + 1] = ("%s\n    expected %s\n    got      %s"):format(name, expected, got)
  end
  local function equal(name, got, expected)
    ran = ran + 1
    if same.differ(got, expected) then fail(name, same.show(expected), same.show(got)) end
  end
  -- f(...) must raise exactly `text`.
  local function raises(name, text, f, ...)
    ran = ran + 1
    local ok, err = pcall(f, ...)
    if ok then
      fail(name, text, "no error")
    elseif err ~= text then
      fail(name, text, same.show(err))
    end
  end
  local function section(name, f)
    local ok, err = pcall(f)
    if not ok then
      ran = ran + 1
      fail(name, "no error", tostring(err))
    end
  end

  section("names", function()
    for _, name in ipairs { "encode", "decode", "message", "types", "option" } do equal("has " .. name,
      type(codec[name]), "function") end
  end)

  section("unknown types", function()
    for _, name in ipairs { "no.Such", "", "t3", "t3.", "Plain", "t3.Color", ".t3.Plain", "t3.Plain.f_int32", "a\"b",
      "t3.plain", "t3.Plain " } do
      local text = ('unknown message type "%s"'):format((name:gsub('"', "\\034")))
      if name == "a\"b" then
        -- How a quote in the name is written is not laid down.
        ran = ran + 1
        if pcall(codec.encode, name, {}) then fail("type name with a quote", "an error", "none") end
      else
        raises("encode of type " .. name, text, codec.encode, name, {})
        raises("decode of type " .. name, text, codec.decode, name, "")
        raises("message of type " .. name, text, codec.message, name)
      end
    end
  end)

  section("argument errors", function()
    local object = codec.message("t3.Plain")
    for _, v in ipairs { 5, "x", true, print, 5LL } do
      raises("encode of a " .. type(v), "t3.Plain: table expected, got " .. type(v), codec.encode, "t3.Plain", v)
      raises("object's encode of a " .. type(v), "t3.Plain: table expected, got " .. type(v), object.encode, v)
    end
    for _, v in ipairs { 5, {}, true, print, 5LL } do
      raises("decode of a " .. type(v), "t3.Plain: string expected, got " .. type(v), codec.decode, "t3.Plain", v)
      raises("object's decode of a " .. type(v), "t3.Plain: string expected, got " .. type(v), object.decode, v)
    end
    raises("encode of nil", "t3.Plain: table expected, got nil", codec.encode, "t3.Plain", nil)
    raises("encode of nothing", "t3.Plain: table expected, got nil", codec.encode, "t3.Plain")
    raises("decode of nil", "t3.Plain: string expected, got nil", codec.decode, "t3.Plain", nil)
    raises("decode of nothing", "t3.Plain: string expected, got nil", codec.decode, "t3.Plain")
    raises("object's encode of nothing", "t3.Plain: table expected, got nil", object.encode)
    raises("object's decode of nothing", "t3.Plain: string expected, got nil", object.decode)
    raises("nested type's name", "t3.Outer.Inner.Inner: table expected, got nil", codec.encode, "t3.Outer.Inner.Inner")
  end)

  section("the next call works", function()
    local good, bytes = { f_int32 = 1, f_string = "x" }, B "18 01 72 01 78"
    local bad_inputs = { "18", "0E", "72 05 61", "1C", "1B", "72 01 80", "88 80 80 80 80 80 00", "8A 01 02 22 80" }
    local bad_values = { { f_string = ("x"):rep(5000), f_bytes = 5 }, { f_int32 = 1.5 },
      { f_message = { list = { 1, nil, 3 } } },
      { f_message = { sub = { sub = { a = "x" } } } } }
    local cycle = {}
    cycle.sub = cycle
    bad_values[#bad_values + 1] = { f_message = cycle }
    for round = 1, 150 do
      for _, hex in ipairs(bad_inputs) do
        if pcall(codec.decode, "t3.Plain", B(hex)) then fail("decode of " .. hex, "an error", "none") return end
        local d = same.differ(codec.decode("t3.Plain", bytes), good)
        if d then fail("decode after an error, round " .. round .. ", " .. hex, "the value", d) return end
      end
      for i, value in ipairs(bad_values) do
        if pcall(codec.encode, "t3.Plain", value) then fail("encode of bad value " .. i, "an error", "none") return end
        local got = codec.encode("t3.Plain", good)
        if got ~= bytes then fail("encode after an error, round " .. round .. ", value " .. i, wire.hex(bytes),
          wire.hex(got)) return end
      end
    end
    ran = ran + 1
  end)

  section("an error raised by __index passes through", function()
    local thrown = {}
    local value = setmetatable({ f_bytes = "abc" }, { __index = function(_,
      k) if k == "f_int32" then error(thrown) end end })
    local ok, err = pcall(codec.encode, "t3.Plain", value)
    equal("fails", ok, false)
    equal("with its own value", err == thrown, true)
    equal("and the next call works", codec.encode("t3.Plain", { f_bytes = "abc" }), B "7A 03 61 62 63")
    ok, err = pcall(codec.encode, "t3.Holder", { opts = { { f_bytes = ("q"):rep(500) }, value } })
    equal("inside a sub-message fails", ok, false)
    equal("inside a sub-message with its own value", err == thrown, true)
    equal("and the next call works again", codec.encode("t3.Holder", { opts = { {} } }), B "12 00")
  end)

  section("from a coroutine", function()
    local co = coroutine.wrap(function()
      local t = {}
      for _ = 1, 100 do t = { next = t } end
      for i = 1, 70 do
        local s = codec.encode("t3.Node", t)
        coroutine.yield(same.differ(codec.decode("t3.Node", s), t) or i)
      end
    end)
    for i = 1, 70 do equal("round " .. i, co(), i) end
    -- Yield across __index is not asked for; several coroutines taking turns are.
    local function worker(n)
      return coroutine.wrap(function()
        for i = 1, 50 do
          local t = { f_int32 = n * 1000 + i, f_string = ("s"):rep(n * 10) }
          local s = codec.encode("t3.Plain", t)
          coroutine.yield()
          if same.differ(codec.decode("t3.Plain", s), t) then fail("coroutine " .. n, "its own value", "another") end
        end
      end)
    end
    local a, b, c = worker(1), worker(2), worker(3)
    for _ = 1, 50 do a() b() c() end
    ran = ran + 1
  end)

  section("objects", function()
    local object = codec.message("t3.Plain")
    equal("encode is a plain function", object.encode { f_int32 = 1 }, "\24\1")
    equal("decode is a plain function", object.decode "\24\1", { f_int32 = 1 })
    local other = codec.message("t3.Opt")
    equal("objects are independent", { object.encode { f_bool = false }, other.encode { f_bool = false } },
      { "", "\104\0" })
    -- Nothing of one decode shows in the next, and results are not shared.
    local first, second = object.decode "\24\1", object.decode "\104\1"
    equal("first result", first, { f_int32 = 1 })
    equal("second result", second, { f_bool = true })
    equal("two decodes, two tables", object.decode "" ~= object.decode "", true)
    local holder = codec.message("t3.Holder")
    local x, y = holder.decode "\18\0", holder.decode "\18\0"
    equal("two decodes, two lists", x.opts ~= y.opts and x.opts[1] ~= y.opts[1], true)
  end)

  section("types()", function()
    local types = codec.types()
    local seen, sorted = {}, true
    for i, name in ipairs(types) do
      if i > 1 and types[i - 1] >= name then sorted = false end
      seen[name] = true
    end
    equal("sorted, no name twice", sorted, true)
    for _, name in ipairs { "t3.Plain", "t3.Outer", "t3.Outer.Inner", "t3.Outer.Inner.Inner", "t3.Outer.Deep",
      "t2.Groups", "t2.other.Mixed", "names.end",
      "names.end.function", "Bare", "Bare.In", "cc.Sub", "cc2.Ext", "wide.M250", "bigenum.M" } do
      equal("lists " .. name, seen[name], true)
    end
    equal("lists no enum", seen["t3.Color"], nil)
    equal("a fresh list each time", codec.types() ~= types, true)
    for _, name in ipairs(types) do
      if not pcall(codec.message, name) then fail("a listed type is usable", name, "an error") end
    end
    ran = ran + 1
  end)

  section("option errors", function()
    raises("unknown option", 'unknown option "x"', codec.option, "x", true)
    raises("unknown option, read", 'unknown option "x"', codec.option, "x")
    raises("empty option", 'unknown option ""', codec.option, "", true)
    raises("int64 = string", 'option int64: "cdata" or "number" expected', codec.option, "int64", "string")
    raises("int64 = true", 'option int64: "cdata" or "number" expected', codec.option, "int64", true)
    raises("int64 = 5", 'option int64: "cdata" or "number" expected', codec.option, "int64", 5)
    for _, name in ipairs { "deterministic", "validate_utf8" } do
      for _, value in ipairs { "true", 1, {} } do
        raises(name .. " = " .. type(value), ("option %s: true or false expected"):format(name), codec.option, name,
          value)
      end
    end
    equal("defaults", { codec.option("int64"), codec.option("validate_utf8"), codec.option("deterministic") },
      { "cdata", true, false })
    equal("set returns the value in force", codec.option("int64", "number"), "number")
    equal("and it is in force", codec.option("int64"), "number")
    raises("a bad value changes nothing", 'option int64: "cdata" or "number" expected', codec.option, "int64", "x")
    equal("still in force", codec.option("int64"), "number")
    equal("back", codec.option("int64", "cdata"), "cdata")
    equal("false is a value, not a read", codec.option("validate_utf8", false), false)
    equal("validate_utf8 back", codec.option("validate_utf8", true), true)
    equal("deterministic", { codec.option("deterministic", true), codec.option("deterministic", false) },
      { true, false })
  end)

  section("int64 = number", function()
    local plain, rep, maps, ext = codec.message("t3.Plain"), codec.message("t3.Rep"), codec.message("t3.MapVals"),
      codec.message("t2.Ext")
    codec.option("int64", "number")
    for _ = 1, 150 do
      equal("small", plain.decode(B "20 05 30 07 40 09"), { f_int64 = 5, f_uint64 = 7, f_sint64 = -5 })
      equal("2^53", plain.decode(B "20 80 80 80 80 80 80 80 10"), { f_int64 = 2 ^ 53 })
      equal("-2^53", plain.decode("\32" .. wire.varint(-2 ^ 53)), { f_int64 = -2 ^ 53 })
      equal("2^53+1 stays cdata", plain.decode(B "20 81 80 80 80 80 80 80 10"), { f_int64 = 9007199254740993LL })
      equal("-2^53-1 stays cdata", plain.decode("\32" .. wire.varint(-9007199254740993LL)),
        { f_int64 = -9007199254740993LL })
      equal("uint64 maximum stays cdata", plain.decode(B "30 FF FF FF FF FF FF FF FF FF 01"),
        { f_uint64 = 18446744073709551615ULL })
      equal("fixed64", plain.decode(B "51 05 00 00 00 00 00 00 00 61 FF FF FF FF FF FF FF FF"),
        { f_fixed64 = 5, f_sfixed64 = -1 })
      equal("zero", plain.decode(B "20 00"), { f_int64 = 0 })
      equal("packed, mixed", rep.decode(B "22 0A 05 81 80 80 80 80 80 80 10 06"),
        { f_int64 = { 5, 9007199254740993LL, 6 } })
      equal("map value", maps.decode(B "22 04 08 01 10 05"), { m_int64 = { 5 } })
      equal("map value without one", maps.decode(B "22 02 08 01"), { m_int64 = { 0 } })
      equal("extension", ext.decode(B "C0 06 05"), { _extensions = { ["t2.x_int64"] = 5 } })
      equal("32-bit kinds as ever", plain.decode(B "18 05"), { f_int32 = 5 })
    end
    codec.option("int64", "cdata")
    equal("back to cdata", plain.decode(B "20 05"), { f_int64 = 5LL })
  end)

  section("validate_utf8 = false", function()
    codec.option("validate_utf8", false)
    for _ = 1, 150 do
      equal("decode", codec.decode("t3.Plain", B "72 01 80"), { f_string = "\128" })
      equal("encode", codec.encode("t3.Plain", { f_string = "\128" }), B "72 01 80")
      equal("map key", codec.encode("t3.MapKeys", { m_string = { ["\128"] = 1 } }), B "62 05 0A 01 80 10 01")
    end
    codec.option("validate_utf8", true)
    raises("back on, decode", "t3.Plain: invalid UTF-8 at byte 2", codec.decode, "t3.Plain", B "72 01 80")
    raises("back on, encode", "t3.Plain.f_string: invalid UTF-8", codec.encode, "t3.Plain", { f_string = "\128" })
  end)

  section("options reach message objects and what they were made before", function()
    local object = codec.message("t3.Plain")
    codec.option("int64", "number")
    local early, late = object.decode "\32\5", codec.message("t3.Plain").decode "\32\5"
    codec.option("int64", "cdata")
    equal("object from before", early, { f_int64 = 5 })
    equal("object from after", late, { f_int64 = 5 })
  end)

  section("maps without an order still hold every entry", function()
    local value = {}
    for i = 1, 300 do value["k" .. i] = i end
    for round = 1, 100 do
      local got = codec.decode("t3.MapKeys", codec.encode("t3.MapKeys", { m_string = value }))
      local d = same.differ(got, { m_string = value })
      if d then fail("300 entries, round " .. round, "all of them", d) return end
    end
    -- Tables that grew and shrank, with tombstones in them.
    local t = {}
    for round = 1, 200 do
      t["a" .. round] = round
      t["a" .. (round - 7)] = nil
      local d = same.differ(codec.decode("t3.MapKeys", codec.encode("t3.MapKeys", { m_string = t })), { m_string = t })
      if d then fail("sliding entries, round " .. round, "all of them", d) return end
    end
    ran = ran + 1
  end)

  section("inputs stay alive and results are plain", function()
    -- Collecting while results are held: nothing may point into freed input.
    local kept = {}
    for i = 1, 200 do
      kept[i] = codec.decode("t3.Plain", codec.encode("t3.Plain", { f_string = "string " .. i, f_bytes = ("b"):rep(i),
        f_int64 = i }))
      if i % 20 == 0 then collectgarbage() end
    end
    for i = 1, 200 do
      equal("kept " .. i, kept[i], { f_string = "string " .. i, f_bytes = ("b"):rep(i),
        f_int64 = ffi.cast("int64_t", i) })
    end
  end)

  -- Generated codecs bring their types as modules; a pblua without `load` has no runtime codec behind it.
  if subject.kind == "pbplan" or codec.load then section("load", function()
    for _, raw in ipairs { "\255", "\10\5x", "\10\1\8", "garbage" } do
      ran = ran + 1
      local ok, err = pcall(codec.load, raw)
      if ok or type(err) ~= "string" or err:sub(1, 20) ~= "bad descriptor set: " then fail("load of a bad set",
        "bad descriptor set: REASON", same.show(err)) end
    end
    equal("a failed load leaves what was there", codec.encode("t3.Plain", { f_int32 = 1 }), "\24\1")
    codec.load(subject.set)
    equal("load again replaces", codec.encode("t3.Plain", { f_int32 = 1 }), "\24\1")
    -- Descriptors by hand: FileDescriptorProto {name 1, package 2, dependency 3, message 4, extension 7, syntax 12}.
    local len, v = wire.len, wire.v
    local function field(name, number, kind, extendee)
      return len(1, name) .. (extendee and len(2, extendee) or "") .. v(3, number) .. v(4, 1) .. v(5, kind)
    end
    local int32, string_kind = 5, 9
    local early = codec.message("t2.Ext")
    equal("an extension not loaded yet is unknown", early.decode(B "60 05"), { _unknown_fields = B "60 05" })
    equal("and ignored on encode", early.encode { _extensions = { ["late.x"] = 5 } }, "")
    codec.load(subject.set .. len(1, len(1, "late.proto") .. len(2, "late") .. len(3, "t2.proto")
      .. len(7, field("x", 12, int32, ".t2.Ext"))))
    for what, object in pairs { before = early, after = codec.message("t2.Ext") } do
      equal("loaded, object from " .. what, object.decode(B "60 05"), { _extensions = { ["late.x"] = 5 } })
      equal("loaded, encode, object from " .. what, object.encode { _extensions = { ["late.x"] = 5 }, middle = 1 },
        B "60 05 C0 0C 01")
    end
    local function version(kind)
      return len(1, len(1, "again.proto") .. len(2, "again") .. len(4, len(1, "M") .. len(2, field("a", 1, kind)))
        .. len(12, "proto3"))
    end
    codec.load(version(int32))
    equal("a type of its own", codec.decode("again.M", B "08 05"), { a = 5 })
    codec.load(version(string_kind))
    equal("replaced", codec.decode("again.M", B "0A 01 61"), { a = "a" })
    equal("replaced, encode", codec.encode("again.M", { a = "a" }), B "0A 01 61")
    equal("and decodes", codec.decode("t2.Ext", B "B8 06 05"), { _extensions = { ["t2.x_int32"] = 5 } })
  end) end

  if next(subject.modules) then
    section("generated modules", function()
      local module = subject.modules["t3"]
      equal("nested names are joined", type(module.Outer_Inner_Inner_encode), "function")
      equal("functions are plain", module.Plain_encode { f_int32 = 1 }, "\24\1")
      equal("functions are plain", module.Plain_decode "\24\1", { f_int32 = 1 })
      raises("errors name the full type", "t3.Outer.Inner: table expected, got nil", module.Outer_Inner_encode)
      equal("in a folder", type(subject.modules["sub/other"].Mixed_decode), "function")
    end)
  end

  return ran, failures
end

return M
