-- Index mode: compiles the functions that touch an index's pointers before anyone calls them, as full_heat.lua does.
local index_read = require "pblua.index_read"

local CALLS = 400 -- full_heat.lua says why

-- Interpreted, so that each function becomes a trace of its own.
local function heat(f, a, b, c)
  for _ = 1, CALLS do f(a, b, c) end
end
jit.off(heat)

local M = {}

function M.all()
  if not jit.status() or not index_read.native then return end
  -- A message of a string, {1: "abcd"}: every word of its index may be read as any kind.
  local id = index_read.index_message("pblua.index_heat", "0 1 0\n1 9 0 -1 -")
  local s = "\10\4abcd"
  local r = index_read.take_index()
  heat(index_read.index_read, r, id, s)
  heat(index_read.text, r, 4)
  for _, name in ipairs { "word", "unsigned_at", "i64_at", "u64_at", "double_at" } do heat(index_read[name], r, 4) end
  index_read.give_index(r)
end

jit.off(M.all)

return M
