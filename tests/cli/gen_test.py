"""pbbench gen: the same modules each time, and protoc's own words for what it can't read."""
import os
import unittest

from pbbench_case import CODEC_TREE, REPOSITORY, PbbenchTest

PROTO = os.path.join(REPOSITORY, "proto")


class GenTest(PbbenchTest):
    def files(self, folder):
        """Relative path -> bytes."""
        found = {}
        for at, _, names in os.walk(folder):
            for name in names:
                with open(os.path.join(at, name), "rb") as file:
                    found[os.path.relpath(os.path.join(at, name), folder)] = file.read()
        return found

    def refuses(self, *arguments, out="out"):
        done = self.pbbench("gen", "--out", out, *arguments, code=2)
        self.assertEqual(done.stdout, "")
        self.assertFalse(os.path.exists(self.path("out")), "nothing is written")
        return done.stderr

    def test_writes_the_codec_tree_again_byte_by_byte(self):
        for mode in ("full", "concat"):
            with self.subTest(mode=mode):
                for out in ("first", "again"):
                    done = self.pbbench("gen", "--mode", mode, "-I", PROTO, "--out", out, "hello.proto",
                                        "proto2_basic.proto")
                    self.assertEqual((done.stdout, done.stderr), ("", ""))
                first = self.files(self.path("first"))
                self.assertEqual(first, self.files(self.path("again")))
                self.assertEqual(first, self.files(os.path.join(CODEC_TREE, mode)))

    def test_full_is_the_default(self):
        self.pbbench("gen", "-I", PROTO, "--out", "default", "proto2_basic.proto")
        self.pbbench("gen", "-I", PROTO, "--out", "full", "--mode", "full", "proto2_basic.proto")
        self.assertEqual(self.files(self.path("default")), self.files(self.path("full")))
        self.assertEqual(list(self.files(self.path("full"))), ["proto2_basic_pb.lua"])

    def test_switches_of_mode_concat(self):
        self.pbbench("gen", "--mode", "concat", "-I", PROTO, "--out", "kept", "hello.proto")
        self.pbbench("gen", "--mode", "concat", "--switch", "cch=off", "-I", PROTO, "--out", "turned", "hello.proto")
        self.pbbench("gen", "--mode", "concat", "--switch", "cch=on", "-I", PROTO, "--out", "same", "hello.proto")
        self.assertEqual(self.files(self.path("kept")), self.files(self.path("same")))
        self.assertIn(b"[#l + 1] = v", self.files(self.path("turned"))["hello_pb.lua"])
        for arguments, word in ((("--mode", "concat", "--switch", "cchh=off"), 'did you mean "cch"'),
                                (("--mode", "concat", "--switch", "cch"), "cch=on or cch=off"),
                                (("--mode", "concat", "--switch", "cch=0"), "cch=on or cch=off"),
                                (("--switch", "cch=off"), "mode concat alone")):
            self.assertIn(word, self.refuses(*arguments, "-I", PROTO, "hello.proto"))

    def test_files_can_be_named_by_path(self):
        self.pbbench("gen", "-I", PROTO, "--out", "by_name", "proto2_basic.proto")
        self.pbbench("gen", "-I", PROTO, "--out", "by_path", os.path.join(PROTO, "proto2_basic.proto"))
        self.assertEqual(self.files(self.path("by_name")), self.files(self.path("by_path")))
        self.assertEqual(list(self.files(self.path("by_path"))), ["proto2_basic_pb.lua"])

    def test_packages_become_folders(self):
        os.makedirs(self.path("in", "a", "b"))
        self.write("in/a/b/deep.proto", 'syntax = "proto3"; package a.b; message M { int32 end = 1; }\n')
        self.pbbench("gen", "-I", "in", "--out", "out", "a/b/deep.proto")
        self.assertEqual(list(self.files(self.path("out"))), ["a/b/deep_pb.lua"])

    def test_broken_file_is_named_with_line_and_column(self):
        self.write("bad.proto", 'syntax = "proto3";\nmessage A {\n  int32 x = ;\n}\n')
        self.assertIn("bad.proto:3:13: ", self.refuses("bad.proto"))

    def test_every_error_of_a_file_is_told(self):
        self.write("bad.proto", 'syntax = "proto3";\nmessage A { Nope x = 1; }\nmessage B { Never y = 1; }\n')
        said = self.refuses("bad.proto")
        self.assertIn("bad.proto:2:13: ", said)
        self.assertIn("bad.proto:3:13: ", said)

    def test_missing_import(self):
        self.write("imports.proto", 'syntax = "proto3";\nimport "nope.proto";\nmessage A {}\n')
        said = self.refuses("imports.proto")
        self.assertIn("imports.proto:2:1: ", said)
        self.assertIn("nope.proto", said)

    def test_missing_file_and_folder(self):
        self.assertIn("nosuch.proto: no such file", self.refuses("nosuch.proto"))
        self.assertIn("is a folder", self.refuses("."))

    def test_missing_arguments(self):
        self.assertIn("FILE is required", self.refuses())
        self.assertIn("--out is required", self.pbbench("gen", "a.proto", code=2).stderr)

    def test_wrong_mode(self):
        self.write("fine.proto", 'syntax = "proto3"; message A {}\n')
        said = self.refuses("--mode", "fast", "fine.proto")
        self.assertIn("fast", said)
        self.assertIn("concat", said)

    def test_folder_that_can_not_be_made(self):
        self.write("fine.proto", 'syntax = "proto3"; message A {}\n')
        self.write("file", "")
        for out in ("file", "file/below", "/proc/nosuch"):
            with self.subTest(out=out):
                said = self.refuses("fine.proto", out=out)
                self.assertIn(out, said)
        self.assertIn("--out", self.refuses("fine.proto", out=""))

    def test_generated_file_that_can_not_be_written(self):
        self.write("fine.proto", 'syntax = "proto3"; message A {}\n')
        os.makedirs(self.path("taken", "fine_pb.lua"))
        self.assertIn("fine_pb.lua", self.refuses("fine.proto", out="taken"))


if __name__ == "__main__":
    unittest.main()
