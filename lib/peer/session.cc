#include "peer/session.h"

#include <fmt/format.h>

#include <utility>

#include "peer/protocol.h"

namespace pbb::peer {
namespace {

using nlohmann::json;

constexpr int64_t kSecondNs = 1'000'000'000;
constexpr size_t kShownBytes = 120;
constexpr size_t kShownStderrBytes = 600;

std::string Shown(const std::string& line) {
  const std::string start = line.size() > kShownBytes ? line.substr(0, kShownBytes) + "..." : line;
  return json(start).dump(-1, ' ', true, json::error_handler_t::replace);
}

std::string Trimmed(const std::string& text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

}  // namespace

std::string SessionFailure::Text() const {
  std::string tail = Trimmed(stderr_tail);
  if (tail.empty()) return what;
  if (tail.size() > kShownStderrBytes) tail = "..." + tail.substr(tail.size() - kShownStderrBytes);
  return fmt::format("{}; its stderr ends: {}", what, tail);
}

Session::Session(const ChildOptions& options) : child_(options) {}

Reply Session::Request(const json& request, int64_t timeout_ns, const std::function<bool()>& stopped) {
  using Kind = SessionFailure::Kind;
  if (!alive_) return {{}, SessionFailure{Kind::kDied, "has ended before", child_.stderr_tail()}};
  const std::string text = request.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  if (!child_.Write(text, timeout_ns)) return {{}, Died("does not read requests", "")};
  std::string line;
  switch (child_.ReadLine(timeout_ns, stopped, &line)) {
    case ChildProcess::Read::kLine:
      break;
    case ChildProcess::Read::kEnd:
      return {{}, Died("closed its stdout and went on", line)};
    case ChildProcess::Read::kTimeout:
      return {{},
              Lost(Kind::kHung, fmt::format("no answer within {:.1f} s", static_cast<double>(timeout_ns) / kSecondNs))};
    case ChildProcess::Read::kStopped:
      return {{}, Lost(Kind::kStopped, "stopped")};
  }
  json answer = json::parse(line, nullptr, /*allow_exceptions=*/false);
  const bool has_ok = answer.is_object() && answer.contains("ok") && answer["ok"].is_boolean();
  // Out of step from here on: which later line would answer which request?
  if (!has_ok) return {{}, Lost(Kind::kBadAnswer, fmt::format("answered {}", Shown(line)))};
  if (answer["ok"] != true) {
    const auto error = answer.find("error");
    const std::string why = error != answer.end() && error->is_string() ? error->get<std::string>() : "no reason given";
    return {{}, SessionFailure{Kind::kBadAnswer, why, child_.stderr_tail()}};
  }
  return {std::move(answer), std::nullopt};
}

void Session::End() {
  if (!alive_) return;
  alive_ = false;
  child_.Write(json({{"cmd", kBye}}).dump() + "\n", kSecondNs);
  child_.CloseStdin();
  if (!child_.Wait(kSecondNs)) child_.Kill();
}

SessionFailure Session::Lost(SessionFailure::Kind kind, std::string what) {
  alive_ = false;
  child_.Kill();
  return {kind, std::move(what), child_.stderr_tail()};
}

SessionFailure Session::Died(const std::string& otherwise, const std::string& half_line) {
  // Its status is known a moment after its stdout has closed.
  const bool ended = child_.Wait(kSecondNs);
  std::string what = ended ? child_.StatusText() : otherwise;
  if (!half_line.empty()) what += fmt::format(", in the middle of the answer {}", Shown(half_line));
  return Lost(SessionFailure::Kind::kDied, std::move(what));
}

}  // namespace pbb::peer
