# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports items, each a launch of a kernel of some module, in workers; every mode of export.py goes through here.

An item is a dictionary with `source` (a Python file) or `module` (of an installed package), and `launch`.
"""

import linecache
import os
import time

from . import workers
from .failures import Failure, Places, clean, failure_of, user_path
from .launches import Malformed, check_launch
from .programs import compile_launch, ended_text, find_kernel, private_folder_in
from .sources import Loaded, load_module, load_source


class Program:
    """What became of one item."""

    def __init__(self, data, symbol, seconds, dependencies, private):
        self.data = data
        self.symbol = symbol
        self.seconds = seconds
        self.dependencies = dependencies
        # The folder of this machine that the program names, "" if it names none.
        self.private = private


WARM_UP = """\
import cuda.tile as ct
@ct.kernel
def warm_up(x, n, TILE: ct.Constant[int]):
    for i in range(n):
        tile = ct.load(x, index=(ct.bid(0), i), shape=(1, TILE))
        total = ct.sum(ct.astype(tile, ct.float32) * 2.0 + 1.0, axis=1, keepdims=True)
        ct.store(x, index=(ct.bid(0), i), tile=ct.astype(ct.exp(tile - total), x.dtype))
"""


def warm_up():
    """Compiles something small before the first fork, so that no worker finds out anew what every kernel needs."""
    name = "tileport_warm_up.py"
    linecache.cache[name] = (len(WARM_UP), None, WARM_UP.splitlines(keepends=True), name)
    array = {"kind": "array", "dtype": "float16", "shape": [64, 64], "strides": [64, 1], "base_aligned16": True}
    arguments = [{"value": array}, {"value": 3}, {"value": 16, "constant": True}]
    space = {}
    try:
        exec(compile(WARM_UP, name, "exec"), space)
        compile_launch(space["warm_up"], {"args": arguments}, "13.3")
    except Exception:  # noqa: BLE001 - it only saves time
        pass
    del linecache.cache[name]


class Exporter:
    """Compiles items to one bytecode version, each within `seconds`."""

    def __init__(self, version, gpu_code=None, seconds=120, progress=lambda text: None):
        self._version = version
        self._gpu_code = gpu_code
        self._seconds = seconds
        self._progress = progress

    def run(self, items):
        """(number of the item, Program or Failure) of each, in no promised order."""
        groups, refused = {}, []
        for number, item in enumerate(items):
            try:
                check_launch(item["launch"])
                groups.setdefault((item.get("source", ""), item.get("module", "")), []).append(number)
            except Failure as failure:
                refused.append((number, failure))
        yield from refused
        if groups:
            warm_up()
            workers.prepare()
        for (source, module), numbers in groups.items():
            self._progress(f"compiling {module or os.path.basename(source)}")
            yield from self._run_group(source, module, [(number, items[number]["launch"]) for number in numbers])

    def _run_group(self, source, module, launches):
        def body(channel, indices):
            _Compiler(channel, self._version, self._gpu_code).run(
                source, module, [(i, launches[i][1]) for i in indices]
            )

        group = workers.Group(body, len(launches), self._seconds, lambda lost: lost.notes.get("phase") == "import")
        for index, outcome, payload in group.outcomes():
            if isinstance(outcome, workers.Lost):
                result = self._lost_failure(outcome, source, module)
            elif "failure" in outcome:
                result = Failure(**outcome["failure"])
            else:
                result = Program(payload, **outcome["program"])
            yield launches[index][0], result

    def _lost_failure(self, lost, source, module):
        """A failure for an item whose process was lost, where it was when that is known."""
        phase = lost.notes.get("phase", "import")
        places = Places(lost.notes.get("roots", []))
        file, line = lost.notes.get("file", ""), lost.notes.get("line", 0)
        if phase == "import":
            file = source
            for name, number in lost.frames():
                if path := user_path(name, places):
                    file, line = path, number
                    break
        if lost.reason == "time":
            what = f"importing {module or os.path.basename(source)}" if phase == "import" else "the front end"
            return Failure(f"{what} took more than {self._seconds:g} s", "time", file, line)
        what = (
            "it writes into descriptors that are not its own"
            if lost.reason == "garbled"
            else ended_text(lost.status, phase)
        )
        return Failure(what, "source" if phase == "import" else "front_end", file, line)


class _Compiler:
    """A worker's part: one module, some of its launches."""

    def __init__(self, channel, version, gpu_code):
        self._channel = channel
        self._version = version
        self._gpu_code = gpu_code

    def run(self, source, module, launches):
        begin = time.monotonic()
        self._channel.begin(launches[0][0])
        loaded = Loaded(lambda roots: self._channel.note(roots=[clean(root) for root in roots.values()]))
        self._channel.note(phase="import", file=source)
        try:
            found = load_source(source, loaded) if source else load_module(module, loaded)
        except BaseException as error:  # noqa: BLE001 - whatever a module raises, SystemExit and KeyboardInterrupt too
            failure = failure_of(error, "source", self._places(loaded))
            if not failure.file:
                failure.file = clean(source)
            for index, _ in launches:
                self._channel.result(index, {"failure": {**failure.as_answer()}})
            return
        for index, launch in launches:
            self._channel.begin(index)
            try:
                answer, data = self._compile(found, launch, loaded, begin)
            except Failure as failure:
                if isinstance(failure, Malformed) and failure.member == ("kernel",):
                    failure.file = clean(loaded.shown(os.path.realpath(found.__file__)))
                answer, data = {"failure": failure.as_answer()}, b""
            except BaseException as error:  # noqa: BLE001
                answer, data = {"failure": failure_of(error, "front_end", self._places(loaded)).as_answer()}, b""
            self._channel.result(index, answer, data)
            begin = time.monotonic()

    def _places(self, loaded):
        return Places(loaded.roots.values())

    def _compile(self, module, launch, loaded, begin):
        places = self._places(loaded)
        kernel = find_kernel(module, launch["kernel"], places)
        code = kernel._pyfunc.__code__
        self._channel.note(phase="compile", file=clean(places.path(code.co_filename)), line=code.co_firstlineno)
        symbol, data = compile_launch(kernel, launch, self._version, self._gpu_code, places)
        program = {
            "symbol": symbol,
            "seconds": round(time.monotonic() - begin, 3),
            "dependencies": [[clean(path), digest] for path, digest in loaded.dependencies()],
            "private": clean(private_folder_in(data)),
        }
        return {"program": program}, data
