#include "measure/visits.h"

#include <gtest/gtest.h>

namespace pbb::measure {
namespace {

using Slots = std::vector<double>;
using Indices = std::vector<uint32_t>;

peer::BenchAnswer Answer(Slots slots, Indices disturbed, uint32_t visits_left) {
  peer::BenchAnswer answer;
  answer.slots_ns = std::move(slots);
  answer.disturbed = std::move(disturbed);
  answer.visits_left = visits_left;
  answer.warm_slots = 1;
  return answer;
}

TEST(VisitsTest, SlotsComeInOrderAndDisturbedOnesKeepTheirSlot) {
  LaunchVisits visits(2, 3);
  peer::BenchAnswer first = Answer({10, 99}, {1}, 2);
  first.warm_slots = 4;
  first.warm_capped = true;
  EXPECT_FALSE(visits.Add(1, 1, first));
  EXPECT_FALSE(visits.Add(1, 2, Answer({11, 12, 13}, {}, 1)));
  peer::BenchAnswer last = Answer({98, 14, 97}, {0, 2}, 0);
  last.alloc_ops = 20;
  last.traces_compiled = 3;
  EXPECT_TRUE(visits.Add(1, 3, last));
  const peer::BenchAnswer& joined = visits.answer(1);
  EXPECT_EQ(joined.slots_ns, (Slots{10, 99, 11, 12, 13, 98, 14, 97}));
  EXPECT_EQ(joined.disturbed, (Indices{1, 5, 7}));
  EXPECT_EQ(joined.warm_slots, 6u);
  EXPECT_TRUE(joined.warm_capped);
  EXPECT_EQ(joined.alloc_ops, 20u);
  EXPECT_EQ(joined.traces_compiled, 3u);
}

TEST(VisitsTest, PeerThatKnowsNoVisitsIsDoneAfterTheFirst) {
  LaunchVisits visits(1, 3);
  EXPECT_TRUE(visits.Wants(0, 1));
  EXPECT_TRUE(visits.Add(0, 1, Answer({10, 11}, {}, 0)));
  EXPECT_FALSE(visits.Wants(0, 2));
}

TEST(VisitsTest, FewerVisitsThanAskedForAreKeptTo) {
  LaunchVisits visits(1, 3);
  EXPECT_FALSE(visits.Add(0, 1, Answer({10}, {}, 1)));
  EXPECT_EQ(visits.visits(0), 2u);
  EXPECT_TRUE(visits.Wants(0, 2));
  EXPECT_FALSE(visits.Wants(0, 3));
}

TEST(VisitsTest, ChildThatWantsEverMoreVisitsGetsNoMore) {
  LaunchVisits visits(1, 2);
  EXPECT_FALSE(visits.Add(0, 1, Answer({10}, {}, 4'000'000'000)));
  EXPECT_TRUE(visits.Add(0, 2, Answer({10}, {}, 4'000'000'000)));
}

TEST(VisitsTest, FailureEndsTheCellWithoutSlots) {
  LaunchVisits visits(2, 3);
  visits.Add(0, 1, Answer({10}, {}, 2));
  peer::BenchAnswer failed;
  failed.outcome.failed = peer::FailureNote{"bytes differ", "", {}, {}};
  EXPECT_TRUE(visits.Add(0, 2, failed));
  EXPECT_TRUE(visits.answer(0).outcome.failed);
  EXPECT_TRUE(visits.answer(0).slots_ns.empty());
}

}  // namespace
}  // namespace pbb::measure
