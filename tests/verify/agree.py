#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the verifier takes what the official tools take, and refuses what they refuse.

    agree.py --tool PATH [--tool-13.5 PATH] --verifier PATH --records cuda_tile.json [--sweep] [--programs FOLDER ...]

Without more: the probes, whose answers are written down. --sweep: variants of each valid program of probes/bases.probe.
--programs: every *.tileirbc in the folders; where they lie in a folder `valid` or `invalid`, that must be the tool's answer.

A tool is tileirdisasm or tileiras: both verify what they read and exit with 3 where they refuse it. --tool-13.5 is asked for
programs of 13.5, which are left out without it. --records is in the build folder, core/tileir/cuda_tile.json; --verifier is
bin/tests/tileport_verify_programs. Exceptions stand in exceptions.txt, one a line: what the program's title (a file's name) begins
with, or a part of what is said of it, a tab, the reason. Exits 1 when something does not agree.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "core/tileir/generate")]

import probe_bytecode  # noqa: E402
import probe_language  # noqa: E402
import sweep  # noqa: E402
from ods_model import Model  # noqa: E402

REFUSED = 3
Program = collections.namedtuple("Program", "title path minor expected")  # expected: True, False, None = not said


def ask(tool, program):
    """True, False, or None where the tool crashed."""
    compiler = pathlib.Path(tool).name == "tileiras"
    command = [tool, str(program.path)] + (["--gpu-name=sm_100", "--opt-level=0", "-o", os.devnull] if compiler else [])
    try:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20).returncode
    except subprocess.TimeoutExpired:
        return True  # past verification: it compiles
    return None if code < 0 else code != REFUSED


def judge(verifier, programs):
    """Path to verdict: `valid`, or the rule and message."""
    run = subprocess.run([verifier, "-"], input="\n".join(str(p.path) for p in programs), capture_output=True, text=True)
    verdicts = dict(line.split("\t", 1) for line in run.stdout.splitlines())
    missing = [p.title for p in programs if str(p.path) not in verdicts]
    if missing:
        sys.exit(f"the verifier gave no answer for {len(missing)} programs, the first: {missing[0]}")
    return verdicts


def from_cases(cases, model, folder, prefix):
    seen = set()
    for case in cases:
        try:
            data = probe_bytecode.write(case, model)
        except (KeyError, ValueError, IndexError, TypeError):
            continue  # no bytecode can say it, such as a scalar where a value must be made
        if data in seen:
            continue
        seen.add(data)
        path = folder / f"{prefix}-{len(seen)}.tileirbc"
        path.write_bytes(data)
        yield Program(f"{case.rule} {case.title}".strip() + f" (line {case.line})", path, case.minor, None if case.verdict == "?" else case.verdict == "ok")


def probes(model, folder):
    for path in sorted((HERE / "probes").glob("*.probe")):
        cases = probe_language.parse_cases(path.read_text(encoding="utf-8"))
        for program in from_cases(cases, model, folder, path.stem):
            yield program._replace(title=f"{path.name}: {program.title}")


def swept(model, folder, newest):
    bases = probe_language.parse_cases((HERE / "probes/bases.probe").read_text(encoding="utf-8"))
    for minor in (4, 5)[:1 + newest]:
        made = []
        for base in bases:
            if base.minor > minor:
                continue
            base.minor = minor
            made += sweep.variants(base, model)
        for case in made:
            case.verdict = "?"
        yield from from_cases(made, model, folder, f"sweep-{minor}")


def in_folder(folder):
    for path in sorted(pathlib.Path(folder).rglob("*.tileirbc")):
        kind = path.parent.name
        yield Program(path.name, path, path.read_bytes()[9], {"valid": True, "invalid": False}.get(kind))


def exceptions():
    lines = (HERE / "exceptions.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


def compare(programs, tools, verifier, workers):
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        answers = list(pool.map(lambda program: ask(tools[program.minor >= 5], program), programs))
    verdicts = judge(verifier, programs)
    for program, answer in zip(programs, answers):
        verdict = verdicts[str(program.path)]
        if answer is None:
            yield program, f"the tool crashes, we say: {verdict}"
        elif answer != (verdict == "valid"):
            yield program, f"the tool says {'valid' if answer else 'invalid'}, we say: {verdict}"
        elif program.expected not in (None, answer):
            yield program, f"was said to be {'valid' if program.expected else 'invalid'}, we and the tool say: {verdict}"


def report(name, programs, differences, known):
    used, failed, excused = set(), 0, 0
    for program, what in differences:
        key = next((key for key in known if program.title.startswith(key) or key in what), None)
        if key is not None:
            used.add(key)
            excused += 1
        else:
            failed += 1
            print(f"{program.title} ({program.path.name}): {what}")
    print(f"{name}: {len(programs)} programs, {failed} do not agree, {excused} excused for {len(used)} reasons", flush=True)
    return failed


def main(options):
    model, known, failed = Model(options.records), exceptions(), 0
    tools = (options.tool, options.newest)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        sets = [("probes", probes(model, folder))]
        sets += [("sweep", swept(model, folder, bool(options.newest)))] * options.sweep
        sets += [(str(pathlib.Path(each).name), in_folder(each)) for each in options.programs]
        for name, programs in sets:
            programs = [program for program in programs if tools[program.minor >= 5]]
            failed += not programs
            failed += report(name, programs, compare(programs, tools, options.verifier, options.workers), known)
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--tool-13.5", dest="newest")
    parser.add_argument("--verifier", required=True)
    parser.add_argument("--records", required=True)
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--programs", nargs="*", default=[])
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    sys.exit(main(parser.parse_args()) > 0)
