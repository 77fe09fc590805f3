"""pbbench run --proto: a message of one's own with a map, a oneof, a group, an extension and 64-bit fields."""
import unittest

from pbbench_case import LUA_CODECS, PbbenchTest

PROTO = """syntax = "proto2"; package u;
message M {
  required int64 id = 1;
  map<string, int32> m = 2;
  oneof o { string s = 3; int32 i = 4; }
  optional group G = 5 { optional uint64 x = 6; }
  extensions 100 to 200;
}
extend M { optional string e = 100; }
"""
TEXT = 'id: 9007199254740995 m { key: "k" value: 3 } s: "x" G { x: 18446744073709551615 } [u.e]: "ext"'


class OwnMessageTest(PbbenchTest):
    def setUp(self):
        super().setUp()
        self.own = ["run", "--proto", self.write("a.proto", PROTO), "--verify-only", "--message", "u.M", "--payload"]

    def test_lua_codecs_are_right_and_generated_c_does_not_apply(self):
        run = self.run_json(*self.own, self.write("1.txt", TEXT), "--payload", self.write("2.json", '{"id": "5", "i": 3}'))
        status = {cell["codec"]: cell["status"] for cell in run["cells"]}
        own = [name for name in LUA_CODECS if name != "cpp-hand"]  # which knows the bench schemas alone
        self.assertEqual({name: status[name] for name in own}, dict.fromkeys(own, "ok"))
        self.assertEqual((status["protobuf"], status["cpp-hand"]), ("n/a", "n/a"))
        cell = run["cells"][0]
        self.assertEqual((cell["schema"], cell["ring"], cell["payload"]["count"]), ("u.M", "own", 2))

    def test_a_payload_that_does_not_parse_is_named(self):
        done = self.pbbench(*self.own, self.write("bad.txt", "id: x"), code=2)
        self.assertIn("bad.txt: as text format: u.M: 1:5: ", done.stderr)


if __name__ == "__main__":
    unittest.main()
