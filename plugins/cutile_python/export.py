#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports Tile IR bytecode of cuTile Python kernels from recorded launches, and tells what stands in their sources.

Needs the package cuda-tile for exports; no GPU, no CUDA driver, no PyTorch.  README.md describes what it reads.
"""

import argparse
import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)

from tileport_cutile import modes  # noqa: E402
from tileport_cutile.failures import Failure  # noqa: E402
from tileport_cutile.programs import VERSIONS, CannotWrite, needs_target  # noqa: E402

# Kernels import their neighbours by bare names: they must not meet these scripts.
sys.path.remove(FOLDER)

EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_NO_TOOLCHAIN = 0, 1, 2, 4


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        prog="export.py",
        description="Export Tile IR bytecode of cuTile Python kernels from recorded launches, without a GPU.",
        epilog="Exit codes: 0 done, 1 a launch failed or a file cannot be written, 2 wrong use or a malformed request, "
        "4 cuda-tile is not installed. Example: export.py operator resources/demo/softmax --variant f16-1x1024",
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--bytecode-version", choices=VERSIONS, default="13.3", help="default: %(default)s")
    common.add_argument("--gpu-code", metavar="SM", help="target such as sm_100; needed by 13.1 and 13.2 only")
    common.add_argument("--timeout", type=int, default=120, metavar="S", help="seconds for one launch (default 120)")
    common.add_argument("--out", metavar="FOLDER", help="where programs are written")
    commands = parser.add_subparsers(dest="mode", required=True, metavar="MODE")
    operator = commands.add_parser(
        "operator",
        parents=[common],
        help="the reference variants of one workspace operator",
        description="Reads FOLDER/launches.json and writes reference_<variant>.tileirbc into FOLDER/reference.",
    )
    operator.add_argument("folder", metavar="FOLDER", help="an operator's folder")
    operator.add_argument("--variant", action="append", metavar="NAME", help="only this variant; may be repeated")
    corpus = commands.add_parser(
        "corpus",
        parents=[common],
        help="a file of launches of installed packages, one JSON object a line",
        description="Exports every launch of FILE into the folder that --out names, with an index.json.",
    )
    corpus.add_argument("file", metavar="FILE", help="launches as JSON lines")
    corpus.add_argument("--match", metavar="REGEX", help="only launches whose op, kernel or variant matches")
    job = commands.add_parser(
        "job",
        help="a request of Tileport, answered as JSON lines",
        description="Does what REQUEST.json asks (schema tileport-job/1: export or facts) and answers on standard output.",
    )
    job.add_argument("request", metavar="REQUEST.json", help="the request; - reads it from standard input")
    draft = commands.add_parser(
        "draft",
        help="a launches.json to fill in, from a kernel's source and its host code",
        description="Drafts the reference half of a launches.json, and lists on standard error what a person must fill in.",
    )
    draft.add_argument("source", metavar="SOURCE.py", help="the file of the kernel and of the code that launches it")
    draft.add_argument("--kernel", metavar="NAME", help="which kernel; needed if the file has several")
    draft.add_argument("--out", metavar="FILE", help="a new file for the draft; standard output without it")
    arguments = parser.parse_args(argv)
    if arguments.mode in ("operator", "corpus"):
        if needs_target(arguments.bytecode_version) and not arguments.gpu_code:
            parser.error(f"bytecode {arguments.bytecode_version} depends on the target: give --gpu-code, e.g. sm_100")
        if arguments.timeout <= 0:
            parser.error("--timeout is a number of seconds from 1")
    if arguments.mode == "corpus" and not arguments.out:
        parser.error("corpus needs --out FOLDER")
    return arguments


def main(argv=None):
    arguments = parse_arguments(argv)
    try:
        if arguments.mode == "job":
            from tileport_cutile import job

            return job.run(arguments.request)
        if arguments.mode == "draft":
            from tileport_cutile import draft

            left_open = draft.run(arguments, lambda line: print(line, file=sys.stderr))
            print(f"{left_open} to fill in", file=sys.stderr)
            return EXIT_OK
        done, failures = modes.run(arguments)
    except modes.NoToolchain as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_NO_TOOLCHAIN
    except (Failure, CannotWrite) as error:
        print(f"error: {error}", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        return EXIT_FAILED
    print(f"{done} exported, {failures} failed", file=sys.stderr)
    return EXIT_FAILED if failures else EXIT_OK


if __name__ == "__main__":
    sys.exit(main())
