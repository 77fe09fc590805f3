-- Walking maps: keys in order, duplicate keys, and the one way to iterate that this LuaJIT gets right.
--
-- Never `for k, v in pairs(t)` on a path that may be compiled. On LuaJIT 2.1.0-beta3 (20220320) a pairs loop around
-- another one ended early in 60,490 of 100,000 calls once its trace had been given up (LuaJIT issue 827: the loop's
-- control variable is a slot index for ITERN, but the patched ITERC takes it for a key; issue 744 is a hang of the same
-- family). The same two loops written with `next` lost nothing in 100,000 calls:
--   local k, v = next(t)
--   while k ~= nil do ... k, v = next(t, k) end
-- tests/unit/luart/map_test.lua repeats this at many sizes, key types and nestings with the JIT on.
local int64 = require "pblua.int64"

local next, type, sort = next, type, table.sort

local M = {}

-- How keys of a kind compare: "string", "boolean", "number", "signed" or "unsigned" (both 64-bit).
local CLASS = {
  string = "string", bool = "boolean",
  int32 = "number", sint32 = "number", sfixed32 = "number", uint32 = "number", fixed32 = "number",
  int64 = "signed", sint64 = "signed", sfixed64 = "signed", uint64 = "unsigned", fixed64 = "unsigned",
}
M.CLASS = CLASS

-- The keys of `t` in no order, and how many.
function M.keys(t)
  local list, n = {}, 0
  local k = next(t)
  while k ~= nil do
    n = n + 1
    list[n] = k
    k = next(t, k)
  end
  return list, n
end

local function false_first(a, b) return not a and b end

local function converter(class) return class == "signed" and int64.signed_key or int64.unsigned_key end

-- The keys of `t` in the order that deterministic output has them, and how many: strings by unsigned byte (LuaJIT
-- compares strings so), numbers by value, false before true, 64-bit keys by value whatever form they come in. `kind` is
-- the key's kind. nil when a key is of another type than the kind takes; the caller then explains.
function M.sorted_keys(t, kind)
  local list, n = M.keys(t)
  local class = CLASS[kind]
  if class == "signed" or class == "unsigned" then
    local convert = converter(class)
    local values = {}
    for i = 1, n do
      local v = convert(list[i])
      if v == nil then return nil end
      values[list[i]] = v -- cdata keys are found by identity, which is right here
    end
    sort(list, function(a, b) return values[a] < values[b] end)
    return list, n
  end
  for i = 1, n do
    if type(list[i]) ~= class then return nil end
  end
  if class == "boolean" then
    sort(list, false_first)
  else
    sort(list)
  end
  return list, n
end

-- The second key met (by `next`) that has the value of an earlier one, or nil. Only 64-bit kinds can have such keys,
-- and only when strings or cdata are among them. Keys that the kind doesn't take are passed over.
function M.duplicate_key(t, kind)
  local class = CLASS[kind]
  if class ~= "signed" and class ~= "unsigned" then return nil end
  local convert = converter(class)
  local name = class == "signed" and int64.key_of_signed or int64.key_of_unsigned
  local seen = {}
  local k = next(t)
  while k ~= nil do
    local v = convert(k)
    if v ~= nil then
      local canonical = name(v)
      if seen[canonical] then return k end
      seen[canonical] = true
    end
    k = next(t, k)
  end
  return nil
end

return M
