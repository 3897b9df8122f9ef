# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drafts the reference half of a launches.json from a kernel's source and the host code that launches it.

What the source does not tell (shapes, most dtypes, tile sizes that are computed) is null in the draft, and listed for the
person who fills it in.  Nothing is imported or run.
"""

import ast
import json
import operator
import os

from .facts import Reader, parameters
from .failures import Failure
from .launches import LAUNCHES_SCHEMA, place_of, written
from .syntax import Source

ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}


class Draft:
    """The launches.json of one kernel, and what it leaves open: [(path to a member, what the source says there)]."""

    def __init__(self, path, kernel=None, beside=None):
        self.source = Source(path)
        self.reader = Reader(self.source)
        self.open = []
        self._path = path
        self._name, self._function = self._choose(kernel)
        self.value = self._launches(beside)

    def text(self):
        return json.dumps(self.value, indent=2, ensure_ascii=False) + "\n"

    def to_fill_in(self, name):
        """A line for each thing that is left open; `name` stands for the draft."""
        text = self.text()
        for member, said in self.open:
            yield f"{name}:{place_of(text, member)[0]}: {written(member, '').lstrip('.')}: {said}"

    # ---- Which kernel ----

    def _choose(self, wanted):
        kernels = {name: function for function, name, _ in self.reader.all_kernels()}
        if wanted is not None:
            if wanted not in kernels:
                raise Failure(
                    f"there is no kernel {wanted!r}; it has {', '.join(kernels) or 'none'}", "launch", self._path
                )
            return wanted, kernels[wanted]
        if not kernels:
            raise Failure("there is no kernel: no function is decorated with ct.kernel", "source", self._path)
        if len(kernels) > 1:
            raise Failure(f"there are several kernels; choose by --kernel: {', '.join(kernels)}", "launch", self._path)
        return next(iter(kernels.items()))

    def _launches(self, beside):
        holder = self.source.enclosing_function(self._function)
        kernel = self._name if holder is None else f"{holder.name}:"
        if holder is not None:
            self.open.append(
                (
                    ("reference", "kernel"),
                    f"the kernel is made by {holder.name}(...): what it is called with, as in {holder.name}:6",
                )
            )
        calls = [call for call in self.reader.hosts.calls() if self._name in self.reader.hosts.kernels_of_call(call)[0]]
        variants = [self._variant(index, call) for index, call in enumerate(calls or [None])]
        return {
            "schema": LAUNCHES_SCHEMA,
            "operator": os.path.splitext(os.path.basename(self._path))[0],
            "reference": {"source": self._relative(beside), "kernel": kernel},
            "variants": variants,
        }

    def _relative(self, beside):
        if beside is not None:
            return os.path.relpath(self._path, beside).replace(os.sep, "/")
        folder, name = os.path.split(os.path.abspath(self._path))
        return f"reference/{name}" if os.path.basename(folder) == "reference" else name

    # ---- One launch ----

    def _variant(self, index, call):
        member = ("variants", index, "reference")
        if call is None:
            self.open.append(
                (member, f"{self._name} is launched nowhere in this file: all of it comes from its signature")
            )
            return {"name": "unnamed", "reference": {"args": self._arguments(member, None, [])}}
        hosts = self.reader.hosts
        elements = hosts.elements_of(hosts.arguments(call), call)
        taken = parameters(self._function)
        if len(elements) != len(taken) or any(isinstance(node, ast.Starred) for node in elements):
            text = self.source.text(hosts.arguments(call))
            self.open.append(
                ((*member, "args"), f"which argument is which cannot be told of {text} at {self._at(call)}")
            )
            elements = []
        reference = {}
        hints = self._hints(member, call)
        if hints:
            reference["hints"] = hints
        reference["args"] = self._arguments(member, call, elements)
        launch = {
            "line": call.lineno,
            "function": self._host_name(call),
            "grid": self.source.text(hosts.value_of(hosts.grid(call), call)),
            "expression": self.source.text(call),
        }
        return {"name": f"line-{call.lineno}", "reference": reference, "launch": launch}

    def _host_name(self, call):
        holder = self.source.enclosing_function(call)
        return self.source.qualified(holder) if holder is not None else ""

    def _at(self, node):
        span = self.source.span(node)
        return f"{self._path}:{span['line']}:{span['column']}"

    def _hints(self, member, call):
        found = {}
        for name, value in self.reader.hosts.hint_nodes(call):
            if name is None:
                text = self.source.text(value)
                self.open.append(
                    ((*member, "hints"), f"the launch takes more hints from **{text} at {self._at(value)}")
                )
                continue
            found[name] = self._hint(value, call)
            if found[name] is None:
                self._leave_open((*member, "hints", name), "a number", value)
        return found

    def _hint(self, node, near):
        node = self.reader.hosts.value_of(node, near)
        if isinstance(node, ast.Call) and self.source.cutile_name(node.func) == "ByTarget":
            values = {keyword.arg: self._number(keyword.value, near) for keyword in node.keywords}
            return values if None not in values and None not in values.values() else None
        return self._number(node, near)

    def _arguments(self, member, call, elements):
        arguments = []
        for index, parameter in enumerate(parameters(self._function)):
            node = elements[index] if elements else None
            constant = self.reader.constants.is_constant_annotation(parameter.annotation)
            place = (*member, "args", index, "value")
            argument = {
                "name": parameter.arg,
                "value": self._value(place, parameter, constant, node, call),
                "constant": constant,
            }
            if node is not None:
                argument["expression"] = self.source.text(node)
            arguments.append(argument)
        return arguments

    def _value(self, place, parameter, constant, node, call):
        form = self.reader.form(self._function, parameter.arg)
        if form in ("tensor", "tensor_mut"):
            array = {
                "kind": "array",
                "dtype": self._dtype(node, call),
                "shape": None,
                "strides": None,
                "base_aligned16": True,
            }
            wanted = {"dtype": 'such as "float16"', "shape": "the extents", "strides": "in elements, one an extent"}
            for name, what in wanted.items():
                if array[name] is None:
                    self._leave_open((*place, name), what, node, parameter)
            return array
        number = None if node is None else self._number(node, call)
        if number is None:
            what = "an array, or a number" if form == "unknown" and not constant else "a number or a truth value"
            self._leave_open(place, what, node, parameter)
        return number

    def _leave_open(self, place, what, node, parameter=None):
        if node is not None:
            said = f"the launch passes {self.source.text(node)} at {self._at(node)}"
        else:
            said = f"the kernel takes {parameter.arg} at {self._at(parameter)}"
        self.open.append((place, f"{what}; {said}"))

    def _dtype(self, node, near):
        """What a tensor is made with, as in torch.empty(..., dtype=torch.float32); None if that is not told."""
        made = None if node is None else self.reader.hosts.value_of(node, near)
        for keyword in made.keywords if isinstance(made, ast.Call) else ():
            dotted = self.source.resolve(keyword.value) if keyword.arg == "dtype" else ""
            if dotted.startswith(("torch.", "cupy.", "numpy.", "cuda.tile.")):
                return dotted.rpartition(".")[2]
        return None

    def _number(self, node, near, depth=0):
        """The number or truth value that an expression is, without running anything; None if it is not written there."""
        if depth > 16:
            return None
        node = self.reader.hosts.value_of(node, near)
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._number(node.operand, near, depth + 1)
            return None if value is None else -value
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            left, right = (self._number(side, near, depth + 1) for side in (node.left, node.right))
            if left is None or right is None:
                return None
            try:
                return ARITHMETIC[type(node.op)](left, right)
            except (ArithmeticError, ValueError):
                return None
        return None


def run(arguments, print_line):
    """Writes the draft to `--out`, or to standard output; `print_line` gets what a person must fill in."""
    beside = os.path.dirname(os.path.abspath(arguments.out)) if arguments.out else None
    draft = Draft(arguments.source, arguments.kernel, beside)
    name = arguments.out or "launches.json"
    if arguments.out:
        try:
            with open(arguments.out, "x", encoding="utf-8") as file:
                file.write(draft.text())
        except FileExistsError as error:
            raise Failure(
                "is there already; a draft replaces nothing: give a new name", "launch", arguments.out
            ) from error
        except OSError as error:
            raise Failure(f"cannot be written: {error.strerror}", "launch", arguments.out) from error
    else:
        print(draft.text(), end="")
    for line in draft.to_fill_in(name):
        print_line(line)
    return len(draft.open)
