"""scripts/check-layers on small trees, each with one breach."""
import unittest

from sandbox import SandboxTest

CLEAN = {
    "README.md": "# pbbench\n",
    "lib/base/file.h": "// Files.\n#pragma once\n",
    "lib/base/file.cc": '#include "base/file.h"\n',
    "lib/wire/varint.h": '// Varints.\n#include "base/file.h"\n',
    "lib/wire/CMakeLists.txt": "pbb_library(wire DEPS pbb_base)\n",
    "lib/codec/lua.cc": '// Through two layers: codec, corpus, schema.\n#include <lua.hpp>\n\n#include "schema/compile.h"\n'
                        "#include <google/protobuf/message.h>\n",
    "lib/luacodec/encode.cc": '// C++ that Lua calls.\n#include <lua.h>\n\n#include "plan/plan.h"\n',
    "apps/pbbench/main.cc": '// The program.\n#include <CLI/CLI.hpp>\n\n#include "measure/run.h"\n#include "render/table.h"\n',
    "tests/unit/base/file_test.cc": '#include "base/file.h"\n#include <google/protobuf/message.h>\n#include <CLI/CLI.hpp>\n',
    "tests/golden/person_pb.lua": "return {}\n",
    "build/dev/junk.cc": "no comment\n",
}
COMMENT = "// A comment.\n"


class CheckLayersTest(SandboxTest):
    def setUp(self):
        super().setUp()
        self.copy("scripts/check-layers")
        for path, text in CLEAN.items():
            self.write(path, text)
        self.run_script("rm", "-rf", ".bin")  # not a part of the tree that is checked
        self.environment["PATH"] = "/usr/bin:/bin"

    def breaches(self):
        done = self.run_script("python3", "scripts/check-layers", "--root", self.root)
        self.assertEqual(done.returncode, 1 if done.stdout else 0, done.stderr)
        return done.stdout.splitlines()

    def assert_breach(self, path, text, place, words):
        self.write(path, text)
        found = self.breaches()
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(f"{place}: "), found[0])
        self.assertIn(words, found[0])

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.breaches(), [])

    def test_include_of_a_higher_layer(self):
        self.assert_breach("lib/base/x.h", COMMENT + '#include "wire/varint.h"\n', "lib/base/x.h:2", "may not use lib/wire")

    def test_include_of_a_sibling(self):
        self.assert_breach("lib/stats/x.h", COMMENT + '#include "result/cell.h"\n', "lib/stats/x.h:2", "may not use lib/result")

    def test_link_of_a_higher_layer(self):
        self.assert_breach("lib/wire/CMakeLists.txt", "pbb_library(wire\n  SOURCES a.cc\n  DEPS pbb_plan)\n",
                           "lib/wire/CMakeLists.txt:1", "may not use lib/plan")

    def test_lib_includes_apps(self):
        self.assert_breach("lib/render/x.h", COMMENT + '#include "apps/pbbench/x.h"\n', "lib/render/x.h:2", "nothing in lib uses apps")
        self.assert_breach("lib/render/x.h", COMMENT + '#include "../../apps/x.h"\n', "lib/render/x.h:2", "nothing in lib uses apps")

    def test_luacodec_is_linked_nowhere(self):
        self.assert_breach("apps/pbbench/x.h", COMMENT + '#include "luacodec/encode.h"\n', "apps/pbbench/x.h:2", "pbplan.so alone")
        self.run_script("rm", "apps/pbbench/x.h")
        self.assert_breach("apps/pbbench/CMakeLists.txt", "target_link_libraries(pbbench PRIVATE pbb_luacodec)\n",
                           "apps/pbbench/CMakeLists.txt:1", "pbplan.so alone")

    def test_luacodec_uses_neither_protobuf_nor_the_vm_library(self):
        self.assert_breach("lib/luacodec/x.h", COMMENT + "#include <google/protobuf/message.h>\n", "lib/luacodec/x.h:2", "libprotobuf")
        self.run_script("rm", "lib/luacodec/x.h")
        self.assert_breach("lib/luacodec/CMakeLists.txt", "target_link_libraries(pbplan PRIVATE PkgConfig::LuaJIT)\n",
                           "lib/luacodec/CMakeLists.txt:1", "LuaJIT")

    def test_third_party_headers_stay_in_their_folders(self):
        for header, folder in (("google/protobuf/message.h", "lib/measure"), ("lua.hpp", "lib/corpus"), ("CLI/CLI.hpp", "lib/base"),
                               ("nlohmann/json.hpp", "lib/stats"), ("benchmark/benchmark.h", "lib/codec"),
                               ("google/protobuf/message.h", "apps/pbbench")):
            with self.subTest(f"{header} in {folder}"):
                self.assert_breach(f"{folder}/x.h", COMMENT + f"#include <{header}>\n", f"{folder}/x.h:2", "belongs in")
                self.run_script("rm", f"{folder}/x.h")

    def test_third_party_targets_stay_in_their_folders(self):
        self.assert_breach("lib/base/CMakeLists.txt", "pbb_library(base # no benchmark::benchmark\n  PRIVATE_DEPS CLI11::CLI11)\n",
                           "lib/base/CMakeLists.txt:1", "CLI11")

    def test_unknown_folder_in_lib(self):
        self.assert_breach("lib/util/x.h", COMMENT, "lib/util/x.h:1", "not in the layer table")

    def test_nothing_else_at_the_top(self):
        self.assert_breach("src/x.h", COMMENT, "src/x.h:1", "no place at the top")
        self.run_script("rm", "-r", "src")
        self.assert_breach("notes.txt", "", "notes.txt:1", "no place at the top")

    def test_a_long_file(self):
        self.write("lib/base/x.h", COMMENT * 700)
        self.assertEqual(self.breaches(), [])
        self.assert_breach("lib/base/x.h", COMMENT * 701, "lib/base/x.h:701", "over 700 lines")

    def test_a_source_without_a_comment(self):
        for path, text in (("lib/base/x.h", "#pragma once\n"), ("lib/base/x.cc", '#include "base/file.h"\n'),
                           ("lib/luart/x.lua", "return {}\n"), ("scripts/x", "#!/bin/bash\necho\n"), ("tests/cli/x.py", "import os\n")):
            with self.subTest(path):
                self.assert_breach(path, text, f"{path}:1", "does not open with a comment")
                self.run_script("rm", path)

    def test_a_path_of_one_machine(self):
        for folder in ("roo" + "t", "wor" + "k"):
            self.assert_breach("README.md", f"see\n/{folder}/pbbench/x\n", "README.md:2", "path of one machine")
        self.write("README.md", "lib/wor" + "k/ and ${X}/roo" + "t/ are no such paths\n")
        self.assertEqual(self.breaches(), [])


if __name__ == "__main__":
    unittest.main()
