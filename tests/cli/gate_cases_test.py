"""Public bug reports about benchmark tools and gates, each shown not to happen here. A docstring names the report.

What only a library can show has its test there:
  airspeed-velocity/asv PR 759, google/fuzzbench 974     MannWhitneyTest.ThreeAgainstThreeIsExactNotOffByOne
  rsc/benchstat 7, golang/go 19634                       MannWhitneyTest.TiesInsideASideDoNotHideCompleteSeparation
  google/benchmark PR 2290                               GeometricMeanTest.OneSkippedCellDoesNotMakeItZero
  google/benchmark 96, 293                               SummaryTest.NegativeSampleIsTakenOutAndCountedNeverAveraged
  bheisler/criterion.rs 862, 663                         SlotPlanTest.PassBelowTheClocksResolutionIsNotDividedBy
  google/benchmark 2039                                  WriterTest.NoFigureCanMakeTheJsonInvalid
"""
import copy
import csv
import io
import json
import subprocess
import unittest

import documents
from pbbench_case import CHECK, PBBENCH, TIMED, TIMEOUT_S, PbbenchTest, strict_json

TIMING = ("ns_per_op", "mb_per_s", "msgs_per_s", "warm_capped", "disturbed")


class GateCasesTest(PbbenchTest):
    def setUp(self):
        super().setUp()
        self.base = documents.codecs()

    def judge(self, base, head, *flags, code=0, variables=None):
        for name, content in (("base.json", base), ("head.json", head)):
            self.write(name, content if isinstance(content, str) else json.dumps(content))
        return self.pbbench("compare", "base.json", "head.json", *flags, code=code, variables=variables)

    def parsed(self, base, head, code=0):
        return strict_json(self.judge(base, head, "--format", "json", code=code).stdout)["comparisons"][0]

    def cells(self, base, head, code=0):
        return {cell["id"]: cell for cell in self.parsed(base, head, code)["cells"]}

    def without(self, *ids):
        whole = copy.deepcopy(self.base)
        whole["cells"] = [cell for cell in whole["cells"] if cell["id"] not in ids]
        return whole

    def test_new_benchmark_does_not_abort_the_comparison(self):
        """bheisler/criterion.rs 530, shotover/shotover-proxy 270"""
        new = self.base["cells"][1]["id"]
        cells = self.cells(self.without(new), self.base)
        self.assertEqual(cells.pop(new)["verdict"], "new")
        self.assertEqual({cell["verdict"] for cell in cells.values()}, {"no difference resolved"})
        self.judge(self.without(new), self.base, "--strict", code=1)

    def test_vanished_benchmarks_do_not_pass(self):
        """rjmurillo/moq.analyzers 1266"""
        gone = self.base["cells"][1]["id"]
        out = self.judge(self.base, self.without(gone), code=1).stdout
        self.assertIn(gone, out)
        other = copy.deepcopy(self.base)
        for cell in other["cells"]:
            cell.update(size="2KB", id=cell["id"].replace("/1KB/", "/2KB/"))
        self.assertIn("4 missing", self.judge(self.base, other, code=1).stdout)
        self.assertIn("4 missing", self.judge(self.base, documents.document(), code=1).stdout)
        self.judge(documents.document(), documents.document(), code=3)

    def test_zero_or_absent_time_in_the_baseline_is_not_divided_by(self):
        """jimhester/libvroom 470, commonwarexyz/monorepo PR 3698, phpbench/phpbench 626"""
        for bad in (0, None, "", -5, "absent"):
            with self.subTest(bad):
                base = copy.deepcopy(self.base)
                timing = base["cells"][1]["ns_per_op"]
                if bad == "absent":
                    del timing["median"]
                else:
                    timing["median"] = bad
                cells = self.cells(base, self.base, code=3)
                verdicts = [cell["verdict"] for cell in cells.values()]
                self.assertEqual(verdicts.count("not comparable"), 1)
                self.assertEqual(verdicts.count("no difference resolved"), 3)
                self.assertIn("bad baseline value", str(cells[self.base["cells"][1]["id"]]["remarks"]))

    def test_codec_that_can_not_do_it_has_not_won(self):
        """muhuk/validation-benchmark 3"""
        def without_time(whole):
            for key in (*TIMING, "alloc", "traces", "check", "wire_bytes"):
                whole["cells"][1].pop(key, None)
            whole["cells"][1].update(status="n/a", note="can't do this")
            return whole

        both = without_time(copy.deepcopy(self.base))
        comparison = self.parsed(both, both)
        self.assertNotIn(("encode", "lua-full"), [(g["op"], g["codec"]) for g in comparison["geomeans"]])
        self.assertNotIn("time", comparison["cells"][1])
        self.judge(self.base, both, code=1)

    def test_geomean_of_a_group_with_a_skipped_cell_is_of_the_others(self):
        """google/benchmark PR 2290"""
        base = documents.document(*[documents.cell("lua-full", documents.spread(10, 100), size=s) for s in "abc"])
        head = copy.deepcopy(base)
        for cell, factor in zip(head["cells"], (2, 8, 1)):
            cell.update(documents.cell("lua-full", documents.spread(10, 100 * factor), size=cell["size"]))
        for key in TIMING:
            head["cells"][2].pop(key, None)
        mean = self.parsed(base, head, code=1)["geomeans"][0]
        self.assertAlmostEqual(mean["ratio"], 4)
        self.assertEqual((mean["used"], mean["skipped"]), (2, 1))

    def test_no_nan_or_infinity_stands_in_json(self):
        """google/benchmark 784, redis/memtier_benchmark 271, dotnet/BenchmarkDotNet 1242, esnet/iperf 370"""
        one = documents.document(documents.cell("lua-full", [5.0]))
        comparison = self.parsed(one, one, code=3)  # strict_json refuses NaN
        self.assertNotIn("low", comparison["geomeans"][0])

    def test_backslashes_and_quotes_come_back_byte_for_byte(self):
        """google/benchmark 745, PR 652"""
        base = copy.deepcopy(self.base)
        name = 'C:\\tmp\\"x".bin \\h'
        for cell in base["cells"]:
            cell.update(schema=name, id=cell["id"].replace("hello.Person", name))
        self.assertEqual({cell["schema"] for cell in self.cells(base, base).values()}, {name})

    def test_names_with_commas_and_quotes_keep_csv_columns_in_line(self):
        """google/benchmark PR 107, haskell/criterion 235"""
        base = copy.deepcopy(self.base)
        name = 'map<string, int32>"q"'
        for cell in base["cells"]:
            cell.update(schema=name, id=cell["id"].replace("hello.Person", name))
        rows = list(csv.DictReader(io.StringIO(self.judge(base, base, "--format", "csv").stdout)))
        self.assertEqual({row["schema"] for row in rows}, {name})
        self.assertTrue(all(None not in row and None not in row.values() for row in rows))
        self.assertIn("&lt;string", self.judge(base, base, "--format", "markdown").stdout)

    def test_repetitions_are_pooled_and_not_compared_with_the_first(self):
        """google/benchmark 677, PR 678"""
        old = "cpu: X\ngoarch: amd64\n" + "".join(f"BenchmarkA-1 1 {ns} ns/op\n" for ns in (10, 20, 30))
        self.write("old.txt", old)
        self.write("new.txt", old + "".join(f"BenchmarkA-1 1 {ns} ns/op\n" for ns in (15, 25)))
        same = strict_json(self.pbbench("compare", "old.txt", "old.txt", "--format", "json", code=3).stdout)
        self.assertEqual(same["comparisons"][0]["cells"][0]["time"]["p"], 1)
        more = strict_json(self.pbbench("compare", "old.txt", "new.txt", "--format", "json").stdout)
        time = more["comparisons"][0]["cells"][0]["time"]
        self.assertEqual((time["base_launches"], time["head_launches"]), (3, 5))

    def test_two_benchmarks_of_one_name_are_refused(self):
        """Bodigrim/tasty-bench 9, sosy-lab/benchexec PR 1211"""
        twice = copy.deepcopy(self.base)
        twice["cells"].append(twice["cells"][0])
        said = self.judge(twice, self.base, code=2).stderr
        self.assertIn("base.json", said)
        self.assertIn(twice["cells"][0]["id"], said)

    def test_two_repetitions_give_no_verdict_but_the_number_that_is_needed(self):
        """google/benchmark PR 617, bencherdev/bencher 12"""
        out = self.judge(documents.document(documents.cell("lua-full", [10.0, 11.0])),
                         documents.document(documents.cell("lua-full", [100.0, 110.0])), code=3).stdout
        self.assertIn("takes 4 launches a side", out)
        self.assertIn("0.33", out)
        self.assertNotIn("no difference resolved", out)

    def test_equal_samples_on_one_side_do_not_hide_a_difference(self):
        """rsc/benchstat 7, golang/go 19634"""
        old = documents.document(documents.cell("lua-full", [115.0, 114.0, 115.0, 115.0, 115.0]))
        new = documents.document(documents.cell("lua-full", [78.8] * 5))
        time = next(iter(self.cells(old, new).values()))["time"]
        self.assertAlmostEqual(time["p"], 2 / 252)
        self.assertEqual(time["change"], "better")

    def test_samples_without_any_variation_are_no_nan(self):
        """bheisler/criterion.rs 658, 429"""
        flat = documents.document(documents.cell("lua-full", [1e6] * 10))
        cell = next(iter(self.cells(flat, flat).values()))
        self.assertEqual((cell["time"]["interval"]["low"], cell["time"]["interval"]["high"]), (1, 1))
        self.assertEqual(cell["verdict"], "no difference resolved")

    def test_small_samples_have_exact_p(self):
        """airspeed-velocity/asv PR 759, google/fuzzbench 974"""
        for n, p in ((3, 0.1), (4, 2 / 70)):
            base = documents.document(documents.cell("lua-full", [float(i) for i in range(1, n + 1)]))
            head = documents.document(documents.cell("lua-full", [float(i) for i in range(n + 1, 2 * n + 1)]))
            code = 1 if p <= 0.05 else 3
            self.assertAlmostEqual(next(iter(self.cells(base, head, code).values()))["time"]["p"], p)

    def test_operation_faster_than_the_clock_has_a_time(self):
        """bheisler/criterion.rs 862, 663"""
        document = self.run_json("run", "--schema", "proto2_basic.BenchPayload", "--size", "min", "--quick", "--budget",
                                 "3s", "--quiet")
        self.assertTrue(all(cell["ns_per_op"]["median"] > 0 for cell in document["cells"]))
        self.assertIn("clock_resolution_ns", document["machine"]["before"])

    def test_output_that_can_not_be_written_is_an_error_before_the_work(self):
        """Hyperfoil/Hyperfoil 191, aras-p/ClangBuildAnalyzer 2, llnl/Aluminum PR 97"""
        tree, measured = self.tripwire()
        for file in ("missing/out.json", "."):
            self.pbbench(*TIMED, "--codecs", tree, "--json", file, code=2)
        self.assertFalse(measured())
        self.pbbench(*CHECK, "--json", "/dev/full", code=2)
        self.write("base.json", json.dumps(self.base))
        self.pbbench("compare", "base.json", "base.json", "--format", "json=/dev/full", code=2)

    def test_reader_that_goes_away_costs_nothing(self):
        """mpiton/tauri-pilot 213, medialab/xan 759, XAMPPRocky/tokei 263"""
        done = subprocess.run(["sh", "-c", f"'{PBBENCH}' {' '.join(CHECK)} --json f.json | head -1"], cwd=self.folder,
                              env=self.environment(), capture_output=True, encoding="utf-8", timeout=TIMEOUT_S,
                              check=False)
        self.assertNotIn("internal error", done.stderr)
        self.document(self.read("f.json"))

    def test_no_progress_and_no_colour_in_a_log_file(self):
        """rcd27/blockcheckw 43, sourcegraph/scip-clang PR 405, airspeed-velocity/asv 651"""
        for variables in ({}, {"TERM": None}, {"NO_COLOR": "1"}):
            done = self.judge(self.base, documents.scaled(self.base, 1.3), code=1, variables=variables)
            run = self.pbbench(*CHECK, variables=variables)
            for text in (done.stdout, done.stderr, run.stdout, run.stderr):
                self.assertNotRegex(text, "[\r\x1b]")
            self.assertTrue(done.stdout.endswith("\n"))

    def test_filter_that_matches_nothing_is_not_green(self):
        """google/benchmark 306, apache/arrow PR 11865, TypedDevs/bashunit PR 1206"""
        self.assertIn('did you mean "lua-full"?',
                      self.judge(self.base, self.base, "--filter", "codec=lua-ful", code=2).stderr)
        self.judge(self.base, self.base, "--filter", "codec=[", code=2)
        self.pbbench("run", "--cell", "nosuch", code=2)
        self.pbbench("run", "--cell", "[", code=2)

    def test_empty_or_unreadable_baseline_does_not_pass(self):
        """andymai/occt-wasm PR 44, nubo-db/dynoxide 192, im-anishraj/arnio 1444, trickle-labs/pg-trickle PR 414"""
        for text in ("{}", "[]", "", "<!doctype html><title>404</title>", '{"benchmarks": [], "context": {}}'):
            with self.subTest(text):
                self.assertIn("base.json", self.judge(text, self.base, code=2).stderr)
                self.assertIn("head.json", self.judge(self.base, text, code=2).stderr)

    def test_hardware_of_another_machine_is_no_regression(self):
        """Jebel-Quant/basanos 378, joshuaswarren/remnic PR 1684, rotki/rotki PR 13140, donaldfilimon/abi PR 770"""
        head = documents.scaled(self.base, 1.4)
        for part, value in (("cpu", "Other CPU"), ("cores", 64)):
            head["machine"][part] = value
        first = self.judge(self.base, head).stdout.splitlines()[0]
        self.assertIn("cpu: Example CPU -> Other CPU; cores: 2 -> 64", first)
        head["cells"][1]["alloc"]["bytes_per_op"] = 2000.0
        self.judge(self.base, head, code=1)

    def test_big_improvement_does_not_trip_the_gate(self):
        """benchmark-action/github-action-benchmark PR 120: time 10x down is messages a second 10x up"""
        cells = self.cells(self.base, documents.scaled(self.base, 0.1))
        self.assertEqual([c["verdict"] for c in cells.values()].count("improved"), 1)

    def test_unknown_governor_is_warned_of_once_and_kept(self):
        """google/benchmark 325, bheisler/criterion.rs 437, martinus/nanobench 49"""
        done = self.pbbench(*CHECK, "--json", "loud.json")
        loud = self.document(self.read("loud.json"))
        quiet = self.pbbench(*CHECK, "--quiet", "--json", "quiet.json")
        kept = self.document(self.read("quiet.json"))
        self.assertEqual(quiet.stderr, "")
        for document in (loud, kept):
            self.assertTrue(document["machine"]["governor"])
        for warning in loud["warnings"]:
            self.assertEqual(done.stderr.count(warning), 1)
        if loud["machine"]["governor"] == "unknown":
            self.assertTrue(any("governor" in warning for warning in kept["warnings"]))

    def test_shares_are_plain_numbers(self):
        """google/benchmark 300"""
        cells = self.cells(self.base, documents.scaled(self.base, 1.3), code=1)
        cell = cells["hello.Person/1KB/unique/decode/lua-full"]
        self.assertEqual(cell["time"]["limit"], 0.1)

    def test_failed_body_has_no_time_and_does_not_end_with_0(self):
        """frostney/GocciaScript PR 90, VKCOM/ktest 18"""
        tree = self.break_codec("full", "  codec.encode = function() error('broken') end")
        document = self.run_json(*TIMED, "--codec", "lua-full,protobuf", "--op", "encode", "--codecs", tree, "--quiet",
                                 code=1)
        failed = [cell for cell in document["cells"] if cell["codec"] == "lua-full"][0]
        self.assertEqual(failed["status"], "failed")
        self.assertNotIn("ns_per_op", failed)


if __name__ == "__main__":
    unittest.main()
