#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes cases/*.json and programs/*.tileirbc.

    $(packaging/toolchain)/bin/python tests/oracle/gpu/make_cases.py [--only REGEX]

Needs cuda-tile in the Python that runs it, which packaging/toolchain installs: its encoder and front end make the programs. Files of
cases that are no longer made are removed.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "make"))

import demo  # noqa: E402
import ports  # noqa: E402
import probes_float  # noqa: E402
import probes_integer  # noqa: E402
import probes_last  # noqa: E402
import probes_memory  # noqa: E402
import probes_more  # noqa: E402
import tilegym  # noqa: E402


def write_json(path, value):
    """Members a line each; buffers and arguments one a line."""
    lines = []
    for name, member in value.items():
        if name in ("buffers", "arguments") and member:
            items = ",\n".join("    " + json.dumps(each) for each in member)
            lines.append(f'  "{name}": [\n{items}\n  ]')
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(member)}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def signature(disassembler, program, entry):
    """Types of an entry's arguments as tileirdisasm prints them."""
    text = subprocess.run([disassembler, program], check=True, capture_output=True, text=True).stdout
    head = re.search(rf"^entry @{re.escape(entry)}\((.*?)\)(?: optimization_hints.*)? {{$", text, re.MULTILINE)
    if not head:
        raise SystemExit(f"{program}: there is no entry {entry}")
    return re.findall(r"%arg\d+: tile<(ptr<\w+>|\w+)>", head[1])


def check(case, disassembler):
    """That the arguments of a case are those of its entry."""
    types = {b["name"]: f"ptr<{b['dtype']}>" for b in case["buffers"]}
    given = [types[a["buffer"]] if "buffer" in a else a["type"] for a in case["arguments"]]
    wanted = signature(disassembler, HERE / "cases" / case["program"], case["entry"])
    if given != wanted:
        raise SystemExit(f"{case['name']}: the entry takes {wanted}, the case gives {given}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a regular expression of names")
    options = parser.parse_args()
    disassembler = next(pathlib.Path(sys.prefix).glob("lib/python*/site-packages/nvidia/cu13/bin/tileirdisasm"))
    (HERE / "cases").mkdir(exist_ok=True)
    (HERE / "programs").mkdir(exist_ok=True)
    made = []
    for module in (probes_float, probes_integer, probes_memory, probes_more, probes_last):
        for probe in module.probes():
            made.append(probe.name)
            if re.search(options.only, probe.name):
                (HERE / "programs" / f"{probe.name}.tileirbc").write_bytes(probe.program())
                write_json(HERE / "cases" / f"{probe.name}.json", probe.json())
                check(probe.json(), disassembler)
    for module in (demo, tilegym, ports):
        for case, program in module.cases(disassembler):
            made.append(case["name"])
            if re.search(options.only, case["name"]):
                if program:
                    (HERE / "programs" / f"{case['name']}.tileirbc").write_bytes(program)
                write_json(HERE / "cases" / f"{case['name']}.json", case)
                check(case, disassembler)
    for path in [*(HERE / "cases").glob("*.json"), *(HERE / "programs").glob("*.tileirbc")]:
        if path.stem not in made:
            path.unlink()
    print(f"{len(made)} cases")


if __name__ == "__main__":
    main()
