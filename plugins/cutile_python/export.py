#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports Tile IR bytecode of cuTile Python kernels from recorded launches.

Needs the package cuda-tile; no GPU, no CUDA driver, no PyTorch.  See README.md for the files it reads.
"""

import argparse
import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import traceback

EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_NO_TOOLCHAIN = 0, 1, 2, 4
VERSIONS = ("13.1", "13.2", "13.3", "13.4")
# Bytecode older than this writes its hints for one architecture, which has to be named.
FIRST_NEUTRAL_VERSION = (13, 3)
INDEX_SCHEMA = "tileport-exports/1"
LAUNCHES_SCHEMA = "tileport-launches/1"


class Failure(Exception):
    """Something that the person who called can mend; its text says where and what."""


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        prog="export.py",
        description="Export Tile IR bytecode of cuTile Python kernels from recorded launches, without a GPU.",
        epilog="Exit codes: 0 every launch exported, 1 a launch failed, 2 wrong use, 4 cuda-tile is not installed. "
        "Example: export.py operator resources/demo/softmax --variant f16-1x1024",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--bytecode-version", choices=VERSIONS, default="13.3", help="default: %(default)s")
    common.add_argument("--gpu-code", metavar="SM", help="target such as sm_100; needed by 13.1 and 13.2 only")
    common.add_argument("--timeout", type=int, default=120, metavar="S", help="seconds for one launch (default 120)")
    common.add_argument("--out", metavar="FOLDER", help="where programs are written")
    modes = parser.add_subparsers(dest="mode", required=True, metavar="MODE")
    operator = modes.add_parser(
        "operator",
        parents=[common],
        help="the reference variants of one workspace operator",
        description="Reads FOLDER/launches.json and writes reference_<variant>.tileirbc into FOLDER/reference.",
    )
    operator.add_argument("folder", metavar="FOLDER", help="an operator's folder")
    operator.add_argument("--variant", action="append", metavar="NAME", help="only this variant; may be repeated")
    corpus = modes.add_parser(
        "corpus",
        parents=[common],
        help="a file of launches of installed packages, one JSON object a line",
        description="Exports every launch of FILE into the folder that --out names, with an index.json.",
    )
    corpus.add_argument("file", metavar="FILE", help="launches as JSON lines")
    corpus.add_argument("--match", metavar="REGEX", help="only launches whose op, kernel or variant matches")
    arguments = parser.parse_args(argv)
    if version_of(arguments) < FIRST_NEUTRAL_VERSION and not arguments.gpu_code:
        parser.error(f"bytecode {arguments.bytecode_version} depends on the target: give --gpu-code, e.g. sm_100")
    if arguments.mode == "corpus" and not arguments.out:
        parser.error("corpus needs --out FOLDER")
    return arguments


def version_of(arguments):
    return tuple(int(part) for part in arguments.bytecode_version.split("."))


@contextlib.contextmanager
def time_limit(seconds):
    """Raises TimeoutError in a front end that does not come back."""

    def expire(signum, frame):
        raise TimeoutError(f"the front end took more than {seconds} s")

    previous = signal.signal(signal.SIGALRM, expire)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from error


def read_lines(path):
    launches = []
    try:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    launches.append((f"{path}:{number}", json.loads(line)))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise Failure(f"{path}:{number}:{error.colno}: not JSON: {error.msg}") from error
    return launches


def compile_launch(kernel, launch, arguments):
    """(symbol, bytecode) of one launch of a kernel object."""
    from cuda.tile.compilation import export_kernel
    from signature import hint_value, kernel_signature

    hints = {name: hint_value(value) for name, value in launch.get("hints", {}).items()}
    if hints:
        kernel = kernel.replace_hints(**hints)
    signature = kernel_signature(launch, kernel._pyfunc.__name__)
    buffer = io.BytesIO()
    with time_limit(arguments.timeout):
        export_kernel(
            kernel,
            [signature],
            buffer,
            gpu_code=arguments.gpu_code,
            output_format="tileir_bytecode",
            bytecode_version=arguments.bytecode_version,
        )
    return signature.symbol, buffer.getvalue()


def kernel_named(module, name):
    """The kernel of that name; "make_kernel:6" is what the module's make_kernel(6) returns."""
    import cuda.tile as ct

    name, *given = name.split(":")
    kernel = getattr(module, name, None)
    if given and callable(kernel):
        kernel = kernel(*(int(value) for value in given))
    if not isinstance(kernel, ct.kernel):
        raise Failure(f"{module.__name__} has no kernel {name!r}")
    return kernel


def describe(error, root=""):
    """One error as `file:line:column: text` where a place is known; sources were loaded relative to `root`."""

    def place(name):
        return os.path.join(root, name) if os.path.isfile(os.path.join(root, name)) else name

    if isinstance(error, (Failure, TimeoutError, ValueError)):
        return str(error)
    location = getattr(error, "loc", None)
    if location is not None and location.filename:
        text = getattr(error, "message", None) or str(error)
        return f"{place(location.filename)}:{location.line}:{location.col + 1}: {text}"
    if isinstance(error, SyntaxError):
        return f"{place(error.filename)}:{error.lineno}:{error.offset}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    at = f"{place(frames[-1].filename)}:{frames[-1].lineno}: " if frames else ""
    return f"{at}{type(error).__name__}: {error}"


