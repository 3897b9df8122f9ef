# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes op_kind.h (enumerations and tags) and op_info.cpp (the tables behind op_info.h)."""

BANNER = """// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated from core/tileir/ods by core/tileir/generate. Not to be edited.
"""


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def boolean(value):
    return "true" if value else "false"


def version(minor):
    return f"{{13, {minor}}}"


def _enumeration(name, base, lines):
    return [f"enum class {name} : {base} {{", *(f"  {line}," for line in lines), "};", ""]


def op_kind_header(model):
    out = [BANNER + "#pragma once", "", "#include <cstddef>", "#include <cstdint>", "#include <optional>", "",
           "namespace tileport::tileir {", ""]
    out += ["/// The ops of the dialect, in the order of their numbers in bytecode."]
    out += _enumeration("OpKind", "std::uint16_t", [op.name for op in model.ops])
    out += [f"inline constexpr std::size_t kOpKindCount = {len(model.ops)};", ""]
    out += ["/// The enumerations of the dialect."]
    out += _enumeration("EnumKind", "std::uint8_t", [enum.name for enum in model.enums])
    out += [f"inline constexpr std::size_t kEnumKindCount = {len(model.enums)};", ""]
    for enum in model.enums:
        out += _enumeration(enum.name, "std::uint8_t", [case.symbol for case in enum.cases])
    out += _tags("TypeTag", "The number before a type record.", "typeTagOf", model.type_tags)
    out += _tags("AttributeTag", "The number before a tagged attribute.", "attributeTagOf", model.attribute_tags)
    return "\n".join(out + ["}  // namespace tileport::tileir", ""])


def _tags(name, comment, function, tags):
    out = [f"/// {comment}"]
    out += _enumeration(name, "std::uint64_t", [f"{tag.symbol} = {tag.number}" for tag in tags])
    out += ["/// Absent when no record has this number.",
            f"constexpr std::optional<{name}> {function}(std::uint64_t number) {{", "  switch (number) {"]
    out += [f"    case {tag.number}: return {name}::{tag.symbol};" for tag in tags]
    out += ["    default: return std::nullopt;", "  }", "}", "",
            "/// The minor version, of 13, that brought it.",
            f"constexpr std::uint8_t sinceMinor({name} tag) {{", "  switch (tag) {"]
    out += [f"    case {name}::{tag.symbol}: return {tag.since};" for tag in tags]
    return out + ["  }", "  return 255;", "}", ""]


def op_info_source(model):
    out = [BANNER, '#include "tileir/op_info.h"', "", "#include <array>", "", "namespace tileport::tileir {", "namespace {", ""]
    for op in model.ops:
        out += _op_arrays(op)
    out += ["constexpr std::array<OpInfo, kOpKindCount> kOps = {{"]
    out += [_op_row(op) for op in model.ops]
    out += ["}};", ""] + _opcode_table(model) + _enum_tables(model)
    out += ["}  // namespace", "", "const OpInfo &info(OpKind kind) { return kOps[static_cast<std::size_t>(kind)]; }", ""]
    return "\n".join(out + [LOOKUPS, "}  // namespace tileport::tileir", ""])


def _op_arrays(op):
    out = []
    if op.operands:
        rows = ", ".join(f"{{{quoted(o.name)}, Arity::{o.arity}, {version(o.since)}}}" for o in op.operands)
        out.append(f"constexpr OperandInfo k{op.name}Operands[] = {{{rows}}};")
    if op.attributes:
        rows = ", ".join(_attribute_row(a) for a in op.attributes)
        out.append(f"constexpr AttributeInfo k{op.name}Attributes[] = {{{rows}}};")
    if op.results:
        rows = ", ".join(f"{{{quoted(r.name)}, {boolean(r.variadic)}, {version(r.since)}}}" for r in op.results)
        out.append(f"constexpr ResultInfo k{op.name}Results[] = {{{rows}}};")
    return out


def _attribute_row(a):
    enum = f"EnumKind::{a.enum}" if a.enum else "EnumKind{}"
    default = "std::nullopt" if a.default is None else str(a.default)
    return (f"{{{quoted(a.name)}, AttributeForm::{a.form}, {enum}, {a.width}, {boolean(a.optional)}, {default}, "
            f"{version(a.since)}}}")


def _op_row(op):
    def array(kind, items):
        return f"k{op.name}{kind}" if items else "{}"

    flags = [
        "AttrSizedOperandSegments" in op.traits,
        op.in_body,
        bool(op.traits & {"Pure", "NoMemoryEffect"}),
        "RecursiveMemoryEffects" in op.traits,
        "Terminator" in op.traits,
        "Commutative" in op.traits,
    ]
    return (f"    {{{quoted(op.mnemonic)}, 0x{op.opcode:02X}, {version(op.since)}, {array('Operands', op.operands)}, "
            f"{array('Attributes', op.attributes)}, {array('Results', op.results)}, {len(op.regions)}, "
            f"{', '.join(boolean(flag) for flag in flags)}}},")


def _opcode_table(model):
    known = {op.opcode: position for position, op in enumerate(model.ops)}
    row = ", ".join(str(known.get(code, -1)) for code in range(max(known) + 1))
    return ["// By opcode: the position in kOps, or -1.",
            f"constexpr std::array<std::int16_t, {max(known) + 1}> kOpOfCode = {{{row}}};", ""]


def _enum_tables(model):
    out = ["struct EnumCase {", "  std::string_view text;", "  Version since;", "};", ""]
    for enum in model.enums:
        rows = ", ".join(f"{{{quoted(case.text)}, {version(case.since)}}}" for case in enum.cases)
        out.append(f"constexpr EnumCase k{enum.name}[] = {{{rows}}};")
    names = ", ".join(f"k{enum.name}" for enum in model.enums)
    out += [f"constexpr std::span<const EnumCase> kEnums[] = {{{names}}};"]
    mnemonics = ", ".join(quoted(enum.mnemonic) for enum in model.enums)
    return out + [f"constexpr std::string_view kEnumMnemonics[] = {{{mnemonics}}};", ""]


LOOKUPS = """std::optional<OpKind> opKindOfOpcode(std::uint64_t opcode) {
  if (opcode >= kOpOfCode.size() || kOpOfCode[opcode] < 0) return std::nullopt;
  return static_cast<OpKind>(kOpOfCode[opcode]);
}

std::uint64_t enumCount(EnumKind kind) { return kEnums[static_cast<std::size_t>(kind)].size(); }

std::string_view enumText(EnumKind kind, std::uint64_t ordinal) { return kEnums[static_cast<std::size_t>(kind)][ordinal].text; }

std::string_view enumMnemonic(EnumKind kind) { return kEnumMnemonics[static_cast<std::size_t>(kind)]; }

Version enumSince(EnumKind kind, std::uint64_t ordinal) { return kEnums[static_cast<std::size_t>(kind)][ordinal].since; }
"""
