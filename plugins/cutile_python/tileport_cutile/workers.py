# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs somebody else's code in forked processes, and stays in charge: they may hang, crash, talk without end, eat memory.

One worker does a group of items in turn; what it imports stays with the group.  When it is lost, the item that it was at
is lost, and another worker goes on with the next.  A worker stays in our process group, so that whoever ends that ends it
too; it dies with us in any case.
"""

import codecs
import ctypes
import faulthandler
import gc
import json
import os
import re
import resource
import selectors
import signal
import struct
import sys
import time
import traceback

MEMORY_LIMIT = 4 << 30
# What user code prints goes to standard error; of one group, no more than this.
LONGEST_OUTPUT = 64 << 10
LONGEST_MESSAGE = 1 << 30
# How long a worker that is out of time may take to write down where it is.
TRACE_SECONDS = 0.3
TRACE_SIGNAL = signal.SIGUSR2
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
HEADER = struct.Struct("<IQ")


class Lost:
    """What is known of a worker that did not answer.

    `reason` is "time", "end", or "garbled" when something else than answers came; `status` as os.waitpid gives it.
    """

    def __init__(self, reason, status, notes, trace):
        self.reason = reason
        self.status = status
        self.notes = notes
        self.trace = trace

    def frames(self):
        """(file name, line) of what was running, innermost first."""
        found = re.findall(r'File "(.*)", line (\d+|\?\?\?) in ', self.trace)
        return [(_unescaped(name), int(line)) for name, line in found if line.isdigit()]


def _unescaped(name):
    """faulthandler writes what is not ASCII as \\xe9, \\u00e9, \\U000000e9."""
    return re.sub(r"\\x(..)|\\u(.{4})|\\U(.{8})", lambda found: chr(int(next(filter(None, found.groups())), 16)), name)


class Channel:
    """The worker's end: what it is at, and what came out."""

    def __init__(self, descriptor):
        self._descriptor = descriptor

    def begin(self, index):
        """From now on the time of this item counts."""
        self._send({"begin": index})

    def note(self, **what):
        """Kept for the case that this process is lost."""
        self._send({"note": what})

    def result(self, index, answer, payload=b""):
        self._send({"result": index, "answer": answer}, payload)

    def _send(self, message, payload=b""):
        text = json.dumps(message).encode()
        data = memoryview(HEADER.pack(len(text), len(payload)) + text + payload)
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            # User code has closed the pipe: nobody hears us any more.
            os._exit(1)


class _Reader:
    """Puts messages together from what a pipe gives."""

    def __init__(self):
        self._data = bytearray()

    def feed(self, data):
        self._data += data
        while len(self._data) >= HEADER.size:
            text, payload = HEADER.unpack_from(self._data)
            if text + payload > LONGEST_MESSAGE:
                raise ValueError("a message that is too long")
            end = HEADER.size + text + payload
            if len(self._data) < end:
                return
            message = json.loads(self._data[HEADER.size : HEADER.size + text])
            yield message, bytes(self._data[HEADER.size + text : end])
            del self._data[:end]


def prepare():
    """To be called once, before the first worker: orphans of workers become our children, so that we can end them."""
    _libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _NOT_OURS.update(_children())
    gc.collect()
    gc.freeze()


# Children that we had before: whoever ran `something & exec export.py` wants to keep them.
_NOT_OURS = set()
_LIBC = []


def _libc():
    if not _LIBC:
        _LIBC.append(ctypes.CDLL(None, use_errno=True))
    return _LIBC[0]


