# Run at every build: writes commit.h, and touches it only when the commit or the dirty state changed.
cmake_policy(VERSION 3.25)
execute_process(COMMAND git -C "${SOURCE_DIR}" rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C "${SOURCE_DIR}" status --porcelain OUTPUT_VARIABLE changes ERROR_QUIET)
set(dirty 0)
if(changes)
  set(dirty 1)
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT
"// Made at every build by commit.cmake.
#pragma once
#define PBB_COMMIT \"${commit}\"
#define PBB_DIRTY ${dirty}
")
