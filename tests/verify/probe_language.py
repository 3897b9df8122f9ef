# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The language of the probes: small Tile IR programs that need not be valid. README.md describes it."""

import re
from dataclasses import dataclass, field


@dataclass
class Statement:
    results: list
    mnemonic: str
    operands: list  # one a declared operand: a list of names or types, or None
    attributes: dict
    types: list
    regions: list  # (arguments [(name, type)], statements), or None: no block
    line: int


@dataclass
class Case:
    rule: str
    verdict: str  # ok, bad, or what is said of the tool where it differs
    minor: int
    title: str
    statements: list
    arguments: list = field(default_factory=list)
    directives: dict = field(default_factory=dict)
    directives_text: str = ""
    line: int = 0


class Scanner:
    """Characters for types, tokens for the rest."""

    def __init__(self, text, line):
        self.text, self.at, self.line = text, 0, line

    def fail(self, what):
        raise ValueError(f"line {self.line + self.text.count(chr(10), 0, self.at)}: expected {what} at: {self.text[self.at:self.at + 40]!r}")

    def skip(self):
        while True:
            while self.at < len(self.text) and self.text[self.at].isspace():
                self.at += 1
            if self.text[self.at:self.at + 2] != "//":
                return
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end

    def peek(self, text):
        self.skip()
        return self.text.startswith(text, self.at)

    def take(self, text):
        if not self.peek(text):
            return False
        self.at += len(text)
        return True

    def need(self, text):
        if not self.take(text):
            self.fail(text)

    def match(self, pattern):
        self.skip()
        found = re.compile(pattern).match(self.text, self.at)
        if not found:
            return None
        self.at = found.end()
        return found.group(0)

    def word(self):
        return self.match(r"[A-Za-z_][\w$.]*") or self.fail("a word")

    def number(self):
        text = self.match(r"-?(0x[0-9A-Fa-f]+|\d+)")
        if text is None:
            self.fail("a number")
        return int(text, 0)

    def done(self):
        self.skip()
        return self.at >= len(self.text)

    def sequence(self, close, item):
        out = []
        while not self.take(close):
            out.append(item())
            if not self.take(","):
                self.need(close)
                break
        return out


def parse_type(s):
    """A type as a nested tuple; numbers None where '?' stands."""
    name = s.word()
    if name == "ptr":
        s.need("<")
        pointee, attribute = parse_type(s), None
        if s.take(","):
            s.need("<")
            attribute = s.word()
            s.need(">")
        s.need(">")
        return ("ptr", pointee, attribute)
    if name == "tile":
        s.need("<")
        shape = _extents(s)
        element = parse_type(s)
        s.need(">")
        return ("tile", shape, element)
    if name == "tensor_view":
        return _tensor_view(s)
    if name in ("partition_view", "strided_view", "gather_scatter_view"):
        return _view(s, name)
    return ("scalar", name)


def _extents(s):
    shape = []
    while True:
        text = s.match(r"(\?|-?\d+)x")
        if not text:
            return tuple(shape)
        shape.append(None if text == "?x" else int(text[:-1]))


def _extent(s):
    return None if s.take("?") else s.number()


def _tensor_view(s):
    s.need("<")
    shape, element, strides, attribute = _extents(s), parse_type(s), (), None
    while s.take(","):
        if s.take("#cuda_tile.ptr_attr<"):
            attribute = s.word()
            s.need(">")
        else:
            s.need("strides=[")
            strides = tuple(s.sequence("]", lambda: _extent(s)))
    s.need(">")
    return ("tensor_view", shape, element, strides, attribute)


def _view(s, name):
    s.need("<tile=(")
    text = s.match(r"[-\dx]*")
    tile = tuple(int(n) for n in text.split("x")) if text else ()
    s.need(")")
    s.need(",")
    parts = {"traversal_strides": None, "padding_value": None, "dim_map": None, "sparse_dim": 0}
    tensor = None
    while True:
        if s.peek("tensor_view"):
            tensor = parse_type(s)
        else:
            key = s.word()
            s.need("=")
            if s.take("["):
                parts[key] = tuple(s.sequence("]", s.number))
            else:
                parts[key] = s.word() if key == "padding_value" else s.number()
        if not s.take(","):
            break
    s.need(">")
    if parts["dim_map"] is None:
        parts["dim_map"] = tuple(range(len(tile)))
    return (name, tile, tensor, parts["padding_value"], parts["dim_map"], parts["traversal_strides"], parts["sparse_dim"])


