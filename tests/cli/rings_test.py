"""pbbench run --ring: random shapes, records out of order, strings that repeat, and what a wrong name is told."""
import unittest

from pbbench_case import CODECS, PbbenchTest

MID = ["run", "--schema", "proto2_basic.BenchPayload", "--size", "mid"]


class RingsTest(PbbenchTest):
    def test_every_codec_is_right_in_every_ring(self):
        run = self.run_json("run", "--size", "10B,1KB,min,mid", "--ring", "*,dup:7", "--verify-only")
        rings = {cell["ring"] for cell in run["cells"]}
        self.assertEqual(rings, {"repeat", "unique", "mixed", "shuffled", "dup:7", "dup:50"})
        self.assertEqual({cell["status"] for cell in run["cells"]}, {"ok"})
        self.assertEqual({cell["codec"] for cell in run["cells"]}, set(CODECS))

    def test_what_timed_slots_leave_is_right_though_payloads_are_not_canonical(self):
        run = self.run_json(*MID, "--ring", "shuffled", "--quick", "--budget", "3s")
        self.assertLessEqual({cell["status"] for cell in run["cells"]}, {"ok", "unstable"})
        shares = {cell["codec"]: cell["fast_path_share"] for cell in run["cells"] if "fast_path_share" in cell}
        self.assertEqual(list(shares), ["lua-full"])
        self.assertLess(shares["lua-full"], 0.5)  # order prediction does not survive a shuffled wire

    def test_the_share_of_predicted_decodes_is_shown_where_it_is_not_all(self):
        done = self.pbbench(*MID, "--ring", "unique,shuffled", "--op", "decode", "--codec", "lua-full", "--quick", "--budget",
                            "3s", "--markdown", "-")
        self.assertIn("fast_path_share 0.", done.stdout)
        self.assertNotIn("fast_path_share 1.", done.stdout)

    def test_a_share_that_is_none(self):
        for ring in ("dup", "dup:", "dup:101", "dup:-1", "dup:x"):
            with self.subTest(ring=ring):
                done = self.pbbench(*MID, "--ring", ring, "--verify-only", code=2)
                self.assertIn("--ring: ", done.stderr)
                self.assertIn("for example dup:50", done.stderr)

    def test_a_baseline_of_a_ring_with_a_parameter_is_measured_again(self):
        base = self.path("base.json")
        only = ["--op", "decode", "--codec", "protobuf", "--quick", "--budget", "3s"]
        self.pbbench(*MID, "--ring", "dup:30", *only, "--json", base)
        done = self.pbbench("compare", base, "--quick", "--advisory")
        self.assertIn("dup:30", done.stdout)


if __name__ == "__main__":
    unittest.main()
