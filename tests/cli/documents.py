"""Result documents made up for tests of `compare` and `log`: cells and launches as asked for, times as given."""
import copy
import statistics

FINGERPRINT = {"arch": "x86_64", "cpu": "Example CPU", "cores": 2, "kernel": "6.1.0-18-amd64", "governor": "unknown",
               "memory_bytes": 8 << 30, "comparable_hash": "0" * 64}


def spread(count, ns, step=0.001):
    """`count` different times from `ns` up, in a mixed order."""
    return [ns * (1 + step * (i * 7 % count)) for i in range(count)]


def cell(codec, launches_ns, op="decode", size="1KB"):
    ordered = sorted(launches_ns)
    timing = {"median": statistics.median(launches_ns), "worst_launch": ordered[-1], "outlier_slots": 0,
              "launches": [{"seed": i + 1, "slots": [ns]} for i, ns in enumerate(launches_ns)]}
    if len(ordered) == 10:
        timing.update(low=ordered[1], high=ordered[8], coverage=0.978515625)
    made = {"id": f"hello.Person/{size}/unique/{op}/{codec}", "schema": "hello.Person", "size": size, "ring": "unique",
            "op": op, "codec": codec, "options": {}, "status": "ok",
            "payload": {"count": 1127, "bytes_min": 930, "bytes_mean": 930.0, "bytes_max": 930, "sha256": "1" * 64},
            "wire_bytes": 1048110, "check": "1" * 64, "ns_per_op": timing, "warm_capped": False, "disturbed": False,
            "mb_per_s": 930e3 / timing["median"], "msgs_per_s": 1e9 / timing["median"],
            "alloc": {"bytes_per_op": 956.0, "objects_per_op": 1.0, "kinds": {}}}
    if codec.startswith("lua"):
        made["jit"] = {"asked": "on", "read": "on"}
        made["traces"] = {"compiled": 5, "aborts": 2, "abort_reasons": {"leaving loop in root trace": 2}}
    return made


def document(*cells):
    return {"schema_version": "1.1", "complete": True, "measured_at": "2026-01-31T12:00:00Z",
            "pbbench": {"version": "0.1.0", "commit": "", "build_type": "Release", "compiler": "GNU 12.2.0",
                        "compile_flags": "-O3"},
            "codec_tree": {"sha256": "a" * 64}, "machine": dict(FINGERPRINT),
            "runtime": {"luajit": "LuaJIT 2.1.0-beta3", "jit_flags": "default", "libprotobuf": "3.21.12", "peers": {}},
            "config": {"seed": 1, "launches": 10}, "warnings": [], "cells": copy.deepcopy(list(cells))}


def codecs():
    """Two codecs, both ops, ten launches each."""
    return document(*[cell(codec, spread(10, ns), op) for op in ("encode", "decode")
                      for codec, ns in (("protobuf", 700), ("lua-full", 1500))])


def scaled(whole, factor, codec="lua-full", op="decode"):
    """The same document with the time of one cell times `factor`."""
    changed = copy.deepcopy(whole)
    for one in changed["cells"]:
        if one["codec"] != codec or one["op"] != op:
            continue
        timing = one["ns_per_op"]
        for launch in timing["launches"]:
            launch["slots"] = [slot * factor for slot in launch["slots"]]
        for key in ("median", "worst_launch", "low", "high"):
            if key in timing:
                timing[key] *= factor
        one["mb_per_s"] /= factor
        one["msgs_per_s"] /= factor
    return changed
