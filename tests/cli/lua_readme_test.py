"""Every Lua example of lib/luart/README.md, each in a VM of its own: plain luajit, JIT on and off, and Tarantool if there."""
import os
import re
import shutil
import subprocess
import unittest

from pbbench_case import CODEC_TREE, REPOSITORY, TIMEOUT_S, PbbenchTest

README = os.path.join(REPOSITORY, "lib", "luart", "README.md")


class LuaReadmeTest(PbbenchTest):
    def setUp(self):
        super().setUp()
        with open(README, encoding="utf-8") as file:
            self.text = file.read()
        self.write("shop.proto", self.blocks("proto")[0])
        for mode in ("full", "concat"):
            self.pbbench("gen", "--mode", mode, "--out", mode, "shop.proto")
        subprocess.run(["protoc", "--include_imports", "-o", "shop.desc", "shop.proto"], cwd=self.folder, check=True)

    def blocks(self, language):
        return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", self.text)

    def run_examples(self, command, mode):
        examples = self.blocks("lua")
        self.assertGreater(len(examples), 5)
        paths = {"LUA_PATH": f"{CODEC_TREE}/?.lua;{CODEC_TREE}/?/init.lua;{self.path(mode)}/?.lua;;",
                 "LUA_CPATH": f"{CODEC_TREE}/?.so;;"}
        for number, example in enumerate(examples, 1):
            with self.subTest(command=command, mode=mode, example=number):
                self.write("example.lua", example)
                done = subprocess.run([*command, "example.lua"], cwd=self.folder, env=self.environment(**paths), check=False,
                                      stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S, encoding="utf-8")
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), example)

    def test_plain_luajit(self):
        for mode in ("full", "concat"):
            self.run_examples(["luajit"], mode)
            self.run_examples(["luajit", "-joff"], mode)

    @unittest.skipUnless(shutil.which("tarantool"), "tarantool is not installed (scripts/setup --tarantool)")
    def test_tarantool(self):
        for mode in ("full", "concat"):
            self.run_examples(["tarantool"], mode)


if __name__ == "__main__":
    unittest.main()
