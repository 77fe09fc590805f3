// Several visits to a cell in one launch: what is kept between them, and what a loss in between costs.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "runner_fixture.h"

namespace pbb::measure {
namespace {

using result::Status;
using testing::HasSubstr;
using RunnerVisitsTest = RunnerTest;

TEST_F(RunnerVisitsTest, SlotsOfALaunchComeFromAllVisitsToOneState) {
  const auto cells = RunWith({"good", "other"});
  for (const auto& [name, cell] : cells) {
    EXPECT_THAT(cell.notes, testing::IsSupersetOf({"made 1", "visits 3"})) << name;
    for (const result::Launch& launch : cell.ns_per_op->launches) EXPECT_GE(launch.slots_ns.size(), 6u) << name;
  }
}

TEST_F(RunnerVisitsTest, WorkerThatDiesBetweenVisitsCostsItsOwnCellOnly) {
  options_.launches = 1;
  const auto cells = RunWith({"dies-in-second-visit", "good", "other"});
  EXPECT_THAT(cells.at("dies-in-second-visit").failure->what, HasSubstr("killed by signal 6"));
  for (const char* name : {"good", "other"}) {
    const result::Cell& cell = cells.at(name);
    ASSERT_TRUE(cell.ns_per_op) << name;
    EXPECT_GE(cell.ns_per_op->launches[0].slots_ns.size(), 6u) << name;
    EXPECT_THAT(cell.notes, testing::Contains("made 1")) << name << " is prepared anew in the new worker";
  }
  EXPECT_TRUE(document_.complete);
}

TEST_F(RunnerVisitsTest, CodecThatFailsInALaterVisitHasNoTime) {
  const auto cells = RunWith({"fails-in-second-visit", "good"});
  ExpectOneGoodCell(cells);
  EXPECT_EQ(cells.at("fails-in-second-visit").failure->what, "truncated varint at byte 17");
  EXPECT_FALSE(cells.at("fails-in-second-visit").ns_per_op);
}

TEST_F(RunnerVisitsTest, PayloadsStayAsLongAsACellIsKeptThatPointsIntoThem) {
  two_rings_ = true;
  options_.launches = 1;
  RunWith({"borrows", "good"});
  ASSERT_EQ(document_.cells.size(), 4u);
  for (const result::Cell& cell : document_.cells) EXPECT_NE(cell.status, Status::kFailed) << cell.id.Text();
}

TEST_F(RunnerVisitsTest, StopBetweenVisitsDropsTheLaunchOfCellsThatHadNotAll) {
  size_t steps = 0;
  hooks_.progress = [&](const Progress&) { ++steps; };
  // One launch whole; of the second the first cell has all its visits, the other lacks one.
  hooks_.stopped = [&] { return steps >= 14; };
  const Plan plan = PlanFor({"good", "other"});
  const auto cells = RunWith({"good", "other"});
  EXPECT_FALSE(document_.complete);
  ASSERT_EQ(cells.size(), 2u);
  for (const auto& [name, cell] : cells) {
    const bool first = plan.cells[plan.launches[1].order[0]].id.codec == name;
    EXPECT_EQ(cell.ns_per_op->launches.size(), first ? 2u : 1u) << name;
  }
}

// A child that gives the same answer to every visit, whatever it is asked, and to the first one more.
class ScriptedChildTest : public RunnerTest {
 protected:
  void AnswerWith(const std::string& to_first, const std::string& to_later) {
    const std::string script =
        "while read -r line; do printf '%s\\n' \"$line\" >>\"$0\"; case \"$line\" in "
        "*'\"cmd\":\"hello\"'*) echo '{\"ok\":true,\"protocol\":1,\"name\":\"p\",\"version\":\"1\"}';; "
        "*'\"cmd\":\"check\"'*) echo '{\"ok\":true,\"verified\":true,\"wire_bytes\":16}';; "
        "*'\"visit\":1,'*) echo '{\"ok\":true,\"slots_ns\":[10,11,12]" +
        to_first +
        "}';; "
        "*'\"cmd\":\"bench\"'*) echo '{\"ok\":true,\"slots_ns\":[13,14]" +
        to_later +
        "}';; "
        "*) echo '{\"ok\":true}';; esac; done";
    options_.worker_command = {"/bin/sh", "-c", script, log_};
  }

  // Those of bench, in order.
  std::vector<nlohmann::json> Requests() const {
    std::vector<nlohmann::json> requests;
    std::istringstream lines(ReadFile(log_));
    for (std::string line; std::getline(lines, line);) {
      nlohmann::json request = nlohmann::json::parse(line);
      if (request["cmd"] == "bench") requests.push_back(std::move(request));
    }
    return requests;
  }

  std::string log_ = folder_.path() + "/requests";
};

TEST_F(ScriptedChildTest, ThatKnowsNoVisitsIsAskedOnceALaunch) {
  AnswerWith("", "");
  const auto cells = RunWith({"good", "other"});
  EXPECT_EQ(Requests().size(), 4u);
  for (const auto& [name, cell] : cells) {
    ASSERT_EQ(cell.ns_per_op->launches.size(), 2u) << name;
    EXPECT_EQ(cell.ns_per_op->launches[0].slots_ns.size(), 3u) << name;
  }
}

TEST_F(ScriptedChildTest, ThatHasVisitsLeftIsAskedAgainAfterTheOtherCells) {
  options_.launches = 1;
  AnswerWith(R"(,"disturbed":[2],"left":{"visits":1,"ns":5})", R"(,"disturbed":[1])");
  const auto cells = RunWith({"good", "other"});
  const std::vector<nlohmann::json> requests = Requests();
  ASSERT_EQ(requests.size(), 4u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(requests[i]["visit"], 1);
    EXPECT_EQ(requests[i]["visits"], 3);
    EXPECT_EQ(requests[i + 2]["visit"], 2);
    EXPECT_EQ(requests[i + 2]["visits"], 2);
    EXPECT_EQ(requests[i + 2]["codec"], requests[i]["codec"]);
    EXPECT_EQ(requests[i + 2]["budget_ns"], requests[i]["budget_ns"]) << "a child started anew prepares again";
  }
  const result::Launch& launch = cells.at("good").ns_per_op->launches[0];
  EXPECT_THAT(launch.slots_ns, testing::ElementsAre(10, 11, 12, 13, 14));
  EXPECT_THAT(launch.disturbed_slots, testing::ElementsAre(2, 4));
}

TEST_F(ScriptedChildTest, TimeOfVisitsToComeIsNotGivenToOtherCells) {
  options_.launches = 1;
  AnswerWith(R"(,"left":{"visits":1,"ns":1400000000})", "");
  RunWith({"good", "other"});
  const std::vector<nlohmann::json> requests = Requests();
  ASSERT_EQ(requests.size(), 4u);
  EXPECT_LE(requests[1]["budget_ns"], options_.budget_ns - 1'400'000'000);
}

}  // namespace
}  // namespace pbb::measure
