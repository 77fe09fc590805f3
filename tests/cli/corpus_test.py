"""pbbench corpus: every payload is listed with its size and hash, and can be seen as text."""
import hashlib
import re
import unittest

from pbbench_case import PbbenchTest

SIZES = {"hello.Person": {"10B": 10, "100B": 94, "1KB": 930, "10KB": 9634, "100KB": 96674},
         "proto2_basic.BenchPayload": {"min": 5, "mid": 609}}

RINGS = ("repeat", "unique", "mixed", "shuffled", "dup:50")


class CorpusTest(PbbenchTest):
    def listed(self):
        table = self.pbbench("corpus", "list").stdout.split("\n\n")[0]
        return [line.split() for line in table.splitlines()[1:]]

    def test_list_has_every_payload_with_its_size(self):
        wanted = [[f"{schema}/{size}/{ring}", str(length)] for schema, sizes in SIZES.items()
                  for size, length in sizes.items() for ring in RINGS]
        self.assertEqual([row[:2] for row in self.listed()], wanted)

    def test_list_has_the_hash_of_the_bytes(self):
        hashes = {row[0]: row[2] for row in self.listed()}
        self.assertEqual(hashes["hello.Person/10B/repeat"], hashlib.sha256(b"\x0a\x06alicia\x10*").hexdigest())

    def test_every_listed_payload_can_be_shown(self):
        rows = self.listed()
        self.assertEqual(len(rows), 35)
        for row in rows:
            with self.subTest(payload=row[0]):
                text = self.pbbench("corpus", "show", row[0]).stdout
                self.assertTrue(text == "" or text.endswith("\n"))
                if not row[0].endswith(("/mixed", "/shuffled")):  # in which any field may be absent
                    self.assertRegex(text, r"(?m)^(name|id): ")

    def test_show_repeat_is_the_public_payload(self):
        self.assertEqual(self.pbbench("corpus", "show", "hello.Person/10B/repeat").stdout, 'name: "alicia"\nage: 42\n')

    def test_show_names_extensions_and_groups(self):
        text = self.pbbench("corpus", "show", "proto2_basic.BenchPayload/mid/repeat").stdout
        self.assertIn("[proto2_basic.ext_count]: 99\n", text)
        self.assertIn("Stats {\n", text)

    def test_show_of_a_number_and_a_seed(self):
        def show(*arguments):
            return self.pbbench("corpus", "show", *arguments).stdout

        first = show("hello.Person/10B/unique")
        self.assertEqual(first, show("hello.Person/10B/unique/0"))
        self.assertEqual(first, show("hello.Person/10B/unique/0", "--seed", "1"))
        self.assertNotEqual(first, show("hello.Person/10B/unique/1"))
        self.assertNotEqual(first, show("hello.Person/10B/unique/0", "--seed", "2"))

    def test_every_payload_of_a_run_can_be_shown(self):
        run = self.run_json("run", "--schema", "hello.Person", "--size", "10B", "--verify-only", "--codec", "protobuf")
        count = run["cells"][0]["payload"]["count"]
        self.assertGreater(count, 1)
        self.assertIn("age: 42\n", self.pbbench("corpus", "show", f"hello.Person/10B/unique/{count - 1}").stdout)
        self.assertIn("its last is ", self.pbbench("corpus", "show", "hello.Person/10B/unique/20000", code=2).stderr)

    def test_names_that_are_not_there(self):
        for name, words in (("hello.Persn/10B/repeat", '"hello.Person"'), ("hello.Person/10BB/repeat", '"10B"'),
                            ("hello.Person/10B/rpeat", '"repeat"'), ("hello.Person/10B/repeat/1", "its last is 0"),
                            ("hello.Person/10B", "SCHEMA/SIZE/RING"), ("hello.Person", "SCHEMA/SIZE/RING"),
                            ("", "SCHEMA/SIZE/RING"), ("hello.Person/10B/unique/-1", '"-1"'),
                            ("hello.Person/10B/unique/x", '"x"'), ("hello.Person/10B/unique/0/0", ""),
                            ("hello.Person/10B/unique/99999999999999999999", "")):
            with self.subTest(name=name):
                done = self.pbbench("corpus", "show", name, code=2)
                self.assertEqual(done.stdout, "")
                self.assertIn(words, done.stderr)

    def test_rings_are_explained(self):
        self.assertTrue(re.search(r"(?m)^unique: payloads of one shape", self.pbbench("corpus", "list").stdout))


if __name__ == "__main__":
    unittest.main()
