-- Every kind, every sample value, in every context a field can have: decoded values and the bytes written back.
local builder = require "harness.builder"
local kinds = require "harness.kinds"
local wire = require "harness.wire"

local c = builder.new("kinds")
local concat = table.concat
local record, len, group, tag = wire.record, wire.len, wire.group, wire.tag

local function field(kind, prefix)
  return (prefix or "f_") .. kind.name
end

-- In proto2 the enum is closed; all samples are declared numbers, so they read the same.
local function singular(type_name, kind, sample, present)
  local canonical = (sample.zero and not present) and "" or record(kind.n, kind.wt, sample.canonical)
  c.accept {
    name = type_name .. "." .. kind.name,
    type = type_name,
    input = record(kind.n, kind.wt, sample.payload),
    value = { [field(kind)] = sample.value },
    bytes = canonical,
    differs = sample.differs,
  }
end

for _, kind in ipairs(kinds) do
  for _, sample in ipairs(kind.samples) do
    singular("t3.Plain", kind, sample, false)
    singular("t3.Opt", kind, sample, true)
    singular("t2.Opt", kind, sample, true)
    singular("t3.One", kind, sample, true)
    singular("t2.One", kind, sample, true)

    local key, value = "\8\7", record(2, kind.wt, sample.payload)
    for _, package in ipairs { "t3", "t2" } do
      c.accept {
        name = package .. " map value " .. kind.name,
        type = package .. ".MapVals",
        input = wire.entry(kind.n, key, value),
        value = { [field(kind, "m_")] = { [7] = sample.value } },
        bytes = wire.entry(kind.n, key, record(2, kind.wt, sample.canonical)),
        differs = sample.differs or sample.map_differs,
      }
    end

    c.accept {
      name = "in group " .. kind.name,
      type = "t2.Groups",
      input = group(1, record(kind.n, kind.wt, sample.payload)),
      value = { g = { [field(kind)] = sample.value } },
      bytes = group(1, record(kind.n, kind.wt, sample.canonical)),
      differs = sample.differs,
    }
    c.accept {
      name = "in sub-message " .. kind.name,
      type = "t3.Holder",
      input = len(2, record(kind.n, kind.wt, sample.payload)),
      value = { opts = { { [field(kind)] = sample.value } } },
      bytes = len(2, record(kind.n, kind.wt, sample.canonical)),
      differs = sample.differs,
    }
    c.accept {
      name = "extension " .. kind.name,
      type = "t2.Ext",
      input = record(100 + kind.n, kind.wt, sample.payload),
      value = { _extensions = { ["t2." .. field(kind, "x_")] = sample.value } },
      bytes = record(100 + kind.n, kind.wt, sample.canonical),
      differs = sample.differs,
    }
    c.accept {
      name = "extension of another file " .. kind.name,
      type = "t2.Ext",
      input = record(600 + kind.n, kind.wt, sample.payload),
      value = { _extensions = { ["t2.other." .. field(kind, "y_")] = sample.value } },
      bytes = record(600 + kind.n, kind.wt, sample.canonical),
      differs = sample.differs,
    }
    local raw = record(kind.n, kind.wt, sample.payload)
    c.accept {
      name = "unknown " .. kind.name,
      type = "t3.Empty",
      input = raw,
      value = { _unknown_fields = raw },
      differs = kind.wt == 0 and wire.minimal(sample.payload) ~= sample.payload and "raw records are kept as they came"
        or nil,
    }
  end
end

-- Map keys: the Lua key of a 64-bit one is a number up to 2^53 and a decimal string beyond.
local function lua_key(v)
  if type(v) ~= "cdata" then return v end
  local text = tostring(v):gsub("U?LL$", "")
  local n = tonumber(text)
  if math.abs(n) <= 2 ^ 53 and ("%.0f"):format(n) == text then return n end
  return text
end

for index, name in ipairs(kinds.keys) do
  local kind = kinds.by_name[name]
  for _, sample in ipairs(kind.samples) do
    for _, package in ipairs { "t3", "t2" } do
      c.accept {
        name = package .. " map key " .. name,
        type = package .. ".MapKeys",
        input = wire.entry(index, record(1, kind.wt, sample.payload), "\16\3"),
        value = { ["m_" .. name] = { [lua_key(sample.value)] = 3 } },
        bytes = wire.entry(index, record(1, kind.wt, sample.canonical), "\16\3"),
        differs = sample.map_differs,
      }
    end
  end
end

-- Repeated: elements one by one and packed, into fields declared either way.
local function all_samples(kind, prefix)
  local values, loose, packed, canonical_loose, canonical_packed = {}, {}, {}, {}, {}
  local n = prefix + kind.n
  for i, sample in ipairs(kind.samples) do
    values[i] = sample.value
    loose[i] = record(n, kind.wt, sample.payload)
    packed[i] = sample.payload
    canonical_loose[i] = record(n, kind.wt, sample.canonical)
    canonical_packed[i] = sample.canonical
  end
  local differs
  for _, sample in ipairs(kind.samples) do differs = differs or sample.differs end
  return {
    values = values,
    differs = differs,
    loose = concat(loose),
    packed = len(n, concat(packed)),
    canonical_loose = concat(canonical_loose),
    canonical_packed = len(n, concat(canonical_packed)),
    first_loose = loose[1],
  }
end

