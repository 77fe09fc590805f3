-- Keys that are no list index: found whatever part of the table they are in.
local check = require "check"
local list = require "pblua.list"

local bad = list.has_other_keys
check.equal("empty", bad({}, 0), false)
check.equal("dense", bad({ 1, 2, 3 }, 3), false)
check.equal("empty with a name", bad({ x = 1 }, 0), true)
check.equal("zero", bad({ [0] = 1, 2 }, 1), true)
check.equal("name", bad({ 1, 2, x = 3 }, 2), true)
check.equal("fraction", bad({ 1, [1.5] = 3 }, 1), true)
check.equal("beyond", bad({ 1, 2, [9] = 3 }, 2), true)
do
  local t = {}
  t.x = 1
  t[1] = 5
  check.equal("name before the element", bad(t, 1), true)
end

local function sure(t, n)
  for k in pairs(t) do
    if type(k) ~= "number" or k < 1 or k > n or k % 1 ~= 0 then return true end
  end
  return false
end
jit.off(sure)

math.randomseed(4)
local wrong, others = 0, 0
for _ = 1, 40000 do
  local t = {}
  if math.random(3) == 1 then
    t = { a = 1, b = 2, c = 3 }
    t.a, t.b, t.c = nil, nil, nil
  end
  for i = 1, math.random(0, 6) do
    local r = math.random(10)
    if r == 1 then
      t.x = 1
    elseif r == 2 then
      t[math.random(0, 8)] = 1
    elseif r == 3 then
      t[1.5] = 2
    elseif r == 4 then
      t[true] = 1
    elseif r == 5 and #t > 0 then
      t[#t] = nil
    else
      t[#t + 1] = i
    end
  end
  local n = #t
  local dense = true
  for i = 1, n do dense = dense and t[i] ~= nil end
  if dense then
    local expected = sure(t, n)
    if expected then others = others + 1 end
    if bad(t, n) ~= expected then wrong = wrong + 1 end
  end
end
check.equal("some tables were bad", others > 10000, true)
check.equal("wrong answers", wrong, 0)

check.done()
