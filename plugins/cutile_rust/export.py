#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports Tile IR bytecode of cuTile Rust kernels from recorded variants.

Builds a scratch crate around a kernel.rs as it is, which compiles the variants.  Needs cargo and the folder that
packaging/toolchain fills; no GPU, no CUDA driver.  See README.md for the files it reads.
"""

import argparse
import json
import os
import re
import signal
import sys

from diagnostics import CompileError, Diagnostic
from exporter import Pool, Work, processors
from job import VERSIONS, BadRequest, run_job
from processes import Failure, ToolchainMissing, end_all
from scratch import FRONT_ENDS, Cargo, Crate, check_cargo, find_toolchain
from sources import Source

EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_NO_TOOLCHAIN = 0, 1, 2, 4
# One variant takes well under a second; one that needs longer than this hangs.
SECONDS_PER_VARIANT = 60
INDEX_SCHEMA = "tileport-exports/1"
LAUNCHES_SCHEMA = "tileport-launches/1"


def cache_folder(*parts):
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "tileport", *parts)


def build_options():
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--target-dir", metavar="FOLDER", help="cargo's target folder, shared by all kernels")
    common.add_argument("--toolchain", metavar="FOLDER", help="the environment that packaging/toolchain made")
    common.add_argument("--timeout", type=int, default=900, metavar="S", help="seconds for a build (default 900)")
    common.add_argument("--jobs", type=int, metavar="N", help="how many things are done at once (default: processors)")
    common.add_argument("--offline", action="store_true", help="build without fetching crates")
    return common


def export_options():
    common = argparse.ArgumentParser(add_help=False, parents=[build_options()])
    common.add_argument("--bytecode-version", default="13.3", metavar="V", help="13.2 to 13.5; 0.2.0 writes only 13.3")
    common.add_argument("--out", metavar="FOLDER", help="where programs are written")
    return common


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        prog="export.py",
        description="Export Tile IR bytecode of cuTile Rust kernels from recorded variants, without a GPU.",
        epilog="Exit codes: 0 every variant exported (a job: it ran to its end), 1 a build or a variant failed, "
        "2 wrong use, 4 a tool is missing. "
        "Example: export.py operator resources/demo/softmax --variant f16-1x1024",
    )
    modes = parser.add_subparsers(dest="mode", required=True, metavar="MODE")
    operator = modes.add_parser(
        "operator",
        parents=[export_options()],
        help="the port variants of workspace operators",
        description="Reads FOLDER/launches.json and writes generated_<variant>.tileirbc into FOLDER/generated.",
    )
    operator.add_argument("folder", metavar="FOLDER", help="an operator's folder")
    operator.add_argument("--variant", action="append", metavar="NAME", help="only this variant; may be repeated")
    corpus = modes.add_parser(
        "corpus",
        parents=[export_options()],
        help="a file of variants of several kernels, one JSON object a line",
        description="Exports every variant of FILE into the folder that --out names, with an index.json. "
        "The kernel of operator X is read from KERNELS/X_kernel/kernel.rs.",
    )
    corpus.add_argument("file", metavar="FILE", help="variants as JSON lines")
    corpus.add_argument("--kernels", metavar="KERNELS", help="default: ops/cutile_rs of the toolchain's tilegym")
    corpus.add_argument("--front-end", choices=FRONT_ENDS, default="0.2.0", help="cuTile Rust (default %(default)s)")
    corpus.add_argument("--match", metavar="REGEX", help="only variants whose op, kernel or variant matches")
    job = modes.add_parser(
        "job",
        parents=[build_options()],
        help="what a program asks for, answered as JSON lines",
        description="Reads a request (tileport-job/1) and answers on standard output, one JSON object a line.",
    )
    job.add_argument("request", metavar="REQUEST", help="a JSON file")
    arguments = parser.parse_args(argv)
    if arguments.timeout <= 0 or (arguments.jobs is not None and arguments.jobs <= 0):
        parser.error("--timeout and --jobs take numbers from 1 on")
    if arguments.mode == "corpus" and not arguments.out:
        parser.error("corpus needs --out FOLDER")
    arguments.target_dir = os.path.abspath(arguments.target_dir or cache_folder("cargo-target"))
    arguments.toolchain = os.path.abspath(arguments.toolchain or os.environ.get("TILEPORT_TOOLS") or cache_folder("toolchain"))
    return arguments


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from error


def read_lines(path):
    variants = []
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    variants.append((f"{path}:{number}", json.loads(line)))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{number}:{error.colno}: not JSON: {error.msg}") from error
    return variants


def check_version(front_end, version):
    if version not in VERSIONS[front_end]:
        known = ", ".join(VERSIONS[front_end])
        raise Failure(f"cuTile Rust {front_end} cannot write bytecode {version}; it writes {known}")


def export_operator(arguments):
    """(programs written, failures) of a workspace operator."""
    description = os.path.join(arguments.folder, "launches.json")
    launches = read_json(description)
    if launches.get("schema") != LAUNCHES_SCHEMA:
        raise Failure(f"{description}: schema is {launches.get('schema')!r}, not {LAUNCHES_SCHEMA!r}")
    port = launches["port"]
    check_version(port["front_end"], arguments.bytecode_version)
    wanted = [v for v in launches["variants"] if not arguments.variant or v["name"] in arguments.variant]
    if missing := set(arguments.variant or ()) - {v["name"] for v in wanted}:
        raise Failure(f"{description}: no variant {', '.join(sorted(missing))}")
    out = arguments.out or os.path.join(arguments.folder, "generated")
    os.makedirs(out, exist_ok=True)
    items = [
        {
            **variant["port"],
            "name": variant["name"],
            "module": port["module"],
            "kernel": port["kernel"],
            "file": os.path.join(out, f"generated_{variant['name']}.tileirbc"),
        }
        for variant in wanted
    ]
    source = os.path.join(arguments.folder, port["source"])
    results = export_items(Cargo(port["front_end"], arguments), [(source, items)], arguments)
    failures = 0
    for item in items:
        if error := results[item["name"]]:
            failures += 1
            print(f"error: {item['name']}: {one_line(error)}", file=sys.stderr)
        else:
            print(item["file"])
    return len(items) - failures, failures


def one_line(diagnostic):
    return " ".join(str(diagnostic).split())


def export_items(cargo, groups, arguments):
    """Exports (source, items) groups; {name of item: a Diagnostic or None}."""
    check_cargo(arguments.timeout)
    results = {}
    pool = Pool(arguments.jobs or processors())
    for path, items in groups:
        crate = Crate(Source(path), cargo)
        try:
            executable = crate.build()
        except CompileError as error:
            raise Failure(f"{path} does not compile:\n{error}") from error
        for item in items:

            def done(result, name=item["name"]):
                results[name] = result if isinstance(result, Diagnostic) else None

            variant = {**item, "bytecode_version": arguments.bytecode_version}
            pool.add(Work(crate, executable, variant, item["file"], SECONDS_PER_VARIANT, done))
    pool.finish()
    return results


def program_name(variant, taken):
    """A file name that no other variant has."""
    name = re.sub(r"[^\w.+-]", "_", f"{variant['op']}.{variant['kernel']}.{variant['variant']}")
    number = taken[name] = taken.get(name, 0) + 1
    return name if number == 1 else f"{name}.{number}"


def corpus_requests(arguments):
    """The variants of the file by operator, each with its place and the file it goes to."""
    requests, taken = {}, {}
    for place, variant in read_lines(arguments.file):
        name = program_name(variant, taken)
        if arguments.match and not re.search(arguments.match, name):
            continue
        item = {**variant, "name": name, "place": place, "file": os.path.join(arguments.out, name + ".tileirbc")}
        requests.setdefault(variant["op"], []).append(item)
    return requests


def export_corpus(arguments):
    """(programs written, failures) of a file of variants."""
    check_version(arguments.front_end, arguments.bytecode_version)
    kernels = arguments.kernels or os.path.join(
        find_toolchain(arguments.toolchain).site_packages, "tilegym", "ops", "cutile_rs"
    )
    os.makedirs(arguments.out, exist_ok=True)
    programs, failures = [], 0
    requests = corpus_requests(arguments)
    groups = [
        (os.path.join(kernels, f"{operator}_kernel", "kernel.rs"), items) for operator, items in requests.items()
    ]
    results = export_items(Cargo(arguments.front_end, arguments), groups, arguments)
    for item in (item for _, items in groups for item in items):
        if error := results[item["name"]]:
            failures += 1
            print(f"error: {item['place']}: {item['name']}: {one_line(error)}", file=sys.stderr)
            continue
        kept = {key: item[key] for key in ("op", "module", "kernel", "variant", "target", "set") if key in item}
        programs.append({"file": os.path.basename(item["file"]), **kept, "symbol": item.get("entry")})
    index = {
        "schema": INDEX_SCHEMA,
        "frontend": f"cuTile Rust {arguments.front_end}",
        "bytecode_version": arguments.bytecode_version,
        "programs": programs,
    }
    with open(os.path.join(arguments.out, "index.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(index, indent=1) + "\n")
    return len(programs), failures


def main(argv=None):
    arguments = parse_arguments(argv)
    # Ended by someone else, it still stops what it started.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(EXIT_FAILED))
    try:
        if arguments.mode == "job":
            return run_job(arguments.request, arguments)
        done, failures = (export_operator if arguments.mode == "operator" else export_corpus)(arguments)
    except BadRequest as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_USAGE
    except ToolchainMissing as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_NO_TOOLCHAIN
    except Failure as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAILED
    except BrokenPipeError:
        print("error: nobody reads the answers any more", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        return EXIT_FAILED
    finally:
        end_all()
    print(f"{done} exported, {failures} failed", file=sys.stderr)
    return EXIT_FAILED if failures else EXIT_OK


if __name__ == "__main__":
    sys.exit(main())
