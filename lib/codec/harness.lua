-- The loops under the clock and the comparison of decoded values, for every codec that runs in Lua.
-- Each cell has a lua_State of its own, so each also has its own prototype of these loops: codecs measured through one
-- shared loop would share its traces.
local ffi = require "ffi"

local band = bit.band
local int64 = ffi.typeof "int64_t"
local uint64 = ffi.typeof "uint64_t"
local istype = ffi.istype

local M = {}

-- One pass: n operations, results kept in a sink of 16 so that no result can be optimised away.
function M.pass(operation, inputs, sink, n)
  for i = 1, n do
    sink[band(i - 1, 15) + 1] = operation(inputs[i])
  end
end

-- The same loop with nothing in it.
function M.empty_pass(inputs, sink, n)
  for i = 1, n do
    sink[band(i - 1, 15) + 1] = inputs[i]
  end
end

function M.clear_sink(sink)
  for i = 1, 16 do
    sink[i] = false
  end
end

-- 64-bit values from two halves, since the C API can't make cdata; `high` is signed for int64.
function M.make_int64(low, high)
  return int64(high) * 4294967296LL + int64(low)
end

function M.make_uint64(low, high)
  return uint64(high) * 4294967296ULL + uint64(low)
end

local function same_number(a, b)
  if a ~= a then
    return b ~= b
  end
  return a == b and (a ~= 0 or 1 / a == 1 / b)
end

-- -1LL == 18446744073709551615ULL is true on LuaJIT, so the type is compared first.
local function same_cdata(a, b)
  local signed, unsigned = istype(int64, a) and istype(int64, b), istype(uint64, a) and istype(uint64, b)
  return (signed or unsigned) and a == b
end

local function describe(v)
  local kind = type(v)
  if kind == "string" then
    return ("string of %d bytes"):format(#v)
  elseif kind == "table" then
    return "table"
  elseif kind == "cdata" then
    return tostring(ffi.typeof(v)) .. " " .. tostring(v)
  end
  return kind .. " " .. tostring(v)
end

local function step(path, key)
  if type(key) == "string" then
    return path == "" and key or path .. "." .. key
  end
  return ("%s[%s]"):format(path, tostring(key))
end

local differs

local function table_differs(want, got, path)
  for key, value in pairs(want) do
    local where, what = differs(value, got[key], step(path, key))
    if where then
      return where, what
    end
  end
  for key, value in pairs(got) do
    if want[key] == nil then
      return step(path, key), "unexpected " .. describe(value)
    end
  end
end

-- nil when equal, else the path of the first difference and what it is.
function differs(want, got, path)
  local kind = type(want)
  local same
  if kind ~= type(got) then
    same = false
  elseif kind == "table" then
    return table_differs(want, got, path)
  elseif kind == "number" then
    same = same_number(want, got)
  elseif kind == "cdata" then
    same = same_cdata(want, got)
  else
    same = want == got
  end
  if not same then
    return path, ("expected %s, got %s"):format(describe(want), describe(got))
  end
end

M.differs = differs

-- Compiled pairs() loses elements on some LuaJIT builds (issues 744, 827): the judge stays in the interpreter.
jit.off(table_differs, true)
jit.off(differs, true)

return M
