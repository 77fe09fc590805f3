"""Every golden of a kind must pass its JSON Schema, and every way to break one of them below must not.

usage: check_schema.py SCHEMA.json GOLDEN_FOLDER
"""

import copy
import glob
import json
import os
import sys

import jsonschema


def reject_constant(name):
    raise ValueError(f"{name} is not JSON")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=reject_constant)


def set_at(path, value):
    def change(document):
        *parents, last = path
        for step in parents:
            document = document[step]
        document[last] = value

    return change


def delete_at(path):
    def change(document):
        *parents, last = path
        for step in parents:
            document = document[step]
        del document[last]

    return change


TIMED = ("cells", 1)
FAILED = ("cells", 16)
BROKEN_RESULT = {
    "no version": delete_at(["schema_version"]),
    "newer major": set_at(["schema_version"], "2.0"),
    "no machine": delete_at(["machine"]),
    "short hash": set_at(["machine", "comparable_hash"], "abc"),
    "host name": set_at(["machine", "host"], "example"),
    "no seed": delete_at(["config", "seed"]),
    "unknown status": set_at([*TIMED, "status"], "fine"),
    "zero time": set_at([*TIMED, "ns_per_op", "median"], 0),
    "negative time": set_at([*TIMED, "ns_per_op", "median"], -1),
    "time as text": set_at([*TIMED, "ns_per_op", "median"], "12 ns"),
    "null rate": set_at([*TIMED, "mb_per_s"], None),
    "percentage as text": set_at([*TIMED, "fast_path_share"], "12%"),
    "share over 1": set_at([*TIMED, "fast_path_share"], 12),
    "slot of zero": set_at([*TIMED, "ns_per_op", "launches", 0, "slots", 0], 0),
    "interval without coverage": delete_at([*TIMED, "ns_per_op", "coverage"]),
    "cell without codec": delete_at([*TIMED, "codec"]),
    "unknown figure": set_at([*TIMED, "speed"], 1),
    "failed cell with a rate": set_at([*FAILED, "mb_per_s"], 1),
    "failed cell without a reason": delete_at([*FAILED, "failure"]),
    "fraction of a byte on the wire": set_at([*TIMED, "wire_bytes"], 1.5),
    "negative allocation": set_at([*TIMED, "alloc", "bytes_per_op"], -1),
}

COMPARISON = ("comparisons", 0)
COMPARED = (*COMPARISON, "cells", 1)
CHANGED = (*COMPARISON, "cells", 2, "exact", 0)
BROKEN_COMPARISON = {
    "no version": delete_at(["comparison_version"]),
    "newer major": set_at(["comparison_version"], "2.0"),
    "host name": set_at([*COMPARISON, "head", "host"], "example"),
    "unknown grade": set_at([*COMPARISON, "evidence", "grade"], "same"),
    "unknown outcome": set_at([*COMPARISON, "outcome"], "ok"),
    "no sentence": delete_at([*COMPARISON, "sentence"]),
    "a verdict without count": delete_at([*COMPARISON, "counts", "missing"]),
    "equal as verdict": set_at([*COMPARED, "verdict"], "equal"),
    "cell without codec": delete_at([*COMPARED, "codec"]),
    "unknown figure": set_at([*COMPARED, "time", "speed"], 1),
    "time as text": set_at([*COMPARED, "time", "head_ns"], "12 ns"),
    "zero time": set_at([*COMPARED, "time", "base_ns"], 0),
    "null ratio": set_at([*COMPARED, "time", "ratio"], None),
    "limit as percentage": set_at([*COMPARED, "time", "limit"], "10%"),
    "p over 1": set_at([*COMPARED, "time", "p"], 1.5),
    "interval without coverage": delete_at([*COMPARED, "time", "interval", "coverage"]),
    "time among exact metrics": set_at([*CHANGED, "metric"], "time"),
    "limit of an amount as percentage": set_at([*CHANGED, "limit"], "0.5 %"),
    "empty waiver": set_at([*CHANGED, "waived"], ""),
    "geomean without its count": delete_at([*COMPARISON, "geomeans", 0, "used"]),
}

BROKEN_LIMITS = {
    "unknown metric": set_at(["limits", 0, "metric"], "speed"),
    "limit as number": set_at(["limits", 0, "limit"], 10),
    "limit below zero": set_at(["limits", 0, "limit"], "-1%"),
    "limit without per cent": set_at(["limits", 0, "limit"], "10"),
    "rule without a metric": delete_at(["limits", 0, "metric"]),
    "unknown member": set_at(["limits", 0, "cell"], "x"),
    "waiver without a reason": delete_at(["waivers", 0, "reason"]),
    "waiver with an empty reason": set_at(["waivers", 0, "reason"], "  "),
    "waiver for ever": delete_at(["waivers", 0, "expires"]),
    "day in words": set_at(["waivers", 0, "expires"], "tomorrow"),
}

# By the first word of the schema's file name: the goldens, the one that is broken, and how.
KINDS = {
    "result": ("result-*.json", "result-full.json", BROKEN_RESULT),
    "comparison": ("compare-*.json", "compare-every-verdict.json", BROKEN_COMPARISON),
    "limits": ("limits-*.json", "limits-full.json", BROKEN_LIMITS),
}


def main(schema_path, folder):
    pattern, full_name, ways_to_break = KINDS[os.path.basename(schema_path).split("-")[0]]
    schema = load(schema_path)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = []
    goldens = sorted(glob.glob(f"{folder}/{pattern}"))
    if not goldens:
        problems.append(f"no {pattern} in {folder}")
    for path in goldens:
        for error in validator.iter_errors(load(path)):
            place = "/".join(str(step) for step in error.absolute_path)
            problems.append(f"{path}: {place}: {error.message[:200]}")
    full = load(f"{folder}/{full_name}")
    for name, change in ways_to_break.items():
        broken = copy.deepcopy(full)
        change(broken)
        if validator.is_valid(broken):
            problems.append(f"passes but should not: {name}")
    print("\n".join(problems) or f"{len(goldens)} documents pass, {len(ways_to_break)} broken ones are refused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
