-- Collects the cases of one file. Every case is a table with a `kind`:
--   accept  input (raw bytes) decodes to value; value, and what was decoded, encode to bytes
--   reject  input does not decode: error text err
--   encode  value (or make(), for values that differ each time) encodes to bytes
--   refuse  value does not encode: error text err (a string, or a list of those allowed where table order decides)
-- Further keys: differs = why libprotobuf's generated code does otherwise; options = options in force during the case;
-- times = how often it runs at most; oracle = false where C++ has no such type; big = needs gigabytes.
local M = {}

function M.new(group)
  local list, names = {}, {}

  local function add(kind, case)
    assert(case.name and case.type, "a case needs a name and a type")
    case.kind = kind
    case.name = group .. "/" .. case.name
    if names[case.name] then
      names[case.name] = names[case.name] + 1
      case.name = case.name .. "#" .. names[case.name]
    else
      names[case.name] = 1
    end
    list[#list + 1] = case
    return case
  end

  local c = { list = list }

  function c.accept(case)
    assert(case.input and case.value, case.name)
    case.bytes = case.bytes or case.input
    return add("accept", case)
  end

  -- err is the text after "TYPE: ".
  function c.reject(case)
    assert(case.input and case.err, case.name)
    case.err = case.type .. ": " .. case.err
    return add("reject", case)
  end

  -- A required field that is missing: err is the whole text, the path starts at the type.
  function c.incomplete(case)
    assert(case.input and case.err, case.name)
    return add("reject", case)
  end

  function c.encode(case)
    assert(case.bytes and (case.value or case.make), case.name)
    return add("encode", case)
  end

  function c.refuse(case)
    assert(case.err and (case.value ~= nil or case.make), case.name)
    return add("refuse", case)
  end

  -- decode(a .. b) gives value.
  function c.law(case)
    assert(case.a and case.b and case.value and case.bytes, case.name)
    case.input = case.a .. case.b
    return add("accept", case)
  end

  return c
end

return M
