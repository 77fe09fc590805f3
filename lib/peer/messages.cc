#include "peer/messages.h"

#include <fmt/format.h>

#include <type_traits>

#include "base/error.h"
#include "peer/protocol.h"

namespace pbb::peer {
namespace {

using nlohmann::json;

// The member's value, or an error that names it. An absent one leaves what `Optional` was given.
template <typename T>
void Take(const json& object, const char* key, T* value) {
  if constexpr (std::is_unsigned_v<T> && !std::is_same_v<T, bool>) {
    // nlohmann would wrap a negative number around.
    const auto found = object.find(key);
    if (found != object.end() && found->is_number() && !found->is_number_unsigned()) {
      throw UsageError(fmt::format("a whole number from 0 was expected, got {}", found->dump()), key);
    }
  }
  try {
    object.at(key).get_to(*value);
  } catch (const json::exception&) {
    const auto found = object.find(key);
    const std::string got = found == object.end() ? "nothing" : found->type_name();
    throw UsageError(fmt::format("a value of another type was expected, got {}", got), key);
  }
}

template <typename T>
void Optional(const json& object, const char* key, T* value) {
  if (object.contains(key)) Take(object, key, value);
}

template <typename T>
void Optional(const json& object, const char* key, std::optional<T>* value) {
  if (!object.contains(key)) return;
  T taken{};
  Take(object, key, &taken);
  *value = taken;
}

// The object at that key, an empty one when there is none.
const json& ObjectAt(const json& object, const char* key) {
  static const json kNone = json::object();
  const auto found = object.find(key);
  if (found == object.end()) return kNone;
  if (!found->is_object()) throw UsageError(fmt::format("an object was expected, got {}", found->type_name()), key);
  return *found;
}

template <typename T>
void Put(json* object, const char* key, const std::optional<T>& value) {
  if (value) (*object)[key] = *value;
}

json WithSubject(const char* command, const Subject& subject) {
  return {{"cmd", command},
          {"type", subject.type},
          {"codec", subject.codec},
          {"ring_file", subject.ring_file},
          {"count", subject.count},
          {"jit", subject.jit},
          {"jit_options", subject.jit_options}};
}

Subject SubjectOf(const json& object) {
  Subject subject;
  Take(object, "type", &subject.type);
  Optional(object, "codec", &subject.codec);
  Take(object, "ring_file", &subject.ring_file);
  Take(object, "count", &subject.count);
  Optional(object, "jit", &subject.jit);
  Optional(object, "jit_options", &subject.jit_options);
  return subject;
}

json WithOutcome(const Outcome& outcome) {
  json object = {{"ok", true}};
  if (!outcome.not_applicable.empty()) object["na"] = outcome.not_applicable;
  if (outcome.failed) {
    json failed = {{"what", outcome.failed->what}, {"path", outcome.failed->path}};
    Put(&failed, "byte", outcome.failed->byte);
    Put(&failed, "payload", outcome.failed->payload);
    object["failed"] = std::move(failed);
  }
  return object;
}

Outcome OutcomeOf(const json& object) {
  Outcome outcome;
  Optional(object, "na", &outcome.not_applicable);
  if (object.contains("failed")) {
    const json& failed = ObjectAt(object, "failed");
    FailureNote note;
    Take(failed, "what", &note.what);
    Optional(failed, "path", &note.path);
    Optional(failed, "byte", &note.byte);
    Optional(failed, "payload", &note.payload);
    outcome.failed = std::move(note);
  }
  return outcome;
}

bool Ended(const Outcome& outcome) { return outcome.failed || !outcome.not_applicable.empty(); }

}  // namespace

json HelloAnswer::ToJson() const {
  return {{"ok", true},         {"protocol", protocol}, {"name", name},
          {"version", version}, {"runtime", runtime},   {"clock_resolution_ns", clock_resolution_ns}};
}

HelloAnswer HelloAnswer::FromJson(const json& object) {
  HelloAnswer answer;
  Take(object, "protocol", &answer.protocol);
  Take(object, "name", &answer.name);
  Take(object, "version", &answer.version);
  Optional(object, "runtime", &answer.runtime);
  Optional(object, "clock_resolution_ns", &answer.clock_resolution_ns);
  return answer;
}

json LoadRequest::ToJson() const {
  return {{"cmd", kLoad},
          {"type", type},
          {"descriptor_set", descriptor_set},
          {"proto_file", proto_file},
          {"codec_tree", codec_tree},
          {"generate", generate}};
}

LoadRequest LoadRequest::FromJson(const json& object) {
  LoadRequest request;
  Take(object, "type", &request.type);
  Take(object, "descriptor_set", &request.descriptor_set);
  Take(object, "proto_file", &request.proto_file);
  Optional(object, "codec_tree", &request.codec_tree);
  Optional(object, "generate", &request.generate);
  return request;
}

json CheckRequest::ToJson() const { return WithSubject(kCheck, subject); }

CheckRequest CheckRequest::FromJson(const json& object) { return {SubjectOf(object)}; }

json CheckAnswer::ToJson() const {
  json object = WithOutcome(outcome);
  if (Ended(outcome)) return object;
  object["verified"] = true;
  object["wire_bytes"] = wire_bytes;
  if (!jit.empty()) object["jit"] = jit;
  return object;
}

CheckAnswer CheckAnswer::FromJson(const json& object) {
  CheckAnswer answer;
  answer.outcome = OutcomeOf(object);
  if (Ended(answer.outcome)) return answer;
  bool verified = false;
  Take(object, "verified", &verified);
  if (!verified) throw UsageError("neither true nor a failure", "verified");
  Take(object, "wire_bytes", &answer.wire_bytes);
  Optional(object, "jit", &answer.jit);
  return answer;
}

json BenchRequest::ToJson() const {
  json object = WithSubject(kBench, subject);
  object["op"] = op;
  object["pass_ops"] = pass_ops;
  object["timer"] = timer;
  object["budget_ns"] = plan.budget_ns;
  object["slot_ns"] = plan.slot_ns;
  object["min_slots"] = plan.min_slots;
  object["max_slots"] = plan.max_slots;
  object["warm_max_slots"] = plan.warm_max_slots;
  object["visit"] = plan.visit;
  object["visits"] = plan.visits;
  return object;
}

BenchRequest BenchRequest::FromJson(const json& object) {
  BenchRequest request;
  request.subject = SubjectOf(object);
  Take(object, "op", &request.op);
  Take(object, "pass_ops", &request.pass_ops);
  Optional(object, "timer", &request.timer);
  Optional(object, "budget_ns", &request.plan.budget_ns);
  Optional(object, "slot_ns", &request.plan.slot_ns);
  Optional(object, "min_slots", &request.plan.min_slots);
  Optional(object, "max_slots", &request.plan.max_slots);
  Optional(object, "warm_max_slots", &request.plan.warm_max_slots);
  Optional(object, "visit", &request.plan.visit);
  Optional(object, "visits", &request.plan.visits);
  // A pass holds a reference for each operation, a slot at least one pass.
  constexpr uint64_t kMostPassOps = 10'000'000;
  if (request.pass_ops == 0 || request.pass_ops > kMostPassOps) {
    throw UsageError(fmt::format("1 to {} expected", kMostPassOps), "pass_ops");
  }
  if (request.plan.min_slots < 1 || request.plan.max_slots < request.plan.min_slots) {
    throw UsageError("at least 1 and at most max_slots expected", "min_slots");
  }
  if (request.plan.visit < 1 || request.plan.visits < request.plan.visit) {
    throw UsageError("at least 1 and at most visits expected", "visit");
  }
  return request;
}

json BenchAnswer::ToJson() const {
  json object = WithOutcome(outcome);
  if (Ended(outcome)) return object;
  object["slots_ns"] = slots_ns;
  object["disturbed"] = disturbed;
  object["passes_per_slot"] = passes_per_slot;
  object["warm"] = {{"slots", warm_slots}, {"capped", warm_capped}};
  if (visits_left > 0) {
    object["left"] = {{"visits", visits_left}, {"ns", left_ns}};
    return object;
  }
  Put(&object, "empty_loop_ns", empty_loop_ns);
  if (alloc_ops > 0) {
    object["alloc"] = {{"ops", alloc_ops}, {"objects", alloc_objects}, {"bytes", alloc_bytes}, {"kinds", alloc_kinds}};
  }
  object["traces"] = {{"compiled", traces_compiled}, {"aborts", trace_aborts}, {"reasons", abort_reasons}};
  if (!jit.empty()) object["jit"] = jit;
  object["notes"] = notes;
  return object;
}

BenchAnswer BenchAnswer::FromJson(const json& object) {
  BenchAnswer answer;
  answer.outcome = OutcomeOf(object);
  if (Ended(answer.outcome)) return answer;
  Take(object, "slots_ns", &answer.slots_ns);
  Optional(object, "disturbed", &answer.disturbed);
  for (const uint32_t slot : answer.disturbed) {
    if (slot >= answer.slots_ns.size()) throw UsageError(fmt::format("there is no slot {}", slot), "disturbed");
  }
  Optional(object, "passes_per_slot", &answer.passes_per_slot);
  const json& warm = ObjectAt(object, "warm");
  Optional(warm, "slots", &answer.warm_slots);
  Optional(warm, "capped", &answer.warm_capped);
  if (object.contains("left")) {
    const json& left = ObjectAt(object, "left");
    Take(left, "visits", &answer.visits_left);
    Optional(left, "ns", &answer.left_ns);
  }
  Optional(object, "empty_loop_ns", &answer.empty_loop_ns);
  if (object.contains("alloc")) {
    const json& alloc = ObjectAt(object, "alloc");
    Take(alloc, "ops", &answer.alloc_ops);
    Take(alloc, "objects", &answer.alloc_objects);
    Take(alloc, "bytes", &answer.alloc_bytes);
    Optional(alloc, "kinds", &answer.alloc_kinds);
  }
  const json& traces = ObjectAt(object, "traces");
  Optional(traces, "compiled", &answer.traces_compiled);
  Optional(traces, "aborts", &answer.trace_aborts);
  Optional(traces, "reasons", &answer.abort_reasons);
  Optional(object, "jit", &answer.jit);
  Optional(object, "notes", &answer.notes);
  return answer;
}

}  // namespace pbb::peer
