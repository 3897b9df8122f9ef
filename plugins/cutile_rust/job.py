# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Jobs for programs: a request, a JSON object, is answered with JSON lines (docs/facts.md, README.md)."""

import json
import math
import os
import re
import tempfile
import threading

from diagnostics import CompileError, Diagnostic
from exporter import Pool, Work, processors
from preparing import prepare
from reader import give_facts
from processes import Failure, OutOfTime, stopping
from scratch import FRONT_ENDS, Cargo, Crate, check_cargo
from sources import Source

SCHEMA = "tileport-job/1"
VERSIONS = {"0.5.0": ("13.2", "13.3", "13.4", "13.5"), "0.2.0": ("13.3",)}
LAUNCH_MEMBERS = ("module", "kernel", "generics", "tensors", "scalar_hints", "compile_options", "target")
MOST_SECONDS = 86400
LONGEST_REQUEST = 256 << 20


class BadRequest(Exception):
    """The text says where and what."""


class Answers:
    """Standard output, one object a line. Whoever prints to it by mistake prints to standard error."""

    def __init__(self):
        self._file = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def give(self, answer, /, **members):
        with self._lock:
            if stopping():
                return
            self._file.write(json.dumps({"answer": answer, **members}) + "\n")
            self._file.flush()

    def progress(self, text):
        self.give("progress", text=text)

    def failure(self, name, diagnostic):
        d = diagnostic
        self.give("failure", id=name, kind=d.kind, message=d.message, file=d.file, line=d.line, column=d.column)


