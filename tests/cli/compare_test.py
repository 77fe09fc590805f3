"""`pbbench compare`: documents in every form, what is measured now, flags, formats, exit codes."""
import csv
import io
import json
import os
import subprocess
import xml.etree.ElementTree

import unittest

import documents
from pbbench_case import PBBENCH, PbbenchTest, TIMED, TIMEOUT_S, strict_json


class CompareTest(PbbenchTest):
    def setUp(self):
        super().setUp()
        self.base = documents.codecs()
        self.write("base.json", json.dumps(self.base))
        self.write("slow.json", json.dumps(documents.scaled(self.base, 1.3)))

    def compare(self, *arguments, code=0, **options):
        return self.pbbench("compare", *arguments, code=code, **options)

    def refuses(self, *arguments, words=()):
        said = self.compare(*arguments, code=2).stderr
        for word in words:
            self.assertIn(word, said)
        return said

    # Documents

    def test_the_first_line_is_the_evidence_grade_and_why(self):
        foreign = documents.codecs()
        foreign["machine"]["cpu"] = "Other CPU"
        self.write("foreign.json", json.dumps(foreign))
        first = self.compare("base.json", "foreign.json").stdout.splitlines()[0]
        self.assertEqual(first, "evidence: foreign (cpu: Example CPU -> Other CPU)")

    def test_several_documents_stand_side_by_side_against_the_first(self):
        self.write("fast.json", json.dumps(documents.scaled(self.base, 0.5)))
        out = self.compare("base.json", "slow.json", "fast.json", code=1).stdout
        self.assertIn("1.30x", out)
        self.assertIn("0.500x", out)

    def test_a_document_can_come_from_stdin(self):
        with open(self.path("slow.json"), encoding="utf-8") as file:
            self.compare("base.json", "-", code=1, stdin=file)

    def test_named_baseline(self):
        os.makedirs(self.path("reports", "baselines"))
        self.write("reports/baselines/good.json", json.dumps(self.base))
        self.compare("good", "base.json")
        self.refuses("god", "base.json", words=["no baseline of that name", 'did you mean "good"?'])

    def test_run_save_then_compare_measures_the_same_cells_again(self):
        self.pbbench(*TIMED, "--codec", "protobuf,lua-full", "--op", "encode", "--save", "mine", "--quiet")
        kept = self.document(self.read("reports/baselines/mine.json"))
        out = self.compare("mine", "--json", "now.json", "--limit", "time:advisory").stdout
        self.assertIn("pass: 2 cells compared", out)
        now = self.document(self.read("now.json"))
        for key in ("id", "payload", "check", "alloc"):
            self.assertEqual([c[key] for c in kept["cells"]], [c[key] for c in now["cells"]], key)
        # One launch a side proves nothing about time, and that is not a pass.
        self.assertIn("takes", self.compare("mine", "now.json", code=3).stdout)

    def test_measured_document_on_stdout_moves_the_table_to_stderr(self):
        self.pbbench(*TIMED, "--codec", "protobuf", "--op", "encode", "--json", "mine.json", "--quiet")
        done = self.compare("mine.json", "--json", "-", "--limit", "time:advisory")
        self.document(done.stdout)
        self.assertIn("pass: 1 cell compared", done.stderr)
        self.refuses("mine.json", "--json", "-", "--format", "csv",
                     words=["stdout: is given to --json and to --format csv"])

    def test_cell_that_can_not_be_measured_any_more_is_missing(self):
        self.pbbench(*TIMED, "--codec", "protobuf", "--op", "encode", "--save", "mine", "--quiet")
        text = self.read("reports/baselines/mine.json")
        whole = json.loads(text)
        gone = json.loads(text)["cells"][0]
        gone.update(codec="gone", id=gone["id"].replace("/protobuf", "/gone"))
        whole["cells"].append(gone)
        self.write("reports/baselines/mine.json", json.dumps(whole))
        done = self.compare("mine", "--limit", "time:advisory", code=1)
        self.assertIn("gone", done.stderr)
        self.assertIn("1 missing", done.stdout)

    def test_interrupted_document_is_refused_unless_allowed(self):
        self.base["complete"] = False
        self.write("part.json", json.dumps(self.base))
        self.refuses("part.json", "base.json", words=["part.json", "incomplete", "--allow-partial"])
        self.refuses("base.json", "part.json", words=["part.json"])
        self.compare("part.json", "base.json", "--allow-partial")

    def test_baseline_that_was_cut_off_at_any_byte_is_refused(self):
        text = json.dumps(documents.document(documents.cell("lua-full", [1.0])), indent=0)
        for size in list(range(0, len(text), 97)) + [len(text) - 1]:
            self.write("cut.json", text[:size])
            said = self.refuses("cut.json", "base.json", words=["cut.json"])
            self.assertIn(f"ends at byte {size}" if size else "is empty", said)

    # What fails

    def test_filter_works_on_parts_and_can_be_negated(self):
        self.compare("base.json", "slow.json", "--filter", "op=encode")
        self.compare("base.json", "slow.json", "--filter", "codec!=lua-full")
        out = self.compare("base.json", "slow.json", "--filter", "codec=lua-*", "--filter", "op!=encode", code=1).stdout
        self.assertIn("1 cell compared", out)
        self.refuses("base.json", "slow.json", "--filter", "codec=lua-ful", words=['did you mean "lua-full"?'])
        self.refuses("base.json", "slow.json", "--filter", "nosuch", words=["PART=VALUES"])
        self.refuses("base.json", "slow.json", "--filter", "codec=[", words=["matches no cell"])

    def test_limits_file_with_a_waiver(self):
        self.write("limits.json", json.dumps({"waivers": [
            {"cells": "decode/lua-full", "metric": "time", "reason": "checks were missing", "expires": "2999-12-31"}]}))
        out = self.compare("base.json", "slow.json", "--limits", "limits.json").stdout
        self.assertIn("checks were missing", out)
        self.write("limits.json", json.dumps({"waivers": [
            {"cells": "decode/lua-full", "metric": "time", "reason": "checks were missing", "expires": "2020-01-01"}]}))
        self.assertIn("ran out on 2020-01-01",
                      self.compare("base.json", "slow.json", "--limits", "limits.json", code=1).stdout)

    def test_what_matches_nothing_is_an_error(self):
        self.refuses("base.json", "slow.json", "--limit", "nosuch/*:time:5%", words=["matches no cell"])
        self.refuses("base.json", "slow.json", "--expect", "nosuch/*:flat", words=["matches no cell"])
        self.refuses("base.json", "slow.json", "--limit", "time:5", words=["is no limit"])

    def test_cell_outside_the_expected_change_is_named(self):
        out = self.compare("base.json", "slow.json", "--expect", "decode/*:flat", "--advisory").stdout
        self.assertIn("hello.Person/1KB/unique/decode/lua-full moved", out)

    def test_new_cell_passes_unless_strict(self):
        more = documents.codecs()
        more["cells"].append(documents.cell("lua-new", documents.spread(10, 5)))
        self.write("more.json", json.dumps(more))
        self.assertIn("1 new", self.compare("base.json", "more.json").stdout)
        self.compare("base.json", "more.json", "--strict", code=1)

    def test_table_of_what_changed_leaves_out_the_rest(self):
        out = self.compare("base.json", "slow.json", "--changed", code=1).stdout
        self.assertIn("1.30x", out)
        self.assertNotIn("1.00x  0.997x", out.split("geometric mean")[0])

    # Formats

    def test_json_is_strict_and_says_what_the_exit_code_says(self):
        parsed = strict_json(self.compare("base.json", "slow.json", "--format", "json", code=1).stdout)
        self.assertEqual(parsed["comparisons"][0]["outcome"], "fail")

    def test_csv_and_junit_parse(self):
        out = self.compare("base.json", "slow.json", "--format", "csv", "--format", "junit=out.xml", code=1).stdout
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual([row["verdict"] for row in rows].count("regressed"), 1)
        root = xml.etree.ElementTree.fromstring(self.read("out.xml"))
        self.assertEqual(len(root.findall(".//failure")), 1)

    def test_github_appends_the_summary_and_annotates_once(self):
        self.write("summary.md", "before\n")
        out = self.compare("base.json", "slow.json", "--format", "github", code=1,
                           variables={"GITHUB_STEP_SUMMARY": self.path("summary.md")}).stdout
        self.assertEqual(out.count("::error"), 1)
        summary = self.read("summary.md")
        self.assertTrue(summary.startswith("before\n"))
        self.assertIn("fail: 1 cell is beyond the limits", summary)

    def test_benchmark_format_is_read_back_with_the_same_verdict(self):
        self.compare("base.json", "slow.json", "--format", "benchfmt=samples.txt", code=1)
        out = self.compare("samples.txt", code=1).stdout
        self.assertIn("evidence: same-host", out)
        self.assertIn("1.30x", out)

    def test_what_is_read_is_not_written_over(self):
        self.write("limits.json", json.dumps({"limits": [{"metric": "time", "limit": "50%"}]}))
        os.symlink("base.json", self.path("link.json"))
        os.makedirs(self.path("reports", "baselines"))
        self.write("reports/baselines/kept.json", json.dumps(self.base))
        before = {name: self.read(name) for name in ("base.json", "limits.json", "reports/baselines/kept.json")}
        for target in ("base.json", "./slow.json", "link.json", "limits.json", "reports/baselines/kept.json"):
            self.refuses("base.json", "slow.json", "kept", "--limits", "limits.json", "--format", "json=" + target,
                         words=["--format json would write over it"])
        self.assertEqual(before, {name: self.read(name) for name in before})

    def test_path_that_the_system_refuses_is_a_usage_error(self):
        os.symlink("loop1", self.path("loop2"))
        os.symlink("loop2", self.path("loop1"))
        for path in ("loop1", "x" * 300):
            with self.subTest(path=path):
                self.refuses("base.json", "slow.json", "--format", "json=" + path, words=[path])
                self.pbbench("run", "--schema", "hello.Person", "--verify-only", "--codecs", path, code=2)
                self.pbbench("log", "show", "--log", path + "/x.md", code=2)

    def test_file_can_not_steer_the_terminal_through_an_error(self):
        self.base["cells"][0]["op"] = "\x1b[31m\u009b"
        self.write("esc.json", json.dumps(self.base))
        said = self.refuses("esc.json", "slow.json", "--color", "always", words=["\\x1b[31m\\x9b"])
        self.assertNotRegex(said, "[\x1b\x9b]")

    def test_limit_on_file_sizes_is_an_error_of_the_write(self):
        done = subprocess.run(["bash", "-c", f"ulimit -f 1; exec {PBBENCH} compare base.json slow.json --format json=o.json"],
                              cwd=self.folder, env=self.environment(), check=False, capture_output=True,
                              encoding="utf-8", timeout=TIMEOUT_S)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("o.json")], [])

    def test_benchmarks_of_units_that_nobody_knows_do_not_pass(self):
        for unit in ("sec/op", "MB/s", "zz/op", "B/op", "allocs/op"):
            self.write("a.txt", f"BenchmarkX 1 5 {unit}\n")
            self.write("b.txt", f"BenchmarkX 1 500 {unit}\n")
            self.assertIn("1 not comparable", self.compare("a.txt", "b.txt", code=3).stdout)

    def test_alpha_is_a_probability_that_can_be_reached(self):
        for alpha in ("0", "-1", "0.6", "nan", "inf", "x"):
            self.refuses("base.json", "slow.json", "--alpha", alpha, words=["--alpha"])

    def test_formats_of_one_target_are_refused(self):
        self.refuses("base.json", "slow.json", "--format", "json", "--format", "csv",
                     words=["stdout: is given to --format json and to --format csv"])
        self.refuses("base.json", "slow.json", "--format", "json=x", "--format", "csv=./x",
                     words=["./x: is given to --format json and to --format csv"])
        self.refuses("base.json", "slow.json", "--format", "tables", words=['did you mean "table"?'])
        self.refuses("base.json", "slow.json", "--format", "junit=missing/out.xml", words=["missing/out.xml"])

    def test_json_of_the_measured_document_needs_a_measurement(self):
        self.refuses("base.json", "slow.json", "--json", "x.json", words=["nothing is measured"])
        self.refuses("base.json", "slow.json", "--save", "x", words=["nothing is measured"])


if __name__ == "__main__":
    unittest.main()
