"""The workflow file in CONTRIBUTING.md: its commands are run as they stand, with this build in the place of both."""
import os
import re
import shlex
import subprocess
import unittest

from pbbench_case import PBBENCH, REPOSITORY, TIMEOUT_S, PbbenchTest

# Long in a real job, and tested elsewhere: tests/scripts runs setup, CI itself builds both presets.
BUILDING = ("scripts/setup", "git", "cmake")


def workflow():
    with open(os.path.join(REPOSITORY, "CONTRIBUTING.md"), encoding="utf-8") as file:
        found = re.findall(r"```yaml\n(.*?)```", file.read(), re.S)
    assert len(found) == 1, "CONTRIBUTING.md has one workflow file"
    return found[0]


def run_lines(text):
    """The shell lines of its steps, in order: `run: LINE`, or the lines below `run: |`."""
    lines, block = [], None
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if block is not None and indent > block:
            lines.append(line.strip())
            continue
        block = None
        key = re.match(r"\s*(?:- )?run: (.*)", line)
        if key and key.group(1) == "|":
            block = indent
        elif key:
            lines.append(key.group(1))
    return lines


class WorkflowTest(PbbenchTest):
    def commands(self):
        lines = run_lines(workflow())
        parts = [part.strip() for line in lines for part in line.split("&&")]
        return [part for part in parts if not part.startswith(BUILDING)], [p for p in parts if p.startswith(BUILDING)]

    def test_its_commands_measure_the_base_and_judge_the_change(self):
        commands, _ = self.commands()
        self.assertEqual([shlex.split(command)[1] for command in commands], ["run", "compare"])
        for place in ("build/release/bin", "../base/build/release/bin"):
            os.makedirs(self.path(place))
            os.symlink(PBBENCH, self.path(place, "pbbench"))
        for command in commands:
            # Smaller than the real thing, so that it can be a test: one launch, and time is no verdict then.
            run = command + (" --quick --limit time:advisory" if " compare " in command else " --quick --size 10B")
            variables = self.environment(GITHUB_STEP_SUMMARY=self.path("summary.md"))
            done = subprocess.run(["sh", "-c", run], cwd=self.folder, env=variables, check=False, capture_output=True,
                                  encoding="utf-8", timeout=TIMEOUT_S)
            self.assertEqual(done.returncode, 0, run + done.stderr)
        for file in ("base.json", "head.json"):
            self.document(self.read(file))
        self.assertIn("pass", self.read("summary.md").splitlines()[0])
        self.assertTrue(os.path.getsize(self.path("gate.xml")) > 0)

    def test_what_it_builds_with_is_there(self):
        _, building = self.commands()
        self.assertTrue(os.access(os.path.join(REPOSITORY, "scripts", "setup"), os.X_OK))
        with open(os.path.join(REPOSITORY, "CMakePresets.json"), encoding="utf-8") as file:
            presets = file.read()
        for command in building:
            for preset in re.findall(r"--preset (\w+)", command):
                self.assertIn(f'"name": "{preset}"', presets)


if __name__ == "__main__":
    unittest.main()
