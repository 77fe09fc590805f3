"""What is typed wrong ends with 2 before anything is measured, with the reason and a suggestion on stderr alone."""
import unittest

from pbbench_case import CHECK, CODECS, PbbenchTest

# Arguments, and words that stderr must have.
UNKNOWN_NAMES = [
    (["rum"], ['"rum"', '"run"']),
    (["codec"], ['"codec"', '"codecs"']),
    (["corpus", "lst"], ['"lst"', '"list"']),
    (["frobnicate"], ['"frobnicate"', "run", "codecs", "corpus", "gen"]),
    (["--versio"], ["--versio", '"--version"']),
    (["run", "--schemma", "hello.Person"], ['"--schema"']),
    (["corpus", "show", "hello.Person/10B/repeat", "--sed", "1"], ['"--seed"']),
    (["gen", "--ot", "x", "a.proto"], ['"--out"']),
    (["run", "--codec", "lua-fll"], ["--codec", '"lua-fll"', '"lua-full"']),
    (["run", "--codec", "nosuch*"], ["--codec", '"nosuch*"', "lua-concat"]),
    (["run", "--codec", "lua-full[int6=number]"], ['"int6"', '"int64"']),
    (["run", "--codec", "lua-full[int64=float]"], ['"float"', "cdata, number"]),
    (["run", "--codec", "lua-full[int64=number"], ["bracket"]),
    (["run", "--codec", "protobuf[int64=number]"], ["protobuf", '"int64"']),
    (["run", "--size", "10KBB"], ["--size", '"10KBB"', '"10KB"']),
    (["run", "--schema", "hello.Person", "--size", "mid"], ["--size", '"mid"', "10B, 100B, 1KB"]),
    (["run", "--schema", "hello.Persn"], ["--schema", '"hello.Persn"', '"hello.Person"']),
    (["run", "--ring", "uniqe"], ["--ring", '"uniqe"', '"unique"']),
    (["run", "--op", "encod"], ["--op", '"encod"', '"encode"']),
    (["run", "--baseline-codec", "lua-conct"], ["--baseline-codec", '"lua-conct"', '"lua-concat"']),
    (["run", "--jit", "of"], ["--jit", '"of"', '"off"']),
    (["run", "--color", "sometimes"], ["--color", "auto", "always", "never"]),
    (["run", "--timer", "sundial"], ["--timer", "google-benchmark", "own"]),
    (["gen", "--mode", "fast", "--out", "x", "a.proto"], ["--mode", "fast", "full", "concat"]),
]

BAD_VALUES = [
    (["run", "--launches", "0"], ["--launches", "1"]),
    (["run", "--launches", "-3"], ["--launches"]),
    (["run", "--launches", "ten"], ["--launches", "ten"]),
    (["run", "--seed", "-1"], ["--seed", "-1"]),
    (["run", "--seed", str(2**53)], ["--seed", str(2**53 - 1)]),
    (["run", "--seed", "9" * 40], ["--seed"]),
    (["run", "--seed", "x"], ["--seed"]),
    (["corpus", "show", "hello.Person/10B/unique", "--seed", "-1"], ["--seed"]),
    (["corpus", "show", "hello.Person/10B/unique", "--seed", str(2**53)], ["--seed"]),
    (["run", "--quick", "--launches", "3"], ["--quick", "--launches"]),
    (["run", "--json", "-", "--markdown", "-"], ["--json", "--markdown"]),
    ([*CHECK, "--json", "same", "--markdown", "same"], ["--json", "--markdown"]),
    ([*CHECK, "--json", "same", "--markdown", "./same"], ["--json", "--markdown"]),
    (["run", "--baseline", "old.json"], ["--baseline", "--markdown"]),
    ([*CHECK, "--json", ""], ["--json"]),
    ([*CHECK, "--markdown", ""], ["--markdown"]),
    ([*CHECK, "--codecs", ""], ["--codecs"]),
    (["run", "--size", ""], ["--size"]),
    (["run", "--codec", ","], ["--codec"]),
    (["run", "--cell", "nosuch*"], ["--cell", "nosuch*"]),
    ([*CHECK, "--cell", "*/lua-full,nosuch*"], ["--cell", "nosuch*"]),
    ([*CHECK, "--cell", "*/lua-full,["], ["--cell", "["]),
    (["run", "--cell", "["], ["--cell", "["]),
    (["run", "--cell", "hello.Person/10B/unique/encode/lua-fll"], ['"hello.Person/10B/unique/encode/lua-full"']),
    (["run", "--size", "10B", "--cell", "*/100KB/*"], ["--cell"]),
    ([*CHECK, "--jit-opt", "bogus=1"], ["--jit-opt", "bogus=1"]),
    ([*CHECK, "--jit-opt", "hotloop=banana"], ["--jit-opt", "hotloop=banana"]),
]

