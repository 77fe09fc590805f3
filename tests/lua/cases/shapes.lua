-- Schemas past LuaJIT's limits per function: 250 fields, 250 messages that refer to each other, an enum of 70,000
-- values.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("shapes")
local len, v = wire.len, wire.v

-- By i % 10: wire bytes and value of one sample.
local samples = {
  [0] = { function(n) return v(n, 5) end, 5, "\5", true },
  { function(n) return len(n, "x") end, "x", "x" },
  { function(n) return wire.i64(n, wire.bytes "00 00 00 00 00 00 F8 3F") end, 1.5,
    wire.bytes "00 00 00 00 00 00 F8 3F", true },
  { function(n) return v(n, 1) end, true, "\1", true },
  { function(n) return v(n, 7) end, 7LL, "\7", true },
  { function(n) return len(n, "\255") end, "\255", "\255" },
  { function(n) return wire.i32(n, wire.bytes "00 00 C0 3F") end, 1.5, wire.bytes "00 00 C0 3F", true },
  { function(n) return v(n, 9) end, 9ULL, "\9", true },
  { function(n) return v(n, 3) end, -2, "\3", true },
  { function(n) return wire.i32(n, "\1\0\0\0") end, 1, "\1\0\0\0", true },
}

local value, records, reversed, lists, list_bytes, list_loose, messages, message_bytes = {}, {}, {}, {}, {}, {}, {}, {}
for i = 1, 250 do
  local sample = samples[i % 10]
  local f = "f" .. i
  value[f] = sample[2]
  records[i] = sample[1](i)
  reversed[251 - i] = records[i]
  lists[f] = { sample[2], sample[2] }
  local n = i * 3
  list_loose[251 - i] = sample[1](n):rep(2)
  list_bytes[i] = sample[4] and len(n, sample[3]:rep(2)) or sample[1](n):rep(2)
  messages[f] = { x = sample[2], next = {} }
  -- Field 16 comes after x in every one.
  message_bytes[i] = len(i, sample[1](i % 15 + 1) .. len(16, ""))
end
for i = 1, 250 do
  local f, sample = "f" .. i, samples[i % 10]
  c.accept { name = "field " .. i .. " of 250", type = "wide.Wide", input = records[i], value = { [f] = sample[2] },
    times = 60 }
  c.accept { name = "oneof member " .. i .. " of 250", type = "wide.WideOneof",
    input = records[i % 250 + 1] .. records[i], value = { [f] = sample[2] },
    bytes = records[i], times = 60 }
end
local all = table.concat(records)
c.accept { name = "C80 250 fields", type = "wide.Wide", input = all, value = value }
c.accept { name = "C80 250 fields, backwards", type = "wide.Wide", input = table.concat(reversed), value = value,
  bytes = all }
c.accept { name = "C80 250 fields, twice", type = "wide.Wide", input = all .. all, value = value, bytes = all }
c.accept { name = "C80 250 list fields", type = "wide.WideRepeated", input = table.concat(list_bytes), value = lists }
c.accept { name = "C80 250 list fields, backwards and one by one", type = "wide.WideRepeated",
  input = table.concat(list_loose), value = lists, bytes = table.concat(list_bytes) }
c.accept { name = "C80 250 messages", type = "wide.WideMessages", input = table.concat(message_bytes),
  value = messages }
c.refuse { name = "the last of 250 fields is bad", type = "wide.Wide", value = { f1 = "x", f250 = {} },
  err = "wide.Wide.f250: integer expected, got table" }
c.refuse { name = "the last two of 250 oneof members", type = "wide.WideOneof", value = { f249 = 1, f250 = 1 },
  err = "wide.WideOneof.k: oneof has both f249 and f250 set" }
c.reject { name = "cut after 250 fields", type = "wide.Wide", input = all .. "\8",
  err = "truncated varint at byte " .. #all + 1 }

-- Every message type once, through a chain of 90.
do
  local t, raw = {}, ""
  for _ = 1, 90 do
    t = { next = t }
    raw = len(16, raw)
  end
  c.accept { name = "C80 a chain through 90 message types", type = "wide.M1", input = raw, value = t }
end
do
  local maps, raw = {}, {}
  for i = 1, 100 do
    maps["m" .. i] = { k = { x = samples[i % 10][2] } }
    raw[i] = wire.entry(i, "\10\1k", len(2, samples[i % 10][1](i % 15 + 1)))
  end
  c.accept { name = "C80 100 maps of messages", type = "wide.WideMaps", input = table.concat(raw), value = maps }
end

for _, n in ipairs { 0, 1, 65535, 65536, 69999 } do
  c.encode { name = "C80 enum of 70000, by name " .. n, type = "bigenum.M", value = { list = { "E" .. n } },
    bytes = len(2, wire.varint(n)), oracle = false }
end
c.accept { name = "C80 enum of 70000", type = "bigenum.M", input = v(1, 69999)
  .. len(2, wire.varint(65536) .. wire.varint(70001)),
  value = { e = 69999, list = { 65536, 70001 } }, oracle = false }
c.refuse { name = "C80 enum of 70000, no such name", type = "bigenum.M", value = { e = "E70000" },
  err = 'bigenum.M.e: "E70000" is not a value of bigenum.E' }

return c.list