def read_request(path):
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_REQUEST + 1)
    except OSError as error:
        raise BadRequest(f"{path}: {error.strerror}") from error
    if len(data) > LONGEST_REQUEST:
        raise BadRequest(f"{path}: longer than {LONGEST_REQUEST >> 20} MiB")
    try:
        request = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path}: not UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise BadRequest(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise BadRequest(f"{path}: nested too deeply") from error
    except ValueError as error:
        raise BadRequest(f"{path}: not JSON: {error}") from error
    if not isinstance(request, dict):
        raise BadRequest(f"{path}: not a JSON object")
    if request.get("schema") != SCHEMA:
        raise BadRequest(f"{path}: schema is {request.get('schema')!r}, not {SCHEMA!r}")
    if request.get("job") not in ("export", "facts", "prepare"):
        raise BadRequest(f"{path}: job is {request.get('job')!r}, none of 'export', 'facts', 'prepare'")
    return request


def _need(condition, path, member, what):
    if not condition:
        raise BadRequest(f"{path}: {member} {what}")


def _is_path(value):
    try:
        return isinstance(value, str) and os.path.isabs(value) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def check_export(request, path):
    """Everything that concerns the request as a whole; what an item's launch says is the item's own."""
    front_end = request.get("front_end")
    _need(front_end in FRONT_ENDS, path, "front_end", f"is {front_end!r}; known: {', '.join(FRONT_ENDS)}")
    version, known = request.get("bytecode_version"), VERSIONS[front_end]
    writes = f"cuTile Rust {front_end} writes {', '.join(known)}"
    _need(version in known, path, "bytecode_version", f"is {version!r}; {writes}")
    seconds = request.get("seconds")
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    _need(is_number and 0 < seconds < math.inf, path, "seconds", "is not a positive number")
    out = request.get("out")
    _need(_is_path(out), path, "out", "is not an absolute path")
    _need(os.path.isdir(out), path, "out", f"{out} is not a folder; make it first")
    items = request.get("items")
    _need(isinstance(items, list), path, "items", "is not a list")
    names, files = set(), set()
    for number, item in enumerate(items):
        where = f"items[{number}]"
        _need(isinstance(item, dict), path, where, "is not an object")
        name, file = item.get("id"), item.get("file")
        _need(isinstance(name, str), path, f"{where}.id", "is missing or not a text")
        _need(name not in names, path, f"{where}.id", f"{name!r} is another item's too")
        _need(_is_path(item.get("source")), path, f"{where}.source", "is missing or not an absolute path")
        plain = isinstance(file, str) and file not in ("", ".", "..") and not set(file) & set("/\0")
        _need(plain, path, f"{where}.file", "is missing or not a plain name")
        _need(file not in files, path, f"{where}.file", f"{file!r} is another item's too")
        names.add(name)
        files.add(file)


def launch_of(item, version):
    """The variant that the exporter is asked for; a Diagnostic where there is none."""
    launch = item.get("launch")
    if not isinstance(launch, dict):
        return Diagnostic("launch", "launch is missing or not an object")
    variant = {name: launch[name] for name in LAUNCH_MEMBERS if name in launch}
    try:
        json.dumps(variant)
    except RecursionError:
        return Diagnostic("launch", "launch is nested too deeply")
    return {**variant, "bytecode_version": version}


class ExportJob:
    def __init__(self, request, answers, options):
        self.request = request
        self.answers = answers
        self.options = options
        self.seconds = min(request["seconds"], MOST_SECONDS)
        self.cargo = Cargo(request["front_end"], options)
        self.pool = Pool(min(options.jobs or processors(), max(len(request["items"]), 1)))

    def run(self):
        self._check_out()
        check_cargo(self.options.timeout)
        by_source = {}
        for item in self.request["items"]:
            by_source.setdefault(item["source"], []).append(item)
        # While one source is built, the exporters of those before it are at work.
        for path, items in by_source.items():
            try:
                self._start(path, items)
            except CompileError as error:
                self._all_fail(items, error.diagnostic)
            except OutOfTime as error:
                self._all_fail(items, Diagnostic("time", str(error), path))
        self.pool.finish()

    def _check_out(self):
        """Asked by writing: permissions alone do not tell. What a driver left that was killed goes."""
        files = {item["file"] for item in self.request["items"]}
        try:
            for name in os.listdir(self.request["out"]):
                left = re.fullmatch(r"(.+)\.(\d+)\.tmp", name)
                if left and left.group(1) in files and not os.path.isdir(f"/proc/{left.group(2)}"):
                    os.remove(os.path.join(self.request["out"], name))
            with tempfile.TemporaryFile(dir=self.request["out"]):
                pass
        except OSError as error:
            raise Failure(f"{self.request['out']}: nothing can be written there: {error.strerror}") from error

    def _start(self, path, items):
        try:
            source = Source(path)
        except Failure as error:
            return self._all_fail(items, Diagnostic("source", str(error), path))
        wanted = []
        for item in items:
            variant = launch_of(item, self.request["bytecode_version"])
            if isinstance(variant, Diagnostic):
                self.answers.failure(item["id"], variant)
            else:
                wanted.append((item, variant))
        if not wanted:
            return None
        self.answers.progress(f"building {path} with cuTile Rust {self.cargo.front_end}")
        crate = Crate(source, self.cargo)
        executable = crate.build(self.answers.progress)
        for item, variant in wanted:
            program = os.path.join(self.request["out"], item["file"])
            done = self._answer_of(item, source)
            self.pool.add(Work(crate, executable, variant, program, self.seconds, done))
        return None

    def _answer_of(self, item, source):
        def done(result):
            if isinstance(result, Diagnostic):
                self.answers.failure(item["id"], result)
                return
            self.answers.give(
                "program",
                id=item["id"],
                file=item["file"],
                symbol=result["symbol"],
                seconds=round(result["seconds"], 4),
                dependencies=source.dependencies,
            )

        return done

    def _all_fail(self, items, diagnostic):
        for item in items:
            self.answers.failure(item["id"], diagnostic)


def check_facts(request, path):
    sources = request.get("sources")
    _need(isinstance(sources, list), path, "sources", "is not a list")
    for number, source in enumerate(sources):
        _need(_is_path(source), path, f"sources[{number}]", "is not an absolute path")


def run_job(path, options):
    """Runs the request; 0 when it ran to its end."""
    request = read_request(path)
    if request["job"] == "export":
        check_export(request, path)
        answers = Answers()
        ExportJob(request, answers, options).run()
        answers.give("end", front_end=f"cuTile Rust {request['front_end']}")
    elif request["job"] == "prepare":
        answers = Answers()
        prepare(answers, options)
        answers.give("end", front_end="cuTile Rust")
    else:
        check_facts(request, path)
        answers = Answers()
        give_facts(request["sources"], answers, options)
        answers.give("end", front_end="cuTile Rust")
    return 0
