"""Turns a result document of many launches into launches.tsv, the recording that aa_test.cc draws from.

usage: pbbench run --schema hello.Person --launches 60 --budget 12m --json many.json
       python3 tests/stats/record_launches.py many.json > tests/stats/launches.tsv

A line is a cell: its name, "lua" or "-" (whether there is a JIT), and for each launch the least, lower quartile, median,
upper quartile and most of its slots, in nanoseconds joined by commas. Only launches that every cell has are kept."""
import json
import sys


def five_numbers(values):
    """Quantiles as lib/stats takes them, by linear interpolation."""
    ordered, last = sorted(values), len(values) - 1
    result = []
    for quarter in range(5):
        below, part = divmod(quarter * last, 4)
        above = ordered[min(below + 1, last)]
        result.append(ordered[below] + (above - ordered[below]) * part / 4)
    return result


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
        slots = {launch["seed"]: launch["slots"] for launch in cell["ns_per_op"]["launches"]}
        launches = [",".join(f"{value:.5g}" for value in five_numbers(slots[seed])) for seed in seeds]
        print("\t".join([cell["id"], "lua" if "jit" in cell else "-", *launches]))


if __name__ == "__main__":
    main()
