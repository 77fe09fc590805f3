"""Codecs that take their process with them: each costs its own cells and nothing else."""
import unittest

from pbbench_case import CHECK, CODECS, PbbenchTest


class LostWorkerTest(PbbenchTest):
    def environment(self, **changes):
        # os.exit() in a codec frees nothing: no leak, and no reason for another exit code.
        return super().environment(ASAN_OPTIONS="detect_leaks=0", **changes)

    def lose(self, lua, *flags):
        """What the cells of a lost codec say, after a look at all others."""
        tree = self.break_codec("full", lua)
        document = self.run_json(*CHECK, *flags, "--codecs", tree, code=1)
        self.assertTrue(document["complete"])
        statuses = {cell["id"]: cell["status"] for cell in document["cells"]}
        self.assertEqual(len(statuses), 2 * len(CODECS))
        for cell_id, status in statuses.items():
            self.assertEqual(status, "failed" if cell_id.endswith("/lua-full") else "ok", cell_id)
        failures = [cell["failure"] for cell in document["cells"] if cell["status"] == "failed"]
        self.assertTrue(all("--codec 'lua-full'" in failure["replay"] for failure in failures), failures)
        return failures[0]["what"]

    def test_exits(self):
        self.assertIn("exit code 3", self.lose("  codec.decode = function() os.exit(3) end"))

    def test_exits_as_if_all_were_well(self):
        self.assertIn("exit code 0", self.lose("  codec.decode = function() os.exit(0) end"))

    def test_crashes(self):
        # The sanitizer turns the signal into an exit code of its own.
        what = self.lose("  codec.decode = function() require('ffi').cast('int *', 8)[0] = 1 end")
        self.assertRegex(what, r"^worker: (killed by signal 11|exit code 1\b)")

    def test_kills_itself(self):
        self.assertIn("signal 9", self.lose("""
  codec.decode = function()
    local ffi = require "ffi"
    ffi.cdef "int getpid(void); int kill(int pid, int signal);"
    ffi.C.kill(ffi.C.getpid(), 9)
  end"""))

    def test_never_comes_back(self):
        self.assertIn("no answer within", self.lose("  codec.decode = function() while true do end end"))

    def test_dies_in_one_launch_only(self):
        loads = self.path("loads")
        tree = self.break_codec("full", f"""
  local file = io.open("{loads}", "a+")
  file:write("x")
  file:seek("set")
  local dies = #file:read("*a") == 3
  file:close()
  codec.decode = function(s) if dies then os.exit(3) end return decode(s) end""")
        document = self.run_json("run", "--schema", "hello.Person", "--size", "10B", "--ring", "repeat", "--op",
                                 "decode", "--codec", "lua-full,protobuf", "--launches", "3", "--budget", "2s",
                                 "--codecs", tree, code=1)
        failed, fine = sorted(document["cells"], key=lambda cell: cell["codec"])
        self.assertEqual(failed["status"], "failed")
        self.assertNotIn("ns_per_op", failed)
        self.assertEqual(len(fine["ns_per_op"]["launches"]), 3)


if __name__ == "__main__":
    unittest.main()
