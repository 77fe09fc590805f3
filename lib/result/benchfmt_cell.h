// One cell from the lines of a text in the Go benchmark format; used by the reader alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/benchfmt_keys.h"
#include "result/cell.h"

namespace pbb::result {

// Collects what the lines of a cell say; Take() makes the cell of it.
class BenchfmtCell {
 public:
  explicit BenchfmtCell(CellId id) { cell_.id = std::move(id); }

  const CellId& id() const { return cell_.id; }

  // One value of a benchmark line; units that we don't know are passed over. `place` ("line 12") goes into
  // Cell::bad_values when the value can't be one.
  void Measurement(double value, std::string_view unit, const std::string& place);

  // A line `# key: value` about the cell, the value still escaped; keys that we don't know are passed over.
  void Remark(std::string_view key, std::string_view value);

  // Pools all samples: each line is a launch with one slot. A time that can't be one takes the cell's time away.
  Cell Take();

 private:
  void ReadStatus(std::string_view value);
  void ReadCheck(std::string_view value) { cell_.check = UnescapeBenchfmt(value); }
  void ReadOptions(std::string_view value);
  void ReadJit(std::string_view value);
  void ReadPayload(std::string_view value);
  void ReadTraces(std::string_view value);
  void ReadAbortReasons(std::string_view value);
  void ReadLaunches(std::string_view value);
  void ReadFailure(std::string_view value) { failure_ = UnescapeBenchfmt(value); }
  void ReadBadValue(std::string_view value) { BadValue(UnescapeBenchfmt(value)); }
  void BadValue(std::string text) { cell_.bad_values.push_back(std::move(text)); }
  void TakeTime();

  Cell cell_;
  std::vector<double> ns_;
  std::vector<double> bytes_;
  std::vector<double> objects_;
  std::vector<uint64_t> seeds_;
  std::optional<Status> status_;
  std::string failure_;
  bool bad_time_ = false;
};

}  // namespace pbb::result
