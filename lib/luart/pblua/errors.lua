-- Error texts. Fast paths only notice that something is wrong; these functions then walk the value or the bytes again,
-- slowly, and raise what the first error is, in the words of lib/luart/CONTRACT.md. `mode` says whose registered
-- extensions count; without it, those of the codec that has the type.
local errors_decode = require "pblua.errors_decode"
local errors_encode = require "pblua.errors_encode"
local errors_required = require "pblua.errors_required"
local registry = require "pblua.registry"

local error, type = error, type

local M = {}

local MAX_BYTES = 0x7fffffff

local function mode_of(name, mode) return mode or registry.types[name].mode end

-- Raises the first error of encoding `t`, or returns when there is none: for a caller that only suspects one (a size
-- that was counted roughly).
function M.check_encode(name, t, mode)
  if errors_encode.walk(name, t, mode_of(name, mode)) > MAX_BYTES then error(name .. ": over 2 GiB", 0) end
end

-- Raises the first error of encoding `t`; never returns. A metamethod or another coroutine may have changed `t` since
-- it was found wrong.
function M.encode(name, t, mode)
  M.check_encode(name, t, mode)
  error(name .. ": value changed while it was encoded", 0)
end

-- Raises the first error of decoding `s`; never returns.
function M.decode(name, s, mode)
  if type(s) ~= "string" then error(name .. ": string expected, got " .. type(s), 0) end
  errors_decode.walk(name, s, mode_of(name, mode))
  error(name .. ": bytes changed while they were decoded", 0)
end

-- Raises when a required field is missing anywhere in the decoded value `t`, else returns.
function M.required(name, t, mode) errors_required.walk(name, t, mode_of(name, mode)) end

return M
