# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The facts of kernel.rs files, read by the program in facts/. It needs Rust, but neither CUDA nor libclang."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

from diagnostics import Diagnostic
from exporter import processors
from processes import Failure, OutOfTime, ToolchainMissing, run
from scratch import HERE, build_environment, check_cargo, last_error
from sources import LONGEST_FILE

NAME = "tileport-facts"
# A file of a megabyte takes a second or two.
SECONDS_PER_FILE = 60


def build_reader(options):
    """The path of the program. It has a target folder of its own: its flags differ from those of the exporters."""
    environment = build_environment()
    environment["CARGO_TARGET_DIR"] = os.path.join(options.target_dir, "facts")
    environment["CARGO_TERM_COLOR"] = "never"
    command = ["cargo", "build", "--quiet", "--locked", "--message-format=json"]
    command += ["--jobs", str(options.jobs)] if options.jobs else []
    command += ["--offline"] if options.offline else []
    found = []

    def take(line):
        try:
            message = json.loads(line)
            if message["target"]["name"] == NAME and message["executable"]:
                found.append(message["executable"])
        except (ValueError, TypeError, KeyError):
            pass

    code, _, err = run(command, options.timeout, take, cwd=os.path.join(HERE, "facts"), env=environment)
    if code != 0:
        if "failed to download" in err or "failed to get" in err or "--offline" in err:
            raise ToolchainMissing(f"the crates of {NAME} cannot be fetched; go online once: {last_error(err)}")
        raise Failure(f"{NAME} cannot be built: {last_error(err)}")
    if not found or not os.path.isfile(found[-1]):
        raise Failure(f"cargo built no {NAME}: {last_error(err)}")
    return found[-1]


def facts_of(reader, source):
    """The facts of a file, or a Diagnostic."""
    if not os.path.isfile(source):
        return Diagnostic("source", "it is not a file" if os.path.exists(source) else "there is no such file", source)
    if os.path.getsize(source) > LONGEST_FILE:
        return Diagnostic("source", f"it is longer than {LONGEST_FILE >> 20} MiB, which no kernel is", source)
    try:
        code, out, err = run([reader, source], SECONDS_PER_FILE, env={**os.environ, "RUST_BACKTRACE": "0"})
    except OutOfTime as error:
        return Diagnostic("source", str(error), source)
    try:
        answer = json.loads(out)
    except ValueError:
        answer = None
    if code != 0 or not isinstance(answer, dict):
        deep = "overflowed its stack" in err
        text = "it is nested too deeply to be read" if deep else f"its reader crashed: {last_error(err)}"
        return Diagnostic("source", text, source)
    if "facts" in answer:
        return answer["facts"]
    return Diagnostic("source", answer["message"], source, answer["line"], answer["column"])


def give_facts(sources, answers, options):
    check_cargo(options.timeout)
    answers.progress("building the reader of facts, once")
    reader = build_reader(options)
    with ThreadPoolExecutor(options.jobs or processors()) as pool:
        for source, facts in zip(sources, pool.map(lambda source: facts_of(reader, source), sources)):
            if isinstance(facts, Diagnostic):
                answers.failure(source, facts)
            else:
                answers.give("facts", source=source, facts=facts)
