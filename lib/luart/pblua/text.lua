-- How values and keys stand in error texts.
local ffi = require "ffi"
local byte, format, gsub, tostring, type = string.byte, string.format, string.gsub, tostring, type
local istype = ffi.istype

local M = {}

local int64_t, uint64_t = ffi.typeof "int64_t", ffi.typeof "uint64_t"

local function ddd(c) return format("\\%03d", byte(c)) end

-- "NAME" in double quotes; bytes that would blur the text become \ddd.
function M.quote(s) return '"' .. gsub(s, '[%z\1-\31\127"\\]', ddd) .. '"' end

-- A number or 64-bit cdata: 1.5, 4294967296, -1LL, 18446744073709551615ULL.
function M.number(v)
  if type(v) == "number" then return format("%.14g", v) end
  return tostring(v)
end

-- A value of any type: strings quoted, numbers and 64-bit cdata as above, the type's name for what has no text.
function M.value(v)
  local t = type(v)
  if t == "string" then return M.quote(v) end
  if t == "number" then return format("%.14g", v) end
  if t == "boolean" then return tostring(v) end
  if t == "cdata" and (istype(int64_t, v) or istype(uint64_t, v)) then return tostring(v) end
  return t
end

return M
