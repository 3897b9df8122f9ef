# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The job "prepare": fetches and builds, before anybody waits for it, what all kernels share."""

import os

from diagnostics import CompileError
from processes import Failure
from reader import build_reader
from scratch import FRONT_ENDS, HERE, Cargo, Crate, check_cargo
from sources import Source


def prepare(answers, options):
    check_cargo(options.timeout)
    source = Source(os.path.join(HERE, "crates", "nothing.rs"))
    for front_end in FRONT_ENDS:
        answers.progress(f"building cuTile Rust {front_end}")
        try:
            Crate(source, Cargo(front_end, options)).build(answers.progress)
        except CompileError as error:
            raise Failure(f"cuTile Rust {front_end} does not compile an empty kernel: {error.diagnostic.message}") from error
    answers.progress("building the reader of facts")
    build_reader(options)
