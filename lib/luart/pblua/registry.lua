-- What generated files have registered: types by full name, enums, and the extensions of each message.
-- A file that registers again (same name, same mode) replaces what it had registered before.
local error, ipairs, next, type = error, ipairs, next, type
local sort = table.sort

local M = {}

local files = {} -- "mode:name" -> what add_file was given
local schemas = {} -- full name -> schema table, made when first asked for
local enums = {} -- full name -> { closed, values, numbers }, see M.enum
local live = {} -- mode -> extendee -> live table

-- full name -> { encode = fn(t), decode = fn(s), schema = fn(), mode = "full" | "concat", file = }. The last file to
-- register a name has it.
M.types = {}

-- The extensions known for `extendee` in codecs of `mode`: { n =, list = by number, by_number =, by_name = }. The table
-- is the same for ever and changes as files register, so that generated code can hold it as an upvalue and compare `n`.
function M.extensions(mode, extendee)
  local of_mode = live[mode]
  if not of_mode then
    of_mode = {}
    live[mode] = of_mode
  end
  local ext = of_mode[extendee]
  if not ext then
    ext = { n = 0, list = {}, by_number = {}, by_name = {} }
    of_mode[extendee] = ext
  end
  return ext
end

-- An enum: { closed =, values = {NAME = number}, numbers = {[number] = NAME} }, empty until its file registers. The
-- table is the same for ever, as generated code holds it.
function M.enum(name)
  local enum = enums[name]
  if not enum then
    enum = { closed = false, values = {}, numbers = {} }
    enums[name] = enum
  end
  return enum
end

local function by_number(a, b) return a.number < b.number end

-- Takes the extensions for which `drop(entry)` is true out of `ext` and puts `entry`, if any, in. `list` is made anew:
-- an encoder that walks the old one at this moment is not disturbed.
local function change(ext, drop, entry)
  local list, numbers, names = {}, {}, {}
  for _, old in ipairs(ext.list) do
    if not drop(old) then list[#list + 1] = old end
  end
  list[#list + 1] = entry
  sort(list, by_number)
  for _, e in ipairs(list) do
    numbers[e.number] = e
    names[e.name] = e
  end
  ext.n, ext.list, ext.by_number, ext.by_name = #list, list, numbers, names
end

local function remove(file)
  local name = next(file.messages)
  while name do
    local entry = M.types[name]
    if entry and entry.file == file then
      M.types[name] = nil
      schemas[name] = nil
    end
    name = next(file.messages, name)
  end
  for _, e in ipairs(file.extensions) do
    change(M.extensions(file.mode, e.extendee), function(old) return old == e end, nil)
  end
end

-- file = { name = "hello.proto", mode =, messages = {[full name] = {encode=, decode=, schema=function}},
--   enums = {[full name] = {closed=, values={NAME=number}}}, extensions = {{extendee=, name=, number=, field=, ...}} }.
-- Extension entries are kept as they are: what else is in them is between the mode's files.
function M.add_file(given)
  if type(given) ~= "table" then error("a file table expected", 2) end
  local file = {
    name = given.name, mode = given.mode,
    messages = given.messages or {}, enums = given.enums or {}, extensions = given.extensions or {},
  }
  local id = file.mode .. ":" .. file.name
  if files[id] then remove(files[id]) end
  files[id] = file
  -- Hash walks by `next`: map.lua says why.
  local name, m = next(file.messages)
  while name do
    M.types[name] = { encode = m.encode, decode = m.decode, schema = m.schema, mode = file.mode, file = file }
    schemas[name] = nil
    name, m = next(file.messages, name)
  end
  local enum_name, e = next(file.enums)
  while enum_name do
    local numbers = {}
    local value_name, number = next(e.values)
    while value_name do
      numbers[number] = value_name
      value_name, number = next(e.values, value_name)
    end
    local enum = M.enum(enum_name)
    enum.closed, enum.values, enum.numbers = e.closed, e.values, numbers
    enum_name, e = next(file.enums, enum_name)
  end
  for _, x in ipairs(file.extensions) do
    local function same(old) return old.number == x.number or old.name == x.name end
    change(M.extensions(file.mode, x.extendee), same, x)
  end
end

-- The schema table of a registered type: { name =, proto3 =, fields = by number, oneofs =, extension_ranges = }.
-- errors_encode.lua says what stands in a field.
function M.schema(name)
  local schema = schemas[name]
  if schema then return schema end
  local entry = M.types[name]
  if not entry then error('unknown message type "' .. name .. '"', 0) end
  schema = entry.schema()
  schemas[name] = schema
  return schema
end


return M
