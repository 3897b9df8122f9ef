# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes type_rules.cpp: how the types that an op's text leaves out follow from the others (text/type_rules.h)."""

from assembly_format import compile_format
from op_tables import BANNER

# Types of which there is one: an operand or result of such a type need not be written.
FIXED = {"TokenType": "Token", "ScalarBoolTile": "Bool", "ScalarI32Tile": "Int32"}


def type_rules_source(model):
    out = [BANNER, '#include "tileir/text/type_rules.h"', "", "namespace tileport::tileir::text {", "namespace {", "",
           "using printer::LayoutParameter;", ""]
    rows = []
    for op in model.ops:
        rules = _rules(op) if op.in_body else []
        if op.in_body:
            _check(op, rules)
        for number, (_, members) in enumerate(rules):
            cells = ", ".join(f"{{LayoutParameter::{kind}, {index}}}" for kind, index in members)
            out.append(f"constexpr LayoutParameter k{op.name}{number}[] = {{{cells}}};")
        if rules:
            cells = ", ".join(f"{{TypeRule::{kind}, k{op.name}{number}}}" for number, (kind, _) in enumerate(rules))
            out.append(f"constexpr TypeRule k{op.name}[] = {{{cells}}};")
        rows.append(f"    k{op.name}," if rules else "    {},")
    out += ["", "constexpr std::span<const TypeRule> kRules[] = {", *rows, "};", "", "}  // namespace", "",
            "std::span<const TypeRule> typeRulesOf(OpKind kind) { return kRules[static_cast<std::size_t>(kind)]; }", "",
            "}  // namespace tileport::tileir::text", ""]
    return "\n".join(out)


def _members(op):
    return ([("Operand", index, operand) for index, operand in enumerate(op.operands)]
            + [("Result", index, result) for index, result in enumerate(op.results)])


def _rules(op):
    members = _members(op)
    places = {item.name: (kind, index) for kind, index, item in members}
    rules = []
    for constraint, name in FIXED.items():
        fixed = [(kind, index) for kind, index, item in members if item.constraint == constraint]
        if fixed:
            rules.append((name, fixed))
    if "SameOperandsAndResultType" in op.traits:
        rules.append(("Same", [(kind, index) for kind, index, _ in members]))
    rules += [("Same", [places[name] for name in names]) for names in op.same_types]
    rules += [("TensorView", [places[view], places[tensor]]) for view, tensor in op.tensor_of]
    return rules


def _check(op, rules):
    """Every result is written, or follows from something that is."""
    written = {index for instruction in compile_format(op) for kind, index in instruction.parameters if kind == "ResultType"}
    for index, result in enumerate(op.results):
        known = index in written or any(
            ("Result", index) in members and (kind != "Same" or any(member != ("Result", index) for member in members))
            for kind, members in rules)
        if not known:
            raise ValueError(f"{op.mnemonic}: the type of {result.name} is neither written nor follows from another")
