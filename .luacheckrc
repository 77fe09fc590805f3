-- luacheck's settings for every Lua file of the repository (scripts/lint lua).
std = "luajit"
max_line_length = 120
