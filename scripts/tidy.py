#!/usr/bin/env python3
"""clang-tidy over every C++ file of lib/ and apps/ that is compiled, two at a time, each only once per content.

Tests are left out: they would double the time, and what they do wrong they do to themselves.

usage: scripts/tidy.py [--build DIR] [--jobs N] [FILE...]

A file that passed is not checked again until something that could change the answer does: its text, the text of a
repository or generated header that it includes, .clang-tidy, its compile command, or clang-tidy itself. Passes are
kept as empty files in .cache/tidy (or $PBB_CACHE_DIR/tidy); failures are never kept.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^">\n]+)[">]', re.MULTILINE)


@functools.lru_cache(maxsize=None)
def read(path):
    with open(path, "rb") as file:
        return file.read()


def own_headers(source, search):
    """`source` and every file below ROOT or the build folder (so: in `search`) that it includes, however deep."""
    seen, todo = set(), [source]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in INCLUDE.findall(read(path)):
            for folder in (os.path.dirname(path), *search):
                candidate = os.path.normpath(os.path.join(folder, os.fsdecode(name)))
                if os.path.isfile(candidate):
                    todo.append(candidate)  # two of one name: both count, which errs on the side of checking
    return sorted(seen)


def key(source, commands, build, version):
    """What the answer for `source` hangs on, hashed; paths are taken out so that another clone shares the cache."""

    def portable(text):
        return text.replace(build, "<build>").replace(ROOT, "<root>")

    digest = hashlib.sha256()

    def add(data):
        digest.update(len(data).to_bytes(8, "little") + data)

    add(version)
    add(read(os.path.join(ROOT, ".clang-tidy")))
    search = []
    for command in commands:
        add(portable(" ".join(command)).encode())
        for i, word in enumerate(command):
            folder = word[2:] if word.startswith("-I") else command[i + 1] if word == "-isystem" else ""
            if folder.startswith((ROOT, build)):
                search.append(folder)
    for path in own_headers(source, search):
        add(portable(path).encode())
        add(read(path))
    return digest.hexdigest()


def compile_commands(build):
    """Path -> its compile commands, for the files below ROOT that the build did not generate."""
    database = os.path.join(build, "compile_commands.json")
    if not os.path.exists(database):
        sys.exit(f"tidy: error: no {database}; run scripts/lint tidy, or cmake --preset dev and build it")
    commands = {}
    for entry in json.loads(read(database)):
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if path.startswith(ROOT + os.sep) and not path.startswith((build + os.sep, os.path.join(ROOT, "build") + os.sep)):
            commands.setdefault(path, []).append(shlex.split(entry["command"]))
    return commands


def repository_sources():
    command = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.cc",
               ":(exclude)tests"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return {path for path in (os.path.join(ROOT, n) for n in names if n) if os.path.isfile(path)}


def check(source, build):
    # The compiler's warnings are the compiler's business: -Werror must not turn clang's opinions into errors.
    command = ["clang-tidy", "--quiet", "-p", build, "--extra-arg=-Wno-error", "--extra-arg=-Wno-unknown-warning-option", source]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    noise = re.compile(r"^(\d+ warnings?( and \d+ errors?)? generated\.|Suppressed .*|Use -header-filter.*)\n?", re.MULTILINE)
    return done.returncode == 0, done.stdout + noise.sub("", done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "dev"), help="folder with compile_commands.json")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("files", nargs="*", metavar="FILE", help="default: every C++ file of the repository")
    args = parser.parse_args()
    build, started = os.path.abspath(args.build), time.monotonic()
    cache = os.path.join(os.environ.get("PBB_CACHE_DIR") or os.path.join(ROOT, ".cache"), "tidy")
    os.makedirs(cache, exist_ok=True)

    commands = compile_commands(build)
    wanted = {os.path.abspath(f) for f in args.files} or repository_sources()
    stray = sorted(os.path.relpath(path, ROOT) for path in wanted - set(commands))
    if stray:
        print(f"tidy: not checked, as {args.build} does not compile them: {' '.join(stray)}", file=sys.stderr)
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True).stdout
    # One source under two commands is one clang-tidy call, which looks at both.
    keys = {path: key(path, commands[path], build, version) for path in wanted & set(commands)}
    todo = sorted(path for path, name in keys.items() if not os.path.exists(os.path.join(cache, name)))
    if todo:
        print(f"tidy: checking {len(todo)} of {len(keys)} files, the others passed as they are", file=sys.stderr)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, (passed, output) in zip(todo, pool.map(lambda p: check(p, build), todo)):
            if passed:
                with open(os.path.join(cache, keys[path]), "wb"):
                    pass
            else:
                failed += 1
                print(output or f"{path}: clang-tidy failed and said nothing", flush=True)
    took = time.monotonic() - started
    print(f"tidy: {len(keys) - failed} of {len(keys)} files clean, {took:.0f} s", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
