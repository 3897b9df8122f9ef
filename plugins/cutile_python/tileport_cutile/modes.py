# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The modes for people and tests: the variants of one operator, and a corpus of recorded launches."""

import json
import os
import re
import subprocess
import sys
import sysconfig

from .exporting import Exporter
from .failures import Failure
from .launches import LAUNCHES_SCHEMA, Malformed, check_launch, located
from .programs import front_end, needs_target, write_atomically
from .sources import neutral_cutile, stub_host_packages

INDEX_SCHEMA = "tileport-exports/1"


class NoToolchain(Exception):
    """cuTile Python cannot be imported here."""


def start_front_end():
    """Imports cuTile; its name and version."""
    # The JIT's cache on disk has no part in an export.
    os.environ["CUDA_TILE_CACHE_DIR"] = "off"
    try:
        neutral_cutile()
        stub_host_packages()
        return front_end()
    except ImportError as error:
        raise NoToolchain(f"cuTile Python cannot be imported ({error}); run packaging/toolchain") from error


def run(arguments):
    """(programs written, failures)"""
    name = start_front_end()
    return export_operator(arguments) if arguments.mode == "operator" else export_corpus(arguments, name)


def exporter(arguments):
    return Exporter(arguments.bytecode_version, arguments.gpu_code, arguments.timeout)


def accept(result, path):
    """Writes a program that is fit to be published; anything else is a Failure."""
    if isinstance(result, Failure):
        raise result
    if result.private:
        raise Failure(f"the program names a folder of this machine: {result.private}", "front_end")
    write_atomically(path, result.data)


