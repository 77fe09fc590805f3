"""Ctrl-C: what was done is written and marked, the worker is gone, nothing is left behind."""
import os
import signal
import subprocess
import time
import unittest

from pbbench_case import CHECK, PBBENCH, TIMED, TIMEOUT_S, PbbenchTest

# Hangs where `hangs()` says so, after it has written its process id to the file that the test waits for.
HANG = """
  local ffi = require "ffi"
  ffi.cdef "int getpid(void);"
  local function hang()
    local file = io.open("{mark}.new", "w")
    file:write(tostring(ffi.C.getpid()))
    file:close()
    os.rename("{mark}.new", "{mark}")
    while true do end
  end
  local file = io.open("{loads}", "a+")
  file:write("x")
  file:seek("set")
  local loads = #file:read("*a")
  file:close()
  codec.decode = function(s)
    if loads == {hangs_at} then hang() end
    return decode(s)
  end"""


class InterruptTest(PbbenchTest):
    def interrupt(self, *arguments, number=signal.SIGINT, hangs_at):
        """Sends the signal when lua-full hangs in the state that is its `hangs_at`th. Gives the process, ended."""
        mark = self.path("mark")
        tree = self.break_codec("full", HANG.format(mark=mark, loads=self.path("loads"), hangs_at=hangs_at))
        with subprocess.Popen([PBBENCH, *arguments, "--codecs", tree], cwd=self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8") as child:
            give_up = time.monotonic() + TIMEOUT_S
            while not os.path.exists(mark) and child.poll() is None and time.monotonic() < give_up:
                time.sleep(0.01)
            self.assertTrue(os.path.exists(mark), "it hung as it should")
            child.send_signal(number)
            child.out, child.err = child.communicate(timeout=TIMEOUT_S)
        self.assertEqual(child.returncode, 130, child.err)
        self.assertEqual(os.listdir(self.temporary), [])
        with self.assertRaises(ProcessLookupError, msg="the worker is gone"):
            os.kill(int(self.read("mark")), 0)
        return child

    def test_in_the_middle_of_launches(self):
        self.write("out.json", "old")
        child = self.interrupt("run", "--schema", "hello.Person", "--size", "10B", "--ring", "repeat", "--codec",
                               "protobuf,lua-full", "--launches", "3", "--budget", "10s", "--json", "out.json",
                               hangs_at=4)
        document = self.document(self.read("out.json"))
        self.assertFalse(document["complete"])
        self.assertEqual(len(document["cells"]), 4)
        for cell in document["cells"]:
            self.assertIn(cell["status"], ("ok", "unstable"), "being told to stop is nobody's failure")
            self.assertIn(len(cell["ns_per_op"]["launches"]), (1, 2))
        self.assertIn("interrupted", child.err)
        self.assertIn("10B decode", child.out)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("out.json")], ["out.json"])

    def test_while_payloads_are_checked(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                self.setUp()  # a folder for each
                self.write("out.json", "old")
                self.interrupt(*CHECK, "--codec", "protobuf,lua-full", "--json", "out.json", number=number, hangs_at=1)
                document = self.document(self.read("out.json"))
                self.assertFalse(document["complete"])
                self.assertEqual({cell["codec"] for cell in document["cells"]}, {"protobuf"})

    def test_documents_that_could_not_be_written_are_not_claimed_to_be(self):
        child = self.interrupt(*CHECK, "--codec", "lua-full", hangs_at=1)
        self.assertNotIn("is written", child.err)

    def test_at_any_moment_the_old_file_or_a_whole_one_is_there(self):
        """sharkdp/hyperfine 306, 9; renaissance-benchmarks/renaissance 119"""
        moments = [0.002, 0.01, 0.03, 0.08, 0.2, 0.5, 0.9, 1.4, 2.0]  # a run of some 2 seconds
        written = set()
        for moment in moments:
            self.setUp()
            os.makedirs(self.path("reports", "baselines"))
            self.write("out.json", "old")
            self.write("reports/baselines/kept.json", "old")
            with subprocess.Popen([PBBENCH, *TIMED, "--json", "out.json", "--save", "kept", "--quiet"], cwd=self.folder,
                                  env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, encoding="utf-8") as child:
                time.sleep(moment)
                child.send_signal(signal.SIGINT)
                _, err = child.communicate(timeout=TIMEOUT_S)
            leftovers = os.listdir(self.folder) + os.listdir(self.path("reports", "baselines"))
            self.assertEqual(sorted(leftovers), ["kept.json", "out.json", "reports"])
            text, kept = self.read("out.json"), self.read("reports/baselines/kept.json")
            # Before the handler is there, and after all is done, the signal ends the process as it does any other.
            self.assertIn(child.returncode, (0, 130, -signal.SIGINT), err)
            if text == "old":
                self.assertEqual(kept, "old")
                continue
            complete = self.document(text)["complete"]
            written.add(complete)
            self.assertEqual(kept, text if complete else "old")
            self.assertEqual(child.returncode, 0 if complete else 130, err)
            if not complete:
                self.pbbench("compare", "out.json", "out.json", code=2)
                self.pbbench("compare", "out.json", "out.json", "--allow-partial", code=3)
        self.assertIn(False, written, "some moment was in the middle of the run")


if __name__ == "__main__":
    unittest.main()
