"""protoc-gen-pblua: protoc writes what `pbbench gen` writes, and says in protoc's way what can't be done."""
import os
import subprocess
import unittest

from pbbench_case import PBBENCH, REPOSITORY, TIMEOUT_S, PbbenchTest

PLUGIN = os.path.join(os.path.dirname(PBBENCH), "protoc-gen-pblua")
PROTO = os.path.join(REPOSITORY, "proto")
CASES = os.path.join(REPOSITORY, "tests", "lua", "proto")


class ProtocPluginTest(PbbenchTest):
    def protoc(self, *arguments, code=0):
        done = subprocess.run(["protoc", "--plugin=" + PLUGIN, *arguments], cwd=self.folder, env=self.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_S, check=False,
                              encoding="utf-8")
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def files(self, folder):
        """Relative path -> bytes."""
        found = {}
        for at, _, names in os.walk(self.path(folder)):
            for name in names:
                with open(os.path.join(at, name), "rb") as file:
                    found[os.path.relpath(os.path.join(at, name), self.path(folder))] = file.read()
        return found

    def both(self, include_dirs, names):
        """What both write, for each mode; the paths of one of them."""
        includes = [f"-I{folder}" for folder in include_dirs]
        for mode in ("full", "concat"):
            ours, theirs = f"gen-{mode}", f"protoc-{mode}"
            os.mkdir(self.path(theirs))
            self.pbbench("gen", "--mode", mode, *includes, "--out", ours, *names)
            self.protoc(f"--pblua_out=mode={mode}:{theirs}", *includes, *names)
            self.assertEqual(self.files(ours), self.files(theirs), mode)
        self.assertNotEqual(self.files("gen-full"), self.files("gen-concat"))
        return sorted(self.files("gen-full"))

    def test_bench_schemas(self):
        made = self.both([PROTO], ["hello.proto", "proto2_basic.proto"])
        self.assertEqual([name for name in made if "/" not in name], ["hello_pb.lua", "proto2_basic_pb.lua"])

    def test_every_kind_of_field(self):
        self.assertIn("sub/other_pb.lua", self.both([CASES], ["t3.proto", "t2.proto", "sub/other.proto", "names.proto"]))

    def test_file_in_a_subfolder_with_a_dot_and_a_dash_in_its_name(self):
        os.makedirs(self.path("in", "a-b"))
        self.write("in/a-b/one.two-three.proto", 'syntax = "proto3"; package x; message M { optional int32 end = 1; }\n')
        self.assertEqual(len(self.both(["in"], ["a-b/one.two-three.proto"])), 1)

    def test_imports_and_well_known_types_are_written_too(self):
        os.makedirs(self.path("in", "deep"))
        self.write("in/deep/leaf.proto", 'syntax = "proto2"; package l; message L { required int64 v = 1; }\n')
        self.write("in/middle.proto", 'syntax = "proto3"; package m; import public "deep/leaf.proto";\n')
        self.write("in/top.proto", 'syntax = "proto3"; import "middle.proto"; import "google/protobuf/timestamp.proto";\n'
                   'message T { l.L l = 1; google.protobuf.Timestamp at = 2; map<string, l.L> by = 3; }\n')
        self.assertEqual(self.both(["in"], ["top.proto"]),
                         ["deep/leaf_pb.lua", "google/protobuf/timestamp_pb.lua", "middle_pb.lua", "top_pb.lua"])

    def test_order_of_files_does_not_matter(self):
        for name, files in (("one", ["t2.proto", "t3.proto"]), ("two", ["t3.proto", "t2.proto"])):
            os.mkdir(self.path(name))
            self.protoc(f"--pblua_out={name}", f"-I{CASES}", *files)
        self.assertEqual(self.files("one"), self.files("two"))

    def test_full_is_the_default_and_the_mode_can_be_an_opt(self):
        for name, options in (("default", []), ("full", ["--pblua_opt=mode=full"]), ("concat", ["--pblua_opt=mode=concat"])):
            os.mkdir(self.path(name))
            self.protoc(f"--pblua_out={name}", *options, f"-I{PROTO}", "hello.proto")
        self.assertEqual(self.files("default"), self.files("full"))
        self.assertNotEqual(self.files("concat"), self.files("full"))

    def refuses(self, parameter, *arguments):
        os.mkdir(self.path("out"))
        said = self.protoc(f"--pblua_out={parameter}:out", *arguments, code=1)
        self.assertEqual(os.listdir(self.path("out")), [])
        os.rmdir(self.path("out"))
        return said

    def test_unknown_parameter(self):
        for parameter, text in (("speed=1", '--pblua_out: unknown parameter "speed=1"'), ("mode", 'unknown parameter "mode"'),
                                ("mode=fast", 'unknown mode "fast"'), ("mode=full,x", 'unknown parameter "x"')):
            with self.subTest(parameter=parameter):
                said = self.refuses(parameter, f"-I{PROTO}", "hello.proto")
                self.assertIn(text, said)
                self.assertIn("concat", said)

    def test_two_files_for_one_module(self):
        for name in ("a.b", "a_b"):
            self.write(f"{name}.proto", f'syntax = "proto3"; package {name.replace(".", "_")[-1]}{len(name.split("."))};')
        said = self.refuses("mode=full", "-I.", "a.b.proto", "a_b.proto")
        self.assertIn("a_b_pb.lua: two .proto files would be written to it; rename one of them", said)
        said = self.pbbench("gen", "-I.", "--out", "out", "a.b.proto", "a_b.proto", code=2).stderr
        self.assertIn("a_b_pb.lua: two .proto files would be written to it", said)

    def test_started_by_hand(self):
        for given in (b"", b"\xff\xff", b"hello"):
            done = subprocess.run([PLUGIN], input=given, capture_output=True, timeout=TIMEOUT_S, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"protoc --pblua_out", done.stderr)


if __name__ == "__main__":
    unittest.main()