local function repeated(type_name, kind, prefix, writes_packed, wrap)
  local all = all_samples(kind, prefix)
  local bytes = writes_packed and all.canonical_packed or all.canonical_loose
  local function case(what, input)
    c.accept {
      name = type_name .. " " .. kind.name .. " " .. what, type = type_name,
      input = input, value = wrap(all.values), bytes = bytes, differs = all.differs,
    }
  end
  case("one by one", all.loose)
  if not kind.packable then return end
  case("packed", all.packed)
  -- One by one, then an empty run, then packed again: elements stay in wire order.
  local n = prefix + kind.n
  local one = kind.one
  local twice = { one.value, one.value, one.value, one.value }
  c.accept {
    name = type_name .. " " .. kind.name .. " mixed", type = type_name,
    input = record(n, kind.wt, one.payload) .. len(n, "") .. len(n, one.payload .. one.payload)
      .. record(n, kind.wt, one.payload),
    value = wrap(twice),
    bytes = writes_packed and len(n, one.payload:rep(4)) or record(n, kind.wt, one.payload):rep(4),
  }
  c.accept {
    name = type_name .. " " .. kind.name .. " empty run", type = type_name,
    input = len(n, ""), value = wrap(nil), bytes = "",
  }
  -- Long enough for a two-byte length.
  local many = {}
  for i = 1, 150 do many[i] = one.value end
  c.accept {
    name = type_name .. " " .. kind.name .. " 150 packed", type = type_name,
    input = len(n, one.payload:rep(150)), value = wrap(many),
    bytes = writes_packed and len(n, one.payload:rep(150)) or record(n, kind.wt, one.payload):rep(150),
  }
end

for _, kind in ipairs(kinds) do
  local function plain(list) return { [field(kind)] = list } end
  repeated("t3.Rep", kind, 0, kind.packable, plain)
  repeated("t2.Rep", kind, 0, false, plain)
  if kind.packable then
    repeated("t3.Packed", kind, 0, true, plain)
    repeated("t2.Packed", kind, 0, true, plain)
    repeated("t3.Unpacked", kind, 0, false, plain)
    repeated("t2.Unpacked", kind, 0, false, plain)
  end
  repeated("t2.Ext", kind, 300, false, function(list)
    return list and { _extensions = { ["t2." .. field(kind, "r_")] = list } } or {}
  end)
  if kind.packable then
    repeated("t2.Ext", kind, 400, true, function(list)
      return list and { _extensions = { ["t2." .. field(kind, "p_")] = list } } or {}
    end)
  end
  repeated("t2.Ext", kind, 700, false, function(list)
    return list and { _extensions = { ["t2.other." .. field(kind, "ys_")] = list } } or {}
  end)
  if kind.packable then
    repeated("t2.Ext", kind, 800, true, function(list)
      return list and { _extensions = { ["t2.other." .. field(kind, "yp_")] = list } } or {}
    end)
  end
  -- Inside a map value and a sub-message: lengths nest.
  local all = all_samples(kind, 0)
  local bytes = kind.packable and all.canonical_packed or all.canonical_loose
  c.accept {
    name = "t3.Holder reps " .. kind.name, type = "t3.Holder",
    input = wire.entry(3, "\10\1k", len(2, all.loose)),
    value = { reps = { k = plain(all.values) } },
    bytes = wire.entry(3, "\10\1k", len(2, bytes)),
    differs = all.differs,
  }
end

-- Last one wins: all samples in a row in one singular field.
for _, kind in ipairs(kinds) do
  if kind.name ~= "message" then
    local all = all_samples(kind, 0)
    local last = kind.samples[#kind.samples]
    for _, type_name in ipairs { "t3.Plain", "t3.Opt", "t2.Opt", "t3.One", "t2.One" } do
      c.accept {
        name = "last wins " .. type_name .. "." .. kind.name, type = type_name,
        input = all.loose, value = { [field(kind)] = last.value },
        bytes = record(kind.n, kind.wt, last.canonical), differs = last.differs,
      }
      -- A zero at the end is present where presence is kept.
      local zero = kind.samples[1]
      c.accept {
        name = "zero last " .. type_name .. "." .. kind.name, type = type_name,
        input = record(kind.n, kind.wt, kind.one.payload) .. all.first_loose,
        value = { [field(kind)] = zero.value },
        bytes = type_name == "t3.Plain" and "" or all.first_loose,
      }
    end
  end
end

-- A tag of a known field padded to each length up to five bytes.
for _, kind in ipairs(kinds) do
  for size = #tag(kind.n, kind.wt) + 1, 5 do
    local payload = kind.wt == 2 and wire.varint(#kind.one.payload) .. kind.one.payload or kind.one.payload
    c.accept {
      name = "padded tag " .. kind.name .. " " .. size, type = "t3.Plain",
      input = wire.padded(kind.n * 8 + kind.wt, size) .. payload,
      value = { [field(kind)] = kind.one.value },
      bytes = record(kind.n, kind.wt, kind.one.canonical),
    }
  end
end

-- Everything at once, in order, in reverse order, and each record twice.
local function whole(type_name, wrap)
  local value, forward, backward = {}, {}, {}
  for i, kind in ipairs(kinds) do
    value[field(kind)] = kind.one.value
    forward[i] = record(kind.n, kind.wt, kind.one.payload)
    backward[#kinds + 1 - i] = forward[i]
  end
  local bytes = wrap and wrap(concat(forward)) or concat(forward)
  for what, input in pairs { forward = concat(forward), backward = concat(backward), twice = concat(forward):rep(2) } do
    c.accept {
      name = type_name .. " all " .. what, type = type_name,
      input = wrap and wrap(input) or input,
      value = wrap and { g = value } or value,
      bytes = bytes,
    }
  end
end
whole("t3.Plain")
whole("t3.Opt")
whole("t2.Opt")
whole("t2.Req")
whole("t2.Groups", function(raw) return group(1, raw) end)

return c.list
