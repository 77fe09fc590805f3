"""pbbench log: entries with their raw documents, one history, what is refused, errata, show and summary."""
import copy
import glob
import hashlib
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

import jsonschema

from pbbench_case import CHECK, CODEC_TREE, PBBENCH, REPOSITORY, TIMED, PbbenchTest, strict_json

ENCODE = "hello.Person/10B/unique/encode/"
DECODE = "hello.Person/10B/unique/decode/"
LAUNCHES = 10


def set_time(cell, ns):
    """Ten launches around `ns`, all different, their median `ns`."""
    launches = [ns * (1 + (i - (LAUNCHES - 1) / 2) / 1000) for i in range(LAUNCHES)]
    cell.update(status="ok", msgs_per_s=1e9 / ns, mb_per_s=1e3 * cell["payload"]["bytes_mean"] / ns,
                warm_capped=False, disturbed=False)
    cell["ns_per_op"] = {"median": ns, "worst_launch": launches[-1], "outlier_slots": 0,
                         "launches": [{"seed": i + 1, "slots": [one]} for i, one in enumerate(launches)]}
    cell.pop("note", None)


class LogTest(PbbenchTest):
    measured = None  # a real run's document, made once: lua-full and protobuf, both ops

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(os.path.join(REPOSITORY, "reports", "schema", "log-entry-1.schema.json"), encoding="utf-8") as file:
            cls.entry_validator = jsonschema.Draft202012Validator(json.load(file))

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("reports"))
        if LogTest.measured is None:
            LogTest.measured = self.run_json(*TIMED, "--codec", "protobuf,lua-full")
        self.tree = LogTest.measured["codec_tree"]["sha256"]  # of CODEC_TREE, what is committed by default

    def make(self, name, tree=None, change=None, **times):
        """A document of that name: lua-full at 1000 ns unless `times` says encode= or decode=, protobuf at 100 ns."""
        document = copy.deepcopy(LogTest.measured)
        document["codec_tree"]["sha256"] = tree or self.tree
        for cell in document["cells"]:
            set_time(cell, times.get(cell["op"], 1000) if cell["codec"] == "lua-full" else 100)
        if change:
            change(document)
        text = json.dumps(document)
        self.document(text)
        self.write(name, text)
        return name

    def add(self, id, *arguments, base="base.json", head="head.json", **options):
        return self.pbbench("log", "add", "--id", id, "--title", f"Title of {id}", "--base", base, "--head", head,
                            *arguments, **options)

    def add_first(self, id="first", *arguments):
        """A kept entry in which encode got faster: its after is the tree that is committed."""
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        return self.add(id, *arguments)

    def log(self):
        return self.read("reports/PERF_LOG.md")

    def entry(self, id):
        entry = strict_json(self.read(f"reports/PERF_LOG/{id}/entry.json"))
        self.entry_validator.validate(entry)
        return entry

    def left(self):
        """Everything below reports, with its content."""
        found = {}
        for folder, folders, files in os.walk(self.path("reports")):
            for name in folders:
                found[os.path.join(folder, name)] = None
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.join(folder, name)] = file.read()
        return found

    def refused(self, *words, arguments=(), id="new", code=2, **options):
        before = self.left()
        done = self.add(id, *arguments, code=code, **options)
        self.assertEqual(done.stdout, "")
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(self.left(), before)

    def other_tree(self):
        """A codec tree that differs in a comment, and its hash."""
        tree = self.path("other-tree")
        shutil.copytree(CODEC_TREE, tree)
        with open(os.path.join(tree, "full", "hello_pb.lua"), "a", encoding="utf-8") as file:
            file.write("-- another tree\n")
        return tree, self.run_json(*CHECK, "--codec", "lua-full", "--codecs", tree)["codec_tree"]["sha256"]

    def test_first_entry_has_its_figures_and_raw_documents(self):
        done = self.add_first("first", "--task", "Less time", "--why", "- a list\n- of reasons", "--expect", "+40 %",
                              "--test", "true")
        self.assertIn("[first] is in reports/PERF_LOG.md", done.stdout)
        self.assertIn("first entry for these cells", done.stdout)
        log = self.log()
        self.assertRegex(log, r"^# Performance log\n\n(.+\n)+\n## \d{4}-\d\d-\d\d \[first\] Title of first\n\n"
                              r"\*\*Task:\*\* Less time\n\n\*\*Why:\*\*\n\n- a list\n- of reasons\n\n"
                              r"\*\*Prediction:\*\* \+40 %\n\n\*\*Tests:\*\* verify: 4 of 4 cells right; "
                              r"1 of 1 command passed\n")
        self.assertRegex(log, r"\n\| 10B \| lua-full \| 1\.00M \| 1\.43M \| \+42\.9 % \|.*\| improved: time -30\.0 % "
                              r"\(0\.\d+x \.\. 0\.\d+x, p(=|&lt;)[0-9.]+, n=10\) \|\n")
        self.assertNotIn("**Lesson:**", log)
        self.assertIn("no cell fell by more than 5 %", log)
        for name in ("base.json", "head.json"):
            self.assertEqual(self.read(f"reports/PERF_LOG/first/{name}"), self.read(name))
            self.assertIn(f"[{name}](<PERF_LOG/first/{name}>)", log)
        entry = self.entry("first")
        self.assertEqual((entry["status"], entry["number"], entry["history"]), ("kept", 1, {"kind": "first"}))
        self.assertEqual(entry["head"], {"sha256": hashlib.sha256(self.read("head.json").encode()).hexdigest(),
                                         "codec_tree": self.tree})
        self.assertEqual(entry["tests"]["verify"], {"right": 4, "cells": 4})
        self.assertEqual(entry["verdicts"], {"improved": 1, "no difference resolved": 3})
        self.assertIn(entry["heading"] + "\n", log)

    def test_second_entry_continues_and_prints_the_drift(self):
        self.add_first()
        tree, sha256 = self.other_tree()
        self.make("base.json", encode=770)  # 10 % slower than it was when it was the head of the first
        self.make("head.json", tree=sha256, encode=500)
        done = self.add("second", "--codecs", tree)
        self.assertIn("continues [first]", done.stdout)
        self.assertIn("farthest: hello.Person/10B/unique/encode/lua-full, 1.10x", done.stdout)
        self.assertIn("continues \\[first\\]", self.log())
        self.assertLess(self.log().index("[second] Title"), self.log().index("[first] Title"))
        history = self.entry("second")["history"]
        self.assertEqual((history["kind"], history["last"], history["last_tree"]), ("continues", "first", self.tree))
        self.assertEqual(history["drift"]["cells"], 4)
        self.assertAlmostEqual(history["drift"]["high"], 1.1)
        self.assertAlmostEqual(history["drift"]["median"], 1)

    def test_before_that_is_no_after_starts_a_new_history(self):
        self.add_first()
        self.make("base.json", tree="c" * 64)
        done = self.add("second")
        self.assertIn("A new history starts here", done.stdout)
        self.assertIn("codec tree cccccccccccc", done.stdout)
        history = self.entry("second")["history"]
        self.assertEqual((history["kind"], history["last"]), ("new", "first"))
        self.assertNotIn("drift", history)

    def test_entry_of_other_cells_is_no_predecessor(self):
        self.add_first()
        def encode_only(document):
            document["cells"] = [cell for cell in document["cells"] if cell["op"] == "encode"]
        def decode_only(document):
            document["cells"] = [cell for cell in document["cells"] if cell["op"] == "decode"]
        self.make("base.json", tree="c" * 64, change=decode_only)
        self.make("head.json", change=decode_only, decode=500)
        self.add("decode")
        self.make("base.json", change=encode_only)
        self.make("head.json", change=encode_only, encode=500)
        self.add("encode")
        self.assertEqual(self.entry("encode")["history"]["last"], "first")

    def test_reverted_entry_says_so_and_no_history_goes_through_it(self):
        self.add_first()
        self.make("base.json", encode=700)
        self.make("head.json", tree="d" * 64, encode=900)  # slower, so it was taken out again
        self.add("tried", "--status", "reverted", "--lesson", "Don't.")
        self.assertRegex(self.log(), r"\n## \d{4}-\d\d-\d\d \[tried\] Title of tried \(REVERTED\)\n")
        self.add("aside", "--status", "skipped")
        self.assertRegex(self.log(), r"\n## \d{4}-\d\d-\d\d \[aside\] Title of aside \(SKIPPED\)\n")
        tree, sha256 = self.other_tree()
        self.make("head.json", tree=sha256, encode=500)
        self.add("third", "--codecs", tree)
        self.assertEqual(self.entry("third")["history"]["last"], "first")
        self.assertEqual(self.entry("third")["number"], 4)

    def test_reverted_entry_whose_change_is_in_the_tree_is_refused(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        self.refused("base.json", "a" * 64, self.tree, arguments=["--status", "reverted"])

    def test_head_of_another_tree_is_refused(self):
        self.make("base.json")
        self.make("head.json", tree="e" * 64, encode=700)
        self.refused("head.json", "e" * 64, self.tree, "measure again with this tree")
        tree, sha256 = self.other_tree()
        self.refused(sha256, arguments=["--codecs", tree])
        self.make("head.json", tree=sha256, encode=700)
        self.add("right", "--codecs", tree)

    def test_foreign_documents_are_refused(self):
        self.make("base.json", tree="a" * 64, change=lambda document: document["machine"].update(cpu="Other CPU"))
        self.make("head.json", encode=700)
        self.refused("another machine or build", "cpu: Other CPU -> ")

    def test_no_difference_needs_a_reason(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json")
        self.refused("no cell improved", "--keep-reason")
        self.refused("--keep-reason", arguments=["--keep-reason", "x", "--status", "reverted"])
        self.add("simpler", "--keep-reason", "Less code.")
        self.assertIn("**Kept although no cell improved:** Less code.", self.log())

    def test_losses_are_listed_and_those_beyond_the_limits_must_be_named(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700, decode=1070)
        self.add("small-loss")  # within 10 %, so nothing fails: listed whether or not anyone asks
        self.assertRegex(self.log(), r"\n- hello\.Person/10B/unique/decode/lua-full: msgs/s -6\.5 %, resolved; ")
        self.make("head.json", encode=700, decode=1300)
        self.refused(DECODE + "lua-full", "--caveats")
        done = self.add("big-loss", "--caveats", "Decode pays for it.")
        self.assertIn("loss: " + DECODE + "lua-full: msgs/s -23.1 %, resolved; regressed", done.stdout)
        self.assertRegex(self.log(), r"\n- hello\.Person/10B/unique/decode/lua-full: msgs/s -23\.1 %, resolved; ")

    def test_more_bytes_must_be_named_though_time_is_better(self):
        def more_bytes(document):
            for cell in document["cells"]:
                cell["alloc"]["bytes_per_op"] += 64
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700, change=more_bytes)
        self.refused("tradeoff", "--caveats")

    def test_failing_test_keeps_nothing(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        # More than a pipe holds, and words that stand in no command.
        tests = ["--test", "seq 20000", "--test", "echo out$((40 + 2)); echo err$((50 + 1)) >&2; exit 3"]
        self.refused("exit code 3", "out42", "err51", "1 of 2 commands passed", arguments=tests, code=1)
        self.make("base.json")
        self.make("head.json", tree="d" * 64)
        self.add("tried", "--status", "reverted", *tests)
        self.assertIn("1 of 2 commands passed", self.log())
        self.assertEqual([test["passed"] for test in self.entry("tried")["tests"]["commands"]], [True, False])

    def test_wrong_codec_keeps_nothing(self):
        tree = self.break_codec("full", "  codec.decode = function() error('no', 0) end")
        sha256 = self.run_json(*CHECK, "--codecs", tree, code=1)["codec_tree"]["sha256"]
        self.make("base.json", tree="a" * 64)
        self.make("head.json", tree=sha256, encode=700)
        self.refused("wrong: " + DECODE + "lua-full", "of 4 cells right", arguments=["--codecs", tree], code=1)

    def test_interrupted_while_a_test_runs_leaves_nothing(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        before = self.left()
        with subprocess.Popen([PBBENCH, "log", "add", "--id", "x", "--title", "x", "--base", "base.json", "--head",
                               "head.json", "--test", "touch begun; sleep 60"], cwd=self.folder,
                              env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            for _ in range(600):
                if os.path.exists(self.path("begun")):
                    break
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
        self.assertEqual((process.returncode, out), (130, b""))
        self.assertEqual(self.left(), before)

    def test_old_log_stays_below_byte_for_byte(self):
        top = "# Diary\r\n\r\nRules.  \r\n\r\n"
        below = "## 2026-05-18 [h8v] By hand \r\n\r\n```\n## [no] entry\n```\nno line end"
        self.write("reports/PERF_LOG.md", (top + below).encode())
        self.refused("h8v", "was used before", id="h8v", base=self.make("base.json", tree="a" * 64),
                     head=self.make("head.json", encode=700))
        self.add_first()
        with open(self.path("reports/PERF_LOG.md"), "rb") as file:
            log = file.read()
        self.assertTrue(log.startswith((top + "## ").encode()))
        self.assertTrue(log.endswith(b"\n\n" + below.encode()))

    def test_text_from_a_file_can_not_forge_an_entry(self):
        self.write("lesson.md", "Learnt.\n\n## 2026-01-01 [forged] Forged\n\n```\n# in code\n")
        self.add_first("first", "--lesson", "@lesson.md")
        self.assertIn("\n\\## 2026-01-01 [forged] Forged\n\n```\n# in code\n```\n", self.log())
        self.make("base.json", tree="c" * 64)
        self.refused("missing.md", arguments=["--lesson", "@missing.md"])

    def test_what_can_not_be_logged(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        self.add_first()
        for id, words in (("first", ["used before"]), ("FIRST", ["used before"]), ("../x", ["--id"]), ("a/b", ["--id"]),
                          ("", ["--id"]), ("x" * 65, ["--id"])):
            with self.subTest(id=id):
                self.refused(*words, id=id)
        for title in ("", "  ", "two\nlines"):
            before = self.left()
            done = self.pbbench("log", "add", "--id", "new", "--title", title, "--base", "base.json", "--head",
                                "head.json", code=2)
            self.assertIn("--title", done.stderr)
            self.assertEqual(self.left(), before)
        self.refused("missing.json", base="missing.json")
        self.write("cut.json", self.read("head.json")[:-100])
        self.refused("cut.json", "cut off", head="cut.json")
        self.make("partial.json", change=lambda document: document.update(complete=False))
        self.refused("partial.json", "incomplete", base="partial.json")
        self.make("other.json", change=lambda document: [cell.update(id=cell["id"].replace("10B", "1KB"), size="1KB")
                                                         for cell in document["cells"]])
        self.refused("no cell with a time in common", head="other.json")
        self.make("untimed.json", change=lambda document: [cell.pop("ns_per_op") for cell in document["cells"]])
        self.refused("no cell with a time in common", head="untimed.json")
        document = json.loads(self.read("head.json"))
        document["codec_tree"]["sha256"] = ""
        self.write("no-tree.json", json.dumps(document))
        self.refused("no-tree.json", "codec tree", head="no-tree.json")
        document = json.loads(self.read("head.json"))
        for cell in document["cells"]:
            cell["ns_per_op"]["launches"] = []
        self.write("no-raw.json", json.dumps(document))
        self.refused("no-raw.json", "a time without its launches", head="no-raw.json")
        for flag, text, words in (("--test", "", "is empty"), ("--test", "  ", "is empty"),
                                  ("--why", "a\x1b[31m", "control character 0x1b at byte 1"),
                                  ("--lesson", "a\u0085b", "control character 0x85 at byte 1"),
                                  ("--why", "@", "names no file"), ("--why", "\udcff", "is no UTF-8 text")):
            with self.subTest(flag=flag, text=text):
                self.refused(flag, words, arguments=(flag, text))

    def test_log_that_lost_an_entry_goes_no_further(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        self.add_first()
        self.write("reports/PERF_LOG.md", "# Performance log\n")
        self.refused("reports/PERF_LOG.md", 'has no entry "first"', id="second")

    def test_what_is_written_is_no_failure_though_stdout_takes_nothing(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.add("first", stdout=full)
            self.assertIn("[first] is in", done.stderr)
            self.pbbench("log", "erratum", "first", "--text", "wrong", stdout=full)
        self.assertEqual(self.read("reports/PERF_LOG.md").count("wrong"), 1)

    def test_log_elsewhere(self):
        self.make("base.json", tree="a" * 64)
        self.make("head.json", encode=700)
        self.refused("name ends in .md", arguments=["--log", "reports/log"])
        self.refused("no folder nowhere", "--log", arguments=["--log", "nowhere/LOG.md"])
        self.refused("--log", arguments=["--log", ""])
        self.refused("--base", base="")
        self.add("first", "--log", "LOG.md")
        self.assertEqual(sorted(os.listdir(self.path("LOG", "first"))), ["base.json", "entry.json", "head.json"])
        self.assertEqual(self.left(), {})

    def test_erratum_stands_above_and_marks_the_entry(self):
        self.add_first()
        self.make("base.json")
        self.make("head.json", tree="d" * 64, encode=900)
        self.add("tried", "--status", "reverted")
        before = self.log()
        self.pbbench("log", "erratum", "first", "--text", "The machine was busy.")
        log = self.log()
        self.assertRegex(log, r"\n## \d{4}-\d\d-\d\d \[first\] Erratum\n\nCorrects the entry of .*\n\nThe machine was "
                              r"busy\.\n\n## \d{4}-\d\d-\d\d \[tried\] ")
        self.assertRegex(log, r"\n## .* \[first\] Title of first\n\nCorrected \d{4}-\d\d-\d\d: see above\.\n\n")
        stripped = log.replace(log[log.index("## "):log.index("## ", log.index("## ") + 1)], "", 1)
        corrected = f"Corrected {self.entry('first')['errata'][0]['date']}: see above.\n\n"
        self.assertEqual(stripped.replace(corrected, ""), before)
        self.assertEqual(self.entry("first")["errata"][0]["text"], "The machine was busy.")
        self.assertIn("; entry corrected ", self.pbbench("log", "show", "--cell", ENCODE + "lua-full").stdout)
        self.pbbench("log", "erratum", "first", "--text", "Once more.")
        self.assertEqual(len(self.entry("first")["errata"]), 2)

    def test_erratum_of_what_is_not_there(self):
        self.add_first()
        before = self.left()
        self.assertIn('did you mean "first"', self.pbbench("log", "erratum", "firs", "--text", "x", code=2).stderr)
        self.assertIn("--text", self.pbbench("log", "erratum", "first", "--text", " \n", code=2).stderr)
        self.assertEqual(self.left(), before)
        self.write("reports/PERF_LOG.md", self.log().replace("Title of first", "Another title"))
        before = self.left()
        self.assertIn("heading", self.pbbench("log", "erratum", "first", "--text", "x", code=2).stderr)
        self.assertEqual(self.left(), before)

    def test_show_is_a_cells_history_oldest_first(self):
        self.add_first()
        self.make("base.json", encode=700)
        self.make("head.json", tree="d" * 64, encode=900)
        self.add("tried", "--status", "reverted")
        self.write("reports/PERF_LOG.md", "")  # the figures come from the raw documents
        shown = self.pbbench("log", "show", "--cell", "encode/lua-full").stdout
        lines = shown.splitlines()
        self.assertEqual(lines[0], ENCODE + "lua-full")
        self.assertRegex(lines[2], r"^  \d{4}-\d\d-\d\d  first +kept +1\.00M +1\.43M +\+42\.9 %  improved: time -30\.0")
        self.assertRegex(lines[3], r"^  \d{4}-\d\d-\d\d  tried +reverted +1\.43M +1\.11M +-22\.2 %  regressed: time ")
        self.assertEqual(len(lines), 4)
        self.assertEqual(self.pbbench("log", "show").stdout.count("hello.Person/"), 4)
        done = self.pbbench("log", "show", "--cell", "encode/lua-ful", "--cell", "protobuf", code=2)
        self.assertEqual(done.stdout, "")
        self.assertIn('"encode/lua-ful" matches no cell', done.stderr)

    def test_changed_raw_document_is_noticed(self):
        self.add_first()
        self.write("reports/PERF_LOG/first/head.json", self.read("base.json"))
        done = self.pbbench("log", "show", code=2)
        self.assertIn("first/head.json", done.stderr)
        self.assertIn("SHA-256", done.stderr)

    def test_summary_has_the_chain_beside_the_two_ends(self):
        self.add_first()  # encode 1000 -> 700
        tree, sha256 = self.other_tree()
        self.make("base.json", encode=770)  # the machine drifts by 10 %
        self.make("head.json", tree=sha256, encode=539)  # 0.7 again
        self.add("second", "--codecs", tree)
        self.make("base.json", encode=500, tree=sha256)
        self.make("head.json", tree="d" * 64, encode=5000)
        self.add("tried", "--codecs", tree, "--status", "reverted")
        summary = self.pbbench("log", "summary", "--since", "first").stdout
        self.assertIn("2 kept entries: [first]", summary)
        self.assertRegex(summary, r"\n  hello\.Person/10B/unique/encode/lua-full +2 +0\.490x +0\.539x +"
                                  r"0\.5\d+x \.\. 0\.5\d+x  improved\n")
        self.assertRegex(summary, r"\n  encode lua-full +1 +0\.490x +1 +0\.539x ")
        self.assertRegex(summary, r"\n  hello\.Person/10B/unique/decode/lua-full +2 +1\.00x +1\.00x ")
        since_second = self.pbbench("log", "summary", "--since", "second").stdout
        self.assertRegex(since_second, r"\n  hello\.Person/10B/unique/encode/lua-full +1 +0\.700x +0\.700x ")
        self.assertIn("reverted", self.pbbench("log", "summary", "--since", "tried", code=2).stderr)
        self.assertIn('did you mean "second"', self.pbbench("log", "summary", "--since", "secnd", code=2).stderr)

    def test_empty_log(self):
        for arguments in (["show"], ["summary", "--since", "x"], ["erratum", "x", "--text", "x"]):
            self.assertIn("has no entries", self.pbbench("log", *arguments, code=2).stderr)

    def test_goldens_pass_the_schema_and_broken_ones_do_not(self):
        paths = glob.glob(os.path.join(REPOSITORY, "tests", "golden", "log-entry-*.json"))
        self.assertGreaterEqual(len(paths), 3)
        for path in paths:
            with open(path, encoding="utf-8") as file:
                self.entry_validator.validate(strict_json(file.read()))
        self.add_first()
        entry = self.entry("first")
        for broken in ({"id": "../x"}, {"status": "good"}, {"date": "today"}, {"number": 0}, {"grade": "foreign"},
                       {"history": {"kind": "continues"}}, {"base": {}}, {"heading": "x"}, {"text": {"mood": "x"}},
                       {"verdicts": {"equal": 1}}):
            self.assertFalse(self.entry_validator.is_valid({**entry, **broken}), broken)


if __name__ == "__main__":
    unittest.main()
