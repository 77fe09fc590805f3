-- Wire bytes by hand for the cases: written from the encoding page, used by no codec.
local ffi = require "ffi"
local bit = require "bit"

local char, rep = string.char, string.rep
local floor = math.floor
local uint64 = ffi.typeof("uint64_t")

local M = {}

-- "08 96 01" -> raw bytes.
function M.bytes(hex)
  local out = hex:gsub("%s+", ""):gsub("%x%x", function(h) return char(tonumber(h, 16)) end)
  return out
end

function M.hex(raw)
  return (raw:gsub(".", function(c) return ("%02X "):format(c:byte()) end):gsub(" $", ""))
end

-- Minimal varint of a number (negative: 64-bit two's complement) or of 64-bit cdata.
function M.varint(n)
  if type(n) == "number" then n = ffi.cast("int64_t", n) end
  local u = ffi.cast(uint64, n)
  local out = {}
  repeat
    local low = tonumber(bit.band(u, 0x7FULL))
    u = bit.rshift(u, 7)
    out[#out + 1] = char(u ~= 0ULL and low + 128 or low)
  until u == 0ULL
  return table.concat(out)
end

-- The same value in `size` bytes.
function M.padded(n, size)
  local v = M.varint(n)
  if #v >= size then return v end
  local last = v:byte(-1)
  return v:sub(1, -2) .. char(last + 128) .. rep("\128", size - #v - 1) .. "\0"
end

-- The value of a varint, bits over 64 dropped, written minimally.
function M.minimal(raw)
  local u = 0ULL
  for i = 1, #raw do
    u = u + bit.lshift(ffi.cast(uint64, raw:byte(i) % 128), 7 * (i - 1))
  end
  return M.varint(u)
end

function M.tag(field, wire_type)
  return M.varint(field * 8 + wire_type)
end

function M.v(field, n) return M.tag(field, 0) .. M.varint(n) end
function M.i64(field, raw) return M.tag(field, 1) .. raw end
function M.i32(field, raw) return M.tag(field, 5) .. raw end
function M.len(field, raw) return M.tag(field, 2) .. M.varint(#raw) .. raw end
function M.group(field, raw) return M.tag(field, 3) .. raw .. M.tag(field, 4) end

-- A whole record; `payload` carries no length.
function M.record(field, wire_type, payload)
  if wire_type == 2 then return M.len(field, payload) end
  if wire_type == 3 then return M.group(field, payload) end
  return M.tag(field, wire_type) .. payload
end

-- A map entry of field `field`: key and value as records of 1 and 2.
function M.entry(field, ...)
  return M.len(field, table.concat({ ... }))
end

function M.le32(n)
  n = n % 2 ^ 32
  return char(n % 256, floor(n / 2 ^ 8) % 256, floor(n / 2 ^ 16) % 256, floor(n / 2 ^ 24) % 256)
end

-- n levels of `wrap` around `inner`.
function M.nest(n, wrap, inner)
  for _ = 1, n do inner = wrap(inner) end
  return inner
end

return M
