-- Decodes and writes back every input of a file made by expand.cc; acceptance and bytes must be libprotobuf's.
local wire = require "harness.wire"

local M = {}

local function known_form(type_name, err)
  return type(err) == "string" and err:sub(1, #type_name) == type_name
    and (err:find(": .* at byte %d+$") ~= nil or err:find(": required field missing$") ~= nil)
end

-- true when all agree; failures and a summary are printed.
function M.run(subject, path)
  local codec = subject.codec
  codec.option("deterministic", true)
  local objects = setmetatable({}, { __index = function(t, type_name)
    local object = codec.message(type_name)
    t[type_name] = object
    return object
  end })
  local ran, failed = 0, 0
  local function fail(type_name, input, expected, got)
    failed = failed + 1
    if failed <= 50 then
      print(("FAIL %s %s\n    expected %s\n    got      %s"):format(type_name, wire.hex(input), expected, got))
    end
  end
  for line in io.lines(path) do
    local type_name, input_hex, answer = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)$")
    local input = wire.bytes(input_hex)
    local object = objects[type_name]
    ran = ran + 1
    local ok, value = pcall(object.decode, input)
    if answer == "-" then
      if ok then
        fail(type_name, input, "an error", "accepted")
      elseif not known_form(type_name, value) then
        fail(type_name, input, "an error of the known form", tostring(value))
      end
    elseif not ok then
      fail(type_name, input, "accepted", tostring(value))
    else
      local encoded, bytes = pcall(object.encode, value)
      local expected = wire.bytes(answer)
      if not encoded or bytes ~= expected then
        fail(type_name, input, wire.hex(expected), encoded and wire.hex(bytes) or bytes)
      end
    end
  end
  print(("%s, jit %s: %d inputs against libprotobuf, %d failed"):format(subject.kind,
    jit.status() and "on" or "off", ran, failed))
  return failed == 0 and ran > 0
end

return M
