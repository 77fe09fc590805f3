#include "result/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"

namespace pbb::result {
namespace {

using nlohmann::json;

constexpr double kShortestTimeNs = 1e-3;  // a picosecond: below one instruction of any CPU
constexpr double kLongestTimeNs = 1e15;   // eleven days an operation
constexpr double kHighestRate = 1e15;
constexpr double kLargestAmount = 1e18;

std::string TypeProblem(const char* expected, const json& value) {
  return fmt::format("{} expected, got {}", expected, value.type_name());
}

}  // namespace

std::string RangeProblem(double value, FigureReader::Range range) {
  using Range = FigureReader::Range;
  switch (range) {
    case Range::kTime:
      if (value <= 0) return fmt::format("{}, a time is above 0", value);
      if (value < kShortestTimeNs || value > kLongestTimeNs)
        return fmt::format("{} ns can't have been measured", value);
      return "";
    case Range::kRate:
      if (value < 0) return fmt::format("{}, a rate is not negative", value);
      return value > kHighestRate ? fmt::format("{} can't have been measured", value) : "";
    case Range::kAmount:
      if (value < 0) return fmt::format("{}, an amount is not negative", value);
      return value > kLargestAmount ? fmt::format("{} can't have been measured", value) : "";
    case Range::kShare:
      return value < 0 || value > 1 ? fmt::format("{}, a share is from 0 to 1", value) : "";
  }
  return "";
}

StructureReader::StructureReader(const json& object, std::string path, std::string file)
    : object_(object), path_(std::move(path)), file_(std::move(file)) {
  if (!object_.is_object()) Refuse("", TypeProblem("object", object_));
}

void StructureReader::Refuse(const std::string& key, const std::string& reason) const {
  std::string place = path_ + key;
  if (!place.empty() && place.back() == '.') place.pop_back();
  throw UsageError(place.empty() ? reason : fmt::format("{}: {}", place, reason), file_);
}

void StructureReader::RefuseOthers(const std::vector<std::string>& known) const {
  for (const auto& [key, unused] : object_.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      Refuse(key, fmt::format("unknown member; {}", SuggestName(key, known)));
    }
  }
}

const json& StructureReader::Member(const char* key) const {
  const auto found = object_.find(key);
  if (found == object_.end()) Refuse(key, "missing");
  return *found;
}

std::string StructureReader::Text(const char* key) const {
  const json& value = Member(key);
  if (!value.is_string()) Refuse(key, TypeProblem("string", value));
  return value.get<std::string>();
}

std::string StructureReader::OptionalText(const char* key) const { return Has(key) ? Text(key) : ""; }

bool StructureReader::Bool(const char* key) const {
  const json& value = Member(key);
  if (!value.is_boolean()) Refuse(key, TypeProblem("boolean", value));
  return value.get<bool>();
}

uint64_t StructureReader::Count(const char* key) const {
  const json& value = Member(key);
  if (!value.is_number_unsigned()) Refuse(key, TypeProblem("whole number from 0", value));
  return value.get<uint64_t>();
}

std::vector<std::string> StructureReader::OptionalTexts(const char* key) const {
  std::vector<std::string> texts;
  if (!Has(key)) return texts;
  for (const json& value : List(key)) {
    if (!value.is_string()) Refuse(key, TypeProblem("strings", value));
    texts.push_back(value.get<std::string>());
  }
  return texts;
}

std::map<std::string, std::string> StructureReader::TextMap(const char* key) const {
  std::map<std::string, std::string> map;
  if (!Has(key)) return map;
  const StructureReader members = Object(key);
  for (const auto& [name, value] : members.object_.items()) map[name] = members.Text(name.c_str());
  return map;
}

const json& StructureReader::List(const char* key) const {
  const json& value = Member(key);
  if (!value.is_array()) Refuse(key, TypeProblem("array", value));
  return value;
}

StructureReader StructureReader::Object(const char* key) const {
  return StructureReader(Member(key), path_ + key + ".", file_);
}

FigureReader::FigureReader(const json& object, std::string path, std::vector<std::string>* problems)
    : object_(object), path_(std::move(path)), problems_(problems) {}

void FigureReader::Problem(const std::string& key, const std::string& reason) {
  problems_->push_back(fmt::format("{}{}: {}", path_, key, reason));
}

const json* FigureReader::Member(const char* key) const {
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

std::optional<double> FigureReader::Number(const char* key, Range range) {
  const json* value = Member(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) {
    Problem(key, TypeProblem("number", *value));
    return std::nullopt;
  }
  const double number = value->get<double>();
  const std::string problem = RangeProblem(number, range);
  if (problem.empty()) return number;
  Problem(key, problem);
  return std::nullopt;
}

std::optional<double> FigureReader::Required(const char* key, Range range) {
  if (Member(key) == nullptr) Problem(key, "missing");
  return Number(key, range);
}

std::optional<uint64_t> FigureReader::Count(const char* key) {
  const json* value = Member(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_number_unsigned()) return value->get<uint64_t>();
  Problem(key, value->is_number() ? fmt::format("{}, a count is a whole number from 0", value->dump())
                                  : TypeProblem("number", *value));
  return std::nullopt;
}

std::optional<bool> FigureReader::Bool(const char* key) {
  const json* value = Member(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  Problem(key, TypeProblem("boolean", *value));
  return std::nullopt;
}

std::string FigureReader::Text(const char* key) {
  const json* value = Member(key);
  if (value == nullptr) return "";
  if (value->is_string()) return value->get<std::string>();
  Problem(key, TypeProblem("string", *value));
  return "";
}

const json* FigureReader::List(const char* key) {
  const json* value = Member(key);
  if (value == nullptr || value->is_array()) return value;
  Problem(key, TypeProblem("array", *value));
  return nullptr;
}

std::optional<FigureReader> FigureReader::Object(const char* key) {
  const json* value = Member(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_object()) return FigureReader(*value, path_ + key + ".", problems_);
  Problem(key, TypeProblem("object", *value));
  return std::nullopt;
}

}  // namespace pbb::result
