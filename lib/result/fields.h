// Typed access to the members of a JSON object, with the path of what is wrong: strict for a document's structure,
// collecting for the figures of a cell.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace pbb::result {

// Structure: whatever is missing or of the wrong type throws Error(kUsage) "FILE: machine.cpu: string expected, got
// number". The object must outlive the reader.
class StructureReader {
 public:
  StructureReader(const nlohmann::json& object, std::string path, std::string file);

  std::string Text(const char* key) const;
  std::string OptionalText(const char* key) const;  // "" when absent
  bool Bool(const char* key) const;
  uint64_t Count(const char* key) const;
  std::vector<std::string> OptionalTexts(const char* key) const;
  std::map<std::string, std::string> TextMap(const char* key) const;  // empty when absent
  const nlohmann::json& List(const char* key) const;
  StructureReader Object(const char* key) const;
  // Refuses a member that is not among `known`: in a file that people write it is a typing error.
  void RefuseOthers(const std::vector<std::string>& known) const;
  bool Has(const char* key) const { return object_.contains(key); }
  const nlohmann::json& object() const { return object_; }

  // Throws for the member `key`, or for the object itself when `key` is empty.
  [[noreturn]] void Refuse(const std::string& key, const std::string& reason) const;

 private:
  const nlohmann::json& Member(const char* key) const;

  const nlohmann::json& object_;
  std::string path_;  // "" for the document, else "machine."
  std::string file_;
};

// Figures: what can't be used is absent, and the reason is collected. JSON null and a wrong type are such reasons;
// a member that is not there is none.
class FigureReader {
 public:
  // What a number may be. Limits are wide: they catch what can't have been measured, not what is unusual.
  enum class Range { kTime, kRate, kAmount, kShare };

  FigureReader(const nlohmann::json& object, std::string path, std::vector<std::string>* problems);

  std::optional<double> Number(const char* key, Range range);
  std::optional<double> Required(const char* key, Range range);  // a missing one is a problem too
  std::optional<uint64_t> Count(const char* key);
  std::optional<bool> Bool(const char* key);
  std::string Text(const char* key);
  const nlohmann::json* List(const char* key);
  std::optional<FigureReader> Object(const char* key);
  const nlohmann::json& object() const { return object_; }
  void Problem(const std::string& key, const std::string& reason);

 private:
  const nlohmann::json* Member(const char* key) const;

  const nlohmann::json& object_;
  std::string path_;
  std::vector<std::string>* problems_;
};

// Why `value` can't be a figure of that kind, or "".
std::string RangeProblem(double value, FigureReader::Range range);

}  // namespace pbb::result
