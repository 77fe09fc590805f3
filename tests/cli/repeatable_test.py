"""One seed, one run: payloads and launch seeds; and the state of the JIT compiler in names and cells."""
import unittest

from pbbench_case import CHECK, CODECS, LUA_CODECS, TIMED, PbbenchTest


def payload_hashes(document):
    return {cell["id"]: cell["payload"]["sha256"] for cell in document["cells"]}


def launch_seeds(document):
    return {cell["id"]: [launch["seed"] for launch in cell["ns_per_op"]["launches"]] for cell in document["cells"]}


class RepeatableTest(PbbenchTest):
    def test_one_seed_names_the_same_payloads_and_launches(self):
        flags = ["run", "--schema", "hello.Person", "--size", "10B,100B", "--op", "encode", "--codec",
                 "protobuf,lua-full", "--launches", "2", "--budget", "2s"]
        first = self.run_json(*flags, "--seed", "7")
        again = self.run_json(*flags, "--seed", "7", "--timer", "own")
        other = self.run_json(*flags, "--seed", "8")
        self.assertEqual(first["config"]["seed"], 7)
        self.assertEqual(payload_hashes(first), payload_hashes(again))
        self.assertEqual(launch_seeds(first), launch_seeds(again))
        for cell_id, sha256 in payload_hashes(first).items():
            self.assertNotEqual(payload_hashes(other)[cell_id], sha256)
            self.assertFalse(set(launch_seeds(first)[cell_id]) & set(launch_seeds(other)[cell_id]))

    def test_payloads_do_not_depend_on_what_else_is_measured(self):
        alone = self.run_json("run", "--verify-only", "--schema", "hello.Person", "--size", "1KB", "--codec",
                              "protobuf")
        quick = self.run_json("run", "--verify-only", "--schema", "hello.Person", "--size", "1KB,10B", "--codec",
                              "protobuf-fresh,protobuf", "--quick", "--budget", "1h")
        for cell_id, sha256 in payload_hashes(alone).items():
            self.assertEqual(payload_hashes(quick)[cell_id], sha256)

    def test_repeat_has_one_payload_whatever_the_seed(self):
        seeds = [payload_hashes(self.run_json(*CHECK, "--codec", "protobuf", "--seed", seed)) for seed in ("1", "2")]
        self.assertEqual(*seeds)

    def test_largest_seed_comes_back_whole(self):
        document = self.run_json(*CHECK, "--codec", "protobuf", "--seed", str(2**53 - 1))
        self.assertEqual(document["config"]["seed"], 2**53 - 1)

    def test_jit_off_stands_in_the_name_and_is_read_back(self):
        document = self.run_json(*TIMED, "--jit", "off")
        self.assertEqual(document["config"]["jit"], ["off"])
        named = {cell["codec"] for cell in document["cells"]}
        self.assertEqual(named, set(CODECS) - set(LUA_CODECS) | {codec + "[jit=off]" for codec in LUA_CODECS})
        for cell in document["cells"]:
            self.assertIn(cell["status"], ("ok", "unstable"))
            if cell["codec"].endswith("[jit=off]"):
                self.assertEqual(cell["jit"], {"asked": "off", "read": "off"})
                self.assertEqual(cell["options"], {"jit": "off"})
                self.assertEqual(cell["traces"]["compiled"], 0)
            else:
                self.assertNotIn("jit", cell)

    def test_jit_on_compiles(self):
        document = self.run_json(*TIMED, "--codec", "lua-*", "--op", "decode")
        for cell in document["cells"]:
            self.assertGreater(cell["traces"]["compiled"], 0, cell["id"])

    def test_ratio_column_has_the_yardstick_without_jit_too(self):
        table = self.pbbench(*TIMED, "--jit", "off", "--codec", "lua-*", "--op", "decode").stdout
        self.assertIn("lua-concat[jit=off]", table)
        self.assertNotIn("ratio: none", table)

    def test_jit_options_reach_the_compiler(self):
        document = self.run_json(*TIMED, "--codec", "lua-concat", "--op", "decode", "--jit-opt", "hotloop=50000000",
                                 "--jit-opt", "hotexit=1000")
        self.assertEqual(document["config"]["jit-opt"], ["hotloop=50000000", "hotexit=1000"])


if __name__ == "__main__":
    unittest.main()
