-- A finalizer may encode and decode in the middle of an encode or decode of mode concat, on the state they share.
local check = require "check"
local put = require "pblua.concat_put"
local registry = require "pblua.registry"
local rt = require "pblua.concat_rt"

registry.add_file {
  name = "r.proto", mode = "concat", enums = {}, extensions = {},
  messages = { ["r.R"] = { encode = error, decode = error, schema = function()
    return { name = "r.R", oneofs = {}, fields = { { number = 1, name = "id", kind = "int32", label = "required" } } }
  end } },
}

-- An entry point as the generator writes it; `body` stands for the message's own decoder.
local D = rt.D
local function decode(s, body)
  if type(s) ~= "string" then return rt.dfail("r.R", s) end
  if D.dirty then rt.reset() end
  local t = { id = 1 }
  body(t, s)
  if D.dirty then rt.finish("r.R", s, t) end
  return t
end
local function keep(t) rt.keep(t, 1, 3) end
local function nothing() end
local function missing(t)
  t.id = nil
  D.dirty, D.missing = true, true
end
local function bad(t)
  keep(t) -- and then an error
  rt.dfail("r.R", "\15")
end
local function inner_bad() check.raises("r.R: invalid wire type 7 at byte 0", decode, "\15", bad) end
local function inner_missing() check.raises("r.R.id: required field missing", decode, "cd", missing) end
local function inner_type() check.raises("r.R: string expected, got nil", decode, nil, nothing) end
local function inner_keep() check.equal("unknown fields of the inner", decode("cd", keep)._unknown_fields, "cd") end
local function inner_nothing() check.equal("nothing unknown", decode("", nothing)._unknown_fields, nil) end

local function idle(what)
  check.equal("at rest after " .. what, D.dirty or D.missing, false)
end

local inners = { bad = inner_bad, missing = inner_missing, type = inner_type, keep = inner_keep,
  nothing = inner_nothing }
for what, inner in pairs(inners) do
  local t = decode("ab", function(u)
    keep(u)
    inner()
    u.sub = {}
    keep(u.sub)
  end)
  check.equal("unknown fields are a string, met before: " .. what, t._unknown_fields, "ab")
  check.equal("unknown fields are a string, met after: " .. what, t.sub._unknown_fields, "ab")
  idle(what)
  t = decode("ab", function(u)
    inner()
    keep(u)
  end)
  check.equal("unknown fields are a string, clean before: " .. what, t._unknown_fields, "ab")
  idle(what)
  check.raises("r.R.id: required field missing", decode, "", function(u)
    missing(u)
    inner()
  end)
  idle(what)
  t = decode("ab", function(u)
    keep(u)
    decode("ef", function(w)
      keep(w)
      inner()
    end)
    inner()
  end)
  check.equal("unknown fields are a string, two levels: " .. what, t._unknown_fields, "ab")
  idle(what)
end

-- A decode that another error has cut off (no memory, a finalizer, a hook) leaves the next ones right, however many.
for i = 1, 30 do
  check.raises("cut off", decode, "ab", function(t)
    missing(t)
    keep(t)
    error("cut off", 0)
  end)
  local t = decode("ab", function(t)
    keep(t)
    inner_keep()
    inner_bad()
  end)
  check.equal("unknown fields after cut off " .. i, t._unknown_fields, "ab")
  inner_missing()
  inner_nothing()
end
local cut_off = setmetatable({}, { __mode = "k" })
pcall(decode, "ab", function(t)
  cut_off[t] = true
  keep(t)
  error "cut off"
end)
collectgarbage()
collectgarbage()
check.equal("what was cut off is no longer in memory", next(cut_off), nil)

-- Numbers, with a finalizer that encodes others.
local function inner_encode()
  put.double(2)
  put.float(2)
  put.fixed64(2)
  put.sfixed64(2)
end
collectgarbage("setpause", 1)
collectgarbage("setstepmul", 400)
local function finalizers(what, f, v, expected)
  local wrong
  local made = 0
  for i = 1, 20000 do
    getmetatable(newproxy(true)).__gc = inner_encode
    for _ = 1, i % 7 do made = made + #{ i } end -- moves the GC steps about
    local got = f(v)
    if got ~= expected then wrong = got end
  end
  check.equal(what .. " with finalizers that encode", wrong, nil)
  check.equal("made", made > 0, true)
end
finalizers("double", put.double, 1, "\0\0\0\0\0\0\240\63")
finalizers("float", put.float, 1, "\0\0\128\63")
finalizers("fixed64", put.fixed64, 1, "\1\0\0\0\0\0\0\0")
finalizers("sfixed64", put.sfixed64, -1LL, "\255\255\255\255\255\255\255\255")

-- Limits of float.
local limit = 2 ^ 128 - 2 ^ 103
check.equal("float limit", put.float(limit), nil)
check.equal("float limit, negative", put.float(-limit), nil)
check.equal("under the float limit", put.float(limit * (1 - 2 ^ -53)), "\255\255\127\127")
check.equal("over the negative float limit", put.float(-limit * (1 - 2 ^ -53)), "\255\255\127\255")
check.equal("float inf", put.float(1 / 0), "\0\0\128\127")
check.equal("float -inf", put.float(-1 / 0), "\0\0\128\255")
check.equal("float that underflows", put.float(1e-46), "\0\0\0\0")
check.equal("float that underflows to -0", put.float(-1e-46), "\0\0\0\128")

check.done()
