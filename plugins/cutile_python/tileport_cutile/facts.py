# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stands in a source of cuTile Python kernels (tileport-facts/1), read by Python's ast; nothing is imported or run."""

import ast

from .constants import Constants
from .hosts import Hosts, keyword_hints
from .syntax import FUNCTIONS, Source, own_nodes

SCHEMA = "tileport-facts/1"
# What the first argument of these is, a tensor that they read or that they write.
READING = {"load", "gather", "num_tiles", "tiled_view", "load_masked", "prefetch"}
WRITING = {"store", "scatter"}
TENSOR_ATTRIBUTES = {"shape", "strides", "dtype", "ndim", "slice", "tiled_view", "load", "store"}
SCALAR_ANNOTATIONS = {"int", "float", "bool"}


def facts_of(path):
    """The facts of one file; a Failure tells why there are none."""
    return Reader(Source(path)).facts()


class Reader:
    def __init__(self, source):
        self.source = source
        self.functions = [node for node in ast.walk(source.tree) if isinstance(node, FUNCTIONS)]
        self.functions.sort(key=lambda node: (node.lineno, node.col_offset))
        self._by_name = {}
        for node in self.functions:
            if not isinstance(source.parents.get(node), ast.ClassDef):
                self._by_name.setdefault((source.enclosing_function(node), node.name), node)
        self.calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
        self.kernels = {node: maker for node in self.functions if (maker := self._kernel_decorator(node)) is not None}
        self._made = dict(self._made_kernels())
        self.helpers = self._helpers()
        self.constants = Constants(self)
        self.hosts = Hosts(self)
        self._forms = {}

    def facts(self):
        return {
            "schema": SCHEMA,
            "language": "python",
            "kernels": [self._function(node, name, maker) for node, name, maker in self.all_kernels()],
            "functions": [self._function(node, self.source.qualified(node), None) for node in self.helpers],
            "launches": self.hosts.launches(),
        }

    # ---- Which functions are kernels or helpers ----

    def _kernel_decorator(self, function):
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if self.source.cutile_name(called) == "kernel":
                return decorator
        return None

    def _made_kernels(self):
        """(assigned name, (function, call)) of `name = ct.kernel(function)` and `name = ct.kernel(occupancy=2)(function)`."""
        for node in ast.walk(self.source.tree):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or not node.value.args:
                continue
            call = node.value
            maker = call if self.source.cutile_name(call.func) == "kernel" else call.func
            if not isinstance(maker, ast.Call) or self.source.cutile_name(maker.func) != "kernel":
                continue
            function = self.function_named(call.args[0], node)
            if function is not None:
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        yield target.id, (function, maker)

    def all_kernels(self):
        """(function, name, decorator) in source order."""
        found = [(node, node.name, maker) for node, maker in self.kernels.items()]
        found += [(node, name, maker) for name, (node, maker) in self._made.items()]
        return sorted(found, key=lambda kernel: (kernel[0].lineno, kernel[0].col_offset))

    def kernel_named(self, name, near=None):
        """The function of a kernel of this file; of several with one name that which `near` sees, else the first."""
        if name in self._made:
            return self._made[name][0]
        found = [node for node in self.kernels if node.name == name]
        for node in found:
            if self.source.enclosing_function(node) is (self.source.enclosing_function(near) if near else None):
                return node
        return found[0] if found else None

    def function_named(self, node, near):
        """The function of this file that a name means where it stands."""
        if not isinstance(node, ast.Name):
            return None
        holder = self.source.enclosing_function(near)
        while True:
            function = self._by_name.get((holder, node.id))
            if function is not None or holder is None:
                return function
            holder = self.source.enclosing_function(holder)

    def called_function(self, call):
        return self.function_named(call.func, call)

    def device_functions(self):
        """Kernels and helpers."""
        return [node for node, _, _ in self.all_kernels()] + self.helpers

    def _helpers(self):
        """Functions that a kernel calls, directly or not, stand in one, or are marked by ct.function."""
        entries = {node for node, _, _ in self.all_kernels()}
        pending = [*entries, *(node for node in self.functions if self._is_tile_function(node))]
        reached = set(pending)
        while pending:
            function = pending.pop()
            inner = [node for node in own_nodes(function) if isinstance(node, FUNCTIONS)]
            called = [self.called_function(node) for node in own_nodes(function) if isinstance(node, ast.Call)]
            for other in inner + called:
                if other is not None and other not in reached:
                    reached.add(other)
                    pending.append(other)
        return [node for node in self.functions if node in reached and node not in entries]

    def _is_tile_function(self, function):
        called = [d.func if isinstance(d, ast.Call) else d for d in function.decorator_list]
        return any(self.source.cutile_name(node) in ("function", "static_def") for node in called)

    # ---- What is told of one of them ----

    def _function(self, function, name, maker):
        facts = {
            "name": name,
            "module": "",
            "span": self._function_span(function),
            "name_span": self.source.name_span(function),
            "hints": keyword_hints(self.source, maker.keywords) if isinstance(maker, ast.Call) else [],
            "generics": [],
            "parameters": [self._parameter(function, argument) for argument in parameters(function)],
            "unsafe": False,
            "calls": [],
            "branches": [],
            "loops": [],
        }
        for node in own_nodes(function):
            self._add(facts, function, node)
        holder = self.source.enclosing_function(function)
        if maker is not None and holder is not None:
            # What a launch names as "make_kernel:6".
            facts["factory"] = holder.name
        return facts

    def _function_span(self, function):
        first = function.decorator_list[0] if function.decorator_list else function
        span = self.source.span_between(first, function)
        if function.decorator_list:
            span["column"] -= 1  # the @
        return span

    def _add(self, facts, function, node):
        if isinstance(node, ast.Call):
            facts["calls"].append(self._call(node))
        elif isinstance(node, ast.Assert):
            facts["calls"].append(self._assert(node))
        elif isinstance(node, (ast.If, ast.IfExp)):
            arms = [("then", node.body), ("else", node.orelse)]
            facts["branches"].append(self._branch(function, node, node.test, bool(node.orelse), arms))
        elif isinstance(node, ast.Match):
            arms = [(self._pattern(case), case.body) for case in node.cases]
            facts["branches"].append(self._branch(function, node, node.subject, len(node.cases) > 1, arms))
        elif isinstance(node, (ast.For, ast.While, ast.AsyncFor)):
            over = node.test if isinstance(node, ast.While) else node.iter
            kind = "while" if isinstance(node, ast.While) else "for"
            facts["loops"].append({"kind": kind, "over": self.source.text(over), "span": self.source.span(node)})

    def _branch(self, function, node, condition, has_else, arms):
        return {
            "condition": self.source.text(condition),
            "constant": self.constants.is_constant(condition, function),
            "span": self.source.span(node),
            "has_else": has_else,
            "arms": [{"label": label, "span": self._arm_span(body)} for label, body in arms if body],
        }

    def _arm_span(self, body):
        """Of a conditional expression an arm is one node, of a statement a list of them."""
        return self.source.span_between(body[0], body[-1]) if isinstance(body, list) else self.source.span(body)

    def _pattern(self, case):
        guard = f" if {self.source.text(case.guard)}" if case.guard is not None else ""
        return self.source.text(case.pattern) + guard

    def _call(self, call):
        callee, receiver = self._callee(call.func)
        return {
            "callee": callee,
            "receiver": receiver,
            "arguments": [self._argument("", node) for node in call.args]
            + [self._argument(keyword.arg or "**", keyword.value) for keyword in call.keywords],
            "generics": [],
            "span": self.source.span(call),
            "unsafe": False,
            "unchecked": any(k.arg == "check_bounds" and is_false(k.value) for k in call.keywords),
            "resolved": self.called_function(call) is not None,
        }

    def _assert(self, node):
        given = [node.test] + ([node.msg] if node.msg is not None else [])
        return {
            "callee": "assert",
            "receiver": "",
            "arguments": [self._argument("", argument) for argument in given],
            "generics": [],
            "span": self.source.span(node),
            "unsafe": False,
            "unchecked": False,
            "resolved": False,
        }

    def _callee(self, node):
        """(name, receiver): cuTile's own names begin with "ct." however the file imports them."""
        if name := self.source.cutile_name(node):
            return f"ct.{name}", ""
        if isinstance(node, ast.Attribute) and not self.source.resolve(node):
            return node.attr, self.source.text(node.value)
        return self.source.text(node), ""

    def _argument(self, name, node):
        return {"name": name, "text": self.source.text(node), "span": self.source.span(node)}

    def _parameter(self, function, argument):
        annotation = argument.annotation
        return {
            "name": argument.arg,
            "type": self.source.text(annotation) if annotation is not None else "",
            "constant": self.constants.is_constant_annotation(annotation),
            "form": self.form(function, argument.arg),
            "span": self.source.span(argument),
        }

    # ---- What a parameter is, by what is done with it ----

    def form(self, function, name):
        """One of the contract's forms. A tensor that is written to is tensor_mut, here or in a helper that it is passed to."""
        key = (function, name)
        if key not in self._forms:
            self._forms[key] = "unknown"  # for a helper that calls itself
            self._forms[key] = self._form(function, name)
        return self._forms[key]

    def _form(self, function, name):
        argument = next(a for a in parameters(function) if a.arg == name)
        if self.constants.is_constant_annotation(argument.annotation):
            return "scalar"
        if argument.annotation is not None and self.source.text(argument.annotation) in SCALAR_ANNOTATIONS:
            return "scalar"
        nodes = [n for n in ast.walk(function) if not isinstance(n, ast.arguments)]
        names = self._with_views(name, nodes)
        found = {self._use(node, names) for node in nodes}
        return next((form for form in ("tensor_mut", "tensor", "scalar") if form in found), "unknown")

    def _with_views(self, name, nodes):
        """The name, and those of slices and views of what it stands for."""
        names = {name}
        for node in nodes:
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            method = node.value.func
            if isinstance(method, ast.Attribute) and method.attr in ("slice", "tiled_view"):
                if isinstance(method.value, ast.Name) and method.value.id in names:
                    names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        return names

    def _use(self, node, names):
        def is_it(other):
            return isinstance(other, ast.Name) and other.id in names

        if isinstance(node, ast.Attribute) and is_it(node.value) and node.attr in TENSOR_ATTRIBUTES:
            return "tensor_mut" if node.attr == "store" else "tensor"
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare)) and any(
            is_it(n) for n in ast.iter_child_nodes(node)
        ):
            return "scalar"
        if not isinstance(node, ast.Call):
            return ""
        cutile = self.source.cutile_name(node.func)
        first = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "array"), None)
        if cutile and first is not None and is_it(first):
            if cutile in WRITING or cutile.startswith("atomic_"):
                return "tensor_mut"
            return "tensor" if cutile in READING else ""
        callee = self.called_function(node)
        if callee is None:
            return ""
        passed = [self.form(callee, other) for other, value in bound(callee, node) if is_it(value)]
        return next((form for form in ("tensor_mut", "tensor", "scalar") if form in passed), "")


def parameters(function):
    """A function's parameters in their order."""
    given = function.args
    more = [given.vararg] if given.vararg else []
    return [*given.posonlyargs, *given.args, *more, *given.kwonlyargs, *([given.kwarg] if given.kwarg else [])]


def bound(function, call):
    """(parameter, expression) of a call, as far as they are passed one by one."""
    names = [a.arg for a in [*function.args.posonlyargs, *function.args.args]]
    for name, value in zip(names, call.args):
        if isinstance(value, ast.Starred):
            break
        yield name, value
    known = {a.arg for a in parameters(function)}
    for keyword in call.keywords:
        if keyword.arg in known:
            yield keyword.arg, keyword.value


def is_false(node):
    return isinstance(node, ast.Constant) and node.value is False
