# What the shell scripts here share; sourced, never run.
# shellcheck shell=bash

pbb_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
pbb_script="$(basename "$0")"

# Progress goes to stderr: stdout is for what a script was asked to print.
say() { printf '%s: %s\n' "$pbb_script" "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}

# Prints the comment at the head of the calling script, which is its help.
usage() { sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//p' "$0"; }

# build_preset NAME: configures build/NAME when it is new and builds what is out of date; silent when nothing is.
build_preset() {
  local preset="$1" folder="$pbb_root/build/$1" pending
  if [[ ! -f "$folder/build.ninja" ]]; then
    say "configuring $preset"
    (cd "$pbb_root" && cmake --preset "$preset" >&2) || die "cmake could not configure build/$preset"
  fi
  pending="$(ninja -C "$folder" -n)" || die "ninja can't build build/$preset (the reason is above)"
  if [[ "$pending" != *"no work to do"* ]]; then
    say "building $preset"
    ninja -C "$folder" >&2 || die "the $preset build failed"
  fi
}
