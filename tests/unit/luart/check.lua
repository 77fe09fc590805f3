-- The few assertions that the luart tests need. A test script ends with check.done(), whose exit status ctest reads.
local M = {}

local ran, failed = 0, 0

local function show(v) return type(v) == "string" and ("%q"):format(v) or tostring(v) end

local function fail(what, expected, got)
  failed = failed + 1
  print(("FAIL %s\n  expected %s\n  got      %s"):format(what, show(expected), show(got)))
end

-- Same value and same type; for cdata the same ctype too, as -1LL == 0xffffffffffffffffULL on LuaJIT.
function M.equal(what, got, expected)
  ran = ran + 1
  local same = got == expected and type(got) == type(expected)
  if type(got) == "cdata" then same = same and tostring(got) == tostring(expected) end
  if not same then fail(what, expected, got) end
end

-- `f(...)` raises exactly `text`, as a string without a position.
function M.raises(text, f, ...)
  ran = ran + 1
  local ok, err = pcall(f, ...)
  if ok then
    fail("no error", text, err)
  elseif err ~= text then
    fail("another error", text, err)
  end
end

function M.list(what, got, expected)
  ran = ran + 1
  local same = #got == #expected
  for i = 1, #expected do
    same = same and got[i] == expected[i]
  end
  if same then return end
  local function text(list)
    local words = {}
    for i = 1, #list do words[i] = tostring(list[i]) end
    return table.concat(words, " ")
  end
  fail(what, text(expected), text(got))
end

-- Bytes from hex: "0A 01 61".
function M.bytes(hex)
  return (hex:gsub("%s", ""):gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

function M.done()
  print(("%d checks, %d failed, jit %s"):format(ran, failed, jit.status() and "on" or "off"))
  os.exit((failed == 0 and ran > 0) and 0 or 1)
end

return M
