"""pbbench codecs, --help and --version: what there is, as a user finds it."""
import unittest

from pbbench_case import CODECS, LUA_CODECS, PbbenchTest


class CodecsTest(PbbenchTest):
    def rows(self, *flags):
        table = self.pbbench("codecs", *flags).stdout.split("\n\n")[0]
        return {line.split()[0]: line for line in table.splitlines()[1:]}

    def test_every_codec_is_usable_here(self):
        rows = self.rows()
        self.assertEqual(list(rows), CODECS)
        for row in rows.values():
            self.assertRegex(row, r"  yes  ")

    def test_without_a_codec_tree_it_says_which_are_not_and_why(self):
        rows = self.rows("--codecs", "/nonexistent")
        for name, row in rows.items():
            self.assertRegex(row, r"  no  " if name in LUA_CODECS else r"  yes  ")
        self.assertIn("not usable: /nonexistent/pbplan.so is missing",
                      self.pbbench("codecs", "--codecs", "/nonexistent").stdout)

    def test_options_are_listed_with_their_values(self):
        self.assertIn("[int64=cdata|number]", self.pbbench("codecs").stdout)

    def test_version(self):
        self.assertRegex(self.pbbench("--version").stdout, r"^pbbench \d+\.\d+\.\d+\n$")

    def test_help_of_every_subcommand(self):
        for arguments in ([], ["run"], ["codecs"], ["corpus"], ["corpus", "list"], ["corpus", "show"], ["gen"]):
            with self.subTest(arguments=arguments):
                done = self.pbbench(*arguments, "--help")
                self.assertIn("Usage: " + " ".join(["pbbench", *arguments]), done.stdout)
                self.assertEqual(done.stderr, "")
                self.assertEqual(done.stdout, self.pbbench(*arguments, "-h").stdout)

    def test_worker_is_hidden_and_ends_with_its_input(self):
        self.assertNotIn("worker", self.pbbench("--help").stdout)
        self.assertEqual(self.pbbench("worker").stdout, "")

    def test_worker_answers_nonsense_and_goes_on(self):
        self.write("requests", 'junk\n{"cmd": "nosuch"}\n{"cmd": "hello"}\n{"cmd": "bye"}\n')
        with open(self.path("requests"), encoding="utf-8") as requests:
            answers = self.pbbench("worker", stdin=requests).stdout.splitlines()
        self.assertEqual(len(answers), 4)
        self.assertIn('"ok":false', answers[0])
        self.assertIn('"ok":false', answers[1])
        self.assertIn('"protocol":1', answers[2])
        self.assertIn('"ok":true', answers[3])


if __name__ == "__main__":
    unittest.main()
