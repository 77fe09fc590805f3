#include "measure/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "codec/registry.h"
#include "corpus/random.h"
#include "measure/visit_plan.h"

namespace pbb::measure {
namespace {

constexpr double kSecondNs = 1e9;
constexpr uint64_t kSeedBits = 53;  // every JSON reader keeps that many of an integer
constexpr uint32_t kMaxPaddingBytes = 4096;

// Assumed costs, from the slower half of what our codecs do on unique strings. The garbage collection before a pass
// takes about as long as the pass.
constexpr double kOpNs = 300;
constexpr double kByteNs = 3;
constexpr double kCheckOpNs = 10'000;
constexpr double kCheckByteNs = 30;
// Making a codec: a lua_State, its modules or its plan.
constexpr double kMakeNs = 10e6;

// In passes: making the ring's objects and checking some; four slots of warm-up; counting allocation and the empty
// loop.
constexpr int kPassesAround = 2 + 4 + 2;
constexpr int kLeastSlots = 5;
constexpr int kMostSlots = 20;
constexpr double kSlotNs = 2e6;

// A cell that is kept: its payloads as objects, as bytes, and what a pass makes of them.
constexpr double kKeptBytesPerByte = 10;
constexpr double kKeptBytesPerPayload = 1000;
// And its lua_State with modules, traces and machine code: 50 cells of hello.Person made a worker of 194 MB.
constexpr double kKeptBytesPerCell = 3e6;

double PassNs(const PlannedRing& ring) {
  return static_cast<double>(ring.pass_ops) * (kOpNs + kByteNs * ring.ring.bytes_mean);
}

// `slots` of so many passes each.
int64_t BenchNs(const PlannedRing& ring, double slots, double passes, uint32_t visits) {
  const double warm_passes = (visits - 1) * std::max(1.0, std::ceil(kWarmSlotNs / PassNs(ring)));
  return static_cast<int64_t>(kMakeNs + 2 * PassNs(ring) * (kPassesAround + warm_passes + passes * slots));
}

uint32_t VisitsFor(const Plan& plan) {
  double kept_bytes = 0;
  for (const PlannedCell& cell : plan.cells) {
    const Ring& ring = plan.rings[cell.ring].ring;
    const double bytes = kKeptBytesPerByte * ring.bytes_mean + kKeptBytesPerPayload;
    kept_bytes += kKeptBytesPerCell + bytes * static_cast<double>(ring.payloads.size());
  }
  return kept_bytes > kMostKeptBytes ? 1 : kVisits;
}

// Uniform in 0..bound-1 without the bias of a remainder.
uint64_t Below(uint64_t bound, SplitMix64* random) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(random->Next()) * bound) >> 64);
}

PlannedLaunch MakeLaunch(uint64_t seed, size_t cells) {
  PlannedLaunch launch;
  launch.seed = seed;
  SplitMix64 random(seed);
  launch.padding_bytes = static_cast<uint32_t>(Below(kMaxPaddingBytes, &random));
  launch.order.resize(cells);
  for (size_t i = 0; i < cells; ++i) launch.order[i] = i;
  for (size_t i = cells; i > 1; --i) std::swap(launch.order[i - 1], launch.order[Below(i, &random)]);
  return launch;
}

// A codec without the JIT compiler is another codec by name, so that no comparison takes one for the other.
PlannedCodec Choose(codec::CodecName name, const RunOptions& options) {
  const bool uses_lua = codec::FindCodec(name.base).uses_lua;
  if (uses_lua && !options.jit) name.options["jit"] = "off";
  return {std::move(name), uses_lua};
}

std::vector<PlannedCodec> ChooseCodecs(const RunOptions& options) {
  std::vector<PlannedCodec> codecs;
  for (const codec::CodecName& name : options.codecs) {
    PlannedCodec chosen = Choose(name, options);
    const auto same = [&](const PlannedCodec& other) { return other.name == chosen.name; };
    // `--codec lua-full,lua-full[jit=off] --jit off` names one codec twice.
    if (std::none_of(codecs.begin(), codecs.end(), same)) codecs.push_back(std::move(chosen));
  }
  return codecs;
}

