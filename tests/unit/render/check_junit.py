"""Every tests/golden/compare-*.xml must be a JUnit report whose totals are right and that agrees with the JSON of the
same comparison (compare-*.json): what fails there is a failure here, and every cell is a test case.

usage: check_junit.py GOLDEN_FOLDER
"""

import glob
import json
import sys
import xml.etree.ElementTree as ElementTree

OUTCOMES = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def check_totals(element, cases):
    if int(element.get("tests")) != len(cases):
        yield f"{element.tag}: tests is {element.get('tests')}, there are {len(cases)}"
    for attribute, child in OUTCOMES.items():
        count = sum(case.find(child) is not None for case in cases)
        if int(element.get(attribute)) != count:
            yield f"{element.tag}: {attribute} is {element.get(attribute)}, there are {count}"


def check_case(case):
    name = case.get("name")
    if not name or not case.get("classname"):
        yield "a case without name or classname"
    if sum(case.find(child) is not None for child in OUTCOMES.values()) > 1:
        yield f"{name}: more than one outcome"
    for child in OUTCOMES.values():
        if case.find(child) is not None and not case.find(child).get("message"):
            yield f"{name}: {child} without message"
    time = case.get("time")
    if time is not None and (not float(time) > 0 or "." not in time or "e" in time):
        yield f"{name}: time {time}"


def check_against_json(suite, comparison):
    cases = {case.get("name"): case for case in suite.iter("testcase") if case.get("name") != "verdict"}
    ids = {cell["id"]: cell for cell in comparison["cells"]}
    if cases.keys() != ids.keys():
        yield f"cells differ: {sorted(cases.keys() ^ ids.keys())}"
        return
    for name, cell in ids.items():
        if (cases[name].find("failure") is not None) != cell["fails"]:
            yield f"{name}: fails is {cell['fails']} in the JSON"
        if (cases[name].find("error") is not None) != (cell["inconclusive"] and not cell["fails"]):
            yield f"{name}: inconclusive is {cell['inconclusive']} in the JSON"
        if cell["fails"] and cases[name].find("failure").get("type") != cell["verdict"]:
            yield f"{name}: the verdict is {cell['verdict']} in the JSON"
    is_red = any(element.tag in ("failure", "error") for element in suite.iter())
    if is_red != (comparison["outcome"] != "pass"):
        yield f"the outcome is {comparison['outcome']} in the JSON"


def check_report(path):
    root = ElementTree.parse(path).getroot()
    if root.tag != "testsuites":
        yield f"root is {root.tag}"
        return
    yield from check_totals(root, list(root.iter("testcase")))
    for suite in root.findall("testsuite"):
        yield from check_totals(suite, suite.findall("testcase"))
    for case in root.iter("testcase"):
        yield from check_case(case)
    with open(path.removesuffix(".xml") + ".json", encoding="utf-8") as file:
        comparisons = json.load(file)["comparisons"]
    if len(comparisons) != len(root.findall("testsuite")):
        yield f"{len(comparisons)} comparisons in the JSON"
    for suite, comparison in zip(root.findall("testsuite"), comparisons):
        yield from check_against_json(suite, comparison)


def main(folder):
    reports = sorted(glob.glob(folder + "/compare-*.xml"))
    problems = [f"{path}: {problem}" for path in reports for problem in check_report(path)]
    if not reports:
        problems.append(f"no compare-*.xml in {folder}")
    print("\n".join(problems) or f"{len(reports)} reports are right")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
