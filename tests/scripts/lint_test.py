"""scripts/lint and scripts/tidy.py in a small repository: what is wrong is found, what passed is not looked at again."""
import json
import os
import shutil
import unittest

from sandbox import SandboxTest

CLEAN = {
    "lib/base/x.h": "// A header.\n#pragma once\nint X();\n",
    "lib/base/x.cc": '#include "base/x.h"\n\nint X() { return 1; }\n',
    "lib/base/other.cc": "// A second source.\nint Y() { return 1; }\n",
    "tests/lua/x.lua": "-- A module.\nreturn { x = 1 }\n",
    "scripts/x.sh": "#!/bin/bash\n# A script.\necho ok\n",
}
CLANG_TIDY = """
if [ "$1" = --version ]; then echo "${VERSION:-14}"; exit 0; fi
for source in "$@"; do :; done
if grep -q BAD "$source"; then echo "$source:1:1: error: bad"; exit 1; fi
"""


class LintTest(SandboxTest):
    def setUp(self):
        super().setUp()
        self.copy("scripts/lint", "scripts/common.sh", "scripts/check-layers", ".clang-format", ".luacheckrc")
        self.environment["PATH"] += ":/usr/bin:/bin"  # what the real tools start
        for path, text in CLEAN.items():
            self.write(path, text)
        self.write(".gitignore", "/.bin/\n/.log\n/build/\n/.cache/\n")
        self.run_script("git", "init", "-q")

    def lint(self, *checks):
        return self.run_script("bash", "scripts/lint", *checks)

    def test_a_clean_tree_passes(self):
        done = self.lint("format", "lua", "shell", "layers")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_each_check_finds_its_fault(self):
        faults = {
            "format": ("lib/base/x.cc", '#include "base/x.h"\nint X()   {return 1;}\n'),
            "lua": ("tests/lua/x.lua", "-- A module.\nleak = 1\n"),
            "shell": ("scripts/x.sh", "#!/bin/bash\n# A script.\nrm $1\n"),
            "layers": ("lib/base/x.h", "#pragma once\n"),
        }
        for check, (path, text) in faults.items():
            with self.subTest(check):
                self.write(path, text)
                done = self.lint(check)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(path, done.stdout + done.stderr)
                self.write(path, CLEAN[path])

    def test_shell_scripts_are_known_by_their_first_line(self):
        self.write("scripts/new", "#!/usr/bin/env bash\n# A script.\nrm $1\n")
        self.assertIn("scripts/new", self.lint("shell").stdout)

    def test_a_failure_does_not_hide_the_checks_after_it(self):
        self.write("lib/base/x.cc", '#include "base/x.h"\nint X()   {return 1;}\n')
        self.write("tests/lua/x.lua", "-- A module.\nleak = 1\n")
        done = self.lint("format", "shell", "lua")
        self.assertEqual(done.returncode, 1)
        self.assertIn("failed: format lua", done.stderr)

    def test_a_missing_tool_is_a_failure(self):
        os.remove(os.path.join(self.bin, "luacheck"))
        self.environment["PATH"] = self.bin
        done = self.lint("lua")
        self.assertEqual(done.returncode, 1)
        self.assertIn("scripts/setup --tests", done.stderr)

    def test_unknown_check(self):
        self.assertEqual(self.lint("fromat").returncode, 1)


class TidyTest(SandboxTest):
    def setUp(self):
        super().setUp()
        self.copy("scripts/tidy.py")
        os.symlink(shutil.which("grep"), os.path.join(self.bin, "grep"))
        self.stand_in("clang-tidy", CLANG_TIDY)
        self.write(".clang-tidy", "Checks: '*'\n")
        self.write(".gitignore", "/.bin/\n/.log\n/build/\n/.cache/\n")
        for path, text in CLEAN.items():
            self.write(path, text)
        self.compile("-O1")
        self.run_script("git", "init", "-q")

    def compile(self, flags):
        entries = [{"directory": os.path.join(self.root, "build/dev"), "file": os.path.join(self.root, path),
                    "command": f"c++ {flags} -I{self.root}/lib -c {path}"} for path in CLEAN if path.endswith(".cc")]
        self.write("build/dev/compile_commands.json", json.dumps(entries))

    def tidy(self, **environment):
        """(exit code, the sources that clang-tidy was run on)."""
        done = self.run_script("python3", "scripts/tidy.py", **environment)
        names = [call.rpartition("/")[2] for call in self.calls() if "--version" not in call]
        return done.returncode, sorted(names)

    def test_what_passed_is_not_checked_again(self):
        self.assertEqual(self.tidy(), (0, ["other.cc", "x.cc"]))
        self.assertEqual(self.tidy(), (0, []))

    def test_what_can_change_the_answer_is_checked_again(self):
        self.tidy()
        self.write("lib/base/x.h", CLEAN["lib/base/x.h"] + "int Z();\n")
        self.assertEqual(self.tidy(), (0, ["x.cc"]))
        self.compile("-O2")
        self.assertEqual(self.tidy(), (0, ["other.cc", "x.cc"]))
        self.write(".clang-tidy", "Checks: 'bugprone-*'\n")
        self.assertEqual(self.tidy(), (0, ["other.cc", "x.cc"]))
        self.assertEqual(self.tidy(VERSION="18"), (0, ["other.cc", "x.cc"]))
        self.assertEqual(self.tidy(), (0, []))

    def test_a_failure_is_never_remembered(self):
        self.write("lib/base/x.cc", "// BAD\n")
        self.assertEqual(self.tidy(), (1, ["other.cc", "x.cc"]))
        self.assertEqual(self.tidy(), (1, ["x.cc"]))

    def test_another_clone_shares_a_cache(self):
        cache = os.path.join(self.root, ".cache", "shared")
        self.tidy(PBB_CACHE_DIR=cache)
        first = self.root
        TidyTest.setUp(self)
        self.assertNotEqual(first, self.root)
        self.assertEqual(self.tidy(PBB_CACHE_DIR=cache), (0, []))

    def test_without_a_build_it_says_so(self):
        os.remove(os.path.join(self.root, "build/dev/compile_commands.json"))
        self.assertEqual(self.tidy(), (1, []))


if __name__ == "__main__":
    unittest.main()
