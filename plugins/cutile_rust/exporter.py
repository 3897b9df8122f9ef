# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exporters at work: each compiles one variant at a time, and one that dies or hangs costs that variant alone."""

import json
import os
import queue
import resource
import select
import subprocess
import threading
import time

from diagnostics import Diagnostic, front_end_error
from processes import Failure, end, start
from scratch import clean_environment

# A front end that does not come back may eat memory meanwhile.
MOST_MEMORY = 4 << 30
KEPT_ERRORS = 4096
LONGEST_ANSWER = 1 << 20


class Died(Exception):
    """The exporter ended by itself; the text says how."""


class Exporter:
    """A process of one exporter, started when it is needed."""

    def __init__(self, executable):
        self.executable = executable
        self._process = None

    def ask(self, variant, seconds):
        """The exporter's answer; raises Died, or TimeoutError."""
        if self._process is None:
            self._start()
        line = json.dumps(variant).encode() + b"\n"
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:
            raise Died(self._ended()) from None
        return self._answer(time.monotonic() + seconds)

    def _start(self):
        self._answers, theirs = os.pipe()
        try:
            self._process = start(
                [self.executable, str(theirs)],
                stdin=subprocess.PIPE,
                # What a kernel has the front end print is for nobody here.
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs],
                env={**clean_environment(), "RUST_BACKTRACE": "0"},
            )
        except Failure:
            os.close(self._answers)
            raise
        finally:
            os.close(theirs)
        try:
            resource.prlimit(self._process.pid, resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        except (OSError, ValueError):
            pass
        self._errors = bytearray()
        self._reader = threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True)
        self._reader.start()

    def _read_errors(self, pipe):
        try:
            while data := os.read(pipe.fileno(), 4096):
                self._errors.extend(data)
                del self._errors[:-KEPT_ERRORS]
        except (OSError, ValueError):
            pass

    def _answer(self, deadline):
        data = bytearray()
        while not data.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                self.close()
                raise TimeoutError
            part = os.read(self._answers, 1 << 16)
            if not part or len(data) > LONGEST_ANSWER:
                raise Died(self._ended())
            data.extend(part)
        try:
            answer = json.loads(data)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.close()
            raise Died("it answered something that is not JSON")
        return answer

    def _ended(self):
        """How the process ended, and what it said last."""
        try:
            code = self._process.wait(2)
        except subprocess.TimeoutExpired:
            code = None
        self._reader.join(1)
        said = " ".join(self._errors.decode("utf-8", "replace").split())
        self.close()
        if "overflowed its stack" in said:
            return "its stack overflowed; the kernel probably recurses without end"
        if "memory allocation of" in said:
            return f"it ran out of memory ({MOST_MEMORY >> 30} GiB)"
        how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return f"{how}{': ' if said else ''}{said[-300:]}"

    def close(self):
        if self._process is None:
            return
        end(self._process)
        os.close(self._answers)
        self._process = None


class Work:
    """One variant for one exporter. `variant` is as crates/variant.rs reads it; its program goes to `path`."""

    def __init__(self, crate, executable, variant, path, seconds, done):
        self.crate = crate
        self.executable = executable
        self.variant = variant
        self.path = path
        self.seconds = seconds
        # Called with {"symbol", "seconds"} or a Diagnostic, from a thread of the pool.
        self.done = done

    def run(self, exporter):
        # Written beside its place, moved when it has been checked.
        temporary = f"{os.path.abspath(self.path)}.{os.getpid()}.tmp"
        try:
            answer = exporter.ask({**self.variant, "file": temporary}, self.seconds)
            if "symbol" not in answer:
                return front_end_error(answer, self.crate.source)
            return self._keep(temporary) or answer
        except TimeoutError:
            text = f"the front end took more than {self.seconds} s and was stopped"
            return Diagnostic("time", text, self.crate.source.path)
        except Died as error:
            return Diagnostic("front_end", f"the front end crashed: {error}", self.crate.source.path)
        except Failure as error:
            return Diagnostic("front_end", str(error), self.crate.source.path)
        finally:
            try:
                os.remove(temporary)
            except OSError:
                pass

    def _keep(self, temporary):
        """Moves a checked program to its place; a Diagnostic if it must not be kept."""
        try:
            with open(temporary, "rb") as file:
                data = file.read()
            for folder in self.crate.private_folders():
                if os.fsencode(folder) + b"/" in data:
                    text = f"the program names a folder of this machine: {folder}"
                    return Diagnostic("front_end", text, self.crate.source.path)
            os.replace(temporary, self.path)
        except OSError as error:
            text = f"the program cannot be written to {self.path}: {error.strerror}"
            return Diagnostic("front_end", text, self.crate.source.path)
        return None


class Pool:
    """Threads with an exporter each. Work of one executable is best given in a row."""

    def __init__(self, count):
        self._queue = queue.Queue()
        self._error = None
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(max(count, 1))]
        for thread in self._threads:
            thread.start()

    def add(self, work):
        self._queue.put(work)

    def finish(self):
        """Waits for all work. An exception of a `done` is raised here."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()
        if self._error:
            raise self._error

    def _work(self):
        exporter = None
        while work := self._queue.get():
            if self._error:
                continue
            try:
                if exporter is None or exporter.executable != work.executable:
                    if exporter:
                        exporter.close()
                    exporter = Exporter(work.executable)
                work.done(work.run(exporter))
            except Exception as error:
                self._error = error
        if exporter:
            exporter.close()


def processors():
    return len(os.sched_getaffinity(0))
