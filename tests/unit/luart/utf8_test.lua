-- The edge table of RFC 3629, by every way in.
local ffi = require "ffi"
local check = require "check"
local utf8 = require "pblua.utf8"

local good = {
  "", "a", "\0", "\127", "a\0b", "\194\128", "\223\191", "\224\160\128", "\237\159\191", "\238\128\128", "\239\187\191",
  "\239\191\190", "\239\191\191", "\240\144\128\128", "\244\143\191\191", "h\195\169llo \226\130\172 \240\159\152\128",
}
local bad = {
  "\128", "\191", "\192\128", "\193\191", "\194", "\194a", "\194\192", "\224\128\128", "\224\159\191", "\224\160",
    "\226\130",
  "\226\130a", "\237\160\128", "\237\191\191", "\237\160\189\237\184\129", "\240\128\128\128", "\240\143\191\191",
    "\240\144\128",
  "\240\144\128a", "\244\144\128\128", "\245\128\128\128", "\254", "\255", "\160\176\192\208", "\239\191\192",
}

local function lua_valid(s) return utf8.lua_valid_ptr(s, #s) end
local function ptr_valid(s) return utf8.valid_ptr(ffi.cast("const uint8_t *", s), #s) end

for _, valid in ipairs { utf8.valid, ptr_valid, lua_valid } do
  for repetition = 1, 100 do -- past the JIT's thresholds, at several offsets
    local pad = ("x"):rep(repetition % 17)
    for i, s in ipairs(good) do check.equal("good " .. i, valid(pad .. s .. pad), true) end
    for i, s in ipairs(bad) do check.equal("bad " .. i, valid(pad .. s .. pad), false) end
  end
end
-- The length counts, not a zero byte or what lies behind.
check.equal("cut", utf8.lua_valid_ptr("\226\130\172", 2), false)
check.equal("before", utf8.valid_ptr(ffi.cast("const uint8_t *", "a\255"), 1), true)

check.done()