// A pass is the ring, once: what comes again in it would be no new string. A ring of one payload (`repeat`, or a
// message with nothing to vary) is run as often as the limits would have given it payloads.
uint64_t PassOps(const Ring& ring, const RingLimits& limits) {
  if (ring.payloads.size() > 1) return ring.payloads.size();
  const uint64_t fitting = std::min(limits.max_payloads, limits.max_bytes / std::max<uint64_t>(ring.bytes_max, 1));
  return std::max<uint64_t>(fitting, 1);
}

result::CellId IdOf(const std::string& schema, const std::string& size, const std::string& ring, codec::Op op,
                    const PlannedCodec& codec) {
  return {schema, size, ring, codec::OpName(op), codec.name.Text()};
}

bool Wanted(const RunOptions& options, const result::CellId& id) { return !options.wanted || options.wanted(id); }

bool AnyWanted(const RunOptions& options, const std::string& schema, const std::string& size, const std::string& ring,
               const std::vector<PlannedCodec>& codecs) {
  for (const codec::Op op : options.ops) {
    for (const PlannedCodec& codec : codecs) {
      if (Wanted(options, IdOf(schema, size, ring, op, codec))) return true;
    }
  }
  return false;
}

void AddCells(Plan* plan) {
  for (size_t ring = 0; ring < plan->rings.size(); ++ring) {
    for (const codec::Op op : plan->options.ops) {
      for (size_t codec = 0; codec < plan->codecs.size(); ++codec) {
        const Ring& payloads = plan->rings[ring].ring;
        PlannedCell cell{IdOf(payloads.schema, payloads.size, payloads.ring, op, plan->codecs[codec]), ring, codec, op};
        if (Wanted(plan->options, cell.id)) plan->cells.push_back(std::move(cell));
      }
    }
  }
  if (plan->cells.empty()) throw UsageError("no cell is left to measure", {}, "loosen --cell or the other filters");
}

void Estimate(Plan* plan) {
  std::vector<std::pair<size_t, size_t>> checked;  // ring and codec: both ops share one check
  int64_t least = 0, most = 0;
  for (const PlannedCell& cell : plan->cells) {
    const PlannedRing& ring = plan->rings[cell.ring];
    least += LeastBenchNs(ring);
    most += MostBenchNs(ring, plan->visits);
    const std::pair<size_t, size_t> pair{cell.ring, cell.codec};
    if (std::find(checked.begin(), checked.end(), pair) != checked.end()) continue;
    checked.push_back(pair);
    plan->verify_ns += CheckNs(ring);
  }
  plan->verify_ns += kLaunchNs;
  const auto launches = static_cast<int64_t>(plan->launches.size());
  plan->least_ns = plan->verify_ns + launches * (kLaunchNs + least);
  plan->expected_ns = std::min(plan->verify_ns + launches * (kLaunchNs + most), plan->options.budget_ns);
  if (plan->options.verify_only) plan->expected_ns = plan->least_ns;
}

void RefuseIfTooLittle(const Plan& plan) {
  if (plan.options.verify_only || plan.least_ns <= plan.options.budget_ns) return;
  const double budget_s = static_cast<double>(plan.options.budget_ns) / kSecondNs;
  throw UsageError(
      fmt::format("{} cells in {} launches need about {:.0f} s, the budget is {:.3g} s", plan.cells.size(),
                  plan.launches.size(), std::ceil(static_cast<double>(plan.least_ns) / kSecondNs), budget_s),
      "--budget",
      plan.options.quick && plan.options.budget_ns == kQuickBudgetNs ? "measure fewer cells, or leave out --quick"
      : plan.options.quick                                           ? "raise --budget, or measure fewer cells"
                           : "raise --budget, measure fewer cells, or lower --launches");
}

}  // namespace

int64_t LeastBenchNs(const PlannedRing& ring) { return BenchNs(ring, kLeastSlots, 1, 1); }

int64_t MostBenchNs(const PlannedRing& ring, uint32_t visits) {
  return BenchNs(ring, kMostSlots, std::max(1.0, std::ceil(kSlotNs / PassNs(ring))), visits);
}

