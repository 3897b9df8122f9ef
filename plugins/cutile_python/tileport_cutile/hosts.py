# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches in the host code of a source: which kernel, over which grid, with which arguments and hints."""

import ast

from .syntax import FUNCTIONS, assignments, own_nodes

# Positions in ct.launch(stream, grid, kernel, args) and ct.launch_extended(stream, blocks, threads, kernel, args).
LAUNCHES = {"launch": (1, 2, 3), "launch_extended": (1, 3, 4)}
# How far a name is followed through assignments.
DEEPEST = 8


def keyword_hints(source, keywords):
    """The keyword arguments of a decorator or of replace_hints."""
    return [{"name": k.arg or "**", "value": source.text(k.value), "span": source.span(k.value)} for k in keywords]


class Hosts:
    def __init__(self, reader):
        self._reader = reader
        self._source = reader.source
        self._assigned = {}

    def calls(self):
        """The calls that launch, in source order."""
        found = [call for call in self._reader.calls if self._position(call)]
        return sorted(found, key=lambda node: (node.lineno, node.col_offset))

    def launches(self):
        return [self._launch(call) for call in self.calls()]

    def _position(self, call):
        places = LAUNCHES.get(self._source.cutile_name(call.func))
        return places if places and len(call.args) > places[2] else None

    def grid(self, call):
        return call.args[self._position(call)[0]]

    def arguments(self, call):
        return call.args[self._position(call)[2]]

    def kernels_of_call(self, call):
        """(names of this file's kernels that a launch may be of, keywords of the hints that it gives them)."""
        return self.kernels_of(call.args[self._position(call)[1]], call)

    def hint_nodes(self, call):
        """(name or None for a packed one, expression) of the hints of a launch."""
        return [(keyword.arg, keyword.value) for keyword in self.kernels_of_call(call)[1]]

    def _launch(self, call):
        grid, kernel, arguments = (call.args[place] for place in self._position(call))
        names, hints = self.kernels_of(kernel, call)
        holder = self._source.enclosing_function(call)
        elements = self.elements_of(arguments, call)
        taken = self._parameter_names(names, call, elements)
        return {
            "kernel": self._source.text(kernel),
            "kernels": names,
            "function": self._source.qualified(holder) if holder is not None else "",
            "grid": self._source.text(grid),
            "grid_value": self._source.text(self.value_of(grid, call)),
            "arguments": [
                {"name": name, "text": self._source.text(node), "span": self._source.span(node)}
                for name, node in zip(taken, elements)
            ],
            "hints": keyword_hints(self._source, hints),
            "span": self._source.span(call),
        }

    def _parameter_names(self, kernels, call, elements):
        from .facts import parameters

        functions = [self._reader.kernel_named(name, call) for name in kernels]
        lists = [[a.arg for a in parameters(function)] for function in functions if function is not None]
        packed = any(isinstance(node, ast.Starred) for node in elements)
        if not lists or packed or any(names != lists[0] for names in lists) or len(lists[0]) != len(elements):
            return [""] * len(elements)
        return lists[0]

    # ---- What a name in host code stands for ----

    def values_of(self, name, near):
        """The expressions that a name may have where `near` stands; those of the innermost function that assigns it."""
        holder = self._source.enclosing_function(near)
        while holder is not None:
            found = self._assignments(holder).get(name)
            if found:
                # What is assigned after the launch is not what it launches.
                here = self._statement(near)
                before = [f for f in found if f[0].lineno <= near.end_lineno and f[0] is not here]
                before.sort(key=lambda f: (f[0].lineno, f[1].lineno))
                certain = [statement for statement, _ in before if self._always_before(statement, near)]
                # The last one that is always run hides those before it.
                hidden = before.index(next(f for f in before if f[0] is certain[-1])) if certain else 0
                return [value for _, value in before[hidden:] or found]
            if name in {argument.arg for argument in ast.walk(holder.args) if isinstance(argument, ast.arg)}:
                return []
            holder = self._source.enclosing_function(holder)
        return self._source.module_values(name)

    def _assignments(self, function):
        """name -> [(statement, value)] of a function: what is assigned to it, or kept for it in a container."""
        if function not in self._assigned:
            self._assigned[function] = found = {}
            for name, value in assignments(function.body):
                found.setdefault(name, []).append((self._statement(value), value))
            for name, statement, value in self._kept(function):
                found.setdefault(name, []).append((statement, value))
        return self._assigned[function]

    def _always_before(self, statement, near):
        """Whether what runs `near` has run the statement: that stands in a block around `near`."""
        around = set()
        while near is not None:
            around.add(near)
            near = self._source.parents.get(near)
        holder = self._source.parents.get(statement)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(holder, field, None)
            if isinstance(block, list) and statement in block:
                return any(other in around for other in block)
        return False

    def _statement(self, node):
        while not isinstance(node, ast.stmt):
            node = self._source.parents[node]
        return node

    def _kept(self, function):
        """(name, statement, value): what was put into the container that the statement takes the name out of, as in
        `config, kernel = cache[key]` or `kernel = cache.get(key)`."""
        single = [n for n in own_nodes(function) if isinstance(n, ast.Assign) and len(n.targets) == 1]
        kept = {}
        for node in single:
            target = node.targets[0]
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                kept.setdefault(target.value.id, []).append(node.value)
        for node in single:
            for value in kept.get(_container(node.value), ()):
                yield from ((name, node, part) for name, part in _parts(node.targets[0], value))

    def value_of(self, node, near):
        """An expression in place of a name or of a call of a local function that stands for just one; else as it is."""
        for _ in range(DEEPEST):
            if isinstance(node, ast.Name):
                values = self.values_of(node.id, near)
                if len(values) != 1:
                    return node
                node = near = values[0]
            elif (returned := self._returned(node, near)) is not None:
                node = near = returned
            else:
                return node
        return node

    def _returned(self, node, near):
        """What the call of a local function or lambda gives, if that is one expression."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return None
        values = self.values_of(node.func.id, near)
        if len(values) == 1 and isinstance(values[0], ast.Lambda):
            return values[0].body
        function = self._reader.function_named(node.func, near)
        if function is None:
            return None
        returns = [n.value for n in own_nodes(function) if isinstance(n, ast.Return) and n.value is not None]
        return returns[0] if len(returns) == 1 else None

    def elements_of(self, node, near):
        """The expressions of a launch's arguments; the expression as a whole if they cannot be told apart."""
        value = self.value_of(node, near)
        if isinstance(value, (ast.Tuple, ast.List)):
            return value.elts
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("tuple", "list"):
            if len(value.args) == 1 and isinstance(value.args[0], (ast.Tuple, ast.List)):
                return value.args[0].elts
        return [node]

    def kernels_of(self, node, near):
        """(names of this file's kernels that an expression may be, keywords of the hints that it gives them)."""
        names, hints = [], []
        self._follow(node, near, names, hints, set())
        return names, hints

    def _follow(self, node, near, names, hints, seen):
        if len(seen) > 64 or node in seen:
            return
        seen.add(node)
        if isinstance(node, ast.Name):
            if self._reader.kernel_named(node.id, near) is not None and not self._is_local(node.id, near):
                names += [node.id] if node.id not in names else []
                return
            for value in self.values_of(node.id, near) or self._passed(node.id, near):
                # What it is made of is what that was where it stands.
                self._follow(value, value, names, hints, seen)
        elif isinstance(node, ast.IfExp):
            self._follow(node.body, near, names, hints, seen)
            self._follow(node.orelse, near, names, hints, seen)
        elif isinstance(node, ast.Call):
            self._follow_call(node, near, names, hints, seen)

    def _is_local(self, name, near):
        """Whether an assignment in host code hides a kernel of that name."""
        kernel = self._reader.kernel_named(name, near)
        holder = self._source.enclosing_function(near)
        while holder is not None and holder is not self._source.enclosing_function(kernel):
            if name in self._assignments(holder):
                return True
            holder = self._source.enclosing_function(holder)
        return False

    def _follow_call(self, call, near, names, hints, seen):
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called.endswith("replace_hints"):
            # kernel.replace_hints(...), or a helper that keeps what that gives: cached_replace_hints(kernel, ...)
            method = isinstance(call.func, ast.Attribute) and called == "replace_hints"
            base = call.func.value if method else (call.args[0] if call.args else None)
            hints += [keyword for keyword in call.keywords if keyword not in hints]
            if base is not None:
                self._follow(base, near, names, hints, seen)
            return
        function = self._reader.function_named(call.func, near)
        if function is None:
            return
        for inner in own_nodes(function):
            if isinstance(inner, FUNCTIONS) and inner in self._reader.kernels and inner.name not in names:
                names.append(inner.name)
            elif isinstance(inner, ast.Return) and inner.value is not None:
                self._follow(inner.value, inner, names, hints, seen)

    def _passed(self, name, near):
        """What the calls in this file pass for a host function's parameter."""
        from .facts import bound, parameters

        function = self._source.enclosing_function(near)
        if function is None or name not in {argument.arg for argument in parameters(function)}:
            return []
        found = []
        for call in self._reader.calls:
            if self._reader.called_function(call) is function:
                found += [value for parameter, value in bound(function, call) if parameter == name]
        return found


def _parts(target, value):
    """(name, value) for each name of a target that one value is assigned to, element by element where it is a tuple."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, ast.Tuple):
        for element, part in zip(target.elts, value.elts):
            if isinstance(element, ast.Name):
                yield element.id, part


def _container(value):
    """The name of what `cache[key]` or `cache.get(key)` looks into."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get":
        value = value.func
    elif not isinstance(value, ast.Subscript):
        return None
    return value.value.id if isinstance(value.value, ast.Name) else None