class _Worker:
    """One forked process that runs `body(channel, indices)`."""

    def __init__(self, body, indices):
        self.notes = {}
        self.trace = bytearray()
        self.reader = _Reader()
        self.garbled = False
        pipes = {name: os.pipe() for name in ("results", "output", "trace")}
        parent = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        self.id = os.fork()
        if self.id == 0:
            code = 1
            try:
                code = _be_worker(body, indices, parent, pipes)
            except BaseException:  # noqa: BLE001 - nothing may return into the code that forked
                traceback.print_exc()
            finally:
                os._exit(code)
        self.ends = {}
        for name, (ours, theirs) in pipes.items():
            os.close(theirs)
            os.set_blocking(ours, False)
            self.ends[name] = ours
        self.handle = os.pidfd_open(self.id) if hasattr(os, "pidfd_open") else None

    def close(self):
        """Ends the process, what it started, and our ends of its pipes; its status as os.waitpid gives it."""
        try:
            os.kill(self.id, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = os.waitpid(self.id, 0)[1]
        _end_orphans()
        for descriptor in [*self.ends.values(), *([self.handle] if self.handle is not None else [])]:
            os.close(descriptor)
        return status


def _be_worker(body, indices, parent, pipes):
    """The child's side; never returns into the code that forked."""
    _libc().prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        return 1
    # Neither the answers nor what watches us may be within the reach of user code.
    kept = sorted({0, 1, 2, *(theirs for _, theirs in pipes.values())})
    for last, following in zip(kept, [*kept[1:], resource.getrlimit(resource.RLIMIT_NOFILE)[0]]):
        os.closerange(last + 1, following)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    # Standard output belongs to the answers: user code never holds it.
    os.dup2(pipes["output"][1], 1)
    os.dup2(pipes["output"][1], 2)
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = open(number, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limits = [n for n in resource.getrlimit(resource.RLIMIT_AS) if n != resource.RLIM_INFINITY]
    limit = min([MEMORY_LIMIT, *limits])
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    faulthandler.enable(pipes["trace"][1], all_threads=False)
    faulthandler.register(TRACE_SIGNAL, pipes["trace"][1], all_threads=False)
    body(Channel(pipes["results"][1]), indices)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # noqa: BLE001 - user code may have put anything there
            pass
    return 0


def _children():
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return {int(word) for word in file.read().split()}
    except OSError:
        return set()


def _end_orphans():
    """What a worker started and left behind became our child (prepare()). Ending one may give us its own."""
    for _ in range(16):
        orphans = _children() - _NOT_OURS
        for child in orphans:
            try:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            except OSError:
                pass
        if not orphans:
            return


class Group:
    """Watches workers do a group of items: `body(channel, indices)` runs in each of them.

    `outcomes()` gives (index, answer, payload) of each item, or (index, Lost, b"").  `whole(lost)` tells whether a lost
    worker dooms all the items that are left: importing their module would end the same way again.
    """

    def __init__(self, body, count, seconds, whole):
        self._body = body
        self._open = list(range(count))
        self._seconds = seconds
        self._whole = whole
        self._output = LONGEST_OUTPUT
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def outcomes(self):
        while self._open:
            worker = _Worker(self._body, list(self._open))
            try:
                reason = yield from self._watch(worker)
            finally:
                status = worker.close()
            if not self._open:
                return
            lost = Lost(reason, status, worker.notes, worker.trace.decode("ascii", "replace"))
            for index in self._open[:] if self._whole(lost) else self._open[:1]:
                self._open.remove(index)
                yield index, lost, b""

    def _watch(self, worker):
        """Until all is answered, the worker is gone or its time is up; then why."""
        deadline = time.monotonic() + self._seconds
        with selectors.DefaultSelector() as selector:
            for name, descriptor in worker.ends.items():
                selector.register(descriptor, selectors.EVENT_READ, name)
            if worker.handle is not None:
                selector.register(worker.handle, selectors.EVENT_READ, "handle")
            gone = False
            while self._open:
                left = deadline - time.monotonic()
                if left <= 0:
                    self._ask_where(worker)
                    return "time"
                ready = selector.select(0 if gone else min(left, 1.0))
                if gone and not ready:
                    return "end"
                for key, _ in ready:
                    if key.data == "handle":
                        gone = True
                        selector.unregister(worker.handle)
                        continue
                    data = _read(key.fd)
                    if data is None:
                        continue
                    if not data:
                        selector.unregister(key.fd)
                        gone = gone or (key.data == "results" and worker.handle is None)
                        continue
                    for index, answer, payload in self._take(worker, key.data, data):
                        if index is None:
                            deadline = time.monotonic() + self._seconds
                        elif index in self._open:
                            self._open.remove(index)
                            deadline = time.monotonic() + self._seconds
                            yield index, answer, payload
                    if worker.garbled:
                        return "garbled"
        return "end"

    def _take(self, worker, name, data):
        """What came over one pipe; (None, ...) when an item begins."""
        if name == "output":
            self._pass_on(data)
        elif name == "trace":
            worker.trace += data[: LONGEST_OUTPUT - len(worker.trace)]
        else:
            try:
                for message, payload in worker.reader.feed(data):
                    if "begin" in message:
                        yield None, None, b""
                    elif "note" in message:
                        worker.notes.update(message["note"])
                    else:
                        yield message["result"], message["answer"], payload
            except (ValueError, KeyError, TypeError, struct.error):
                # User code has written into our pipe; nothing that follows can be trusted.
                worker.garbled = True

    def _pass_on(self, data):
        """What user code prints, on standard error, up to a length."""
        if self._output <= 0:
            return
        shown, self._output = self._decoder.decode(data[: self._output]).encode(), self._output - len(data)
        try:
            os.write(2, shown)
            if self._output <= 0:
                os.write(2, b"\n... the rest of what the kernel's module prints is left out\n")
        except OSError:
            self._output = 0

    def _ask_where(self, worker):
        """Has a worker that is out of time write down which line it is at."""
        try:
            os.kill(worker.id, TRACE_SIGNAL)
        except ProcessLookupError:
            return
        until = time.monotonic() + TRACE_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(worker.ends["trace"], selectors.EVENT_READ)
            while (left := until - time.monotonic()) > 0 and selector.select(left):
                data = _read(worker.ends["trace"])
                if not data:
                    return
                worker.trace += data[: LONGEST_OUTPUT - len(worker.trace)]
                # More may follow at once; a pause is the end.
                until = min(until, time.monotonic() + TRACE_SECONDS / 5)


def _read(descriptor):
    """What a pipe has: b"" at its end, None if there is nothing yet."""
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return None
