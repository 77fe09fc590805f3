-- UTF-8: checked in strings declared in proto3 files, fields, elements, keys and values; nowhere else.
local builder = require "harness.builder"
local wire = require "harness.wire"

local c = builder.new("utf8")
local B, len = wire.bytes, wire.len

local bad = {
  "80", "BF", "C0 80", "C1 BF", "C2", "C2 41", "C3 C3", "E0 80 80", "E0 9F BF", "E2 82", "E2 82 61", "E2", "E2 28 A1",
    "ED A0 80", "ED BF BF",
  "ED A0 BD ED B8 81", "F0 80 80 80", "F0 8F BF BF", "F0 9F 98", "F0 9F 98 41", "F0 28 8C BC", "F4 90 80 80",
    "F5 80 80 80", "F8 88 80 80 80",
  "FE", "FF", "A0 B0 C0 D0", "F0 80", "61 62 63 80", "E6 97 A5 FF", "61 00 C0",
}
local good = {
  "", "00", "7F", "C2 80", "DF BF", "E0 A0 80", "ED 9F BF", "EE 80 80", "EF BB BF", "EF BF BE", "EF BF BF",
    "F0 90 80 80", "F0 9F 98 81", "F4 8F BF BF",
  "61 00 62", "E6 97 A5 E6 9C AC", "C3 A9 61 E2 82 AC 62 F0 9F 98 81 63",
}
local where = {
  { "t3.Plain", function(s) return len(14, s) end, 1, function(s) return { f_string = s } end, "f_string",
    implicit = true },
  { "t3.Opt", function(s) return len(14, s) end, 1, function(s) return { f_string = s } end, "f_string" },
  { "t3.One", function(s) return len(14, s) end, 1, function(s) return { f_string = s } end, "f_string" },
  { "t3.Rep", function(s) return "\114\1a" .. len(14, s) end, 4, function(s) return { f_string = { "a", s } } end,
    "f_string[2]" },
  { "t3.MapVals", function(s) return len(14, "\8\1" .. len(2, s)) end, 5, function(s) return { m_string = { s } } end,
    "m_string[1]" },
  { "t3.MapKeys", function(s) return len(12, len(1, s) .. "\16\1") end, 3,
    function(s) return { m_string = { [s] = 1 } } end },
  { "t3.Holder", function(s) return len(1, len(14, s)) end, 3, function(s) return { plain = { f_string = s } } end,
    "plain.f_string", implicit = true },
  { "t2.other.Mixed", function(s) return len(1, len(14, s)) end, 3,
    function(s) return { plain = { f_string = s } } end, "plain.f_string", implicit = true },
}

local function key_text(s)
  return (s:gsub('[%z\1-\31\127"\\]', function(ch) return ("\\%03d"):format(ch:byte()) end))
end

for _, w in ipairs(where) do
  local type_name, wrap, at, value, path = w[1], w[2], w[3], w[4], w[5]
  for _, hex in ipairs(bad) do
    local s = B(hex)
    c.reject { name = type_name .. " " .. hex, type = type_name, input = wrap(s),
      err = "invalid UTF-8 at byte " .. at + 1 }
    c.refuse { name = type_name .. " encode " .. hex, type = type_name, value = value(s),
      err = type_name .. "." .. (path or ('m_string["' .. key_text(s) .. '"]')) .. ": invalid UTF-8" }
    c.accept { name = type_name .. " unchecked " .. hex, type = type_name, input = wrap(s), value = value(s),
      options = { validate_utf8 = false }, differs = "checked unless the option says otherwise" }
  end
  for _, hex in ipairs(good) do
    local s = B(hex)
    local input = wrap(s)
    local bytes = input
    if w.implicit and s == "" then bytes = input:sub(1, 1) == "\114" and "" or input:sub(1, 1) .. "\0" end
    c.accept { name = type_name .. " " .. hex, type = type_name, input = input, value = value(s), bytes = bytes }
  end
  -- At every alignment of a word-wise ASCII check, in the middle and at the end.
  for size = 0, 40 do
    local head = ("a"):rep(size)
    if size + 2 < 120 then
      c.reject { name = type_name .. " after ASCII " .. size, type = type_name, input = wrap(head .. "\200"),
        err = "invalid UTF-8 at byte " .. at + 1 }
      c.reject { name = type_name .. " inside ASCII " .. size, type = type_name,
        input = wrap(head .. "\237\160\128" .. ("b"):rep(20)),
        err = "invalid UTF-8 at byte " .. at + 1 }
      c.accept { name = type_name .. " good after ASCII " .. size, type = type_name,
        input = wrap(head .. "\226\130\172" .. ("b"):rep(9)),
        value = value(head .. "\226\130\172" .. ("b"):rep(9)) }
    end
  end
end

-- Not checked: proto2 strings, bytes, unknown fields, names of extensions' files that are proto2.
for _, hex in ipairs(bad) do
  local s = B(hex)
  c.accept { name = "proto2 string " .. hex, type = "t2.Opt", input = len(14, s), value = { f_string = s } }
  c.accept { name = "proto2 map " .. hex, type = "t2.MapKeys", input = len(12, len(1, s) .. "\16\1"),
    value = { m_string = { [s] = 1 } } }
  c.accept { name = "proto2 extension " .. hex, type = "t2.Ext", input = len(114, s),
    value = { _extensions = { ["t2.x_string"] = s } } }
  c.accept { name = "bytes " .. hex, type = "t3.Plain", input = len(15, s), value = { f_bytes = s } }
  c.accept { name = "bytes in a map " .. hex, type = "t3.MapVals", input = len(15, "\8\1" .. len(2, s)),
    value = { m_bytes = { s } } }
  c.accept { name = "unknown " .. hex, type = "t3.Plain", input = len(99, s), value = { _unknown_fields = len(99, s) } }
  c.accept { name = "string in an unknown group " .. hex, type = "t3.Plain", input = wire.group(99, len(14, s)),
    value = { _unknown_fields = wire.group(99, len(14, s)) } }
end
c.accept { name = "string in a proto2 message beside proto3", type = "t2.other.Mixed", input = B "12 02 C0 80",
  value = { s = "\192\128" } }

local function reject(what, type_name, hex, at)
  c.reject { name = what, type = type_name, input = B(hex), err = "invalid UTF-8 at byte " .. at }
end
reject("overwritten by a valid one", "t3.Plain", "72 01 80 72 01 61", 2)
reject("oneof member overwritten", "t3.One", "72 01 80 18 01", 2)
reject("map key overwritten in its entry", "t3.MapKeys", "62 08 0A 01 80 0A 01 61 10 01", 4)
reject("map value overwritten by a later entry", "t3.MapVals", "72 05 08 01 12 01 80 72 05 08 01 12 01 61", 6)
reject("before a wire error", "t3.Plain", "72 01 80 0E", 2)
reject("element of many", "t3.Rep", "72 01 61 72 01 62 72 01 80 72 01 63", 8)
reject("map key wins over the map value's", "t3.Holder", "1A 09 0A 01 80 12 04 72 02 C0 80", 4)
c.reject { name = "after a wire error", type = "t3.Plain", input = B "0E 00 72 01 80",
  err = "invalid wire type 6 at byte 0" }
c.reject { name = "string past the end is not looked at", type = "t3.Plain", input = B "72 05 80",
  err = "length past the end at byte 1" }

return c.list
