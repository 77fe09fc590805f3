-- Writes cases as JSON lines for oracle_test.cc: bytes as hex, Lua values tagged by type.

local M = {}

local function quoted(s)
  return '"' .. s:gsub('[%c"\\\127-\255]', function(ch) return ("\\u%04x"):format(ch:byte()) end) .. '"'
end

local function raw_hex(s)
  return (s:gsub(".", function(ch) return ("%02x"):format(ch:byte()) end))
end

-- {"s":hex}, {"n":"1.5"}, {"i":"-5"}, true, {"t":[[key,value],...]}
local function tagged(v)
  local t = type(v)
  if t == "string" then
    return '{"s":"' .. raw_hex(v) .. '"}'
  elseif t == "number" then
    if v ~= v then return '{"n":"nan"}' end
    return '{"n":"' .. (v == 0 and 1 / v < 0 and "-0" or ("%.17g"):format(v)) .. '"}'
  elseif t == "cdata" then
    return '{"i":"' .. tostring(v):gsub("U?LL$", "") .. '"}'
  elseif t == "boolean" then
    return tostring(v)
  end
  local out = {}
  for k, item in pairs(v) do out[#out + 1] = "[" .. tagged(k) .. "," .. tagged(item) .. "]" end
  return '{"t":[' .. table.concat(out, ",") .. "]}"
end

-- A line of JSON, or nil for what the oracle has no say in.
function M.line(case)
  if case.kind == "refuse" or case.oracle == false then return nil end
  local out = { '{"name":' .. quoted(case.name), '"type":' .. quoted(case.type), '"kind":"' .. case.kind .. '"' }
  if case.input then out[#out + 1] = '"input":"' .. raw_hex(case.input) .. '"' end
  if case.bytes then out[#out + 1] = '"bytes":"' .. raw_hex(case.bytes) .. '"' end
  if case.differs then out[#out + 1] = '"differs":' .. quoted(case.differs) end
  -- Very long lists: bytes alone.
  if case.kind == "accept" and #case.input < 50000 then out[#out + 1] = '"value":' .. tagged(case.value) end
  return table.concat(out, ",") .. "}"
end

return M
