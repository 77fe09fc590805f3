-- Oneofs: presence of zeros, the last member stays, the same message merges, wrong wire types clear nothing.
local builder = require "harness.builder"
local kinds = require "harness.kinds"
local wire = require "harness.wire"

local c = builder.new("oneofs")
local B, record = wire.bytes, wire.record

for i, kind in ipairs(kinds) do
  local one = kind.one
  local f = "f_" .. kind.name
  local r = record(kind.n, kind.wt, one.payload)
  local zero = kind.samples[1]
  local z = record(kind.n, kind.wt, zero.payload)
  local before = kinds[i % #kinds + 1]
  local b = record(before.n, before.wt, before.one.payload)
  for _, type_name in ipairs { "t3.One", "t2.One" } do
    local function case(what, input, value, bytes)
      c.accept { name = type_name .. " " .. kind.name .. " " .. what, type = type_name, input = input, value = value,
        bytes = bytes or input }
    end
    case("zero", z, { [f] = zero.value })
    case("another, then this", b .. r, { [f] = one.value }, r)
    case("another, then this as zero", b .. z, { [f] = zero.value }, z)
    case("this, another, this", r .. b .. r, { [f] = one.value }, r)
    case("all, then this", z .. b .. z .. b .. r, { [f] = one.value }, r)
    case("beside a plain field", record(19, 0, "\5") .. r, { [f] = one.value, outside = 5 }, r .. record(19, 0, "\5"))
    -- A record of the wrong wire type is unknown, and clears nothing.
    local wrong = kind.wt == 5 and wire.i64(kind.n, "12345678") or wire.i32(kind.n, "1234")
    case("wrong wire type alone", wrong, { _unknown_fields = wrong })
    case("wrong wire type after it", r .. wrong, { [f] = one.value, _unknown_fields = wrong })
    case("wrong wire type after another", b .. wrong, { ["f_" .. before.name] = before.one.value,
      _unknown_fields = wrong })
  end
end

local function accept(what, type_name, input, value, bytes)
  c.accept { name = what, type = type_name, input = B(input), value = value, bytes = B(bytes or input) }
end
accept("message twice merges", "t3.One", "8A 01 04 08 05 18 01 8A 01 04 10 07 18 02",
  { f_message = { a = 5, b = 7, list = { 1, 2 } } }, "8A 01 08 08 05 10 07 1A 02 01 02")
accept("message, scalar, message: no merge over the gap", "t3.One", "8A 01 02 08 05 18 01 8A 01 02 10 07",
  { f_message = { b = 7 } }, "8A 01 02 10 07")
accept("message, other message, message: no merge over the gap", "t3.One",
  "8A 01 02 08 05 92 01 02 08 09 8A 01 02 10 07", { f_message = { b = 7 } }, "8A 01 02 10 07")
accept("message, other message", "t3.One", "8A 01 02 08 05 92 01 00", { f_other = {} }, "92 01 00")
accept("message, field outside, message: merges", "t3.One", "8A 01 02 08 05 98 01 01 8A 01 02 10 07",
  { f_message = { a = 5, b = 7 }, outside = 1 }, "8A 01 04 08 05 10 07 98 01 01")
accept("message, second oneof, message: merges", "t3.One", "8A 01 02 08 05 A0 01 00 8A 01 02 10 07",
  { f_message = { a = 5, b = 7 }, x = 0 }, "8A 01 04 08 05 10 07 A0 01 00")
accept("two oneofs are independent", "t3.One", "18 01 A0 01 02 20 03 AA 01 00", { f_int64 = 3LL, y = {} },
  "20 03 AA 01 00")
accept("group member", "t2.One", "93 01 08 01 94 01", { grp = { a = 1 } })
accept("group member, empty", "t2.One", "93 01 94 01", { grp = {} })
accept("group member twice merges", "t2.One", "93 01 08 01 94 01 93 01 10 02 94 01", { grp = { a = 1, b = 2 } },
  "93 01 08 01 10 02 94 01")
accept("group, scalar, group: no merge", "t2.One", "93 01 08 01 94 01 18 01 93 01 10 02 94 01", { grp = { b = 2 } },
  "93 01 10 02 94 01")
accept("scalar after group", "t2.One", "93 01 08 01 94 01 18 00", { f_int32 = 0 }, "18 00")
accept("group member as message: unknown", "t2.One", "92 01 02 08 01", { _unknown_fields = B "92 01 02 08 01" })
accept("recursive member", "t3.Node", "2A 06 2A 02 10 01 10 02", { alt = { alt = { v = 1 }, v = 2 } },
  "2A 06 10 02 2A 02 10 01")

return c.list