int64_t CheckNs(const PlannedRing& ring) {
  const auto count = static_cast<double>(ring.ring.payloads.size());
  return static_cast<int64_t>(count * (kCheckOpNs + kCheckByteNs * ring.ring.bytes_mean));
}

Plan PlanCells(const RunOptions& options, std::vector<PlannedSchema> schemas, std::vector<PlannedRing> rings,
               std::vector<PlannedCodec> codecs) {
  Plan plan;
  plan.options = options;
  if (options.quick) {
    plan.options.launches = 1;
    plan.options.budget_ns = std::min(options.budget_ns, kQuickBudgetNs);
  }
  plan.schemas = std::move(schemas);
  plan.rings = std::move(rings);
  plan.codecs = std::move(codecs);
  AddCells(&plan);
  plan.visits = VisitsFor(plan);
  SplitMix64 seeds(options.seed);
  for (int i = 0; i < plan.options.launches && !options.verify_only; ++i) {
    plan.launches.push_back(MakeLaunch(seeds.Next() >> (64 - kSeedBits), plan.cells.size()));
  }
  Estimate(&plan);
  RefuseIfTooLittle(plan);
  return plan;
}

Plan MakePlan(const RunOptions& options, const OwnMessage& own) {
  PlannedRing ring;
  ring.ring = own.ring;
  ring.pass_ops = PassOps(own.ring, options.ring_limits);
  return PlanCells(options, {{own.ring.schema, own.proto_file, own.descriptor_set, true}}, {std::move(ring)},
                   ChooseCodecs(options));
}

Plan MakePlan(const RunOptions& options, Corpus& corpus) {
  const std::vector<PlannedCodec> codecs = ChooseCodecs(options);
  std::vector<PlannedSchema> schemas;
  std::vector<PlannedRing> rings;
  for (const SchemaChoice& choice : options.schemas) {
    const SchemaEntry& schema = corpus.FindSchema(choice.schema);
    for (const std::string& size : choice.sizes) {
      for (const std::string& name : options.rings) {
        if (!AnyWanted(options, schema.name, size, name, codecs)) continue;  // making a ring takes time
        PlannedRing ring;
        ring.schema = schemas.size();
        ring.ring = corpus.MakeRing(schema, size, name, options.seed, options.ring_limits);
        ring.pass_ops = PassOps(ring.ring, options.ring_limits);
        rings.push_back(std::move(ring));
      }
    }
    schemas.push_back({schema.name, corpus.ProtoFiles(schema).front(), corpus.DescriptorSet(schema), false});
  }
  return PlanCells(options, std::move(schemas), std::move(rings), codecs);
}

std::vector<std::string> Describe(const Plan& plan) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < plan.rings.size(); ++i) {
    const PlannedRing& ring = plan.rings[i];
    const auto cells =
        std::count_if(plan.cells.begin(), plan.cells.end(), [&](const PlannedCell& cell) { return cell.ring == i; });
    if (cells == 0) continue;
    lines.push_back(fmt::format("{}/{}/{}: {} cells; {} payloads of {:.0f} B, {} operations a pass", ring.ring.schema,
                                ring.ring.size, ring.ring.ring, cells, ring.ring.payloads.size(), ring.ring.bytes_mean,
                                ring.pass_ops));
  }
  const double seconds = static_cast<double>(plan.expected_ns) / kSecondNs;
  if (plan.options.verify_only) {
    lines.push_back(fmt::format("{} cells checked, none timed: about {:.1f} s", plan.cells.size(), seconds));
    return lines;
  }
  if (plan.visits < kVisits) {
    lines.push_back(fmt::format("the rings are large: a launch visits each cell once, not {} times", kVisits));
  }
  lines.push_back(
      fmt::format("{} cells in {} launches, seed {}: about {:.0f} s, {:.0f} s of them for checks; budget {:.0f} s",
                  plan.cells.size(), plan.launches.size(), plan.options.seed, std::ceil(seconds),
                  std::ceil(static_cast<double>(plan.verify_ns) / kSecondNs),
                  static_cast<double>(plan.options.budget_ns) / kSecondNs));
  return lines;
}

}  // namespace pbb::measure
