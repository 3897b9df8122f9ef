# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes op_layouts.cpp: how each op is laid out in text (printer/op_layout.h)."""

from assembly_format import compile_format
from op_tables import BANNER, quoted


def op_layouts_source(model):
    out = [BANNER, '#include "tileir/printer/directives.h"', '#include "tileir/printer/op_layout.h"', '#include "tileir/text/directives.h"', "",
           "namespace tileport::tileir::printer {", "namespace {", ""]
    rows = []
    for op in model.ops:
        layout = compile_format(op) if op.in_body else []
        lines = [_instruction(op, position, instruction, out) for position, instruction in enumerate(layout)]
        if lines:
            out += [f"constexpr LayoutInstruction k{op.name}[] = {{", *(f"    {line}," for line in lines), "};"]
        if op.result_names:
            names = ", ".join(quoted(name) for name in op.result_names)
            out.append(f"constexpr std::string_view k{op.name}Names[] = {{{names}}};")
        rows.append(f"    {{{f'k{op.name}' if lines else '{}'}, {f'k{op.name}Names' if op.result_names else '{}'}}},")
    out += ["", "constexpr OpLayout kLayouts[] = {", *rows, "};", "", "}  // namespace", "",
            "const OpLayout &layoutOf(OpKind kind) { return kLayouts[static_cast<std::size_t>(kind)]; }", "",
            "}  // namespace tileport::tileir::printer", ""]
    return "\n".join(out)


def _instruction(op, position, instruction, out):
    parameters = "{}"
    if instruction.parameters:
        parameters = f"k{op.name}{position}"
        rows = ", ".join(f"{{LayoutParameter::{kind}, {index}}}" for kind, index in instruction.parameters)
        out.append(f"constexpr LayoutParameter {parameters}[] = {{{rows}}};")
    directive = f"&print{instruction.directive}, &text::read{instruction.directive}" if instruction.directive else "nullptr, nullptr"
    return (f"{{LayoutStep::{instruction.step}, {instruction.index}, {instruction.count}, {quoted(instruction.text)}, "
            f"{directive}, {parameters}}}")
