#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every case has a recording of itself: same case, same program. tst_gpu_cases checks what is in them.

    check_recordings.py [FOLDER]     default: the folder of this script
"""

import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
from record import case_sha256  # noqa: E402

LARGEST = {"recordings": 1 << 20, "programs": 400 << 10}


def problems(folder):
    cases, recordings = ({p.stem: p for p in (folder / kind).glob("*.json")} for kind in ("cases", "recordings"))
    for name in sorted(set(recordings) - set(cases)):
        yield f"recordings/{name}.json: there is no such case; remove it"
    for name, path in sorted(cases.items()):
        case = json.loads(path.read_text())
        program = path.parent / case["program"]
        if name not in recordings:
            yield f"cases/{name}.json: it is not recorded"
            continue
        recording = json.loads(recordings[name].read_text())
        if recording["case_sha256"] != case_sha256(case):
            yield f"cases/{name}.json: it changed since it was recorded"
        if not program.exists():
            yield f"cases/{name}.json: there is no {case['program']}"
        elif recording["program_sha256"] != hashlib.sha256(program.read_bytes()).hexdigest():
            yield f"cases/{name}.json: {case['program']} changed since it was recorded"
    used = {(p.parent / json.loads(p.read_text())["program"]).resolve() for p in cases.values()}
    for path in sorted((folder / "programs").glob("*.tileirbc")):
        if path.resolve() not in used:
            yield f"programs/{path.name}: no case uses it"
    for kind, most in LARGEST.items():
        size = sum(p.stat().st_size for p in (folder / kind).iterdir())
        if size > most:
            yield f"{kind}: {size} bytes, more than {most}"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent
    found = list(problems(folder))
    for line in found:
        print(line)
    count = len(list((folder / "cases").glob("*.json")))
    if count < 40:
        found.append(f"only {count} cases")
        print(found[-1])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
