"""On a terminal: progress on stderr that is wiped at the end, colour in the table, neither where it is not wanted."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import unittest

from pbbench_case import CHECK, CODECS, PBBENCH, TIMEOUT_S, PbbenchTest

WIPE = "\r\x1b[K"
STEP = re.compile(r"\[\d+/\d+\]")


class TerminalTest(PbbenchTest):
    def on_terminal(self, *arguments, streams, columns=60, code=0, **variables):
        """Runs with `streams` ("stdout", "stderr") on a terminal; what it was sent."""
        leader, follower = pty.openpty()
        attributes = termios.tcgetattr(follower)
        attributes[1] &= ~termios.OPOST  # no \n -> \r\n
        termios.tcsetattr(follower, termios.TCSANOW, attributes)
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        blocks = []

        def read():
            while True:
                try:
                    block = os.read(leader, 4096)
                except OSError:  # the last writer is gone
                    return
                if not block:
                    return
                blocks.append(block)

        reader = threading.Thread(target=read)
        others = {name: subprocess.DEVNULL for name in ("stdout", "stderr") if name not in streams}
        with subprocess.Popen([PBBENCH, *arguments], cwd=self.folder, env=self.environment(**variables),
                              stdin=subprocess.DEVNULL, **others, **{name: follower for name in streams}) as child:
            os.close(follower)
            reader.start()
            self.assertEqual(child.wait(TIMEOUT_S), code)
        reader.join(TIMEOUT_S)
        os.close(leader)
        return b"".join(blocks).decode()

    def test_progress_is_shown_and_wiped(self):
        seen = self.on_terminal(*CHECK, streams=["stderr"])
        *shown, after = seen.split(WIPE)
        steps = [text for text in shown if STEP.match(text)]
        self.assertEqual(len(steps), len(CODECS), seen)
        self.assertIn("checking", steps[0])
        self.assertIn("hello.Person/10B/repeat", steps[0])
        self.assertNotRegex(after, STEP, "the last line of progress is wiped before anything else is written")
        self.assertNotIn("\r", after)

    def test_progress_fits_the_terminal(self):
        for columns in (20, 200):
            steps = [text for text in self.on_terminal(*CHECK, streams=["stderr"], columns=columns).split(WIPE)
                     if STEP.match(text)]
            self.assertTrue(steps)
            self.assertTrue(all(len(text) < columns for text in steps), steps)

    def test_progress_of_launches(self):
        seen = self.on_terminal("run", "--schema", "hello.Person", "--size", "10B", "--ring", "repeat", "--op",
                                "encode", "--codec", "protobuf", "--launches", "2", "--budget", "2s",
                                streams=["stderr"])
        self.assertIn("launch 1/2", seen)
        self.assertIn("launch 2/2", seen)
        self.assertRegex(seen, r"\d+ s left")

    def test_quiet_shows_no_progress(self):
        self.assertEqual(self.on_terminal(*CHECK, "--quiet", "--json", "out.json", streams=["stdout", "stderr"]), "")
        self.document(self.read("out.json"))

    def test_no_progress_when_only_stdout_is_a_terminal(self):
        seen = self.on_terminal(*CHECK, streams=["stdout"])
        self.assertIn(f"{2 * len(CODECS)} cells: {2 * len(CODECS)} ok", seen)
        self.assertNotIn("\r", seen)

    def test_no_control_codes_on_a_terminal_that_has_none(self):
        for term in ("dumb", None):
            with self.subTest(term=term):
                seen = self.on_terminal(*CHECK, streams=["stdout", "stderr"], TERM=term)
                self.assertIn(f"{2 * len(CODECS)} cells: {2 * len(CODECS)} ok", seen)
                self.assertNotIn("\x1b", seen)

    def test_progress_is_wiped_before_an_error(self):
        seen = self.on_terminal(*CHECK, "--json", "/dev/full", streams=["stderr"], code=2)
        *shown, after = seen.split(WIPE)
        self.assertTrue(any(STEP.match(text) for text in shown))
        self.assertTrue(after.startswith("pbbench: "), seen)

    def test_colour_of_a_failure(self):
        tree = self.break_codec("full", "  codec.decode = function() error('no', 0) end")
        flags = [*CHECK, "--codec", "lua-full", "--codecs", tree]
        self.assertRegex(self.on_terminal(*flags, streams=["stdout"], code=1), "\x1b\\[[0-9;]*mfailed")
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            with self.subTest(variables=variables):
                self.assertNotIn("\x1b", self.on_terminal(*flags, streams=["stdout"], code=1, **variables))


if __name__ == "__main__":
    unittest.main()
