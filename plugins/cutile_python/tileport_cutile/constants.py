# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether an expression in a kernel is decided when it is compiled: by literals, constants, dtypes and Python's own values."""

import ast
import builtins

from .syntax import FUNCTIONS, assignments, own_nodes

CONSTANT_ATTRIBUTES = {"dtype", "ndim"}
STATIC_CALLS = {"static_eval", "static_iter", "static_assert"}
# Of constants these give constants.
PURE_CALLS = {
    "abs",
    "bool",
    "divmod",
    "float",
    "getattr",
    "hasattr",
    "int",
    "isinstance",
    "len",
    "max",
    "min",
    "pow",
    "range",
    "round",
    "sum",
    "tuple",
}
PURE_CUTILE = {"cdiv", "static_eval", "static_iter", "is_integral", "is_float"}
LEAVES = (ast.Constant, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)
# Their parts decide: all constant, all is constant.
COMPOUND = (
    ast.BoolOp,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.IfExp,
    ast.Tuple,
    ast.List,
    ast.Set,
    ast.Dict,
    ast.Subscript,
    ast.Slice,
    ast.JoinedStr,
    ast.FormattedValue,
    ast.Starred,
)


class Constants:
    def __init__(self, reader):
        self._reader = reader
        self._source = reader.source
        self._locals = {}
        self._known = {}
        self._stores = {}
        self._calls = None

    # ---- Annotations ----

    def is_constant_annotation(self, annotation, seen=()):
        """ct.Constant, ct.Constant[int], an alias of either, Annotated[...] with one, or a text of one of them."""
        if annotation is None:
            return False
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            try:
                return self.is_constant_annotation(ast.parse(annotation.value.strip(), mode="eval").body, seen)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return False
        if self._source.cutile_name(annotation) in ("Constant", "ConstantAnnotation"):
            return True
        if isinstance(annotation, ast.Subscript):
            if self.is_constant_annotation(annotation.value, seen):
                return True
            inside = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
            return self._is_annotated(annotation.value) and any(self.is_constant_annotation(n, seen) for n in inside)
        if isinstance(annotation, ast.Call):
            return self.is_constant_annotation(annotation.func, seen)
        if isinstance(annotation, ast.Name) and annotation.id not in seen:
            values = self._source.module_values(annotation.id)
            return any(self.is_constant_annotation(value, (*seen, annotation.id)) for value in values)
        return False

    def _is_annotated(self, node):
        return self._source.resolve(node) in ("typing.Annotated", "typing_extensions.Annotated")

    # ---- Expressions ----

    def is_constant(self, node, function):
        """Whether constants alone decide an expression that stands in that function."""
        try:
            return self._is_constant(node, function)
        except RecursionError:
            # A chain of thousands of names: nobody has shown that it is constant.
            return False

    def _is_constant(self, node, function):
        pending = [node]
        while pending:
            current = pending.pop()
            if isinstance(current, LEAVES):
                continue
            if isinstance(current, COMPOUND):
                pending += ast.iter_child_nodes(current)
            elif isinstance(current, ast.Name):
                if not self._is_constant_name(current.id, function):
                    return False
            elif isinstance(current, ast.Attribute):
                if self._source.resolve(current) or current.attr in CONSTANT_ATTRIBUTES:
                    continue
                pending.append(current.value)
                if current.attr in ("shape", "strides"):
                    return False
            elif isinstance(current, ast.Call):
                if not self._is_pure(current):
                    return False
                if self._source.cutile_name(current.func) in STATIC_CALLS or self._is_rank(current):
                    continue
                pending += [*current.args, *(keyword.value for keyword in current.keywords)]
            else:
                return False
        return True

    def _is_pure(self, call):
        if isinstance(call.func, ast.Name) and call.func.id in PURE_CALLS:
            return True
        dotted = self._source.resolve(call.func)
        return self._source.cutile_name(call.func) in PURE_CUTILE or dotted.startswith("math.")

    def _is_rank(self, call):
        """len(x.shape): the rank of a tensor is part of its type."""
        first = call.args[0] if call.args else None
        is_len = isinstance(call.func, ast.Name) and call.func.id == "len"
        return is_len and isinstance(first, ast.Attribute) and first.attr in ("shape", "strides")

    def _is_constant_name(self, name, function):
        while function is not None:
            key = (function, name)
            if key in self._known:
                return self._known[key]
            if name in self._names_of(function):
                # While it is looked into, what depends on itself (i = i + 1) is no obstacle to its being constant.
                self._known[key] = True
                self._known[key] = self._is_constant_local(name, function)
                return self._known[key]
            function = self._source.enclosing_function(function)
        # A module's own or imported value, or Python's: cuTile takes it as it is when it compiles.
        return bool(self._source.module_values(name)) or self._source.is_imported(name) or hasattr(builtins, name)

    def _names_of(self, function):
        """name -> expressions that are assigned to it in a function; None stands for what is not constant."""
        if function in self._locals:
            return self._locals[function]
        found = self._locals[function] = {}
        for argument in all_arguments(function):
            found.setdefault(argument.arg, []).append(argument)
        plain = {}
        for name, value in assignments(function.body):
            plain.setdefault(name, []).append(value)
        for node in own_nodes(function):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                found.setdefault(node.target.id, []).append(node.value)
            elif isinstance(node, ast.For):
                static = isinstance(node.iter, ast.Call) and self._source.cutile_name(node.iter.func) == "static_iter"
                for name in _stored(node.target):
                    found.setdefault(name, []).append(node.iter if static else None)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in plain:
                found.setdefault(node.id, [])
        for name, values in plain.items():
            found.setdefault(name, []).extend(values)
        # Stored to, but by no assignment that was understood: unpacked from a call, a loop over tiles, with ... as.
        for values in found.values():
            if not values:
                values.append(None)
        return found

    def _is_constant_local(self, name, function):
        if self._is_reassigned_in_dynamic(name, function):
            return False
        for value in self._names_of(function)[name]:
            if value is None:
                return False
            if isinstance(value, ast.arg):
                if not self._is_constant_parameter(value, function):
                    return False
            elif not self._is_constant(value, function):
                return False
        return True

    def _is_reassigned_in_dynamic(self, name, function):
        """Assigned several times, of which one in a loop or branch: which value it has is decided there."""
        if len(self._names_of(function)[name]) < 2:
            return False
        if function not in self._stores:
            self._stores[function] = stores = {}
            for node in own_nodes(function):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    stores.setdefault(node.id, []).append(node)
        return any(self._is_under_dynamic(node, function) for node in self._stores[function].get(name, ()))

    def _is_under_dynamic(self, node, function):
        above = self._source.parents.get(node)
        while above is not None and above is not function:
            if isinstance(above, ast.While):
                return True
            if isinstance(above, ast.For):
                static = isinstance(above.iter, ast.Call) and self._source.cutile_name(above.iter.func) == "static_iter"
                if not static:
                    return True
            if isinstance(above, ast.If) and not self._is_constant(above.test, function):
                return True
            above = self._source.parents.get(above)
        return False

    def _is_constant_parameter(self, argument, function):
        if self.is_constant_annotation(argument.annotation):
            return True
        if function in self._reader.kernels:
            return False
        calls = self._calls_of(function)
        if not calls:
            # A factory's parameters are Python values when its kernel is made; those of a helper that nobody calls are open.
            return any(isinstance(node, FUNCTIONS) and node in self._reader.kernels for node in own_nodes(function))
        return all(self._passes_constant(call, argument.arg, function) for call in calls)

    def _calls_of(self, function):
        """The calls of a function from kernels and helpers."""
        if self._calls is None:
            self._calls = {}
            for caller in self._reader.device_functions():
                for node in own_nodes(caller):
                    if isinstance(node, ast.Call):
                        self._calls.setdefault(self._reader.called_function(node), []).append((node, caller))
        return self._calls.get(function, [])

    def _passes_constant(self, call, name, function):
        from .facts import bound

        node, caller = call
        values = [value for parameter, value in bound(function, node) if parameter == name]
        if not values:
            # Its default, which is a Python value; or packed arguments, of which nothing is known.
            packed = any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)
            return not packed
        return all(self._is_constant(value, caller) for value in values)


def all_arguments(function):
    given = function.args
    return [a for a in [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg] if a]


def _stored(target):
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
