-- Deep equality of decoded values (ctype of 64-bit integers, -0 and NaN told apart) and their text for a failure line.
local ffi = require "ffi"

local type, next, tostring = type, next, tostring
local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")

local M = {}

local function ctype(v)
  if ffi.istype(int64, v) then return "int64_t" end
  if ffi.istype(uint64, v) then return "uint64_t" end
  return tostring(ffi.typeof(v))
end

-- nil where a and b are the same, else the path of the first difference.
local function differ(a, b, path)
  local t = type(a)
  if t ~= type(b) then return path end
  if t == "table" then
    if getmetatable(a) ~= nil then return path .. " (metatable)" end
    for k, v in next, b do
      if type(k) == "cdata" then return path .. " (cdata key)" end
      local d = differ(a[k], v, path .. "." .. tostring(k))
      if d then return d end
    end
    for k in next, a do
      if b[k] == nil then return path .. "." .. tostring(k) end
    end
    return nil
  end
  if t == "cdata" then
    return (ctype(a) ~= ctype(b) or a ~= b) and path or nil
  end
  if t == "number" then
    if a ~= a and b ~= b then return nil end
    return (a ~= b or 1 / a ~= 1 / b) and path or nil
  end
  return a ~= b and path or nil
end

function M.differ(got, expected)
  return differ(got, expected, "value")
end

local function key_less(a, b)
  if type(a) ~= type(b) then return type(a) < type(b) end
  if type(a) == "number" or type(a) == "string" then return a < b end
  return tostring(a) < tostring(b)
end

-- Text of any value, keys in order: strings cut at `chars`, tables at `count` elements and `depth` levels.
local function text(v, chars, count, depth)
  local t = type(v)
  if t == "string" then
    if #v > chars then v = v:sub(1, chars) .. "..." end
    return (("%q"):format(v):gsub("[%z\1-\31\127-\255]", function(c) return ("\\%03d"):format(c:byte()) end))
  elseif t == "number" then
    return v == 0 and 1 / v < 0 and "-0" or ("%.17g"):format(v)
  elseif t == "cdata" then
    return ctype(v) .. ":" .. tostring(v)
  elseif t ~= "table" then
    return tostring(v)
  elseif depth < 0 then
    return "{...}"
  end
  local keys, out = {}, {}
  for k in next, v do keys[#keys + 1] = k end
  table.sort(keys, key_less)
  for i = 1, math.min(#keys, count) do
    out[i] = "[" .. text(keys[i], chars, count, depth - 1) .. "]=" .. text(v[keys[i]], chars, count, depth - 1)
  end
  return "{" .. table.concat(out, ", ") .. (#keys > count and ", ..." or "") .. "}"
end

-- For a failure line.
function M.show(v)
  return text(v, 60, 30, 6)
end

-- All of it: equal texts are equal values.
function M.text(v)
  return text(v, math.huge, math.huge, math.huge)
end

return M
