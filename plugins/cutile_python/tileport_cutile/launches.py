# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recorded launches: what they must say, and where in a file the member stands that does not say it.

Nothing here needs cuTile: a launch that is not right is refused before a compiler sees it.
"""

import json
import re

from .failures import Failure

LAUNCHES_SCHEMA = "tileport-launches/1"
CONVENTIONS = ("cutile_python_v1", "cutile_python_v2")
HINTS = ("num_ctas", "occupancy", "opt_level", "num_worker_warps")
BY_TARGET = re.compile(r"ByTarget\((?:(?:sm_\d+|default)=\d+(?:, ?|(?=\))))+\)")
FILL_IN = "is null: a draft leaves open what the source does not tell; fill it in"


class Malformed(Failure):
    """A launch that does not say what it has to say; `member` is the path to it, such as ("args", 0, "value")."""

    def __init__(self, member, reason):
        self.member = tuple(member)
        self.reason = reason
        super().__init__(f"{written(self.member)} {reason}", "launch")


def written(member, start="launch"):
    """A path to a member as a person reads it: launch.args[0].value.shape."""
    return start + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in member)


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _take(holder, member, name, kinds, what, optional=False):
    """The value of a member of that kind; `member` is the path to its holder."""
    if name not in holder:
        if optional:
            return None
        raise Malformed((*member, name), f"is missing: {what}")
    value = holder[name]
    if value is None:
        raise Malformed((*member, name), FILL_IN)
    if not isinstance(value, kinds) or (
        isinstance(value, bool) and bool not in (kinds if isinstance(kinds, tuple) else (kinds,))
    ):
        raise Malformed((*member, name), f"is {shortened(value)}, not {what}")
    return value


def shortened(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _check_numbers(array, member, name, least):
    values = _take(array, member, name, list, "a list of numbers")
    for index, value in enumerate(values):
        if value is None:
            raise Malformed((*member, name, index), FILL_IN)
        if not is_number(value) or (least is not None and value < least):
            raise Malformed(
                (*member, name, index),
                f"is {shortened(value)}, not a whole number" + (f" from {least}" if least is not None else ""),
            )
    return values


def _check_array(array, member):
    _take(array, member, "dtype", str, 'a dtype such as "float16"')
    shape = _check_numbers(array, member, "shape", 0)
    strides = _check_numbers(array, member, "strides", None)
    if len(shape) != len(strides):
        raise Malformed((*member, "strides"), f"has {len(strides)} strides for {len(shape)} extents")
    _take(array, member, "base_aligned16", bool, "true or false", optional=True)


def _check_value(value, member, constant):
    if value is None:
        raise Malformed(member, FILL_IN)
    if constant:
        if not isinstance(value, (bool, int, float)):
            raise Malformed(member, f"is {shortened(value)}: a constant is a number or a truth value")
        return
    if isinstance(value, (bool, int, float)):
        return
    if not isinstance(value, dict):
        raise Malformed(member, f"is {shortened(value)}, not an array, a list of arrays, a number or a truth value")
    kind = _take(value, member, "kind", str, '"array" or "list"')
    if kind == "array":
        _check_array(value, member)
    elif kind == "list":
        items = _take(value, member, "items", list, "a list of arrays")
        if not items:
            raise Malformed((*member, "items"), "is empty: that says nothing on its elements")
        for index, item in enumerate(items):
            if not isinstance(item, dict):
                raise Malformed((*member, "items", index), f"is {shortened(item)}, not an array")
            _check_array(item, (*member, "items", index))
    else:
        raise Malformed((*member, "kind"), f'is {shortened(kind)}, not "array" or "list"')


def _check_hints(hints):
    for name, value in hints.items():
        member = ("hints", name)
        if name not in HINTS:
            raise Malformed(member, f"is no hint of cuTile Python; it has {', '.join(HINTS)}")
        if value is None:
            raise Malformed(member, FILL_IN)
        if isinstance(value, dict):
            for target, number in value.items():
                if not re.fullmatch(r"sm_\d+|default", target) or not is_number(number):
                    raise Malformed((*member, target), 'is not a number for a target such as "sm_100" or "default"')
        elif isinstance(value, str):
            if not BY_TARGET.fullmatch(value):
                raise Malformed(member, f'is {shortened(value)}, not as in "ByTarget(sm_80=2, default=4)"')
        elif not is_number(value):
            raise Malformed(member, f"is {shortened(value)}, not a number")


def check_launch(launch):
    """Raises Malformed for the first member that does not say what a launch has to say."""
    if not isinstance(launch, dict):
        raise Malformed((), f"is {shortened(launch)}, not an object")
    _take(launch, (), "kernel", str, "the name of a function that ct.kernel decorates")
    _check_hints(_take(launch, (), "hints", dict, "an object", optional=True) or {})
    convention = _take(launch, (), "convention", str, "a calling convention", optional=True)
    if convention is not None and convention not in CONVENTIONS:
        raise Malformed(("convention",), f"is {shortened(convention)}; known are {', '.join(CONVENTIONS)}")
    _take(launch, (), "symbol", str, "the mangled symbol that is expected", optional=True)
    for index, argument in enumerate(_take(launch, (), "args", list, "the arguments in the kernel's order")):
        member = ("args", index)
        if not isinstance(argument, dict):
            raise Malformed(member, f"is {shortened(argument)}, not an object")
        constant = _take(argument, member, "constant", bool, "true or false", optional=True)
        if "value" not in argument:
            raise Malformed((*member, "value"), "is missing")
        _check_value(argument["value"], (*member, "value"), constant)


class _Scanner:
    """Walks along JSON that is known to be valid, to learn where a member's value begins."""

    def __init__(self, text):
        self._text = text
        self._decoder = json.JSONDecoder()

    def skip(self, at):
        return at + len(self._text[at:]) - len(self._text[at:].lstrip(" \t\r\n,:"))

    def value_end(self, at):
        return self._decoder.raw_decode(self._text, at)[1]

    def find(self, at, member):
        """Where the value begins that `member` leads to from the value at `at`; as far as it leads."""
        for step in member:
            inside = self._enter(at, step)
            if inside is None:
                return at
            at = inside
        return at

    def _enter(self, at, step):
        if self._text[at] not in "{[":
            return None
        close, named = ("}", True) if self._text[at] == "{" else ("]", False)
        at, index = self.skip(at + 1), 0
        while self._text[at] != close:
            key = index
            if named:
                key, at = self._decoder.raw_decode(self._text, at)
                at = self.skip(at)
            if key == step:
                return at
            at, index = self.skip(self.value_end(at)), index + 1
        return None


def place_of(text, member):
    """(line, column), one-based, of a member's value in a JSON text; of the nearest holder if the member is not there."""
    scanner = _Scanner(text)
    at = scanner.find(scanner.skip(0), member)
    before = text[:at]
    return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1


def located(malformed, path, text, holder):
    """The same failure with its place in the file that it was read from; `holder` is the launch's own path there."""
    line, column = place_of(text, (*holder, *malformed.member))
    return Failure(
        f"{written((*holder, *malformed.member), '').lstrip('.')} {malformed.reason}", "launch", path, line, column
    )
