"""scripts/bench, scripts/test and .ci/run against stand-ins: their steps, their silence, and that no failure is lost."""
import unittest

from sandbox import SandboxTest

# Each stand-in fails when FAIL is a part of its command line; a $ in it is that line's end.
MAY_FAIL = 'case "$(basename "$0") $*$" in *"${FAIL:-nothing}"*) exit 7 ;; esac'
NINJA = MAY_FAIL + """
if [[ "$*" == *-n* ]]; then
  if [[ -n "$UP_TO_DATE" ]]; then echo "ninja: no work to do."; else echo "[1/1] CXX x.o"; fi
else
  echo "[1/1] CXX x.o"
fi
"""
CMAKE = MAY_FAIL + '\nmkdir -p "build/$2" && touch "build/$2/build.ninja"'


class StepsTest(SandboxTest):
    def setUp(self):
        super().setUp()
        self.copy("scripts/bench", "scripts/test", "scripts/common.sh", ".ci/run")
        self.environment["PATH"] += ":/usr/bin:/bin"
        self.stand_in("scripts/setup", MAY_FAIL)
        self.stand_in("scripts/lint", MAY_FAIL)
        self.stand_in("cmake", CMAKE)
        self.stand_in("ninja", NINJA)
        self.stand_in("ctest", MAY_FAIL + '\necho "100% tests passed, 0 tests failed out of 3 ($2)"')
        self.stand_in("build/dev/bin/pbbench", MAY_FAIL)
        self.stand_in("build/release/bin/pbbench", 'echo "table, $# words"; exit "${STATUS:-0}"')

    def test_bench_sets_up_builds_and_runs(self):
        done = self.run_script("bash", "scripts/bench", "--size", "1KB")
        self.assertEqual((done.returncode, done.stdout), (0, "table, 6 words\n"))
        names = [call.split()[0] for call in self.calls()]
        self.assertEqual(names, ["setup", "cmake", "ninja", "ninja", "pbbench"])

    def test_bench_passes_flags_on(self):
        done = self.run_script("bash", "scripts/bench", "--size", "1 KB")
        self.assertEqual(done.stdout, "table, 6 words\n")
        self.assertEqual(self.calls()[-1], "pbbench run --schema hello.Person --quick --size 1 KB")
        self.run_script("bash", "scripts/bench", "--schema", "proto2_basic.BenchPayload")
        self.assertEqual(self.calls()[-1], "pbbench run --quick --schema proto2_basic.BenchPayload")

    def test_bench_is_quiet_when_nothing_is_to_be_done(self):
        self.write("build/release/build.ninja", "")
        done = self.run_script("bash", "scripts/bench", UP_TO_DATE="1")
        self.assertEqual((done.stdout, done.stderr), ("table, 4 words\n", ""))

    def test_bench_exits_as_pbbench_does(self):
        self.assertEqual(self.run_script("bash", "scripts/bench", STATUS="3").returncode, 3)

    def test_bench_does_not_measure_an_old_binary_when_the_build_fails(self):
        for step in ("setup", "cmake --preset release", "build/release -n$", "build/release$"):
            with self.subTest(step):
                self.assertNotEqual(self.run_script("bash", "scripts/bench", FAIL=step).returncode, 0)
                self.assertFalse([call for call in self.calls() if call.startswith("pbbench")])

    def test_every_step_of_test_can_turn_it_red(self):
        steps = ("setup --tests", "lint layers format shell lua", "cmake --preset dev", "build/dev$", "lint tidy",
                 "cmake --preset asan", "build/asan$", "pbbench compare reports/baseline.json", "ctest --preset asan",
                 "ctest --preset dev")
        for step in steps:
            with self.subTest(step):
                self.run_script("rm", "-f", "build/dev/build.ninja", "build/asan/build.ninja")
                self.assertNotEqual(self.run_script("bash", "scripts/test", FAIL=step).returncode, 0)

    def test_without_tarantool_it_says_so_and_goes_on(self):
        done = self.run_script("bash", "scripts/test", FAIL="setup --tarantool")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("test: NO TARANTOOL: it can't be installed here", done.stderr)
        self.assertNotIn("TARANTOOL", self.run_script("bash", "scripts/test").stderr)

    def test_test_ends_in_the_closing_line_of_ctest(self):
        for script in ("scripts/test", ".ci/run"):
            with self.subTest(script):
                done = self.run_script("bash", script)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout.splitlines()[-1], "100% tests passed, 0 tests failed out of 3 (dev)")
                self.assertTrue(self.calls()[-1].startswith("ctest --preset dev"))

    def test_unknown_argument_of_test(self):
        self.assertEqual(self.run_script("bash", "scripts/test", "--fast").returncode, 1)
        self.assertEqual(self.calls(), [])


if __name__ == "__main__":
    unittest.main()
