#!/usr/bin/env bash
# usage: in_tarantool.sh FILE.lua [ARGUMENT]...
#
# Runs a test in Tarantool; exits 77, which CTest takes for skipped, where that is not installed.

set -euo pipefail

if ! command -v tarantool >/dev/null; then
  echo "SKIPPED: tarantool is not installed (scripts/setup --tarantool)"
  exit 77
fi
tarantool --version | head -n 1
exec tarantool "$@"
