"""cmake --install: the installed programs run from wherever the prefix was moved to, with nothing else around."""
import glob
import os
import shutil
import subprocess
import unittest

from pbbench_case import CODEC_TREE, PBBENCH, REPOSITORY, TIMEOUT_S, PbbenchTest

BUILD = os.path.dirname(os.path.dirname(PBBENCH))


class InstallTest(PbbenchTest):
    def setUp(self):
        super().setUp()
        there = self.path("first", "prefix")
        self.call(["cmake", "--install", BUILD, "--prefix", there], env=dict(os.environ))
        os.mkdir(self.path("moved"))
        self.prefix = self.path("moved", "here")
        os.rename(there, self.prefix)
        os.mkdir(self.path("empty"))

    def call(self, command, code=0, env=None):
        # No variable at all is left for the installed programs; TMPDIR only keeps scratch files in sight.
        done = subprocess.run(command, cwd=self.folder if env else self.path("empty"),
                              env=env or {"TMPDIR": self.temporary}, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT_S, check=False, encoding="utf-8")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def installed(self, *arguments, **options):
        return self.call([os.path.join(self.prefix, "bin", "pbbench"), *arguments], **options)

    def test_installed_files_run_from_a_moved_prefix(self):
        with self.subTest("codecs"):
            listed = self.installed("codecs").stdout
            self.assertIn("lua-full", listed)
            self.assertNotIn("not usable", listed)
        with self.subTest("run"):
            run = self.installed("run", "--schema", "hello.Person", "--size", "10B", "--quick", "--verify-only", "--json", "-")
            cells = self.document(run.stdout)["cells"]
            self.assertEqual({cell["status"] for cell in cells}, {"ok"})
            self.assertIn("cpp-plan", {cell["codec"] for cell in cells})
        with self.subTest("corpus"):
            self.assertIn("hello.Person/10B/unique", self.installed("corpus", "list").stdout)
        with self.subTest("gen and protoc"):
            proto = os.path.join(self.prefix, "share", "pbbench", "proto")
            self.installed("gen", f"-I{proto}", "--out", "gen", "hello.proto")
            os.mkdir(self.path("empty", "protoc"))
            self.call([shutil.which("protoc"), "--plugin=" + os.path.join(self.prefix, "bin", "protoc-gen-pblua"),
                       f"-I{proto}", "--pblua_out=mode=full:protoc", "hello.proto"])
            for folder in ("gen", "protoc"):
                with open(self.path("empty", folder, "hello_pb.lua"), "rb") as made:
                    with open(os.path.join(self.prefix, "lib", "pbbench", "codecs", "full", "hello_pb.lua"), "rb") as installed:
                        self.assertEqual(made.read(), installed.read())
        with self.subTest("plain luajit"):
            tree = os.path.join(self.prefix, "lib", "pbbench", "codecs")
            said = self.call([shutil.which("luajit"), "-e", f"""
                package.path = "{tree}/full/?.lua;{tree}/?.lua;{tree}/?/init.lua"
                local person = require "hello_pb"
                io.write(person.Person_decode(person.Person_encode {{ name = "Ada" }}).name)"""]).stdout
            self.assertEqual(said, "Ada")

    def test_the_installed_tree_is_the_built_one(self):
        tree = os.path.join(self.prefix, "lib", "pbbench", "codecs")
        names = [{os.path.relpath(name, root) for name in glob.glob(root + "/**", recursive=True) if os.path.isfile(name)}
                 for root in (tree, CODEC_TREE)]
        self.assertEqual(*names)
        self.assertIn("pbplan.so", names[0])

    def test_nothing_but_the_four_parts_is_installed(self):
        self.assertEqual(sorted(os.listdir(self.prefix)), ["bin", "lib", "share"])
        self.assertEqual(sorted(os.listdir(os.path.join(self.prefix, "bin"))), ["pbbench", "protoc-gen-pblua"])
        self.assertEqual(sorted(os.listdir(os.path.join(self.prefix, "share", "pbbench"))), ["corpus", "proto"])

    def test_no_text_names_the_machine_it_was_built_on(self):
        for name in glob.glob(self.prefix + "/**", recursive=True):
            if os.path.isfile(name) and not os.access(name, os.X_OK) and not name.endswith(".so"):
                with open(name, "rb") as file:
                    self.assertNotIn(REPOSITORY.encode(), file.read(), name)


if __name__ == "__main__":
    unittest.main()
