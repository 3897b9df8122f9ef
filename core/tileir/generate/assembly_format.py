# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles an op's assemblyFormat into the instructions that printer and text reader run (printer/op_layout.h).

Blanks are decided here, by the rules of MLIR's op format generator: they depend on the format alone, never on the op that
is printed. Supported is what the dialect uses: literals, operands, attributes, attr-dict, optional groups without else,
and custom directives; types and regions are printed by custom directives only.
"""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"\s*(`[^`]*`|custom<\w+>|attr-dict-with-keyword|attr-dict|type|ref|\$\w+|[()?^,])")


@dataclass
class Literal:
    text: str


@dataclass
class Variable:
    kind: str  # Operand, Attribute, Result, Region
    index: int


@dataclass
class Dictionary:
    keyword: bool


@dataclass
class Custom:
    name: str
    parameters: list  # (kind, index); kinds Operand, OperandType, ResultType, Attribute, Region


@dataclass
class Group:
    elements: list
    anchor: object


@dataclass
class Instruction:
    step: str
    index: int = 0
    text: str = ""
    directive: str = ""
    parameters: list = field(default_factory=list)
    count: int = 0


class Parser:
    def __init__(self, op):
        self.op, self.tokens, position = op, [], 0
        text = op.format.strip()
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                raise ValueError(f"{op.mnemonic}: cannot read the assembly format at: {text[position:]}")
            self.tokens.append(match.group(1))
            position = match.end()
        self.names = {}
        for kind, items in (("Operand", op.operands), ("Attribute", op.attributes), ("Result", op.results)):
            self.names.update({item.name: Variable(kind, index) for index, item in enumerate(items)})
        self.names.update({name: Variable("Region", index) for index, name in enumerate(op.regions)})

    def parse(self):
        elements, _ = self._elements(lambda: not self.tokens)
        return elements

    def _next(self, expected=None):
        token = self.tokens.pop(0)
        if expected and token != expected:
            raise ValueError(f"{self.op.mnemonic}: expected {expected} but found {token}")
        return token

    def _elements(self, done):
        elements, anchor = [], None
        while not done():
            element = self._element()
            elements.append(element)
            if self.tokens and self.tokens[0] == "^":
                self._next()
                anchor = element
        return elements, anchor

    def _element(self):
        token = self._next()
        if token.startswith("`"):
            return Literal(token[1:-1])
        if token.startswith("$"):
            return self.names[token[1:]]
        if token.startswith("attr-dict"):
            return Dictionary(token.endswith("keyword"))
        if token.startswith("custom"):
            return Custom(token[7:-1], self._parameters())
        if token == "(":
            elements, anchor = self._elements(lambda: self.tokens[0] == ")")
            self._next(")")
            self._next("?")
            return Group(elements, anchor)
        raise ValueError(f"{self.op.mnemonic}: unexpected {token} in the assembly format")

    def _parameters(self):
        self._next("(")
        parameters = []
        while True:
            token = self._next()
            if token in ("type", "ref"):
                self._next("(")
                variable = self.names[self._next()[1:]]
                self._next(")")
                parameters.append((variable.kind + "Type" if token == "type" else variable.kind, variable.index))
            else:
                variable = self.names[token[1:]]
                parameters.append((variable.kind, variable.index))
            if self._next() == ")":
                return parameters


class Compiler:
    """Walks a format once, keeping what MLIR's generator keeps: whether a blank is due, whether punctuation came last."""

    def __init__(self, op):
        self.op, self.blank, self.punctuation = op, True, False
        self.elements = Parser(op).parse()
        self.bound = set()
        self._collect(self.elements)

    def compile(self):
        return self._sequence(self.elements)

    def _collect(self, elements):
        for element in elements:
            if isinstance(element, Group):
                self._collect(element.elements)
            elif isinstance(element, Variable) and element.kind == "Attribute":
                self.bound.add(element.index)
            elif isinstance(element, Custom):
                self.bound |= {index for kind, index in element.parameters if kind == "Attribute"}

    def _sequence(self, elements, elided=None):
        out = []
        marks = {self._keyword_of(elements, position) for position, element in enumerate(elements)
                 if isinstance(element, Variable) and element.kind == "Attribute"}
        for position, element in enumerate(elements):
            mark = position in marks
            if element is elided:
                out.append(Instruction("AttributeEnd", element.index))
            elif isinstance(element, Literal):
                self._literal(element.text, out, mark)
            elif isinstance(element, Group):
                out += self._group(element)
            elif isinstance(element, Dictionary):
                self._dictionary(element, out)
            else:
                self._blank_before_element(out)
                if mark:
                    out.append(Instruction("Mark"))
                out += self._directive(element)
        return _merged(out)

    def _keyword_of(self, elements, position):
        """Where the keyword of an attribute begins: `dim` `=` $dim."""
        first = position
        while first and isinstance(elements[first - 1], Literal) and elements[first - 1].text in ("", "="):
            first -= 1
        before = elements[first - 1] if first else None
        return first - 1 if isinstance(before, Literal) and re.fullmatch(r"\w+", before.text) else position

    def _literal(self, text, out, mark):
        if text.strip() == "":  # `` forbids a blank, ` ` writes one
            if text:
                out.append(Instruction("Text", text=" "))
            self.punctuation, self.blank = text == "", False
            return
        if self.blank and self._blank_before(text):
            out.append(Instruction("Text", text=" "))
        if mark:
            out.append(Instruction("Mark"))
        out.append(Instruction("Text", text=text))
        self.blank = text not in "<({["
        self.punctuation = not (text[0] == "_" or text[0].isalpha())

    def _blank_before(self, text):
        if len(text) != 1 and text != "->":
            return True
        return text[0] not in (">)}]," if self.punctuation else "<>(){}[],")

    def _blank_before_element(self, out):
        if self.blank or not self.punctuation:
            out.append(Instruction("Text", text=" "))
        self.punctuation, self.blank = False, True

    def _dictionary(self, element, out):
        free = [slot for slot in range(len(self.op.attributes)) if slot not in self.bound]
        out.append(Instruction("Dictionary", index=int(element.keyword), parameters=[("Attribute", s) for s in free]))
        self.punctuation = False

    def _group(self, group):
        anchor = group.anchor
        unit = isinstance(anchor, Variable) and anchor.kind == "Attribute" and self.op.attributes[anchor.index].form == "Unit"
        body = self._sequence(group.elements, anchor if unit and len(group.elements) > 1 else None)
        kind, index = anchor.parameters[0] if isinstance(anchor, Custom) else (anchor.kind, anchor.index)
        return [Instruction("If" + kind.removesuffix("Type"), index, count=len(body)), *body]

    def _directive(self, element):
        if isinstance(element, Custom):
            return [Instruction("Custom", directive=element.name, parameters=element.parameters)]
        if element.kind not in ("Operand", "Attribute"):
            raise ValueError(f"{self.op.mnemonic}: a {element.kind} is printed by a custom directive only")
        return [Instruction(element.kind, element.index)]


def _merged(instructions):
    """Joins neighbouring texts, except across the end of a group, where a jump lands."""
    out, targets = [], set()
    for position, instruction in enumerate(instructions):
        if instruction.count:
            targets.add(position + 1 + instruction.count)
    for position, instruction in enumerate(instructions):
        joins = instruction.step == "Text" and out and out[-1].step == "Text"
        if joins and position not in targets and not _in_group(instructions, position):
            out[-1] = Instruction("Text", text=out[-1].text + instruction.text)
        else:
            out.append(instruction)
    return out


def _in_group(instructions, position):
    return any(start < position <= start + instruction.count for start, instruction in enumerate(instructions) if instruction.count)


def compile_format(op):
    return Compiler(op).compile()
