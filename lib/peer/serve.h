// The child's side of the line protocol: reads requests, calls what handles them, writes the answers.
#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace pbb::peer {

// Takes a request, returns an answer with "ok". What it throws (std::exception) becomes {"ok": false, "error": TEXT}.
using Handler = std::function<nlohmann::json(const nlohmann::json& request)>;
using Handlers = std::map<std::string, Handler>;  // by "cmd"; `bye` is handled here

// Returns 0 after `bye` or the end of input, 1 when an answer can't be written. A line that is no JSON object, or has
// no command that is known, is answered with the reason. An empty line is ignored.
int Serve(std::FILE* in, std::FILE* out, const Handlers& handlers);

}  // namespace pbb::peer
