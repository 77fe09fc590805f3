-- UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing over U+10FFFF.
-- One FFI call into pbplan.so where package.cpath finds it, which stays on trace; else a Lua loop with the same
-- answers.
local ffi = require "ffi"
local cast = ffi.cast

local M = {}

local bytes_t = ffi.typeof "const uint8_t *"

local function lua_valid_ptr(ptr, len)
  local p = cast(bytes_t, ptr)
  local i = 0
  while i < len do
    local lead = p[i]
    if lead < 0x80 then
      i = i + 1
    elseif lead < 0xc2 then -- a stray continuation, or an overlong two-byte form
      return false
    elseif lead < 0xe0 then
      if i + 1 >= len or p[i + 1] - 0x80 >= 0x40 or p[i + 1] < 0x80 then return false end
      i = i + 2
    elseif lead < 0xf0 then
      if i + 2 >= len then return false end
      local b, c = p[i + 1], p[i + 2]
      local low = lead == 0xe0 and 0xa0 or 0x80 -- overlong below
      local high = lead == 0xed and 0xa0 or 0xc0 -- surrogates from there
      if b < low or b >= high or c < 0x80 or c >= 0xc0 then return false end
      i = i + 3
    elseif lead < 0xf5 then
      if i + 3 >= len then return false end
      local b, c, d = p[i + 1], p[i + 2], p[i + 3]
      local low = lead == 0xf0 and 0x90 or 0x80 -- overlong below
      local high = lead == 0xf4 and 0x90 or 0xc0 -- over U+10FFFF from there
      if b < low or b >= high or c < 0x80 or c >= 0xc0 or d < 0x80 or d >= 0xc0 then return false end
      i = i + 4
    else
      return false
    end
  end
  return true
end

local function native()
  local path = package.searchpath("pbplan", package.cpath)
  if not path then return nil end
  local ok, lib = pcall(ffi.load, path)
  if not ok then return nil end
  pcall(ffi.cdef, "int pbplan_utf8_valid(const char *, size_t);") -- declared twice is an error of no interest
  local found = pcall(function() return lib.pbplan_utf8_valid end)
  return found and lib or nil
end

local chars_t = ffi.typeof "const char *"
local C = native()

if C then
  function M.valid_ptr(ptr, len) return C.pbplan_utf8_valid(cast(chars_t, ptr), len) ~= 0 end
  function M.valid(s) return C.pbplan_utf8_valid(s, #s) ~= 0 end
else
  M.valid_ptr = lua_valid_ptr
  function M.valid(s) return lua_valid_ptr(s, #s) end
end

-- Whether pbplan.so answers, and the Lua loop by itself, for tests.
M.native = C ~= nil
M.lua_valid_ptr = lua_valid_ptr

return M
