// Makes many small inputs out of the cases and asks libprotobuf's generated code what each is: every prefix of a case,
// and cases of one type behind each other.
//   lua_expand CASES.jsonl OUT
// One line an input: type, input as hex, then "-" if it is refused or the canonical bytes as hex. Cases that differ
// from libprotobuf are left out, so that no known divergence gets in.
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "oracle.h"

namespace {

using pbb::lua_cases::Canonical;
using pbb::lua_cases::Hex;
using pbb::lua_cases::New;
using pbb::lua_cases::Raw;

constexpr size_t kLongest = 48;  // bytes of a case that is cut or joined
constexpr int kPartners = 3;     // cases that are put behind each case of their type

std::map<std::string, std::set<std::string>> Inputs(std::istream& cases) {
  std::map<std::string, std::vector<std::string>> accepted;
  std::map<std::string, std::set<std::string>> inputs;
  for (std::string line; std::getline(cases, line);) {
    const auto c = nlohmann::json::parse(line);
    if (c.at("kind") != "accept" || c.contains("differs")) continue;
    const std::string input = Raw(c.at("input"));
    if (input.size() > kLongest || !New(c.at("type"))) continue;
    accepted[c.at("type")].push_back(input);
    for (size_t size = 0; size < input.size(); ++size) inputs[c.at("type")].insert(input.substr(0, size));
  }
  std::mt19937 random(20220320);
  for (const auto& [type, list] : accepted) {
    for (const std::string& first : list) {
      for (int i = 0; i < kPartners; ++i) inputs[type].insert(first + list[random() % list.size()]);
    }
  }
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: lua_expand CASES.jsonl OUT\n";
    return 2;
  }
  google::protobuf::SetLogHandler(nullptr);
  std::ifstream cases(argv[1]);
  std::ofstream out(argv[2], std::ios::binary);
  if (!cases || !out) {
    std::cerr << "lua_expand: can't open " << argv[1] << " or " << argv[2] << "\n";
    return 2;
  }
  for (const auto& [type, inputs] : Inputs(cases)) {
    for (const std::string& input : inputs) {
      const auto message = New(type);
      const bool accepted = message->ParseFromString(input);
      out << type << '\t' << Hex(input) << '\t' << (accepted ? Hex(Canonical(*message)) : "-") << '\n';
    }
  }
  return out.flush() ? 0 : 2;
}