def write_atomically(path, data):
    """A reader never meets half a file, even when this process is killed."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "wb") as file:
        file.write(data)
    os.replace(temporary, path)


def private_folders():
    """Folders whose names would tell on this machine if a program carried them."""
    named = {sys.prefix, os.getcwd(), os.path.expanduser("~"), tempfile.gettempdir(), os.path.dirname(__file__)}
    named |= {entry for entry in sys.path if entry}
    real = {os.path.realpath(folder) for folder in named}
    return sorted(folder.encode() for folder in named | real if len(folder.strip("/")) > 0)


def find_disassembler():
    """tileirdisasm of this environment, which packages bring as a plain file; None without it."""
    import sysconfig

    path = os.path.join(sysconfig.get_path("purelib"), "nvidia", "cu13", "bin", "tileirdisasm")
    return path if os.access(path, os.X_OK) else None


def count_operations(path, seconds):
    """How many operations the official disassembler prints of a program, the entry counted."""
    done = subprocess.run(
        [find_disassembler(), path], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds
    )
    if done.returncode != 0:
        raise Failure(f"tileirdisasm ended with {done.returncode}: {done.stderr.strip()}")
    return sum(1 for line in done.stdout.splitlines() if re.match(r"\s*[%a-z_]", line))


def check_program(data, symbol, launch):
    """What must hold of a fresh export before it is written."""
    expected = launch.get("symbol")
    if expected and expected != symbol:
        raise Failure(f"the symbol is {symbol}, recorded is {expected}")
    for folder in private_folders():
        if folder + b"/" in data:
            raise Failure(f"the program names a folder of this machine: {folder.decode()}")


def export_operator(arguments):
    """(programs written, failures) of a workspace operator."""
    from sources import load_source

    description = os.path.join(arguments.folder, "launches.json")
    launches = read_json(description)
    if launches.get("schema") != LAUNCHES_SCHEMA:
        raise Failure(f"{description}: schema is {launches.get('schema')!r}, not {LAUNCHES_SCHEMA!r}")
    reference = launches["reference"]
    source = os.path.join(arguments.folder, reference["source"])
    try:
        kernel = kernel_named(load_source(source), reference["kernel"])
    except Exception as error:
        raise Failure(describe(error, os.path.dirname(source))) from error
    wanted = [v for v in launches["variants"] if not arguments.variant or v["name"] in arguments.variant]
    if missing := set(arguments.variant or ()) - {v["name"] for v in wanted}:
        raise Failure(f"{description}: no variant {', '.join(sorted(missing))}")
    out = arguments.out or os.path.join(arguments.folder, "reference")
    failures = 0
    for variant in wanted:
        try:
            symbol, data = compile_launch(kernel, variant["reference"], arguments)
            check_program(data, symbol, variant["reference"])
        except Exception as error:
            failures += 1
            print(f"error: {variant['name']}: {describe(error, os.path.dirname(source))}", file=sys.stderr)
            continue
        path = os.path.join(out, f"reference_{variant['name']}.tileirbc")
        write_atomically(path, data)
        print(path)
    return len(wanted) - failures, failures


def program_name(launch, taken):
    """A file name that no other launch has."""
    name = re.sub(r"[^\w.+-]", "_", f"{launch['op']}.{launch['kernel']}.{launch['variant']}")
    number = taken[name] = taken.get(name, 0) + 1
    return name if number == 1 else f"{name}.{number}"


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
    recorded = launch.get("ops") if version_of(arguments) >= FIRST_NEUTRAL_VERSION else None
    if recorded is None or recorded == program["ops"]:
        return 0
    print(f"error: {place}: {program['file']}: {program['ops']} operations, recorded are {recorded}", file=sys.stderr)
    return 1


def export_corpus(arguments):
    """(programs written, failures) of a file of launches."""
    import importlib

    from sources import prepare_tilegym

    prepare_tilegym()
    programs, failures, taken = [], 0, {}
    for place, launch in read_lines(arguments.file):
        name = program_name(launch, taken)
        if arguments.match and not re.search(arguments.match, name):
            continue
        try:
            kernel = kernel_named(importlib.import_module(launch["module"]), launch["kernel"])
            symbol, data = compile_launch(kernel, launch, arguments)
            check_program(data, symbol, launch)
        except Exception as error:
            failures += 1
            print(f"error: {place}: {name}: {describe(error)}", file=sys.stderr)
            continue
        write_atomically(os.path.join(arguments.out, name + ".tileirbc"), data)
        kept = {key: launch[key] for key in ("op", "module", "kernel", "variant") if key in launch}
        programs.append({"file": name + ".tileirbc", **kept, "symbol": symbol})
        failures += check_operations(place, programs[-1], launch, arguments)
    from cuda.tile import __version__

    index = {
        "schema": INDEX_SCHEMA,
        "frontend": f"cuTile Python {__version__}",
        "bytecode_version": arguments.bytecode_version,
        "programs": programs,
    }
    if arguments.gpu_code:
        index["target"] = arguments.gpu_code
    write_atomically(os.path.join(arguments.out, "index.json"), (json.dumps(index, indent=1) + "\n").encode())
    return len(programs), failures


def main(argv=None):
    arguments = parse_arguments(argv)
    # The JIT's cache on disk has no part in an export.
    os.environ["CUDA_TILE_CACHE_DIR"] = "off"
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from sources import neutral_cutile

    try:
        neutral_cutile()
    except ImportError as error:
        print(f"error: cuTile Python cannot be imported ({error}); run packaging/toolchain", file=sys.stderr)
        return EXIT_NO_TOOLCHAIN
    try:
        done, failures = (export_operator if arguments.mode == "operator" else export_corpus)(arguments)
    except Failure as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAILED
    print(f"{done} exported, {failures} failed", file=sys.stderr)
    return EXIT_FAILED if failures else EXIT_OK


if __name__ == "__main__":
    sys.exit(main())
