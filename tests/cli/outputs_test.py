"""Where output goes: files whole or not at all, data alone on stdout, no colour and no progress outside a terminal."""
import json
import os
import subprocess
import unittest

from pbbench_case import CHECK, PBBENCH, TIMED, TIMEOUT_S, PbbenchTest

ONE = [*CHECK, "--codec", "protobuf"]


class OutputsTest(PbbenchTest):
    def shell(self, command):
        """A pipeline; `pbbench` is the binary."""
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment(), timeout=TIMEOUT_S,
                              check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8")

    def test_json_on_stdout_is_alone_there_and_the_table_moves_to_stderr(self):
        done = self.pbbench(*ONE, "--json", "-")
        self.assertTrue(self.document(done.stdout)["complete"])
        self.assertIn("hello.Person, ring repeat", done.stderr)
        self.assertRegex(done.stderr, r"(?m)^  protobuf ")

    def test_markdown_on_stdout(self):
        done = self.pbbench(*ONE, "--markdown", "-", "--json", "out.json")
        self.assertIn("### hello.Person, ring repeat: encode\n", done.stdout)
        self.assertNotIn("2 cells:", done.stdout)
        self.document(self.read("out.json"))

    def test_markdown_has_a_table_for_each_op_with_units(self):
        self.pbbench(*TIMED, "--codec", "protobuf,lua-full", "--markdown", "out.md")
        markdown = self.read("out.md")
        for op in ("encode", "decode"):
            self.assertIn(f"### hello.Person, ring unique: {op}\n", markdown)
        self.assertIn("| size | protobuf msgs/s | protobuf MB/s | protobuf alloc B/op | lua-full msgs/s |", markdown)
        self.assertRegex(markdown, r"\n\| 10B \| [0-9.]+[kM]? ")

    def test_quiet_is_silent_and_the_document_whole(self):
        done = self.pbbench(*ONE, "--quiet", "--json", "out.json")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertTrue(self.document(self.read("out.json"))["warnings"], "warnings are kept in the document")

    def test_an_old_file_is_replaced_whole_and_nothing_is_left_beside_it(self):
        self.write("out.json", "x" * 1_000_000)
        self.pbbench(*ONE, "--json", "out.json")
        self.document(self.read("out.json"))
        self.assertEqual(os.listdir(self.folder), ["out.json"])

    def test_a_link_is_written_through(self):
        self.write("real.json", "old")
        os.symlink("real.json", self.path("link.json"))
        self.pbbench(*ONE, "--json", "link.json")
        self.assertTrue(os.path.islink(self.path("link.json")), "/dev/stdout is such a link, too")
        self.document(self.read("real.json"))

    def test_file_modes_are_the_users(self):
        old_mask = os.umask(0o077)
        try:
            self.pbbench(*ONE, "--json", "new.json")
        finally:
            os.umask(old_mask)
        self.assertEqual(os.stat(self.path("new.json")).st_mode & 0o777, 0o600)
        os.chmod(self.write("old.json", "old"), 0o640)
        self.pbbench(*ONE, "--json", "old.json")
        self.assertEqual(os.stat(self.path("old.json")).st_mode & 0o777, 0o640)

    def test_stdout_by_its_other_name(self):
        self.assertTrue(self.document(self.pbbench(*ONE, "--json", "/dev/stdout").stdout)["complete"])

    def test_an_old_file_is_left_alone_when_the_run_can_not_start(self):
        self.write("out.json", "old")
        self.pbbench(*CHECK, "--codecs", "/nonexistent", "--json", "out.json", code=4)
        self.assertEqual(self.read("out.json"), "old")
        self.assertEqual(os.listdir(self.folder), ["out.json"])

    def test_full_disk(self):
        for flags in (["--json", "/dev/full"], ["--markdown", "/dev/full"]):
            with self.subTest(flags=flags):
                done = self.pbbench(*ONE, *flags, code=2)
                self.assertIn("2 cells: 2 ok", done.stdout, "a document that can't be written must not cost the table")
                self.assertIn("/dev/full: can't write: No space left on device", done.stderr)

    def test_full_disk_behind_stdout(self):
        for arguments in (ONE, [*ONE, "--json", "-"], ["corpus", "list"], ["codecs"], ["run", "--dry-run"], ["--help"],
                          ["run", "--help"], ["--version"]):
            with self.subTest(arguments=arguments), open("/dev/full", "w", encoding="utf-8") as full:
                done = self.pbbench(*arguments, stdout=full, code=2)
                self.assertIn("No space left on device", done.stderr)

    def test_stderr_that_takes_nothing_changes_nothing(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.assertIn("2 cells: 2 ok", self.pbbench(*ONE, stderr=full).stdout)
            self.pbbench("run", "--codec", "nosuch", stderr=full, code=2)
            self.pbbench("nosuch", stderr=full, code=2)

    def test_closed_stderr_is_no_crash(self):
        done = self.shell(f"pbbench {' '.join(ONE)} --json out.json 2>&-")
        self.assertEqual(done.returncode, 0)
        self.document(self.read("out.json"))

    def test_words_for_a_closed_stderr_do_not_land_in_an_output(self):
        self.pbbench(*ONE, "--json", "kept.json", "--quiet")
        document = json.loads(self.read("kept.json"))
        gone = dict(document["cells"][0], codec="gone", id=document["cells"][0]["id"].rsplit("/", 1)[0] + "/gone")
        document["cells"].append(gone)
        self.write("kept.json", json.dumps(document))
        # "not measured: ..." is said while out.json is open.
        done = self.shell("pbbench compare kept.json --quick --json out.json 2>&-")
        self.assertEqual(done.returncode, 1)
        self.document(self.read("out.json"))

    def test_closed_stdout_is_an_error(self):
        done = self.shell(f"pbbench {' '.join(ONE)} --json out.json >&-")
        self.assertEqual(done.returncode, 2)
        self.assertIn("Bad file descriptor", done.stderr)
        self.document(self.read("out.json"))

    def test_a_reader_that_goes_away_is_no_crash(self):
        for arguments in ("corpus list", "codecs", "run --help", " ".join(ONE), " ".join(ONE) + " --json -"):
            with self.subTest(arguments=arguments):
                done = self.shell(f"pbbench {arguments} | head -c 1; echo ${{PIPESTATUS[0]}}")
                self.assertIn(done.stdout[1:], ("0\n", "141\n"))
                self.assertNotIn("error", done.stderr)

    def test_a_reader_that_goes_away_does_not_cost_the_document(self):
        self.shell(f"pbbench {' '.join(ONE)} --json out.json | true")
        self.document(self.read("out.json"))

    def test_no_colour_and_no_progress_outside_a_terminal(self):
        for variables in ({}, {"NO_COLOR": "1"}, {"TERM": None}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}):
            with self.subTest(variables=variables):
                done = self.pbbench(*ONE, variables=variables)
                for text in (done.stdout, done.stderr):
                    self.assertNotIn("\x1b", text)
                    self.assertNotIn("\r", text)
                    self.assertTrue(text.endswith("\n"))

    def test_colour_flag_beats_the_environment_and_colours_words_only(self):
        tree = self.break_codec("full", "  codec.decode = function() error('no', 0) end")
        flags = [*CHECK, "--codec", "lua-full,protobuf", "--codecs", tree]
        plain = self.pbbench(*flags, "--color", "never", code=1, variables={"FORCE_COLOR": "1"}).stdout
        colourful = self.pbbench(*flags, "--color", "always", code=1, variables={"NO_COLOR": "1"}).stdout
        self.assertNotIn("\x1b", plain)
        self.assertRegex(colourful, "\x1b\\[[0-9;]*mfailed")
        for code in ("\x1b[31m", "\x1b[33m", "\x1b[0m"):
            colourful = colourful.replace(code, "")
        self.assertEqual(colourful.splitlines()[7:], plain.splitlines()[7:])

    def test_document_names_neither_host_nor_user_nor_folder(self):
        self.pbbench(*ONE, "--json", "out.json")
        text = self.read("out.json")
        for word in (os.uname().nodename, os.path.dirname(PBBENCH), self.folder):
            self.assertNotIn(f'"{word}', text)

    def test_failure_output_survives_a_folder_that_can_not_be_written(self):
        tree = self.break_codec("full", "  codec.decode = function() error('no', 0) end")
        self.write("pbbench-failed", "a file where the folder should be")
        document = self.run_json(*CHECK, "--codec", "lua-full", "--codecs", tree, code=1)
        self.assertTrue(any("could not be saved" in warning for warning in document["warnings"]))
        self.assertNotIn("saved_input", document["cells"][0]["failure"])


if __name__ == "__main__":
    unittest.main()
