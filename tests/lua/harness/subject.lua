-- The codec under test: loads it, and lists the ways to call it.
local M = {}

-- The .proto files of the descriptor set; generated modules are PATH_pb for PATH.proto.
M.files = { "t3", "t2", "sub/other", "names", "nopackage", "cc", "cc2", "wide", "bigenum" }

local function read(path)
  local f = assert(io.open(path, "rb"))
  local raw = f:read("*a")
  f:close()
  return raw
end

-- Generated modules by the package of their types: functions such as Outer_Inner_encode.
local packages = {
  t3 = "t3", t2 = "t2", ["t2.other"] = "sub/other", names = "names", [""] = "nopackage", cc = "cc", cc2 = "cc2",
    wide = "wide", bigenum = "bigenum",
}

local function module_of(modules, type_name)
  local best
  for package in pairs(packages) do
    if package == "" and not best or type_name:sub(1, #package + 1) == package
      .. "." and #package > #(best or "") then best = package end
  end
  local rest = best == "" and type_name or type_name:sub(#best + 2)
  return modules[packages[best]], rest:gsub("%.", "_")
end

-- Returns {codec = API table, ways(type) -> list of {name, encode(t), decode(s)}}.
-- `trees` is one folder or several with colons between.
function M.load(kind, trees, set_path)
  for tree in trees:gmatch("[^:]+") do
    package.cpath = tree .. "/?.so;" .. package.cpath
    package.path = tree .. "/" .. kind .. "/?.lua;" .. tree .. "/?.lua;" .. tree .. "/?/init.lua;" .. package.path
  end
  if kind == "pbplan" then
    local codec = require "pbplan"
    codec.load(read(set_path))
    return { kind = kind, codec = codec, modules = {}, set = read(set_path) }
  end
  local codec = require "pblua"
  local modules = {}
  for _, file in ipairs(M.files) do modules[file] = require(file:gsub("/", ".") .. "_pb") end
  return { kind = kind, codec = codec, modules = modules, set = read(set_path) }
end

function M.ways(subject, type_name)
  local codec = subject.codec
  local object = codec.message(type_name)
  local ways = {
    { name = "codec", encode = function(t) return codec.encode(type_name, t) end,
      decode = function(s) return codec.decode(type_name, s) end },
    { name = "message", encode = object.encode, decode = object.decode },
  }
  if next(subject.modules) then
    local module, name = module_of(subject.modules, type_name)
    local encode, decode = module[name .. "_encode"], module[name .. "_decode"]
    if not encode or not decode then error("module has no " .. name .. "_encode or " .. name .. "_decode", 0) end
    ways[3] = { name = "module", encode = encode, decode = decode }
  end
  return ways
end

return M
