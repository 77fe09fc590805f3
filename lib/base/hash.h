// SHA-256, for payloads, codec trees and fingerprints.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace pbb {

// Incremental; Hex() may be called once.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Update(std::string_view bytes);
  std::string Hex();  // 64 lower-case digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string Sha256Hex(std::string_view bytes);

// SHA-256 over every regular file below `folder`: sorted relative path, NUL, size as text, NUL, content.
// Throws Error(kUsage) when the folder can't be read.
std::string HashTree(const std::string& folder);

}  // namespace pbb
