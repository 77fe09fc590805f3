"""`pbbench run --ablate`: each switch with and without, in the table and in the document; --jit on,off."""
import unittest

from pbbench_case import TIMED, PbbenchTest


class AblateTest(PbbenchTest):
    def measure(self, *arguments):
        return self.document(self.pbbench(*TIMED, "--op", "encode", "--json", "-", *arguments).stdout)

    def test_each_switch_and_jit_state_has_its_rows(self):
        document = self.measure("--ablate", "2ri,cch", "--jit", "on,off")
        rows = [(r["switch"], r["place"], r["jit"], r["with"], r["without"]) for r in document["ablations"]]
        self.assertEqual(rows, [
            ("cch", "default", "on", "lua-concat", "lua-concat[cch=off]"),
            ("cch", "history", "on", "lua-concat[2ri=off,2sn=off,qwt=off]",
             "lua-concat[2ri=off,2sn=off,cch=off,qwt=off]"),
            ("2ri", "default", "on", "lua-concat", "lua-concat[2ri=off]"),
            ("cch", "default", "off", "lua-concat[jit=off]", "lua-concat[cch=off,jit=off]"),
            ("cch", "history", "off", "lua-concat[2ri=off,2sn=off,jit=off,qwt=off]",
             "lua-concat[2ri=off,2sn=off,cch=off,jit=off,qwt=off]"),
            ("2ri", "default", "off", "lua-concat[jit=off]", "lua-concat[2ri=off,jit=off]"),
        ])
        cells = {c["codec"]: c for c in document["cells"]}
        for row in document["ablations"]:
            times = [cells[row[side]]["ns_per_op"]["median"] for side in ("without", "with")]
            self.assertAlmostEqual(row["ratio"], times[0] / times[1], places=9)

    def test_table_shows_them_and_other_codecs_stand_beside(self):
        out = self.pbbench(*TIMED, "--op", "encode", "--ablate", "2ri", "--codec", "protobuf").stdout
        self.assertRegex(out, r"(?m)^  2ri +hello\.Person/\S+ +encode +on +\d")
        self.assertRegex(out, r"(?m)^  protobuf ")

    def test_all_names_every_switch(self):
        out = self.pbbench("run", "--schema", "hello.Person", "--size", "10B", "--ring", "repeat", "--ablate", "all",
                           "--dry-run").stdout
        self.assertIn("36 cells", out)  # 18 codecs, both ops

    def test_unknown_switch_gets_a_suggestion(self):
        said = self.pbbench(*TIMED, "--ablate", "2rj", code=2).stderr
        self.assertIn('--ablate: ', said)
        self.assertIn('did you mean "2ri"?', said)


if __name__ == "__main__":
    unittest.main()
