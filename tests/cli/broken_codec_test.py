"""Codecs broken on purpose, with an eye on what the user is told: where, by which payload, and how to see it again."""
import os
import re
import subprocess
import unittest

from pbbench_case import CHECK, CODECS, TIMED, TIMEOUT_S, PbbenchTest

WRONG_LAST_BYTE = """
  codec.encode = function(t)
    local s = encode(t)
    return s:sub(1, -2) .. string.char((s:byte(-1) + 1) % 128)
  end"""


class BrokenCodecTest(PbbenchTest):
    def cells(self, *flags, tree, broken="lua-concat"):
        """The cells of the broken codec, after a look at all others."""
        document = self.run_json(*flags, "--codecs", tree, code=1)
        others = [cell for cell in document["cells"] if cell["codec"] != broken]
        self.assertEqual({cell["status"] for cell in others} - {"ok", "unstable"}, set())
        self.assertEqual(len(others), 2 * (len(CODECS) - 1))
        cells = [cell for cell in document["cells"] if cell["codec"] == broken]
        self.assertEqual([cell["op"] for cell in cells], ["encode", "decode"])
        for cell in cells:
            self.assertEqual(cell["status"], "failed")
            for figure in ("ns_per_op", "mb_per_s", "msgs_per_s", "alloc"):
                self.assertNotIn(figure, cell)
        return cells

    def replay(self, failure):
        return subprocess.run(failure["replay"], shell=True, cwd=self.folder, env=self.environment(), timeout=TIMEOUT_S,
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")

    def test_wrong_byte_is_named_and_can_be_seen_again(self):
        tree = self.break_codec("concat", WRONG_LAST_BYTE)
        for cell in self.cells(*CHECK, tree=tree):
            failure = cell["failure"]
            self.assertEqual((failure["byte"], failure["path"], failure["payload_index"]), (9, "age", 0))
            with open(self.path(failure["saved_input"]), "rb") as file:
                self.assertEqual(file.read(), b"\x0a\x06alicia\x10*")
            again = self.replay(failure)
            self.assertEqual(again.returncode, 1, again.stderr)
            self.assertIn(failure["what"], again.stdout)
            self.assertRegex(again.stdout, r"byte 9\b")
            self.assertIn("age", again.stdout)
            self.assertIn("1 cell: 0 ok, 0 unstable, 1 failed", again.stdout)

    def test_table_tells_the_same(self):
        tree = self.break_codec("concat", WRONG_LAST_BYTE)
        table = self.pbbench(*CHECK, "--codecs", tree, code=1).stdout
        self.assertEqual(len(re.findall(r"^  lua-concat +- .*failed \[", table, re.MULTILINE)), 2)
        self.assertIn("re-encoded bytes differ", table)
        self.assertIn("pbbench-failed/hello.Person-10B-repeat-0.bin", table)
        self.assertIn("replay: pbbench run --verify-only", table)
        self.assertIn(f"{2 * len(CODECS)} cells: {2 * len(CODECS) - 2} ok, 0 unstable, 2 failed, 0 n/a", table)

    def test_wrong_codec_is_not_timed(self):
        tree = self.break_codec("concat", WRONG_LAST_BYTE)
        self.cells(*TIMED, "--ring", "repeat", tree=tree)

    def test_one_payload_of_many(self):
        tree = self.break_codec("concat", """
  local calls = 0
  codec.encode = function(t)
    calls = calls + 1
    if calls == 1234 then t.name = t.name:upper() .. "!" end
    return encode(t)
  end""")
        (failure,) = [cell["failure"] for cell in self.run_json(
            "run", "--schema", "hello.Person", "--size", "10B", "--verify-only", "--codecs", tree, "--codec",
            "lua-concat", "--op", "encode", code=1)["cells"]]
        self.assertEqual((failure["payload_index"], failure["path"]), (1233, "name"))
        shown = self.pbbench("corpus", "show", "hello.Person/10B/unique/1233").stdout
        with open(self.path(failure["saved_input"]), "rb") as file:
            self.assertIn(f'name: "{file.read()[2:8].decode()}"', shown)

    def test_value_is_wrong_though_its_bytes_are_right(self):
        tree = self.break_codec("concat", "  codec.decode = function(s) local t = decode(s) t.surplus = 1 return t end")
        for cell in self.cells(*CHECK, tree=tree):
            self.assertEqual(cell["failure"]["path"], "surplus")
            self.assertIn("unexpected number 1", cell["failure"]["what"])
            self.assertNotIn("byte", cell["failure"])

    def test_value_has_another_type_though_its_bytes_are_right(self):
        tree = self.break_codec("full", """
  codec.decode = function(s)
    local t = decode(s)
    t.age = t.age + 0LL
    return t
  end""")
        for cell in self.cells(*CHECK, tree=tree, broken="lua-full"):
            self.assertEqual(cell["failure"]["path"], "age")
            self.assertIn("expected number 42, got", cell["failure"]["what"])

    def test_codec_raises(self):
        for op in ("encode", "decode"):
            with self.subTest(op=op):
                lua = 'function() error("it \\"broke\\"\\n\\1 badly", 0) end'
                tree = self.break_codec("concat", f"  codec.{op} = {lua}")
                for cell in self.cells(*CHECK, tree=tree):
                    self.assertIn(f'{op}: it "broke"\n\x01 badly', cell["failure"]["what"])
                    self.assertTrue(os.path.exists(self.path(cell["failure"]["saved_input"])))

    def test_codec_that_goes_wrong_while_it_is_timed(self):
        tree = self.break_codec("concat", """
  local calls = 0
  codec.encode = function(t)
    calls = calls + 1
    return calls < 2000 and encode(t) or "\\10\\6alicia\\16+"
  end""")
        document = self.run_json(*TIMED, "--ring", "repeat", "--op", "encode", "--codec", "lua-concat,protobuf",
                                 "--codecs", tree, code=1)
        cell = next(cell for cell in document["cells"] if cell["codec"] == "lua-concat")
        self.assertEqual(cell["status"], "failed")
        self.assertNotIn("ns_per_op", cell)
        again = self.replay(cell["failure"])
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn(cell["failure"]["what"], again.stdout)

    def test_module_that_can_not_be_loaded(self):
        tree = self.break_codec("full", "error('no such luck')")
        for cell in self.cells(*CHECK, tree=tree, broken="lua-full"):
            self.assertIn("no such luck", cell["failure"]["what"])

    def test_jit_state_of_a_codec_that_never_ran_is_not_told(self):
        tree = self.break_codec("full", "error('no such luck')")
        table = self.pbbench(*CHECK, "--codecs", tree, code=1).stdout
        self.assertNotIn("JIT was asked", table)
        for cell in self.cells(*CHECK, tree=tree, broken="lua-full"):
            self.assertNotEqual(cell.get("jit", {}).get("read"), "")

    def test_codec_that_turns_the_jit_off_behind_our_back(self):
        tree = self.break_codec("full", "  jit.off()")
        for cell in self.cells(*CHECK, tree=tree, broken="lua-full"):
            self.assertEqual(cell["jit"], {"asked": "on", "read": "off"})
            self.assertIn("JIT", cell["failure"]["what"])

    def test_codec_that_prints_breaks_nothing(self):
        tree = self.break_codec("full", """
  print("{\\"ok\\":false}")
  codec.encode = function(t) print("from the codec") io.stderr:write("noise\\n") return encode(t) end""")
        document = self.document(self.pbbench(*CHECK, "--codecs", tree, "--json", "-").stdout)
        self.assertEqual({cell["status"] for cell in document["cells"]}, {"ok"})


if __name__ == "__main__":
    unittest.main()
