# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Python source as a tree: spans in code points, texts as they are written, and what its names mean.

Nothing of the source is run or imported.
"""

import ast
import importlib.util
import os
import warnings

from .failures import Failure, code_point_column

# No kernel's source is longer; a file that has no end must not be read to it.
LONGEST_SOURCE = 16 << 20
CUTILE = "cuda.tile"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def read_source(path):
    """The text of a Python file, by the encoding that it declares, with \\n between its lines."""
    if not os.path.isfile(path):
        raise Failure("there is no such file", "source", path)
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_SOURCE + 1)
    except OSError as error:
        raise Failure(error.strerror, "source", path) from error
    if len(data) > LONGEST_SOURCE:
        raise Failure(f"it is longer than {LONGEST_SOURCE >> 20} MiB: no kernel's source", "source", path)
    try:
        return importlib.util.decode_source(data)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise Failure(f"its text cannot be read: {error}", "source", path, 1) from error


class Source:
    """One parsed file."""

    def __init__(self, path):
        self.path = path
        text = read_source(path)
        # As Python's tokenizer counts lines: not at form feeds or U+2028, as str.splitlines would.
        self.lines = text.split("\n")
        try:
            with warnings.catch_warnings():
                # What Python thinks of its style is told when it is run.
                warnings.simplefilter("ignore")
                self.tree = ast.parse(text)
        except SyntaxError as error:
            raise Failure(error.msg, "source", path, error.lineno, error.offset) from error
        except (ValueError, RecursionError, MemoryError) as error:
            raise Failure(f"Python cannot parse it: {str(error) or type(error).__name__}", "source", path) from error
        self.parents = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
        self._ascii = [line.isascii() for line in self.lines]
        self._imported = {}
        self._assigned = {}
        self._star = False
        self._collect_names()

    def _collect_names(self):
        """Import aliases of the whole file, and what is assigned to names at its top."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    self._imported.setdefault(name, alias.name if alias.asname else name)
            elif isinstance(node, ast.ImportFrom):
                self._star |= node.module == CUTILE and any(alias.name == "*" for alias in node.names)
                for alias in node.names:
                    module = "." * node.level + (node.module or "")
                    dotted = module + alias.name if module.endswith(".") else f"{module}.{alias.name}"
                    self._imported.setdefault(alias.asname or alias.name, dotted)
        for name, value in assignments(self.tree.body):
            self._assigned.setdefault(name, []).append(value)

    # ---- Where and how something is written ----

    def column(self, line, byte_offset):
        """One-based, in code points."""
        return byte_offset + 1 if self._ascii[line - 1] else code_point_column(self.lines[line - 1], byte_offset)

    def span(self, node):
        return self.span_between(node, node)

    def span_between(self, first, last):
        return {
            "line": first.lineno,
            "column": self.column(first.lineno, first.col_offset),
            "end_line": last.end_lineno,
            "end_column": self.column(last.end_lineno, last.end_col_offset),
        }

    def text(self, node):
        """As it is written; what spans several lines, or holds comments, in Python's own form on one line."""
        if node.lineno != node.end_lineno:
            try:
                return ast.unparse(node)
            except RecursionError:
                return "..."
        begin = self.column(node.lineno, node.col_offset) - 1
        return self.lines[node.lineno - 1][begin : self.column(node.lineno, node.end_col_offset) - 1]

    def name_span(self, function):
        """Where a function's own name stands: after `def`, before its parentheses."""
        line = function.lineno
        begin = self.column(line, function.col_offset) - 1
        while line <= len(self.lines):
            at = self.lines[line - 1].find(function.name, self._after_def(line, begin))
            if at >= 0:
                end = at + len(function.name)
                return {"line": line, "column": at + 1, "end_line": line, "end_column": end + 1}
            line, begin = line + 1, 0
        # An identifier that Python normalises (NFKC) is not found as it is written.
        return {**self.span(function), "end_line": function.lineno, "end_column": begin + 1}

    def _after_def(self, line, begin):
        for word in ("async", "def"):
            if self.lines[line - 1][begin:].lstrip().startswith(word):
                begin = self.lines[line - 1].index(word, begin) + len(word)
        return begin

    # ---- What a name means ----

    def module_values(self, name):
        """The expressions that are assigned to a name at the top of the file."""
        return self._assigned.get(name, [])

    def is_imported(self, name):
        return name in self._imported

    def resolve(self, node, seen=()):
        """The dotted name that an expression stands for, such as "cuda.tile.load"; "" if that is not known."""
        if isinstance(node, ast.Attribute):
            base = self.resolve(node.value, seen)
            return f"{base}.{node.attr}" if base else ""
        if not isinstance(node, ast.Name) or node.id in seen:
            return ""
        if node.id in self._imported:
            return self._imported[node.id]
        values = self._assigned.get(node.id, [])
        if len(values) == 1 and isinstance(values[0], (ast.Name, ast.Attribute)):
            return self.resolve(values[0], (*seen, node.id))
        return f"{CUTILE}.{node.id}" if self._star and not values else ""

    def cutile_name(self, node):
        """ "load" for what means cuda.tile.load; "" for anything else."""
        dotted = self.resolve(node)
        return dotted[len(CUTILE) + 1 :] if dotted.startswith(CUTILE + ".") else ""

    def qualified(self, node):
        """The names of a function's holders and its own, joined by dots."""
        names = []
        while node is not None:
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                names.insert(0, node.name)
            node = self.parents.get(node)
        return ".".join(names)

    def enclosing_function(self, node):
        """The innermost function that holds a node; None at the top of the file."""
        node = self.parents.get(node)
        while node is not None and not isinstance(node, FUNCTIONS):
            node = self.parents.get(node)
        return node


def assignments(body):
    """(name, value) of each plain assignment in some statements and the blocks in them, not in functions or classes."""
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _targets(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _targets(node.target, node.value)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            continue
        elif type(node).__name__ == "TypeAlias":
            yield from _targets(node.name, node.value)
        else:
            for field in ("body", "orelse", "finalbody"):
                yield from assignments(getattr(node, field, []))
            for handler in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
                yield from assignments(handler.body)


def _targets(target, value):
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
        if len(target.elts) == len(value.elts) and not any(
            isinstance(e, ast.Starred) for e in target.elts + value.elts
        ):
            for one, other in zip(target.elts, value.elts):
                yield from _targets(one, other)


def own_nodes(function):
    """The nodes of a function's body in source order, without those of functions and classes that are defined in it."""
    known = getattr(function, "tileport_own_nodes", None)
    if known is None:
        # Not recursive: an expression of ten thousand terms is a deep tree.
        known, pending = [], list(reversed(function.body))
        while pending:
            current = pending.pop()
            known.append(current)
            if not isinstance(current, (*FUNCTIONS, ast.ClassDef)):
                pending += reversed(list(ast.iter_child_nodes(current)))
        function.tileport_own_nodes = known
    return known
