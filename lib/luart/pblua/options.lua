-- The options in force, one set per Lua state. The table's identity never changes: codecs hold it as an upvalue and
-- read its fields at every call. `pblua.option` is the checked way in.
return { int64_number = false, deterministic = false, validate_utf8 = true }
