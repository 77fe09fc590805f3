-- Runs the codec cases against one codec:
--   luajit [-joff] run.lua CODEC TREE DESCRIPTOR_SET [FILTER]    CODEC = pbplan | full | index | concat
--   luajit [-joff] run.lua CODEC TREE DESCRIPTOR_SET --against FILE   inputs with libprotobuf's answers (expand.cc)
--   luajit run.lua --dump FILE                                   the cases as JSON lines, for the oracle
-- TREE: the codec tree, or several folders with colons between.
-- FILTER is a plain part of a case's name. Prints a line block a failure and a summary; exit 1 on failure.
-- PBB_TIMES sets how often each case runs (default 120, past the JIT's thresholds), PBB_BIG=1 adds the cases that
-- need gigabytes.
local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path

local groups = {
  "kinds", "malformed", "merge", "maps", "oneofs", "enums", "groups", "required", "extensions", "unknown",
  "utf8", "depth", "numbers", "encode", "encode_errors", "reports", "shapes",
}

local function load_cases()
  local all = {}
  for _, group in ipairs(groups) do
    local ok, list = pcall(require, "cases." .. group)
    if not ok then error("cases/" .. group .. ".lua: " .. list, 0) end
    for _, case in ipairs(list) do all[#all + 1] = case end
  end
  return all
end

if arg[1] == "--dump" then
  local dump = require "harness.dump"
  local file = assert(io.open(arg[2], "wb"))
  for _, case in ipairs(load_cases()) do
    local line = dump.line(case)
    if line then file:write(line, "\n") end
  end
  file:close()
  os.exit(0)
end

local kind, tree, set_path, filter = arg[1], arg[2], arg[3], arg[4]
if not set_path then
  io.stderr:write("usage: luajit [-joff] run.lua pbplan|full|index|concat TREE DESCRIPTOR_SET [FILTER]\n")
  os.exit(2)
end

if filter == "--against" then
  os.exit(require("harness.against").run(require("harness.subject").load(kind, tree, set_path), arg[5]) and 0 or 1)
end

local subject_lib = require "harness.subject"
local check = require "harness.check"
local subject = subject_lib.load(kind, tree, set_path)
local codec = subject.codec
local default_times = tonumber(os.getenv("PBB_TIMES") or "") or 120
local big = os.getenv("PBB_BIG") == "1"

local ran, failed = 0, 0
local function report(name, way, bad)
  failed = failed + 1
  print(("FAIL %s [%s] %s"):format(name, way, bad))
end

local cache = {}
local function ways_of(type_name)
  local ways = cache[type_name]
  if not ways then
    ways = subject_lib.ways(subject, type_name)
    cache[type_name] = ways
  end
  return ways
end

local function run_case(case, times)
  local saved = {}
  for option, value in pairs(case.options or {}) do
    saved[option] = codec.option(option)
    codec.option(option, value)
  end
  local ok, ways = pcall(ways_of, case.type)
  if not ok then
    report(case.name, "load", tostring(ways))
  else
    for _, way in ipairs(ways) do
      ran = ran + 1
      local good, bad = pcall(check.one, case, way, math.min(times, case.times or times))
      if bad or not good then
        report(case.name, way.name, (case.type .. " " .. tostring(bad)))
      end
    end
  end
  for option, value in pairs(saved) do codec.option(option, value) end
end

local function wanted(case)
  return (not filter or case.name:find(filter, 1, true)) and (not case.big or big)
end

local cases = {}
for _, case in ipairs(load_cases()) do
  if wanted(case) then cases[#cases + 1] = case end
end

for _, case in ipairs(cases) do run_case(case, default_times) end

-- Once more in a random order, few calls each: now every type is compiled and guards meet every shape.
local seed = 12345
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2 ^ 31
  return math.floor(seed / 2 ^ 8) % n + 1
end
for i = #cases, 2, -1 do
  local j = random(i)
  cases[i], cases[j] = cases[j], cases[i]
end
for _, case in ipairs(cases) do
  if not case.times then run_case(case, 3) end
end

if not filter or ("api"):find(filter, 1, true) then
  local api_ran, api_failures = require("harness.api").run(subject)
  ran = ran + api_ran
  for _, text in ipairs(api_failures) do report("api", "codec", text) end
end

print(("%s, jit %s: %d cases, %d runs, %d failed"):format(kind, jit.status() and "on" or "off", #cases, ran, failed))
-- A filter that matches nothing tests nothing.
os.exit((failed > 0 or ran == 0) and 1 or 0)
