-- Missing required fields: wherever they are, by field number, from the outside in.
local check = require "check"
local errors = require "pblua.errors"
require "schemas"

local function missing(path, t) check.raises("w.All" .. path .. ": required field missing", errors.required, "w.All",
  t) end

missing(".must.id", { must = {} })
missing(".musts[2].id", { musts = { { id = 1 }, {} } })
missing(".must_by_int32[7].id", { must_by_int32 = { [7] = {} } })
missing(".(w.must).id", { _extensions = { ["w.must"] = {} } })
missing('.by_name["a"].child.children[1].must.id', { by_name = { a = { child = { children = { { must = {} } } } } } })
missing(".child.(w.must).id", { child = { _extensions = { ["w.must"] = {} } }, must = {} })
check.raises("w.Must.id: required field missing", errors.required, "w.Must", {})
check.equal("complete", errors.required("w.All",
  { must = { id = 0 }, _extensions = { ["w.must"] = { id = 1 }, ["w.label"] = "x" }, child = {} }), nil)

check.done()
