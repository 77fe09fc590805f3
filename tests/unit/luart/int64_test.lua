-- Conversions between Lua values and 64-bit cdata.
local ffi = require "ffi"
local check = require "check"
local int64 = require "pblua.int64"

local MIN = -9223372036854775807LL - 1LL

for _ = 1, 100 do -- past the JIT's thresholds
  check.equal("signed number", int64.signed(-5), -5LL)
  check.equal("signed 2^53", int64.signed(2 ^ 53), 9007199254740992LL)
  check.equal("signed -2^63", int64.signed(-2 ^ 63), MIN)
  check.equal("signed 2^63", int64.signed(2 ^ 63), nil)
  check.equal("signed fraction", int64.signed(0.5), nil)
  check.equal("signed nan", int64.signed(0 / 0), nil)
  check.equal("signed inf", int64.signed(1 / 0), nil)
  check.equal("signed string", int64.signed("5"), nil)
  check.equal("signed int64", int64.signed(MIN), MIN)
  check.equal("signed long long", int64.signed(ffi.new("long long", -7)), -7LL)
  check.equal("signed uint64", int64.signed(7ULL), 7LL)
  check.equal("signed uint64 over", int64.signed(9223372036854775808ULL), nil)
  check.equal("signed uint64 of -1", int64.signed(18446744073709551615ULL), nil)
  check.equal("signed int32 cdata", int64.signed(ffi.new("int32_t[1]")), nil)

  check.equal("unsigned number", int64.unsigned(5), 5ULL)
  check.equal("unsigned 2^63", int64.unsigned(2 ^ 63), 9223372036854775808ULL)
  check.equal("unsigned exact", int64.unsigned(9372260000000000000), 9372260000000000000ULL)
  check.equal("unsigned 2^64", int64.unsigned(2 ^ 64), nil)
  check.equal("unsigned -1", int64.unsigned(-1), nil)
  check.equal("unsigned -1LL", int64.unsigned(-1LL), nil)
  check.equal("unsigned int64", int64.unsigned(7LL), 7ULL)
  check.equal("unsigned max", int64.unsigned(18446744073709551615ULL), 18446744073709551615ULL)

  check.equal("key decimal", int64.signed_key("-9223372036854775808"), MIN)
  check.equal("key decimal max", int64.signed_key("9223372036854775807"), 9223372036854775807LL)
  check.equal("key decimal over", int64.signed_key("9223372036854775808"), nil)
  check.equal("key decimal under", int64.signed_key("-9223372036854775809"), nil)
  check.equal("key zero", int64.signed_key("0"), 0LL)
  for _, s in ipairs { "", "-", "-0", "00", "01", "+1", " 1", "1 ", "1e3", "0x10", "1.0", "abc", "1\0",
    "99999999999999999999999" } do
    check.equal("key " .. s, int64.signed_key(s), nil)
    check.equal("key " .. s, int64.unsigned_key(s), nil)
  end
  check.equal("ukey max", int64.unsigned_key("18446744073709551615"), 18446744073709551615ULL)
  check.equal("ukey over", int64.unsigned_key("18446744073709551616"), nil)
  check.equal("ukey negative", int64.unsigned_key("-1"), nil)
  check.equal("key cdata", int64.signed_key(3ULL), 3LL)
  check.equal("key number", int64.unsigned_key(3), 3ULL)

  check.equal("to key", int64.key_of_signed(-9007199254740992LL), -2 ^ 53)
  check.equal("to key beyond", int64.key_of_signed(-9007199254740993LL), "-9007199254740993")
  check.equal("to key min", int64.key_of_signed(MIN), "-9223372036854775808")
  check.equal("to ukey", int64.key_of_unsigned(9007199254740992ULL), 2 ^ 53)
  check.equal("to ukey max", int64.key_of_unsigned(18446744073709551615ULL), "18446744073709551615")
  check.equal("to number", int64.number_of_signed(9007199254740992LL), 2 ^ 53)
  check.equal("to number beyond", int64.number_of_signed(9007199254740993LL), 9007199254740993LL)
  check.equal("to number unsigned", int64.number_of_unsigned(18446744073709551615ULL), 18446744073709551615ULL)
end

check.done()