def read_text(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise Failure(error.strerror, "launch", path) from error
    except UnicodeDecodeError as error:
        raise Failure(f"not UTF-8: byte {error.start}", "launch", path) from error


def parse_object(text, path, first_line=1):
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise Failure(f"not JSON: {error.msg}", "launch", path, error.lineno + first_line - 1, error.colno) from error
    if not isinstance(value, dict):
        raise Failure("not a JSON object", "launch", path, first_line)
    return value


def _operator_variants(arguments, description, launches):
    """(kernel, source, [(place in the file, name, launch)]) of what was asked for."""
    if launches.get("schema") != LAUNCHES_SCHEMA:
        raise Failure(f"schema is {launches.get('schema')!r}, not {LAUNCHES_SCHEMA!r}", "launch", description)
    try:
        reference = launches["reference"]
        kernel, source = reference["kernel"], os.path.join(arguments.folder, reference["source"])
        variants = [(i, v["name"], v["reference"]) for i, v in enumerate(launches["variants"]) if "reference" in v]
    except (KeyError, TypeError) as error:
        raise Failure(f"lacks a member: {error}", "launch", description) from error
    wanted = [v for v in variants if not arguments.variant or v[1] in arguments.variant]
    if missing := set(arguments.variant or ()) - {v[1] for v in wanted}:
        raise Failure(f"there is no variant {', '.join(sorted(missing))}", "launch", description)
    return kernel, source, wanted


def export_operator(arguments):
    """(programs written, failures) of a workspace operator."""
    description = os.path.join(arguments.folder, "launches.json")
    text = read_text(description)
    kernel, source, wanted = _operator_variants(arguments, description, parse_object(text, description))
    items, results = [], {}
    for index, _, launch in wanted:
        items.append({"source": source, "launch": {**launch, "kernel": kernel} if isinstance(launch, dict) else launch})
        try:
            check_launch(items[-1]["launch"])
        except Malformed as malformed:
            results[len(items) - 1] = located(malformed, description, text, ("variants", index, "reference"))
    for number, result in exporter(arguments).run(items):
        results.setdefault(number, result)
    out = arguments.out or os.path.join(arguments.folder, "reference")
    failures = 0
    for number, (_, name, _) in enumerate(wanted):
        path = os.path.join(out, f"reference_{name}.tileirbc")
        try:
            accept(results[number], path)
        except Failure as failure:
            failures += 1
            print(f"error: {name}: {failure}", file=sys.stderr)
            continue
        print(path)
    return len(wanted) - failures, failures


def program_name(launch, taken):
    """A file name that no other launch has."""
    name = re.sub(r"[^\w.+-]", "_", f"{launch['op']}.{launch['kernel']}.{launch['variant']}")
    number = taken[name] = taken.get(name, 0) + 1
    return name if number == 1 else f"{name}.{number}"


def read_corpus(path):
    """[(place, launch)] of a file of launches, one a line."""
    launches = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line.strip():
            launch = parse_object(line, path, number)
            for key in ("op", "module", "kernel", "variant"):
                if not isinstance(launch.get(key), str):
                    raise Failure(f"a launch of a corpus has a text {key!r}", "launch", path, number)
            launches.append((f"{path}:{number}", launch))
    return launches


def find_disassembler():
    """tileirdisasm of this environment, which packages bring as a plain file; None without it."""
    path = os.path.join(sysconfig.get_path("purelib"), "nvidia", "cu13", "bin", "tileirdisasm")
    return path if os.access(path, os.X_OK) else None


def count_operations(path, seconds):
    """How many operations the official disassembler prints of a program, the entry counted."""
    done = subprocess.run(
        [find_disassembler(), path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds
    )
    if done.returncode != 0:
        raise Failure(f"tileirdisasm ended with {done.returncode}: {done.stderr.strip()}", "front_end")
    return sum(1 for line in done.stdout.splitlines() if re.match(r"\s*[%a-z_]", line))


def check_operations(place, program, launch, arguments):
    """Counts a program's operations where a disassembler is there; 1 if the recorded number is another."""
    if find_disassembler() is None:
        return 0
    try:
        program["ops"] = count_operations(os.path.join(arguments.out, program["file"]), arguments.timeout)
    except (Failure, subprocess.SubprocessError) as error:
        print(f"error: {place}: {program['file']}: {error}", file=sys.stderr)
        return 1
    # Older bytecode spells some operations by several.
    recorded = None if needs_target(arguments.bytecode_version) else launch.get("ops")
    if recorded is None or recorded == program["ops"]:
        return 0
    print(f"error: {place}: {program['file']}: {program['ops']} operations, recorded are {recorded}", file=sys.stderr)
    return 1


def _corpus_item(path, launch):
    """By its module, or by its source file where a program was recorded that holds the kernel itself."""
    if isinstance(launch.get("source"), str):
        return {"source": os.path.join(os.path.dirname(path), launch["source"]), "launch": launch}
    return {"module": launch["module"], "launch": launch}


def export_corpus(arguments, name_of_front_end):
    """(programs written, failures) of a file of launches."""
    chosen, taken = [], {}
    for place, launch in read_corpus(arguments.file):
        name = program_name(launch, taken)
        if not arguments.match or re.search(arguments.match, name):
            chosen.append((place, name, launch))
    programs, failures = {}, 0
    items = [_corpus_item(arguments.file, launch) for _, _, launch in chosen]
    for number, result in exporter(arguments).run(items):
        place, name, launch = chosen[number]
        try:
            accept(result, os.path.join(arguments.out, name + ".tileirbc"))
        except Failure as failure:
            failures += 1
            print(f"error: {place}: {name}: {failure}", file=sys.stderr)
            continue
        kept = {key: launch[key] for key in ("op", "module", "kernel", "variant")}
        programs[number] = {"file": name + ".tileirbc", **kept, "symbol": result.symbol}
        failures += check_operations(place, programs[number], launch, arguments)
    index = {
        "schema": INDEX_SCHEMA,
        "frontend": name_of_front_end,
        "bytecode_version": arguments.bytecode_version,
        "programs": [programs[number] for number in sorted(programs)],
    }
    if arguments.gpu_code:
        index["target"] = arguments.gpu_code
    write_atomically(os.path.join(arguments.out, "index.json"), (json.dumps(index, indent=1) + "\n").encode())
    return len(programs), failures
