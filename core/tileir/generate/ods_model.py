# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ops, enumerations and tags of the ODS in core/tileir/ods, read from `llvm-tblgen --dump-json`."""

import json
from dataclasses import dataclass, field

# Attribute constraints of MLIR itself: the enumerator of AttributeForm, and the width of an integer.
BUILTIN_FORMS = {
    "UnitAttr": ("Unit", 0),
    "BoolAttr": ("Bool", 0),
    "I32Attr": ("Integer", 32),
    "I64Attr": ("Integer", 64),
    "StrAttr": ("String", 0),
    "SymbolNameAttr": ("String", 0),
    "FlatSymbolRefAttr": ("Symbol", 0),
    "DenseI32ArrayAttr": ("I32Array", 0),
    "DenseBoolArrayAttr": ("BoolArray", 0),
    "ArrayAttr": ("TaggedArray", 0),
    "TypeAttr": ("Type", 0),
}


@dataclass
class Case:
    symbol: str
    text: str
    since: int


@dataclass
class Enum:
    name: str
    mnemonic: str  # of the attribute that holds one
    cases: list[Case]


@dataclass
class Tag:
    symbol: str
    number: int
    since: int


@dataclass
class Operand:
    name: str
    arity: str
    since: int
    constraint: str


@dataclass
class Attribute:
    name: str
    form: str
    width: int
    enum: str | None
    optional: bool
    default: int | None
    since: int


@dataclass
class Result:
    name: str
    variadic: bool
    optional: bool
    since: int
    constraint: str


@dataclass
class Op:
    name: str
    mnemonic: str
    opcode: int
    since: int
    format: str
    operands: list[Operand] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    traits: set[str] = field(default_factory=set)
    same_types: list[list[str]] = field(default_factory=list)  # names of what has one type
    tensor_of: list[tuple[str, str]] = field(default_factory=list)  # a view, and the tensor view that it is of
    result_names: list[str] = field(default_factory=list)
    in_body: bool = True


class Model:
    """Everything the generated files need. Raises ValueError on an ODS that breaks the rules of CudaTileBase.td."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as source:
            self.records = json.load(source)
        mnemonics = {self.records[name]["enum"]["def"]: self.records[name]["mnemonic"] for name in self._instances("TileEnumAttr")}
        self.enums = [self._enum(name, mnemonics[name]) for name in self._instances("TileEnum")]
        self.type_tags = self._tags("TypeTag")
        self.attribute_tags = self._tags("AttributeTag")
        self.ops = sorted((self._op(name) for name in self._instances("TileOp")), key=lambda op: op.opcode)
        self._check()

    def enum(self, name):
        return next(enum for enum in self.enums if enum.name == name)

    def _instances(self, record_class):
        return self.records["!instanceof"][record_class]

    def _is_a(self, record, record_class):
        return record_class in record["!superclasses"]

    def _enum(self, name, mnemonic):
        record = self.records[name]
        cases = []
        for ordinal, reference in enumerate(record["enumerants"]):
            case = self.records[reference["def"]]
            if case["value"] != ordinal:
                raise ValueError(f"{name}: case {case['symbol']} is out of order")
            cases.append(Case(case["symbol"], case["str"], case["sinceMinor"]))
        return Enum(record["className"], mnemonic, cases)

    def _tags(self, record_class):
        records = [self.records[name] for name in self._instances(record_class)]
        tags = [Tag(r["tagSymbol"], r["tag"], r["sinceMinor"]) for r in records]
        return sorted(tags, key=lambda tag: tag.number)

    def _unwrap(self, name):
        """The constraint behind Since<...>, and the version it names."""
        record = self.records[name]
        if not self._is_a(record, "OpVariable"):
            return record, 1
        return self.records[record["constraint"]["def"]], record.get("sinceMinor", 1)

    def _op(self, name):
        record = self.records[name]
        op = Op(name.removesuffix("Op"), record["opName"], record["opcode"], record["sinceMinor"], record["assemblyFormat"])
        for value, argument in record["arguments"]["args"]:
            constraint, since = self._unwrap(value["def"])
            if self._is_a(constraint, "Attr"):
                op.attributes.append(self._attribute(argument, constraint, max(since, op.since)))
            else:
                op.operands.append(Operand(argument, self._arity(constraint), max(since, op.since), self._base(constraint)))
        for value, result in record["results"]["args"]:
            constraint, since = self._unwrap(value["def"])
            arity = self._arity(constraint)
            op.results.append(Result(result, arity == "Variadic", arity == "Optional", max(since, op.since),
                                     self._base(constraint)))
        op.regions = [region for _, region in record["regions"]["args"]]
        op.traits = {trait["def"] for trait in record["traits"]}
        for trait in (self.records[each["def"]] for each in record["traits"]):
            if self._is_a(trait, "AllTypesMatch"):
                op.same_types.append(trait["values"])
            elif self._is_a(trait, "TypesMatchWith"):
                if "getTensorView()" not in trait["transformer"]:
                    raise ValueError(f"{op.mnemonic}: TypesMatchWith of a view and its tensor is all that is understood")
                op.tensor_of.append((trait["lhs"], trait["rhs"]))
        op.result_names = record["resultNames"]
        op.in_body = bool(record["inBody"])
        return op

    def _arity(self, constraint):
        if self._is_a(constraint, "Optional"):
            return "Optional"
        return "Variadic" if self._is_a(constraint, "Variadic") else "Required"

    def _base(self, constraint):
        """The name of the constraint behind Optional<...> and Variadic<...>."""
        base = constraint.get("baseType") if self._arity(constraint) != "Required" else None
        return base["def"] if base else constraint["!name"]

    def _attribute(self, name, constraint, since):
        optional, default = False, None
        while True:
            if self._is_a(constraint, "OptionalAttr"):
                optional = True
            elif self._is_a(constraint, "DefaultValuedAttr"):
                default = constraint["defaultValue"]
            elif not self._is_a(constraint, "ConfinedAttr"):
                break
            constraint = self.records[constraint["baseAttr"]["def"]]
        enum = None
        if "bytecodeForm" in constraint:
            form, width = constraint["bytecodeForm"], 0
        elif self._is_a(constraint, "TileEnumAttr"):
            form, width, enum = "Enum", 0, self.records[constraint["enum"]["def"]]["className"]
        else:
            form, width = BUILTIN_FORMS[constraint["!name"]]
        value = self._default(form, enum, default)
        return Attribute(name, form, width, enum, optional or form == "Unit", value, since)

    def _default(self, form, enum, text):
        if text is None or form not in ("Enum", "Integer", "Bool"):
            return None
        if form == "Enum":
            symbols = [case.symbol for case in self.enum(enum).cases]
            return symbols.index(text.split("::")[-1])
        return {"true": 1, "false": 0}[text] if form == "Bool" else int(text)

    def _check(self):
        for what, numbers in (("opcode", [op.opcode for op in self.ops]),
                              ("type tag", [tag.number for tag in self.type_tags]),
                              ("attribute tag", [tag.number for tag in self.attribute_tags])):
            twice = {number for number in numbers if numbers.count(number) > 1}
            if twice:
                raise ValueError(f"{what} used twice: {sorted(twice)}")
        for op in self.ops:
            flexible = [operand for operand in op.operands if operand.arity != "Required"]
            if len(flexible) > 1 and "AttrSizedOperandSegments" not in op.traits:
                raise ValueError(f"{op.mnemonic}: more than one optional or variadic operand needs AttrSizedOperandSegments")
            if len(op.result_names) > 1 and len(op.result_names) != len(op.results):
                raise ValueError(f"{op.mnemonic}: resultNames is neither one name nor one a result")
