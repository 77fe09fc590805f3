"""Turns a result document of many launches into launches.tsv, the recording that aa_test.cc draws from.

usage: pbbench run --schema hello.Person --launches 60 --budget 12m --json many.json
       python3 tests/stats/record_launches.py many.json > tests/stats/launches.tsv

A line is a cell: its name, "lua" or "-" (whether there is a JIT), and the median over slots of each launch in
nanoseconds, in launch order. Only launches that every cell has are kept."""
import json
import statistics
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    machine, runtime = document["machine"], document["runtime"]
    timed = [cell for cell in document["cells"] if "ns_per_op" in cell]
    seeds = [launch["seed"] for launch in timed[0]["ns_per_op"]["launches"]]
    for cell in timed:
        have = {launch["seed"] for launch in cell["ns_per_op"]["launches"]}
        seeds = [seed for seed in seeds if seed in have]
    print(f"# {machine['cpu']}, {machine['cores']} cores, kernel {machine['kernel']}, {runtime['luajit']}, "
          f"libprotobuf {runtime['libprotobuf']}, {document['measured_at'][:10]}, {len(seeds)} launches")
    for cell in timed:
        medians = {launch["seed"]: statistics.median(launch["slots"]) for launch in cell["ns_per_op"]["launches"]}
        values = "\t".join(f"{medians[seed]:.6g}" for seed in seeds)
        print(f"{cell['id']}\t{'lua' if 'jit' in cell else '-'}\t{values}")


if __name__ == "__main__":
    main()
