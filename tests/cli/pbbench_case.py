"""What the tests of the command line share: a scratch folder, the binary, strict JSON, codecs broken on purpose."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import jsonschema

PBBENCH = os.path.realpath(os.environ["PBBENCH"])
CODEC_TREE = os.path.realpath(os.environ["PBB_CODECS"])
REPOSITORY = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
CODECS = ["protobuf", "protobuf-fresh", "protobuf-arena", "protobuf-dynamic", "cpp-plan", "cpp-hand", "lua-index",
          "lua-full", "lua-concat", "floor-copy"]
LUA_CODECS = ["cpp-plan", "cpp-hand", "lua-index", "lua-full", "lua-concat"]
# One payload of one size, checked and not timed: the quickest run that goes all the way.
CHECK = ["run", "--schema", "hello.Person", "--size", "10B", "--ring", "repeat", "--verify-only"]
# The quickest run that times something.
TIMED = ["run", "--schema", "hello.Person", "--size", "10B", "--quick", "--budget", "3s"]
TIMEOUT_S = 120  # the sanitizer's build on a busy machine


def refuse_constant(name):
    raise ValueError(name + " is not JSON")


def strict_json(text):
    return json.loads(text, parse_constant=refuse_constant)


class PbbenchTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        with open(os.path.join(REPOSITORY, "reports", "schema", "result-1.schema.json"), encoding="utf-8") as file:
            cls.validator = jsonschema.Draft202012Validator(json.load(file))

    def setUp(self):
        root = tempfile.mkdtemp(prefix="pbbench-cli.")
        self.addCleanup(shutil.rmtree, root)
        self.folder, self.temporary = os.path.join(root, "work"), os.path.join(root, "tmp")
        os.mkdir(self.folder)
        os.mkdir(self.temporary)

    def tearDown(self):
        self.assertEqual(os.listdir(self.temporary), [], "no temporary files are left behind")

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, content):
        mode = "wb" if isinstance(content, bytes) else "w"
        with open(self.path(name), mode, **({} if mode == "wb" else {"encoding": "utf-8"})) as file:
            file.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def environment(self, **changes):
        """This process's, without what changes colours; None removes a variable."""
        variables = dict(os.environ, TERM="xterm", LC_ALL="C", TMPDIR=self.temporary)
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
            variables.pop(name, None)
        variables["PATH"] = os.path.dirname(PBBENCH) + os.pathsep + variables["PATH"]
        variables.update(changes)
        return {name: value for name, value in variables.items() if value is not None}

    def pbbench(self, *arguments, code=0, variables=None, **options):
        """Runs the binary in the scratch folder; `code` is the exit code it must end with."""
        for stream in ("stdout", "stderr"):
            options.setdefault(stream, subprocess.PIPE)
        options.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run([PBBENCH, *arguments], cwd=self.folder, env=self.environment(**(variables or {})),
                              timeout=TIMEOUT_S, check=False, encoding="utf-8", **options)
        said = f"{' '.join(arguments)}\nstdout: {done.stdout}\nstderr: {done.stderr}"
        self.assertEqual(done.returncode, code, said)
        self.assertNotIn("internal error", done.stderr or "", said)
        return done

    def document(self, text):
        """A result document, parsed strictly and held against its schema."""
        parsed = strict_json(text)
        self.validator.validate(parsed)
        return parsed

    def run_json(self, *arguments, code=0):
        """A run's result document, by way of a file."""
        self.pbbench(*arguments, "--json", "run.json", code=code)
        return self.document(self.read("run.json"))

    def break_codec(self, mode, lua, file="hello_pb.lua", message="hello.Person"):
        """A codec tree in which `lua` runs when a generated module is loaded. It can replace codec.encode and
        codec.decode; the right ones are locals of these names."""
        tree = self.path("tree")
        if not os.path.exists(tree):
            shutil.copytree(CODEC_TREE, tree)
        module = os.path.join(tree, mode, file)
        with open(module, encoding="utf-8") as opened:
            source = opened.read()
        begin = f"do\n  local codec = messages['{message}']\n  local encode, decode = codec.encode, codec.decode\n"
        source, count = re.subn(r"(?m)^(?=(rt|registry)\.add_file)", lambda _: begin + lua + "\nend\n", source)
        self.assertEqual(count, 1, "the generated module registers itself once")
        with open(module, "w", encoding="utf-8") as opened:
            opened.write(source)
        return tree

    def tripwire(self):
        """A codec tree that shows by a file when a worker loaded it, and a function that asks."""
        mark = self.path("measured")
        tree = self.break_codec("full", f"  io.open('{mark}', 'w'):close()")
        return tree, lambda: os.path.exists(mark)
