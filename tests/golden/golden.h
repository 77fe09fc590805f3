// Approved outputs: ExpectGolden("name", text) compares byte for byte with tests/golden/name. To approve what a change
// makes, run the test with PBB_UPDATE_GOLDEN=1 in the environment and read the diff (tests/golden/README.md).
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace pbb {

inline std::string GoldenPath(const std::string& name) { return std::string(PBB_SOURCE_DIR "/tests/golden/") + name; }

inline void ExpectGolden(const std::string& name, const std::string& text) {
  if (std::getenv("PBB_UPDATE_GOLDEN") != nullptr) {
    WriteFile(GoldenPath(name), text);
    return;
  }
  try {
    EXPECT_EQ(text, ReadFile(GoldenPath(name)))
        << "differs from tests/golden/" << name << "; approve with PBB_UPDATE_GOLDEN=1";
  } catch (const Error& error) {
    FAIL() << error.what();
  }
}

}  // namespace pbb
