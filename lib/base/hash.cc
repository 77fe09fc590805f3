#include "base/hash.h"

#include <openssl/evp.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/file.h"

namespace pbb {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  if (state_->context == nullptr || EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr) != 1) {
    throw Error(ExitCode::kInternal, "libcrypto offers no SHA-256");
  }
}

Sha256::~Sha256() = default;

void Sha256::Update(std::string_view bytes) { EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()); }

std::string Sha256::Hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context, digest, &size);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(size * 2);
  for (unsigned int i = 0; i < size; ++i) {
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 15];
  }
  return hex;
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Hex();
}

std::string HashTree(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::string> names;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_regular_file()) names.push_back(fs::relative(it->path(), folder).generic_string());
  }
  if (error) throw UsageError("can't read the folder: " + error.message(), folder);
  std::sort(names.begin(), names.end());
  Sha256 hash;
  for (const std::string& name : names) {
    const std::string content = ReadFile(folder + "/" + name);
    hash.Update(name);
    hash.Update(std::string_view("\0", 1));
    hash.Update(std::to_string(content.size()));
    hash.Update(std::string_view("\0", 1));
    hash.Update(content);
  }
  return hash.Hex();
}

}  // namespace pbb
