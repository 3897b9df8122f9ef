# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes op_constraints.cpp: what the ODS asks of the types of operands, results and regions (verify/op_constraints.h)."""

import re

from op_tables import BANNER, boolean, quoted

VIEW_KINDS = {"PtrType": "Pointer", "TensorViewType": "TensorView", "PartitionViewType": "PartitionView", "StridedViewType": "StridedView",
              "GatherScatterViewType": "GatherScatterView", "TokenType": "Token"}
TILE_TEST = re.compile(r"::is(Scalar)?TileOf\(\$_self, ::tileport::cuda_tile::is(\w+)Element\)")


class Constraints:
    """Resolves constraints to one row each: which elements a tile may have, whether only scalars, which other kinds."""

    def __init__(self, model):
        self.model, self.records = model, model.records

    def _is_a(self, record, record_class):
        return record_class in record["!superclasses"]

    def resolve(self, record):
        if self._is_a(record, "OpVariable"):
            return self.resolve(self.records[record["constraint"]["def"]])
        if self._is_a(record, "Optional") or self._is_a(record, "Variadic"):
            return self.resolve(self.records[record["baseType"]["def"]])
        if record["!name"] in VIEW_KINDS:
            return "None", False, [VIEW_KINDS[record["!name"]]]
        if "allowedTypes" in record:
            parts = [self.resolve(self.records[allowed["def"]]) for allowed in record["allowedTypes"]]
            tiles = [(element, scalar) for element, scalar, _ in parts if element != "None"] or [("None", False)]
            if len(tiles) > 1:
                raise ValueError(f"{record['!name']}: more than one alternative is a tile")
            return *tiles[0], [kind for _, _, kinds in parts for kind in kinds]
        found = TILE_TEST.search(self.records[record["predicate"]["def"]].get("predExpr", ""))
        if not found:
            raise ValueError(f"{record['!name']}: a constraint that the verifier's table cannot say")
        return found.group(2), bool(found.group(1)), []

    def row(self, record):
        element, scalar, kinds = self.resolve(record)
        mask = " | ".join(f"kindBit(TypeKind::{kind})" for kind in kinds) or "0"
        return f"{{ElementClass::{element}, {boolean(scalar)}, {mask}, {quoted(self._summary(record))}}}"

    def _summary(self, record):
        if self._is_a(record, "OpVariable"):
            return self._summary(self.records[record["constraint"]["def"]])
        if self._is_a(record, "Optional") or self._is_a(record, "Variadic"):
            return self._summary(self.records[record["baseType"]["def"]])
        return record["mnemonic"] if "mnemonic" in record else record["summary"]

    def values(self, record, section):
        for value, name in record[section]["args"]:
            constraint = self.records[value["def"]]
            inner = self.records[constraint["constraint"]["def"]] if self._is_a(constraint, "OpVariable") else constraint
            if not self._is_a(inner, "Attr"):
                yield name, constraint

    def same_types(self, record, operands, results):
        """The groups of variables whose types must be one: AllTypesMatch, SameOperandsAndResultType."""
        for reference in record["traits"]:
            trait = self.records[reference["def"]]
            if reference["def"] == "SameOperandsAndResultType":
                yield [*operands, *results]
            elif self._is_a(trait, "AllTypesMatch"):
                yield trait["values"]

    def regions(self, record):
        for value, _ in record["regions"]["args"]:
            region = self.records[value["def"]]
            predicate = self.records[region["predicate"]["def"]].get("predExpr", "")
            found = re.search(r"hasNItems(OrLess)?\(\$_self, (\d+)\)", predicate)
            if not found:
                raise ValueError(f"{record['opName']}: a region that the verifier's table cannot say: {predicate}")
            yield (0 if found.group(1) else int(found.group(2))), int(found.group(2))


def op_constraints_source(model):
    constraints = Constraints(model)
    records = {model.records[name]["opName"]: model.records[name] for name in model.records["!instanceof"]["TileOp"]}
    out = [BANNER, '#include "tileir/verify/op_constraints.h"', "", "#include <array>", "", "namespace tileport::tileir::verification {",
           "namespace {", ""]
    rows = []
    for op in model.ops:
        arrays, row = _op(constraints, op, records[op.mnemonic])
        out += arrays
        rows.append(row)
    out += [f"constexpr std::array<OpConstraints, {len(rows)}> kConstraints = {{{{", *rows, "}};", "", "}  // namespace", "",
            "const OpConstraints &constraintsOf(OpKind kind) { return kConstraints[static_cast<std::size_t>(kind)]; }", "",
            "}  // namespace tileport::tileir::verification", ""]
    return "\n".join(out)


def _op(constraints, op, record):
    operands, results = list(constraints.values(record, "arguments")), list(constraints.values(record, "results"))
    arrays, names = [], {}
    for kind, values in (("Operand", operands), ("Result", results)):
        if values:
            rows = ", ".join(constraints.row(constraint) for _, constraint in values)
            arrays.append(f"constexpr ValueConstraint k{op.name}{kind}s[] = {{{rows}}};")
        names.update({name: f"{{{boolean(kind == 'Result')}, {position}}}" for position, (name, _) in enumerate(values)})
    groups = list(constraints.same_types(record, [name for name, _ in operands], [name for name, _ in results]))
    for number, group in enumerate(groups):
        arrays.append(f"constexpr Variable k{op.name}Same{number}[] = {{{', '.join(names[name] for name in group)}}};")
    if groups:
        spans = ", ".join(f"k{op.name}Same{number}" for number in range(len(groups)))
        arrays.append(f"constexpr std::span<const Variable> k{op.name}Same[] = {{{spans}}};")
    regions = list(constraints.regions(record))
    if regions:
        arrays.append(f"constexpr RegionSize k{op.name}Regions[] = {{{', '.join(f'{{{least}, {most}}}' for least, most in regions)}}};")
    optional = any(result.optional for result in op.results)

    def array(kind, items):
        return f"k{op.name}{kind}" if items else "{}"

    row = (f"    {{{array('Operands', operands)}, {array('Results', results)}, {array('Same', groups)}, {array('Regions', regions)}, "
           f"{boolean('NoRegionArguments' in op.traits)}, {boolean(optional)}}},")
    return arrays, row
