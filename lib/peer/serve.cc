#include "peer/serve.h"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <string_view>

#include "peer/protocol.h"

namespace pbb::peer {
namespace {

using nlohmann::json;

json Refusal(const std::string& why) { return {{"ok", false}, {"error", why}}; }

json AnswerTo(std::string_view line, const Handlers& handlers, bool* bye) {
  const json request = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!request.is_object()) return Refusal("a request is one JSON object a line");
  const auto command = request.find("cmd");
  if (command == request.end() || !command->is_string()) return Refusal("\"cmd\" names no command");
  const std::string name = command->get<std::string>();
  if (name == kBye) {
    *bye = true;
    return {{"ok", true}};
  }
  const auto handler = handlers.find(name);
  if (handler == handlers.end()) return Refusal(fmt::format("unknown command \"{}\"", name));
  try {
    return handler->second(request);
  } catch (const std::exception& error) {
    return Refusal(error.what());
  }
}

bool WriteLine(std::FILE* out, const json& answer) {
  const std::string line = answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  return std::fwrite(line.data(), 1, line.size(), out) == line.size() && std::fflush(out) == 0;
}

}  // namespace

int Serve(std::FILE* in, std::FILE* out, const Handlers& handlers) {
  char* buffer = nullptr;
  size_t capacity = 0;
  bool bye = false;
  bool written = true;
  while (!bye && written) {
    const ssize_t length = getline(&buffer, &capacity, in);
    if (length < 0) break;
    std::string_view line(buffer, static_cast<size_t>(length));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    written = WriteLine(out, AnswerTo(line, handlers, &bye));
  }
  std::free(buffer);
  return written ? 0 : 1;
}

}  // namespace pbb::peer
