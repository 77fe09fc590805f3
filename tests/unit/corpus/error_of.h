// Runs something that must throw pbb::Error(kUsage) and returns what it says, followed by " | " and the way out if any.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace pbb {

template <typename Action>
std::string ErrorOf(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.way_out().empty() ? error.what() : std::string(error.what()) + " | " + error.way_out();
  }
  return "no error";
}

}  // namespace pbb