BAD_DURATIONS = ["0s", "-1s", "10", "abc", "1e30h", "nan", "nans", "infs", "1d", "", " 1s", "1s ", "1 s", "0x1s", "1sm"]


class UsageTest(PbbenchTest):
    def refuses(self, arguments, words):
        done = self.pbbench(*arguments, code=2)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("pbbench: ") and done.stderr.endswith("\n"), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        return done.stderr

    def test_unknown_names_get_a_suggestion(self):
        for arguments, words in UNKNOWN_NAMES:
            with self.subTest(arguments=arguments):
                self.refuses(arguments, words)

    def test_bad_values_are_named(self):
        for arguments, words in BAD_VALUES:
            with self.subTest(arguments=arguments):
                self.refuses(arguments, words)

    def test_bad_durations_show_how_one_is_written(self):
        for text in BAD_DURATIONS:
            with self.subTest(duration=text):
                self.refuses(["run", "--dry-run", "--budget", text], ["--budget", f'"{text}"', "90s"])

    def test_nothing_typed(self):
        self.refuses([], ["subcommand", "pbbench --help"])
        self.refuses(["corpus"], ["subcommand", "pbbench corpus --help"])

    def test_help_that_is_pointed_to_is_there(self):
        for arguments in (["run", "extra"], ["codecs", "extra"], ["corpus", "list", "extra"], ["corpus", "show"],
                          ["gen"]):
            with self.subTest(arguments=arguments):
                hint = self.refuses(arguments, ["try: pbbench "]).split("try: pbbench ")[1].split()
                self.assertEqual(hint[:-1], arguments[:len(hint) - 1])
                self.pbbench(*hint)

    def test_budget_that_is_too_small_says_what_would_do(self):
        self.refuses(["run", "--budget", "1ms"], [f"{14 * len(CODECS)} cells in 10 launches need about", "raise --budget", "--launches"])

    def test_budget_is_told_as_it_was_typed(self):
        self.assertNotIn("0.0 s", self.refuses(["run", "--budget", "1ms"], ["budget"]))

    def test_budget_that_is_too_small_for_quick_does_not_blame_quick(self):
        said = self.refuses(["run", "--quick", "--size", "10B", "--budget", "10ms"], ["--budget"])
        self.assertNotIn("leave out --quick", said)

    def test_nothing_is_measured_first(self):
        tree, measured = self.tripwire()
        for flags in (["--json", "missing/out.json"], ["--markdown", "missing/out.md"], ["--json", "."],
                      ["--markdown", "out.md", "--baseline", "missing.json"], ["--cell", "nosuch"]):
            with self.subTest(flags=flags):
                self.refuses([*CHECK, "--codecs", tree, *flags], flags[-1:])
                self.assertFalse(measured())
        self.pbbench(*CHECK, "--codecs", tree)
        self.assertTrue(measured(), "the tripwire works")

    def test_codec_tree_that_is_not_there(self):
        done = self.pbbench(*CHECK, "--codecs", "/nonexistent", code=4)
        self.assertEqual(done.stdout, "")
        self.assertIn("/nonexistent/pbplan.so is missing", done.stderr)
        self.assertIn("--codecs", done.stderr)

    def test_codec_tree_is_not_needed_for_codecs_that_use_none(self):
        done = self.pbbench(*CHECK, "--codecs", "/nonexistent", "--codec", "protobuf*")
        self.assertIn("8 cells: 8 ok", done.stdout)

    def test_corpus_that_is_not_there(self):
        done = self.pbbench(*CHECK, code=2, variables={"PBBENCH_ROOT": self.folder})
        self.assertIn("PBBENCH_ROOT=" + self.folder, done.stderr)


if __name__ == "__main__":
    unittest.main()
