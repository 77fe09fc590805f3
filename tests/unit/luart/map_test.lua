-- Key order, duplicate keys, and walks that lose nothing with the JIT on.
local check = require "check"
local map = require "pblua.map"

check.list("strings", map.sorted_keys({ b = 1, [""] = 1, a = 1, aa = 1, B = 1, ["\195\169"] = 1, ["a\0"] = 1,
  ["\255"] = 1 }, "string"),
  { "", "B", "a", "a\0", "aa", "b", "\195\169", "\255" })
check.list("numbers", map.sorted_keys({ [3] = 1, [-1] = 1, [0] = 1, [2147483647] = 1, [-2147483648] = 1 }, "sint32"),
  { -2147483648, -1, 0, 3, 2147483647 })
check.list("booleans", map.sorted_keys({ [true] = 1, [false] = 1 }, "bool"), { false, true })
check.list("int64", map.sorted_keys({ [5] = 1, ["9223372036854775807"] = 1, ["-9223372036854775808"] = 1, [-1] = 1,
  ["6"] = 1 }, "int64"),
  { "-9223372036854775808", -1, 5, "6", "9223372036854775807" })
check.list("uint64", map.sorted_keys({ ["18446744073709551615"] = 1, ["9223372036854775808"] = 1, [0] = 1 }, "fixed64"),
  { 0, "9223372036854775808", "18446744073709551615" })
check.equal("wrong key", map.sorted_keys({ [1] = 1 }, "string"), nil)
check.equal("wrong wide key", map.sorted_keys({ ["01"] = 1 }, "int64"), nil)

check.equal("no duplicate", map.duplicate_key({ [5] = 1, ["6"] = 1 }, "int64"), nil)
check.equal("none in a string map", map.duplicate_key({ [5] = 1, ["5"] = 1 }, "string"), nil)
do
  local t = { [5] = 1, ["5"] = 1 }
  local first = next(t)
  check.equal("duplicate", map.duplicate_key(t, "int64"), (next(t, first)))
  check.equal("duplicate cdata", map.duplicate_key({ [5LL] = 1, [6] = 2 }, "int64"), nil)
  check.equal("two cdata of one value", type(map.duplicate_key({ [5LL] = 1, [5ULL] = 2 }, "int64")), "cdata")
end

-- The symptom of LuaJIT issue 827: a pairs loop around another one ends early once its trace has been given up. Written
-- with pairs, this very walk found fewer than five elements in most of its calls.
local function nested(t)
  local count = 0
  local k, v = next(t)
  while k ~= nil do
    local inner = next(v)
    while inner ~= nil do inner = next(v, inner) end
    count = count + 1
    k, v = next(t, k)
  end
  return count
end
local function interpreted(...) -- luacheck: ignore 212 -- a vararg frame makes its callers return to the interpreter
  for _ = 1, 100 do end
end
do
  local inner = { 1, 2, 3, 4, 5 }
  local t = { a = inner, b = inner, c = inner, d = inner, e = inner }
  local wrong = 0
  for _ = 1, 100000 do
    interpreted()
    if nested(t) ~= 5 then wrong = wrong + 1 end
  end
  check.equal("nested walks that ended early", wrong, 0)
end

-- Many sizes, key types and shapes.
local function walk(t)
  local count, sum = 0, 0
  local k, v = next(t)
  while k ~= nil do
    count = count + 1
    if type(v) == "table" then
      local inner, x = next(v)
      while inner ~= nil do
        sum = sum + x
        inner, x = next(v, inner)
      end
    else
      sum = sum + v
    end
    k, v = next(t, k)
  end
  return count, sum
end

math.randomseed(20220320)
local makers = {
  function(i) return "k" .. i end,
  function(i) return i end,
  function(i) return i * 1000 - 5000 end,
  function(i) return i % 2 == 0 end,
  function(i) return i + 0.5 end,
}
local tables = {}
for round = 1, 60 do
  local make = makers[round % #makers + 1]
  local t, count, sum = {}, 0, 0
  for i = 1, math.random(0, ({ 4, 20, 300 })[round % 3 + 1]) do
    local key = make(i)
    if t[key] == nil then
      count = count + 1
      t[key] = round % 4 == 0 and { i, x = i } or i
      sum = sum + (round % 4 == 0 and 2 * i or i)
    end
  end
  tables[round] = { t = t, count = count, sum = sum }
end
local wrong = 0
for call = 1, 24000 do
  interpreted()
  local expected = tables[call % #tables + 1]
  local count, sum = walk(expected.t)
  local keys, n = map.keys(expected.t)
  if count ~= expected.count or sum ~= expected.sum or n ~= count or #keys ~= n then wrong = wrong + 1 end
end
check.equal("walks that lost or repeated elements", wrong, 0)

check.done()