def parse_attribute(s):
    """Words, numbers, strings, lists, predicates, hints; the op says what is meant."""
    if s.peek('"'):
        return ("string", s.match(r'"(?:[^"\\]|\\.)*"')[1:-1].replace('\\"', '"'))
    if s.take("["):
        return ("list", s.sequence("]", lambda: parse_attribute(s)))
    if s.take("{"):
        return ("dictionary", s.sequence("}", lambda: _pair(s)))
    if s.take("<"):
        return ("hints", s.sequence(">", lambda: _pair(s)))
    if s.peek("@"):
        return ("symbol", s.match(r"@[\w$.]*")[1:])
    number = s.match(r"-?(0x[0-9A-Fa-f]+|\d+)")
    if number is not None:
        if s.take(":"):
            return ("typed", int(number, 0), parse_type(s))
        return ("number", int(number, 0))
    word = s.word()
    if word in ("div_by", "bounded", "same_elements"):
        s.need("<")
        return (word, *_predicate(s, word))
    return ("word", word)


def _pair(s):
    key = s.match(r'"[^"]*"|[\w$.]*')
    s.need("=")
    return (key.strip('"'), parse_attribute(s))


def _predicate(s, word):
    if word == "same_elements":
        s.need("[")
        values = s.sequence("]", s.number)
        s.need(">")
        return (values,)
    if word == "bounded":
        lower = _extent(s)
        s.need(",")
        upper = _extent(s)
        s.need(">")
        return lower, upper
    divisor, every, along = s.number(), None, None
    if s.take(","):
        if s.take("every"):
            every = s.number()
        if s.take("along"):
            along = s.number()
    s.need(">")
    return divisor, every, along


def parse_statement(s):
    line = s.line + s.text.count("\n", 0, s.at)
    results = []
    if s.peek("%"):
        results = [s.match(r"%\w+")]
        while s.take(","):
            results.append(s.match(r"%\w+"))
        s.need("=")
    mnemonic = s.word()
    operands, attributes, types, regions = [], {}, [], []
    if s.take("("):
        operands = s.sequence(")", lambda: _operand(s))
    if s.take("{"):
        attributes = dict(s.sequence("}", lambda: _named(s)))
    if s.take("->"):
        types.append(parse_type(s))
        while s.take(","):
            types.append(parse_type(s))
    while s.take("["):
        regions.append(_region(s))
    return Statement(results, mnemonic, operands, attributes, types, regions, line)


def _operand(s):
    if s.take("["):
        return s.sequence("]", lambda: _value(s))
    return [] if s.take("_") else [_value(s)]


def _value(s):
    return s.match(r"%\w+(?:#\d+)?") or parse_type(s)


def _named(s):
    name = s.word()
    return (name, parse_attribute(s)) if s.take("=") else (name, ("word", "true"))


def _region(s):
    if s.take("]"):
        return None
    arguments, statements = [], []
    if s.take("("):
        arguments = s.sequence(")", lambda: _argument(s))
    while not s.take("]"):
        statements.append(parse_statement(s))
        s.take(";")
    return arguments, statements


def _argument(s):
    name = s.match(r"%\w+")
    s.need(":")
    return name, parse_type(s)


HEAD = re.compile(r"== (\S+) (\S+)(?: 13\.(\d))?(?: \[(.*?)\])?(?: (.*))?$")


def parse_cases(text):
    """Cases begin with `== rule verdict [13.n] [[directives]] [title]`; their statements follow, up to the next case."""
    cases, body, start = [], [], 0
    for number, line in enumerate([*text.splitlines(), "== end end"], 1):
        if line.startswith("== "):
            if cases:
                _finish(cases[-1], "\n".join(body), start)
            head = HEAD.match(line)
            if not head:
                raise ValueError(f"line {number}: not the head of a case: {line}")
            rule, verdict, minor, directives, title = head.groups()
            cases.append(Case(rule, verdict, int(minor or 4), title or "", [], line=number))
            if directives:
                cases[-1].directives_text = directives
                s = Scanner(directives, number)
                while not s.done():
                    name = s.word()
                    cases[-1].directives.setdefault(name, []).append(_directive(s, name))
                    s.take(";")
            body, start = [], number + 1
        else:
            body.append(line)
    return cases[:-1]


def _directive(s, name):
    """arguments(%x: type, ...) · hints <...> · global @name = <type: bits ...> · name · results type"""
    if name == "arguments":
        s.need("(")
        return s.sequence(")", lambda: _argument(s))
    if name == "hints":
        return parse_attribute(s)
    if name == "results":
        return parse_type(s)
    if name == "attributes":
        return parse_attribute(s)
    if name == "global":
        symbol = s.match(r"@[\w$.]*")[1:]
        kind = parse_type(s)
        alignment = s.number() if s.take("alignment=") else 0
        return symbol, kind, alignment
    if name == "entry":
        return s.match(r"@[\w$.]*")[1:]
    raise ValueError(f"line {s.line}: no directive {name}")


def _finish(case, text, start):
    s = Scanner(text, start)
    while not s.done():
        case.statements.append(parse_statement(s))
        s.take(";")
    for group in case.directives.get("arguments", []):
        case.arguments += group
