#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of the TileGym pairs (docs/real-pairs.md), from a review and from what a person said of each finding.

    tileport review --json WORKSPACE | tests/real_pairs/table.py -             print the table
    tileport review --json WORKSPACE | tests/real_pairs/table.py - --check     compare it with the document

A finding that findings.tsv does not judge, a row of it that no review has, a run that runs.json does not have: exit code 1.
"""

import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "docs" / "real-pairs.md"
BEGIN, END = "<!-- table: tests/real_pairs/table.py -->\n", "<!-- end of table -->\n"


def judged():
    rows = {}
    for line in (HERE / "findings.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        operator, anchor, mark, runs, why = line.split("\t")
        if mark not in ("right", "wrong") or not why or (operator, anchor) in rows:
            raise SystemExit(f"findings.tsv: {operator}, {anchor}: given twice, or neither right nor wrong, or without a reason")
        rows[operator, anchor] = (mark, runs.split(), why)
    return rows


def found(review):
    """By operator and anchor, in the review's order: the first finding and the pairs that have it. And the number of pairs by operator."""
    findings, pairs = {}, {}
    for operator in review["operators"]:
        for variant in operator["variants"]:
            triage = variant.get("triage")
            if not triage:
                continue
            # Two kernels of one operator may have a variant of one name.
            pair = (variant["name"], variant["port"]["program"])
            pairs.setdefault(operator["name"], set()).add(pair)
            for finding in triage["findings"]:
                findings.setdefault((operator["name"], finding["anchor"]), (finding, set()))[1].add(pair)
    return findings, pairs


def problems(findings, rows):
    runs = {run["name"] for run in json.loads((HERE / "runs.json").read_text())}
    for key in findings:
        if key not in rows:
            yield f"nobody has judged {key[1]} of {key[0]}: add a row to findings.tsv"
    for key, (_, names, _) in rows.items():
        if key not in findings:
            yield f"no pair has {key[1]} of {key[0]} any more: take its row out of findings.tsv"
        if not names:
            yield f"{key[1]} of {key[0]} names no run"
        for name in names:
            if name not in runs:
                yield f"{key[1]} of {key[0]} names the run {name}, which runs.json does not have"


def table(findings, pairs, rows):
    lines = []
    for operator, all_pairs in pairs.items():
        mine = {key: value for key, value in findings.items() if key[0] == operator}
        right = sum(rows[key][0] == "right" for key in mine)
        lines += [f"### {operator}: {len(all_pairs)} pairs, {len(mine)} findings, {right} right, {len(mine) - right} wrong", "",
                  "| | severity | rule | finding | pairs | why | runs |", "|---|---|---|---|---|---|---|"]
        for key, (finding, having) in mine.items():
            mark, runs, why = rows[key]
            lines.append(f"| {mark} | {finding['severity']} | {finding['rule']} | `{key[1].rsplit('.', 1)[0]}` `{key[1].rsplit('.', 1)[1]}` | "
                         f"{len(having)}/{len(all_pairs)} | {why} | {', '.join(f'`{run}`' for run in runs)} |")
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("review")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true")
    action.add_argument("--write", action="store_true", help="put the table into the document")
    options = parser.parse_args()
    review = json.load(sys.stdin if options.review == "-" else open(options.review))
    findings, pairs = found(review)
    rows = judged()
    wrong = list(problems(findings, rows))
    for problem in wrong:
        print(problem, file=sys.stderr)
    if wrong:
        return 1
    text = table(findings, pairs, rows)
    before, rest = DOCUMENT.read_text().split(BEGIN)
    old, after = rest.split(END)
    if options.check:
        if old != text:
            print(f"{DOCUMENT} does not have the table of this review: write it again with --write", file=sys.stderr)
            return 1
        print(f"{sum(len(all_pairs) for all_pairs in pairs.values())} pairs, {len(findings)} findings, as the document has them")
    elif options.write:
        DOCUMENT.write_text(before + BEGIN + text + END + after)
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
