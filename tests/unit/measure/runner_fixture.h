// Whole runs of a plan with one schema, one op and one ring (or two) against a worker of the test's choice; by default
// one whose codecs misbehave by name (fake_worker.cc).
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "measure/runner.h"

namespace pbb::measure {

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() {
    options_.ops = {codec::Op::kEncode};
    options_.launches = 2;
    options_.budget_ns = 1'500'000'000;
    options_.patience_ns = 5'000'000'000;
    options_.worker_command = {PBB_FAKE_WORKER};
    options_.failure_folder = folder_.path() + "/failed";
    options_.timer = Timer::kOwn;
  }

  Plan PlanFor(const std::vector<std::string>& codecs) const {
    std::vector<PlannedCodec> planned;
    for (const std::string& name : codecs) planned.push_back({codec::ParseCodecName(name), name.rfind("lua-", 0) == 0});
    PlannedRing ring;
    ring.ring.schema = "a.B";
    ring.ring.size = "1KB";
    ring.ring.ring = "unique";
    ring.ring.payloads = {"first", "second", "third"};
    ring.ring.Finish();
    ring.pass_ops = 3;
    std::vector<PlannedRing> rings = {ring};
    if (two_rings_) {
      ring.ring.size = "2KB";
      ring.ring.payloads = {"fourth", "fifth", "sixth"};
      ring.ring.Finish();
      rings.push_back(ring);
    }
    return PlanCells(options_, {{"a.B", "a.proto", "descriptors"}}, std::move(rings), std::move(planned));
  }

  // The cells by codec.
  std::map<std::string, result::Cell> RunWith(const std::vector<std::string>& codecs) {
    const Plan plan = PlanFor(codecs);
    document_ = measure::Run(plan, hooks_);
    std::map<std::string, result::Cell> cells;
    for (const result::Cell& cell : document_.cells) cells[cell.id.codec] = cell;
    return cells;
  }

  void ExpectOneGoodCell(const std::map<std::string, result::Cell>& cells) {
    ASSERT_EQ(cells.count("good"), 1u);
    const result::Cell& good = cells.at("good");
    EXPECT_NE(good.status, result::Status::kFailed);
    ASSERT_TRUE(good.ns_per_op);
    EXPECT_EQ(good.ns_per_op->launches.size(), static_cast<size_t>(options_.launches));
  }

  TemporaryFolder folder_;
  RunOptions options_;
  bool two_rings_ = false;
  Hooks hooks_;
  result::Document document_;
};

}  // namespace pbb::measure
