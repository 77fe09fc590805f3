// How .proto names look in generated Lua: module paths, quoted strings.
#pragma once

#include <string>
#include <string_view>

namespace pbb::luagen {

// "a/b_pb.lua" for "a/b.proto". A dot inside a path component becomes "_", as `require` takes dots for folders.
std::string ModulePath(std::string_view proto_file);

// "a.b_pb": what `require` is given for that file.
std::string ModuleName(std::string_view proto_file);

// `s` as a Lua string literal with double quotes; control and non-ASCII bytes as \ddd.
std::string Quote(std::string_view s);

}  // namespace pbb::luagen
