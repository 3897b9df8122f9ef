# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a request of Tileport asks (tileport-job/1) and answers with JSON lines on standard output."""

import importlib.metadata
import json
import os
import sys

from . import modes, workers
from .exporting import Exporter
from .facts import facts_of
from .failures import Failure, clean, failure_of
from .programs import VERSIONS, ended_text, needs_target, write_atomically

SCHEMA = "tileport-job/1"
EXIT_OK, EXIT_OTHER, EXIT_REQUEST = 0, 1, 2
FACTS_SECONDS = 60


class BadRequest(Exception):
    """The request itself is wrong; nothing was done."""

    def __init__(self, member, reason):
        super().__init__(f"{member}: {reason}" if member else reason)


class Answers:
    """Standard output, to which nothing else is written: kept apart from file descriptor 1, which others print to."""

    def __init__(self):
        sys.stdout.flush()
        self._file = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
        os.dup2(2, 1)

    def write(self, answer, **members):
        self._file.write(json.dumps({"answer": answer, **members}) + "\n")
        self._file.flush()

    def progress(self, text):
        self.write("progress", text=clean(text))

    def failure(self, identity, failure):
        self.write("failure", id=identity, **failure.as_answer())


def run(path):
    """The exit code of a whole job."""
    try:
        request = read_request(path)
        job = {"export": export, "facts": facts}[request["job"]]
    except BadRequest as error:
        print(f"error: {path}: {error}", file=sys.stderr)
        return EXIT_REQUEST
    try:
        answers = Answers()
        job(request, answers)
    except OSError as error:
        # Whoever asked reads no more, or its disk is full.
        print(f"error: the answers cannot be written: {error.strerror}", file=sys.stderr)
        # What is still in the buffer cannot be written either, and must not fail again at the end.
        os._exit(EXIT_OTHER)
    return EXIT_OK


def read_request(path):
    try:
        if path == "-":
            request = json.load(sys.stdin)
        else:
            with open(path, encoding="utf-8") as file:
                request = json.load(file)
    except OSError as error:
        raise BadRequest("", error.strerror) from error
    except json.JSONDecodeError as error:
        raise BadRequest("", f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("", f"not JSON: {error}") from error
    if not isinstance(request, dict):
        raise BadRequest("", "a request is one JSON object")
    if request.get("schema") != SCHEMA:
        raise BadRequest("schema", f"is {request.get('schema')!r}, not {SCHEMA!r}")
    checks = {"export": check_export, "facts": check_facts}
    if request.get("job") not in checks:
        raise BadRequest("job", f"is {request.get('job')!r}; cuTile Python knows {', '.join(checks)}")
    checks[request["job"]](request)
    return request


def _seconds(request):
    seconds = request.get("seconds", 120 if request["job"] == "export" else FACTS_SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < 1e6:
        raise BadRequest("seconds", f"is {seconds!r}, not a number of seconds")
    return seconds


def _text(holder, name, where):
    value = holder.get(name)
    if not isinstance(value, str) or not value or "\0" in value:
        raise BadRequest(f"{where}{name}", f"is {value!r}, not a text")
    return value


def check_export(request):
    out = _text(request, "out", "")
    if not os.path.isabs(out) or not os.path.isdir(out):
        raise BadRequest("out", f"{out} is no absolute path of an existing folder")
    version = request.get("bytecode_version")
    if version not in VERSIONS:
        raise BadRequest("bytecode_version", f"is {version!r}; cuTile Python writes {', '.join(VERSIONS)}")
    if request.get("gpu_code") is not None:
        _text(request, "gpu_code", "")
    elif needs_target(version):
        raise BadRequest("gpu_code", f'is missing: bytecode {version} depends on the target, such as "sm_100"')
    _seconds(request)
    if not isinstance(request.get("items"), list):
        raise BadRequest("items", "is no list")
    identities, files = set(), set()
    for index, item in enumerate(request["items"]):
        where = f"items[{index}]"
        if not isinstance(item, dict):
            raise BadRequest(where, "is no object")
        for taken, name in ((identities, "id"), (files, "file")):
            value = _text(item, name, where + ".")
            if value in taken:
                raise BadRequest(f"{where}.{name}", f"{value!r} is another item's already")
            taken.add(value)
        if os.path.basename(item["file"]) != item["file"] or item["file"] in (".", ".."):
            raise BadRequest(f"{where}.file", f"{item['file']!r} is no plain name of a file")
        if ("source" in item) == ("module" in item):
            raise BadRequest(where, "has either a source or a module")
        name = "source" if "source" in item else "module"
        value = _text(item, name, where + ".")
        if name == "source" and not os.path.isabs(value):
            raise BadRequest(f"{where}.source", f"{value} is no absolute path")
        if "launch" not in item:
            raise BadRequest(f"{where}.launch", "is missing")


def check_facts(request):
    _seconds(request)
    sources = request.get("sources")
    if not isinstance(sources, list):
        raise BadRequest("sources", "is no list")
    for index, source in enumerate(sources):
        if not isinstance(source, str) or not os.path.isabs(source) or "\0" in source:
            raise BadRequest(f"sources[{index}]", f"is {source!r}, no absolute path")


def export(request, answers):
    front_end = modes.start_front_end()
    items = request["items"]
    exporter = Exporter(
        request["bytecode_version"],
        request.get("gpu_code"),
        _seconds(request),
        lambda text: answers.progress(f"{text} with {front_end}"),
    )
    for number, result in exporter.run(items):
        item = items[number]
        if isinstance(result, Failure):
            answers.failure(item["id"], result)
            continue
        if result.private:
            print(f"note: {item['file']} names a folder of this machine: {result.private}", file=sys.stderr)
        write_atomically(os.path.join(request["out"], item["file"]), result.data)
        answers.write(
            "program",
            id=item["id"],
            file=item["file"],
            symbol=result.symbol,
            seconds=result.seconds,
            dependencies=result.dependencies,
        )
    answers.write("end", front_end=front_end)


def facts(request, answers):
    """Facts by ast alone: nothing is imported, cuda-tile need not be there."""
    sources = request["sources"]

    def body(channel, indices):
        # A long expression is a deep tree; its own process keeps the worst of it from us.
        sys.setrecursionlimit(20000)
        for index in indices:
            channel.begin(index)
            try:
                channel.result(index, {"facts": True}, json.dumps(facts_of(sources[index])).encode())
            except Failure as failure:
                channel.result(index, {"failure": failure.as_answer()})
            except Exception as error:  # noqa: BLE001 - a source that our reader fails at is told of, like any other
                failure = failure_of(error, "source")
                channel.result(index, {"failure": {**failure.as_answer(), "file": sources[index]}})

    workers.prepare()
    for index, outcome, payload in workers.Group(body, len(sources), _seconds(request), lambda lost: False).outcomes():
        source = sources[index]
        if isinstance(outcome, workers.Lost):
            late = outcome.reason == "time"
            text = f"reading it took more than {_seconds(request):g} s" if late else ended_text(outcome.status, "facts")
            answers.failure(source, Failure(text, "time" if late else "source", source))
        elif "failure" in outcome:
            answers.failure(source, Failure(**outcome["failure"]))
        else:
            answers.write("facts", source=source, facts=json.loads(payload))
    answers.write("end", front_end=_installed_front_end())


def _installed_front_end():
    try:
        return f"cuTile Python {importlib.metadata.version('cuda-tile')}"
    except importlib.metadata.PackageNotFoundError:
        return "cuTile Python"
