"""--markdown against an older document: tables of differences, and a plain word for every file that is none."""
import functools
import json
import re
import unittest

from pbbench_case import CHECK, TIMED, PbbenchTest


class BaselineTest(PbbenchTest):
    @functools.cached_property
    def wire(self):
        return self.tripwire()

    def old_document(self):
        """The text of a document with one cell that has a time."""
        self.pbbench(*TIMED, "--codec", "protobuf", "--op", "encode", "--json", "old.json", "--quiet")
        return self.read("old.json")

    def refuses(self, content, *words):
        self.write("bad.json", content)
        tree, measured = self.wire
        done = self.pbbench(*CHECK, "--codecs", tree, "--markdown", "-", "--baseline", "bad.json", code=2)
        self.assertEqual(done.stdout, "")
        self.assertIn("bad.json", done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertFalse(measured())

    def test_shows_before_after_and_change(self):
        document = json.loads(self.old_document())
        cell = document["cells"][0]
        cell["msgs_per_s"], cell["mb_per_s"] = 1e6, 10
        cell["ns_per_op"].update(median=1000, worst_launch=1000)
        cell["alloc"]["bytes_per_op"] = 8
        self.write("old.json", json.dumps(document))
        self.pbbench(*TIMED, "--codec", "protobuf,cpp-plan", "--op", "encode", "--markdown", "delta.md", "--baseline",
                     "old.json")
        delta = self.read("delta.md")
        self.assertIn("\nAfter: ", delta)
        self.assertIn("| size | codec | msgs/s before | msgs/s after | change |", delta)
        self.assertRegex(delta, r"\| 10B \| protobuf[^|]*\| 1\.00M \| [0-9.]+M \| \+[0-9.]+ % \|.*"
                                r"\| 8 \| 0 \| -100 % \|\n")
        self.assertRegex(delta, r"\nNew \(the baseline lacks them\):\n\n- hello.Person/10B/unique/encode/cpp-plan\n")

    def test_baseline_can_be_the_file_that_is_replaced(self):
        self.old_document()
        self.pbbench(*TIMED, "--codec", "protobuf", "--op", "encode", "--json", "old.json", "--markdown", "-",
                     "--baseline", "old.json")
        self.document(self.read("old.json"))

    def test_baseline_from_stdin(self):
        self.old_document()
        with open(self.path("old.json"), encoding="utf-8") as old:
            done = self.pbbench(*CHECK, "--codec", "protobuf", "--markdown", "-", "--baseline", "-", stdin=old)
        self.assertIn("Before: ", done.stdout)

    def test_of_a_failed_run_can_be_read_back(self):
        tree = self.break_codec("full", "  codec.decode = function() error('no', 0) end")
        self.pbbench(*CHECK, "--codecs", tree, "--json", "old.json", code=1)
        self.assertIn("Before: ", self.pbbench(*CHECK, "--markdown", "-", "--baseline", "old.json").stdout)

    def test_newer_minor_and_unknown_fields_are_read(self):
        document = json.loads(self.old_document())
        document.update(schema_version="1.99", future={"deep": [1]})
        document["cells"][0]["future"] = True
        self.write("old.json", json.dumps(document))
        self.pbbench(*CHECK, "--codec", "protobuf", "--markdown", "-", "--baseline", "old.json")

    def test_files_that_are_no_result_documents(self):
        for content, words in (("", ["empty"]), (" \n\t ", ["empty"]), ("{}", ["no pbbench result document"]),
                               ("[]", ["no pbbench result document"]), ("null", ["no pbbench result document"]),
                               ("<!DOCTYPE html>\n<html></html>\n", ["byte 0"]),
                               ('{"context": {}, "benchmarks": []}', ["no pbbench result document"]),
                               ("\0" * 64, ["byte 0"]), (b"\xff\xfe{\0}\0", ["byte 0"]),
                               ("[" * 100_000, ["byte 100000"]), ('{"a": NaN}', ["byte"]),
                               ('{"schema_version": "1.0", "cells": []}', ["complete"])):
            with self.subTest(content=content[:40]):
                self.refuses(content, *words)

    def test_damaged_documents(self):
        text = self.old_document()
        for length in (1, 100, len(text) // 2, len(text) - 3):
            with self.subTest(cut_at=length):
                self.refuses(text[:length], "cut off", f"byte {length}")
        hole = text.index('"complete"')
        self.refuses(text[:hole] + "@" + text[hole:], f"byte {hole}")
        self.refuses(re.sub('"schema_version": "1[.][0-9]+"', '"schema_version": "2.0"', text), "2.0", "newer")
        self.refuses(re.sub('"schema_version": "1[.][0-9]+"', '"schema_version": "one"', text), '"one"')
        document = json.loads(text)
        document["cells"] *= 2
        self.refuses(json.dumps(document), "hello.Person/10B/unique/encode/protobuf", "twice")

    def test_unfinished_run_is_no_baseline(self):
        self.refuses(self.old_document().replace('"complete": true', '"complete": false'), "complete")

    def test_values_that_can_not_be_compared_cost_their_row_only(self):
        text = self.old_document()
        for bad in (0, -5, None, "", 1e300):
            with self.subTest(value=bad):
                document = json.loads(text)
                document["cells"][0]["ns_per_op"]["median"] = bad
                document["cells"][0]["msgs_per_s"] = bad
                self.write("old.json", json.dumps(document))
                done = self.pbbench(*TIMED, "--codec", "protobuf", "--op", "encode", "--markdown", "-", "--baseline",
                                    "old.json")
                self.assertIn("not comparable", done.stdout)

    def test_folders_and_missing_files(self):
        for path, words in ((".", "folder|directory"), ("missing.json", "no such file"), ("/dev/null", "empty")):
            done = self.pbbench(*CHECK, "--markdown", "-", "--baseline", path, code=2)
            self.assertEqual(done.stdout, "")
            self.assertRegex(done.stderr, f"pbbench: {path}: .*({words})")


if __name__ == "__main__":
    unittest.main()
