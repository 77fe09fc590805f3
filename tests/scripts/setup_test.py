"""scripts/setup against stand-ins for dpkg-query, apt-get, id and sudo: what it installs, says, and refuses."""
import os
import unittest

from sandbox import SandboxTest

DPKG_QUERY = """
while read -r name; do
  for wanted in "$@"; do if [ "$name" = "$wanted" ]; then echo "installed $name"; fi; done
done <"$ROOT/installed"
exit 1
"""
APT_GET = """
echo "frontend=$DEBIAN_FRONTEND" >>"$LOG"
for word in "$@"; do case "$word" in update | install) step="$word" ;; esac; done
if [ "$step" = "$FAIL" ]; then echo "E: Unable to reach the archive" >&2; exit 100; fi
if [ "$step" = install ] && [ -z "$LIE" ]; then
  for word in "$@"; do echo "$word" >>"$ROOT/installed"; done
fi
"""


class SetupTest(SandboxTest):
    def setUp(self):
        super().setUp()
        self.copy("scripts/setup", "scripts/common.sh")
        self.write("installed", "")
        self.write("os-release", 'ID=debian\nVERSION_ID="12"\n')
        self.environment["PBB_OS_RELEASE"] = os.path.join(self.root, "os-release")
        self.stand_in("dpkg-query", DPKG_QUERY)
        self.stand_in("apt-get", APT_GET)
        self.stand_in("id", "echo 0")

    def setup_script(self, *arguments, **environment):
        return self.run_script("bash", "scripts/setup", *arguments, **environment)

    def packages(self, *arguments):
        return self.setup_script("--list", *arguments).stdout.split()

    def apt_calls(self):
        return [call for call in self.calls() if call.startswith("apt-get")]

    def test_installs_what_is_missing_and_nothing_else(self):
        wanted = self.packages()
        self.assertIn("g++", wanted)
        self.write("installed", "g++\ncmake\n")
        self.calls()
        done = self.setup_script()
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        calls = self.calls()
        self.assertIn("frontend=noninteractive", calls)
        update, install = [call for call in calls if call.startswith("apt-get")]
        self.assertTrue(update.endswith(" update"), update)
        self.assertIn(" install --no-install-recommends ", install)
        self.assertEqual(install.split("--no-install-recommends ")[1].split(),
                         [name for name in wanted if name not in ("g++", "cmake")])

    def test_says_and_does_nothing_when_nothing_is_missing(self):
        self.setup_script()
        self.calls()
        again = self.setup_script()
        self.assertEqual((again.returncode, again.stdout, again.stderr, self.apt_calls()), (0, "", "", []))

    def test_tests_need_more_than_the_build(self):
        build, everything = self.packages(), self.packages("--tests")
        self.assertEqual(everything[:len(build)], build)
        self.assertIn("libgtest-dev", set(everything) - set(build))

    def test_tarantool_is_installed_when_asked_for(self):
        self.assertEqual(self.packages("--tarantool"), self.packages() + ["tarantool"])
        self.assertEqual(self.packages("--tests", "--tarantool"), self.packages("--tests") + ["tarantool"])
        self.assertNotIn("tarantool", self.packages("--tests"))

    def test_every_need_has_a_name_in_every_column(self):
        debian = self.packages("--tests")
        self.write("os-release", 'ID=ubuntu\nVERSION_ID="24.04"\n')
        ubuntu = self.packages("--tests")
        self.assertEqual(len(debian), len(ubuntu))
        self.assertEqual(len(set(ubuntu)), len(ubuntu))

    def test_without_root_and_sudo_it_says_what_to_run(self):
        self.stand_in("id", "echo 1000")
        done = self.setup_script()
        self.assertEqual((done.returncode, self.apt_calls()), (1, []))
        self.assertIn("neither root nor has it sudo", done.stderr)
        self.assertIn("apt-get install --no-install-recommends g++ ", done.stderr)

    def test_without_root_it_uses_sudo(self):
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", '"$@"')
        self.assertEqual(self.setup_script().returncode, 0)
        self.assertEqual(len([call for call in self.calls() if call.startswith("sudo env DEBIAN_FRONTEND")]), 2)

    def test_when_apt_fails_its_words_are_shown(self):
        for step in ("update", "install"):
            with self.subTest(step):
                done = self.setup_script(FAIL=step)
                self.assertEqual(done.returncode, 1)
                self.assertIn("Unable to reach the archive", done.stderr)
                self.assertIn(f"apt-get {step} failed", done.stderr)

    def test_apt_is_not_believed(self):
        done = self.setup_script(LIE="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("yet these are not installed: g++ ", done.stderr)

    def test_unknown_distribution_is_told_what_to_install(self):
        self.write("os-release", "ID=fedora\nVERSION_ID=40\n")
        done = self.setup_script()
        self.assertEqual((done.returncode, self.apt_calls()), (1, []))
        self.assertIn("fedora-40", done.stderr)
        self.assertIn("\n  libprotobuf-dev\n", done.stderr)
        self.assertEqual(self.setup_script(PBB_SKIP_SETUP="1").returncode, 0)

    def test_unknown_argument(self):
        done = self.setup_script("--test")
        self.assertEqual((done.returncode, self.apt_calls()), (1, []))
        self.assertIn("--test", done.stderr)


if __name__ == "__main__":
    unittest.main()
