# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other programs, each in a process group of its own, with a time limit, and gone when we are."""

import os
import selectors
import signal
import subprocess
import threading
import time

# What a program may say on standard error before the beginning of it is forgotten.
KEPT_ERRORS = 1 << 20
# A line longer than this is no message for us.
LONGEST_LINE = 32 << 20


class Failure(Exception):
    """Something that the person who called can mend; its text says where and what."""


class ToolchainMissing(Failure):
    """A tool that packaging/toolchain or the system has to bring."""


class OutOfTime(Failure):
    """A program was stopped because it took too long."""


_running = set()
_lock = threading.Lock()
_stopping = threading.Event()


def start(command, **options):
    """A process that `end` or `end_all` stops with everything that it started."""
    if stopping():
        raise Failure("stopped")
    try:
        process = subprocess.Popen(command, start_new_session=True, **options)
    except FileNotFoundError as error:
        raise ToolchainMissing(f"{error.filename or command[0]} is not installed or not in PATH") from error
    except OSError as error:
        raise Failure(f"{command[0]} cannot be started: {error.strerror}") from error
    with _lock:
        _running.add(process)
    return process


def end(process):
    """Stops the process and what it left behind; its exit code."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    code = process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            try:
                pipe.close()
            except OSError:
                pass
    with _lock:
        _running.discard(process)
    return code


def stopping():
    """Whether `end_all` was called: what ends from then on says nothing."""
    return _stopping.is_set()


def end_all():
    """Before we end: nothing that was started is left, and nothing is started any more."""
    _stopping.set()
    with _lock:
        left = list(_running)
    for process in left:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(2)


def run(command, seconds, on_line=None, **options):
    """(exit code, output, errors) of a command; with on_line, each line of output goes there instead, as it comes."""
    process = start(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    deadline = time.monotonic() + seconds
    output, errors = bytearray(), bytearray()
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, errors)
            while selector.get_map():
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                for key, _ in selector.select(left):
                    data = os.read(key.fd, 1 << 16)
                    if not data:
                        selector.unregister(key.fileobj)
                        continue
                    key.data.extend(data)
                del errors[:-KEPT_ERRORS]
                if on_line:
                    _take_lines(output, on_line)
        process.wait(max(deadline - time.monotonic(), 0.1))
    except subprocess.TimeoutExpired:
        pass
    finally:
        finished = process.poll() is not None
        code = end(process)
    if not finished:
        raise OutOfTime(f"{os.path.basename(command[0])} took more than {seconds} s and was stopped")
    return code, output.decode("utf-8", "replace"), errors.decode("utf-8", "replace")


def _take_lines(output, on_line):
    """Gives each whole line to on_line and leaves the rest."""
    while (at := output.find(b"\n")) >= 0:
        line = output[:at].decode("utf-8", "replace")
        del output[: at + 1]
        on_line(line)
    if len(output) > LONGEST_LINE:
        output.clear()
