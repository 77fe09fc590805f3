"""The gate fails when it must, and passes on a document against itself: a gate that can't fail guards nothing."""
import copy
import json
import unittest

import documents
from pbbench_case import PbbenchTest


class GateCanFailTest(PbbenchTest):
    def setUp(self):
        super().setUp()
        self.base = documents.codecs()
        self.write("base.json", json.dumps(self.base))

    def judge(self, head, code, *flags):
        self.write("head.json", json.dumps(head))
        return self.pbbench("compare", "base.json", "head.json", *flags, code=code).stdout

    def changed(self, change):
        head = copy.deepcopy(self.base)
        change(head["cells"][1])
        return head

    def test_a_document_against_itself_passes(self):
        out = self.judge(self.base, 0)
        self.assertTrue(out.startswith("evidence: same-host"), out)
        self.assertIn("pass: 4 cells compared: 4 no difference resolved", out)
        self.assertNotIn("regressed", out)

    def test_eight_more_bytes_an_operation_fail(self):
        out = self.judge(self.changed(lambda c: c["alloc"].update(bytes_per_op=964.0)), 1)
        self.assertIn("956 -> 964 B/op", out)

    def test_one_wrong_byte_on_the_wire_fails(self):
        self.judge(self.changed(lambda c: c.update(check="2" + c["check"][1:])), 1)
        self.judge(self.changed(lambda c: c.update(wire_bytes=c["wire_bytes"] + 1)), 1)

    def test_a_failed_status_fails(self):
        def fail(cell):
            for key in ("ns_per_op", "mb_per_s", "msgs_per_s", "alloc", "traces", "warm_capped", "disturbed"):
                del cell[key]
            cell.update(status="failed", failure={"what": "re-encoded bytes differ"})

        self.assertIn("ok -> failed", self.judge(self.changed(fail), 1))

    def test_a_missing_cell_fails(self):
        head = copy.deepcopy(self.base)
        del head["cells"][1]
        self.assertIn("missing", self.judge(head, 1))

    def test_thirty_per_cent_slower_with_clear_separation_fails(self):
        out = self.judge(documents.scaled(self.base, 1.3), 1)
        self.assertIn("1.30x", out)
        self.assertIn("regressed", out)
        self.assertIn("fail: 1 cell is beyond the limits", out)

    def test_each_of_them_passes_when_it_is_advisory(self):
        head = documents.scaled(self.base, 1.3)
        self.judge(head, 0, "--advisory")
        self.judge(head, 0, "--limit", "time:advisory")
        self.judge(head, 0, "--limit", "decode/lua-full:time:50%")
        self.judge(head, 1, "--limit", "encode/lua-full:time:50%")


if __name__ == "__main__":
    unittest.main()
