-- Runs one case one way, `times` times in a loop of its own prototype, so that with the JIT on the compiled code is
-- what is checked.
local same = require "harness.same"
local wire = require "harness.wire"

local M = {}

-- A fresh prototype for each loop: a shared one would collect the traces of every codec and case.
local loop_source = [[
  local f, input, times, out, pcall = ...
  for i = 1, times do
    local ok, result = pcall(f, input)
    out[2 * i - 1], out[2 * i] = ok, result
  end
]]
local plain_source = [[
  local f, input, times, out = ...
  for i = 1, times do
    out[2 * i - 1], out[2 * i] = true, f(input)
  end
]]

-- Through pcall, and where success is expected once more without it: traces differ.
local function run(f, input, times, bare)
  local out = {}
  assert(loadstring(bare and plain_source or loop_source))(f, input, times, out, pcall)
  return out
end

local function text(raw)
  return #raw > 400 and wire.hex(raw:sub(1, 400)) .. " ... (" .. #raw .. " bytes)" or wire.hex(raw)
end

local function allowed(expected, got)
  if type(expected) == "string" then return got == expected end
  for _, e in ipairs(expected) do
    if got == e then return true end
  end
  return false
end

local function failure(what, input, expected, got, i)
  return ("%s (call %d)\n    input    %s\n    expected %s\n    got      %s"):format(what, i, input, expected, got)
end

local function check_value(case, results, times)
  for i = 1, times do
    local ok, got = results[2 * i - 1], results[2 * i]
    if not ok then return failure("decode failed", text(case.input), same.show(case.value), tostring(got), i) end
    local path = same.differ(got, case.value)
    if path then return failure("decode: " .. path .. " differs", text(case.input), same.show(case.value),
      same.show(got), i) end
  end
end

local function check_bytes(what, value, expected, results, times)
  for i = 1, times do
    local ok, got = results[2 * i - 1], results[2 * i]
    if not ok then return failure(what .. " failed", same.show(value), text(expected), tostring(got), i) end
    if got ~= expected then
      return failure(what .. " differs", same.show(value), text(expected), type(got) == "string" and text(got)
        or same.show(got), i)
    end
  end
end

local function check_error(what, input, expected, results, times)
  for i = 1, times do
    local ok, got = results[2 * i - 1], results[2 * i]
    if ok then return failure(what .. " accepted", input, table.concat(type(expected) == "table" and expected
      or { expected }, " | "),
      type(got) == "string" and text(got) or same.show(got), i) end
    if not allowed(expected, got) then
      return failure(what .. ": wrong error", input, table.concat(type(expected) == "table" and expected
        or { expected }, " | "),
        tostring(got), i)
    end
  end
end

-- nil, or the text of the first failure.
function M.one(case, way, times)
  if case.kind == "accept" then
    local bad = check_value(case, run(way.decode, case.input, times), times)
      or check_value(case, run(way.decode, case.input, times, true), times)
    if bad then return bad end
    local decoded = way.decode(case.input)
    return check_bytes("encode", case.value, case.bytes, run(way.encode, case.value, times), times)
      or check_bytes("encode of what was decoded", decoded, case.bytes, run(way.encode, decoded, times, true), times)
      -- Neither direction may write to its argument.
      or (same.differ(decoded, case.value) and "encode changed its table")
  elseif case.kind == "reject" then
    return check_error("decode", text(case.input), case.err, run(way.decode, case.input, times), times)
  end
  local encode = way.encode
  local value = case.value
  if case.make then
    value = {}
    encode = function() return way.encode(case.make(way)) end
  end
  if case.kind == "encode" then
    return check_bytes("encode", value, case.bytes, run(encode, value, times), times)
  end
  return check_error("encode", same.show(value), case.err, run(encode, value, times), times)
end

return M
