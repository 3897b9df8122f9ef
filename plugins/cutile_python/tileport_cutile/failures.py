# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What goes wrong with somebody else's kernel, as one value: a kind, a text, and a place where one is known."""

import linecache
import os
import sysconfig
import traceback

# A front end's text can hold a whole dump; nobody reads more of it than this.
LONGEST_MESSAGE = 4000


class Failure(Exception):
    """Something that the person who called can mend.

    `kind` is one of the contract's: source, front_end, time or launch.  `line` and `column` are one-based, the latter in code points; 0 stands for not known, `file` is "" then.
    """

    def __init__(self, message, kind="launch", file="", line=0, column=0):
        super().__init__(message)
        self.message = clean(message)
        self.kind = kind
        self.file = clean(file)
        self.line = line or 0
        self.column = column or 0

    def __str__(self):
        numbers = [str(n) for n in (self.line, self.column) if n]
        place = ":".join([self.file, *numbers]) if self.file else ""
        return f"{place}: {self.message}" if place else self.message

    def as_answer(self):
        return {"kind": self.kind, "message": self.message, "file": self.file, "line": self.line, "column": self.column}


def clean(text):
    """The text without what no JSON reader takes (lone surrogates), and not longer than anyone reads."""
    text = str(text).encode("utf-8", "replace").decode("utf-8").strip()
    return text if len(text) <= LONGEST_MESSAGE else text[:LONGEST_MESSAGE] + " ..."


def code_point_column(line, byte_offset):
    """The one-based column in code points of a zero-based offset in the UTF-8 bytes of a line, as Python's ast counts."""
    return len(line.encode("utf-8", "replace")[:byte_offset].decode("utf-8", "replace")) + 1


class Places:
    """Where the neutral names lead that modules were compiled under: `roots` maps a root's path to how a person wrote it."""

    def __init__(self, roots=()):
        self.roots = list(roots)

    def path(self, name):
        """The file that a code object's name stands for, "" if there is none."""
        if os.path.isabs(name):
            return name if os.path.isfile(name) else ""
        for root in self.roots:
            if os.path.isfile(os.path.join(root, name)):
                return os.path.join(root, name)
        return ""


STANDARD_FOLDERS = tuple({os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")})


def is_standard(path):
    """Whether a file is of Python's own library, which a front end's identity covers."""
    return path.startswith(STANDARD_FOLDERS) and not {"site-packages", "dist-packages"} & set(path.split(os.sep))


def is_ours(path):
    return os.path.dirname(os.path.abspath(path)) == os.path.dirname(os.path.abspath(__file__))


def user_path(name, places):
    """The file of a frame by its code's name; "" if it is ours, the front end's or Python's, where nobody looks for a mistake."""
    path = places.path(name)
    if not path or is_ours(path) or is_standard(path) or name.replace(os.sep, "/").startswith("cuda/tile/"):
        return ""
    return path


def _frame_failure(error, places, kind, text):
    """At the innermost frame in a file of the user's: there is what a person can change."""
    frames = [(path, f) for f in traceback.extract_tb(error.__traceback__) if (path := user_path(f.filename, places))]
    if not frames:
        return Failure(text, kind)
    path, frame = frames[-1]
    # Python 3.10 does not know columns.
    offset = getattr(frame, "colno", None)
    line = linecache.getline(frame.filename, frame.lineno or 0)
    column = code_point_column(line, offset) if offset is not None and line else 0
    return Failure(text, kind, path, frame.lineno, column)


def text_of(error):
    """Type and text of an error, by what even a hostile one cannot break."""
    try:
        text = str(error)
    except Exception as another:  # noqa: BLE001 - an exception's own __str__ may raise anything
        text = f"(its text cannot be had: {type(another).__name__})"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def failure_of(error, kind, places=Places()):
    """Any error as a Failure of that kind, with its place."""
    if isinstance(error, Failure):
        return error
    location = getattr(error, "loc", None)
    if location is not None and getattr(location, "filename", None):
        text = getattr(error, "message", None) or text_of(error)
        column = code_point_column(linecache.getline(location.filename, location.line), location.col)
        return Failure(text, kind, places.path(location.filename) or location.filename, location.line, column)
    if isinstance(error, SyntaxError) and error.filename:
        return Failure(error.msg, kind, places.path(error.filename) or error.filename, error.lineno, error.offset)
    if isinstance(error, SystemExit):
        return _frame_failure(
            error, places, kind, f"it ends the process: sys.exit({error.code!r}) while it is imported"
        )
    return _frame_failure(error, places, kind, text_of(error))
