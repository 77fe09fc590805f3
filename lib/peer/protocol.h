// The line protocol of workers and peers: one JSON object a line on stdin, one answer a line on stdout, in turn; UTF-8,
// no line end inside. Whoever starts the child ends it by `bye` or by closing its stdin. Its stderr is free text, shown
// when it fails. A child answers what it can't read or do with {"ok": false, "error": TEXT} and goes on.
//
// request                                       answer (besides "ok": true)
// ---------------------------------------------------------------------------------------------------------------------
// {"cmd": "hello"}                              "protocol": 1, "name", "version": of the codec library,
//                                               "runtime": {name: version} of the language and what it rests on,
//                                               "clock_resolution_ns",
//                                               "fairness": {codec: {"copies": does a decoded string outlive the input,
//                                                 "validates_utf8", "keeps_unknown_fields", "reuses": decodes into or
//                                                 encodes from an object that exists already}}
// {"cmd": "load", "type": "hello.Person",       nothing; from now on the type can be named
//  "descriptor_set": PATH, "proto_file":
//  "hello.proto", "codec_tree": FOLDER}
// {"cmd": "check", "type", "codec",             decodes every payload and encodes it again. Either
//  "ring_file": PATH, "count": N}               "verified": true, "wire_bytes": sum of what it wrote, when the child
//                                               has the oracle and found all equal; or "reencoded": [base64, ...] for
//                                               the host to compare (for peers: this host reads none yet); or
//                                               "failed": {"what", "path", "byte", "payload"}; or "na": why it can't
// {"cmd": "bench", "type", "codec",             messages.h has all members and their units. Slots with a time each,
//  "op": "encode"|"decode", "ring_file",        allocation per pass; or "failed", or "na" as above
//  "count", "pass_ops", "timer", plan ...,
//  "visit": 1, "visits": 3}
// {"cmd": "bye"}                                nothing; the child ends with exit code 0
//
// "ring_file" holds `count` payloads, each its length as a varint and its bytes. Paths are absolute. A child for one
// codec ignores "codec". Members that a child does not know are ignored, so that they may be added.
//
// Visits: "visits" is how often the host would come for the slots of this cell, with other cells in between; "visit" is
// the one it is at, from 1. Both absent: 1 of 1. The plan is for all visits together. A child that goes along times a
// part of its slots, keeps what it prepared and adds "left": {"visits": how many are to come, "ns": what they will
// take}; the host comes again that often, with "visits" made to fit, and puts the slots together in order. A child that
// answers without "left" is not asked again, so that one that knows of no visits times everything in the first. One
// that is asked for visit 2 or later and keeps nothing of the cell (it was started anew) prepares it anew.
#pragma once

namespace pbb::peer {

inline constexpr int kProtocolVersion = 1;

inline constexpr char kHello[] = "hello";
inline constexpr char kLoad[] = "load";
inline constexpr char kCheck[] = "check";
inline constexpr char kBench[] = "bench";
inline constexpr char kBye[] = "bye";

}  // namespace pbb::peer
