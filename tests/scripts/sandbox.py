"""A throw-away tree with a PATH of its own, in which scripts/ runs against stand-ins for apt, cmake, ninja and ctest."""
import os
import shutil
import subprocess
import tempfile
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REAL_TOOLS = ("bash basename cat chmod dirname env git head id mktemp nproc python3 rm sed sort "
              "clang-format luacheck shellcheck").split()


class SandboxTest(unittest.TestCase):
    """`self.root` is the tree, `self.bin` the only folder on PATH; `self.log` is where stand-ins say that they ran."""

    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="pbb_scripts_")
        self.addCleanup(shutil.rmtree, self.root)
        self.bin = os.path.join(self.root, ".bin")
        self.log = os.path.join(self.root, ".log")
        os.mkdir(self.bin)
        for tool in REAL_TOOLS:
            found = shutil.which(tool)
            if found:
                os.symlink(found, os.path.join(self.bin, tool))
        self.environment = {"PATH": self.bin, "HOME": self.root, "LOG": self.log, "ROOT": self.root, "LC_ALL": "C.UTF-8"}

    def write(self, path, text, mode=0o644):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.islink(path):
            os.remove(path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)

    def stand_in(self, path, body):
        """A command that logs its name and arguments, then runs `body` (bash); `path` is a tool's name or a file."""
        path = path if "/" in path else f".bin/{path}"
        name = os.path.basename(path)
        self.write(path, f'#!{shutil.which("bash")}\necho "{name} $*" >>"$LOG"\n{body}\n', 0o755)

    def copy(self, *paths):
        for path in paths:
            target = os.path.join(self.root, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(os.path.join(REPOSITORY, path), target)

    def run_script(self, *command, **environment):
        return subprocess.run(command, cwd=self.root, env=self.environment | environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=60)

    def calls(self):
        """What stand-ins ran since the last look, one `name arguments` each."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(self.log)
        return lines
