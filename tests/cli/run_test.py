"""The main job in small: both schemas and rings, checked, timed, shown and written."""
import re
import unittest

from pbbench_case import CODECS, LUA_CODECS, PbbenchTest


class RunTest(PbbenchTest):
    def measure(self, schema, sizes, *flags):
        done = self.pbbench("run", "--schema", schema, "--quick", "--size", ",".join(sizes), "--json", "out.json",
                            *flags)
        return done.stdout, self.document(self.read("out.json"))

    def check_cells(self, document, schema, sizes, ring):
        ids = [cell["id"] for cell in document["cells"]]
        wanted = [f"{schema}/{size}/{ring}/{op}/{codec}"
                  for size in sizes for op in ("encode", "decode") for codec in CODECS]
        self.assertEqual(sorted(ids), sorted(wanted))
        self.assertTrue(document["complete"])
        for cell in document["cells"]:
            with self.subTest(cell=cell["id"]):
                self.assertEqual("/".join(cell[part] for part in ("schema", "size", "ring", "op", "codec")), cell["id"])
                self.assertIn(cell["status"], ("ok", "unstable"), cell)
                self.check_figures(cell)

    def check_figures(self, cell):
        time = cell["ns_per_op"]
        self.assertGreater(time["median"], 0)
        self.assertEqual(len(time["launches"]), 1)
        self.assertNotIn("low", time, "one launch has no interval")
        self.assertEqual(time["worst_launch"], time["median"])
        self.assertAlmostEqual(cell["msgs_per_s"] * time["median"] / 1e9, 1, places=6)
        self.assertAlmostEqual(cell["mb_per_s"] * time["median"] / cell["payload"]["bytes_mean"] / 1e3, 1, places=6)
        self.assertEqual(cell["payload"]["count"], 1 if cell["ring"] == "repeat" else cell["payload"]["count"])
        self.assertIn("bytes_per_op", cell["alloc"])
        self.assertEqual(cell.get("jit"), {"asked": "on", "read": "on"} if cell["codec"] in LUA_CODECS else None)

    def check_table(self, table, schema, sizes, ring):
        self.assertIn(f"{schema}, ring {ring}\n", table)
        for size in sizes:
            for op in ("encode", "decode"):
                block = re.search(rf"^{size} {op} \(.*\)\n(?P<head>.*)\n(?P<rows>(  .*\n)+)", table, re.MULTILINE)
                self.assertIsNotNone(block, f"{size} {op} in {table}")
                rows = [line.split() for line in block["rows"].splitlines()]
                self.assertEqual([row[0] for row in rows], CODECS)
                for row in rows:
                    self.assertGreater(float(row[1].replace(",", "")), 0)

    def test_both_schemas_and_rings_with_every_codec(self):
        for schema, sizes, ring in (("hello.Person", ["10B", "1KB"], "unique"), ("hello.Person", ["10B"], "repeat"),
                                    ("proto2_basic.BenchPayload", ["min", "mid"], "unique"),
                                    ("proto2_basic.BenchPayload", ["min"], "repeat")):
            with self.subTest(schema=schema, ring=ring):
                flags = [] if ring == "unique" else ["--ring", ring]
                budget = "6s" if len(sizes) == 2 else "3s"
                table, document = self.measure(schema, sizes, "--budget", budget, *flags)
                self.check_cells(document, schema, sizes, ring)
                self.check_table(table, schema, sizes, ring)

    def test_verify_only_checks_all_sizes_of_both_schemas(self):
        document = self.run_json("run", "--ring", "repeat", "--verify-only")
        self.assertEqual(len(document["cells"]), (5 + 2) * 2 * len(CODECS))
        for cell in document["cells"]:
            self.assertEqual(cell["status"], "ok", cell)
            self.assertNotIn("ns_per_op", cell)
        sizes = {(cell["schema"], cell["size"]): cell["wire_bytes"] for cell in document["cells"]}
        self.assertEqual(list(sizes.values()).count(96674), 1)
        self.assertEqual(sizes["proto2_basic.BenchPayload", "mid"], 609)

    def test_several_launches_each_have_their_seed_and_slots(self):
        document = self.run_json("run", "--schema", "hello.Person", "--size", "10B", "--op", "encode", "--codec",
                                 "protobuf,lua-full", "--launches", "3", "--budget", "2s", "--timer", "own")
        self.assertEqual(document["config"]["launches"], 3)
        for cell in document["cells"]:
            launches = cell["ns_per_op"]["launches"]
            self.assertEqual(len({launch["seed"] for launch in launches}), 3)
            self.assertTrue(all(launch["slots"] for launch in launches))

    def test_dry_run_prints_the_plan_and_measures_nothing(self):
        tree, measured = self.tripwire()
        done = self.pbbench("run", "--schema", "hello.Person", "--dry-run", "--codecs", tree, "--json", "out.json")
        self.assertIn(f"hello.Person/100KB/unique: {2 * len(CODECS)} cells", done.stdout)
        self.assertRegex(done.stdout, rf"{10 * len(CODECS)} cells in 10 launches, seed 1: about \d+ s")
        self.assertFalse(measured())

    def test_lists_take_commas_repeats_and_globs(self):
        done = self.pbbench("run", "--dry-run", "--schema", "hello.*", "--size", "10B,1KB", "--size", "100KB", "--ring",
                            "repeat", "--codec", "lua-*", "--op", "enc*")
        self.assertIn("9 cells in 10 launches", done.stdout)

    def test_cell_pattern_picks_whole_cells(self):
        document = self.run_json("run", "--verify-only", "--ring", "repeat", "--cell",
                                 "*/10B/*/decode/lua-*,*/min/*/protobuf")
        self.assertEqual([cell["id"] for cell in document["cells"]],
                         ["hello.Person/10B/repeat/decode/lua-index", "hello.Person/10B/repeat/decode/lua-full",
                          "hello.Person/10B/repeat/decode/lua-concat",
                          "proto2_basic.BenchPayload/min/repeat/encode/protobuf",
                          "proto2_basic.BenchPayload/min/repeat/decode/protobuf"])

    def test_cell_id_of_a_document_picks_that_cell(self):
        cell_id = "hello.Person/10B/repeat/encode/lua-full[int64=number,validate_utf8=off]"
        document = self.run_json("run", "--verify-only", "--ring", "repeat", "--codec", cell_id.split("/")[-1],
                                 "--cell", cell_id)
        self.assertEqual([cell["id"] for cell in document["cells"]], [cell_id])

    def test_codec_options_stand_in_the_name_with_sorted_keys(self):
        document = self.run_json("run", "--verify-only", "--ring", "repeat", "--size", "min", "--codec",
                                 "lua-full[jit=off,int64=number]", "--op", "decode")
        (cell,) = document["cells"]
        self.assertEqual(cell["codec"], "lua-full[int64=number,jit=off]")
        self.assertEqual(cell["options"], {"int64": "number", "jit": "off"})
        self.assertEqual((cell["status"], cell["jit"]), ("ok", {"asked": "off", "read": "off"}))


if __name__ == "__main__":
    unittest.main()
