// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tileir/op_info.h"

/// The assembly formats of ods/, compiled by generate/assembly_format.py: what the printer writes, and the reader of text reads.
namespace tileport::tileir::text {
class OpReader;
}

namespace tileport::tileir::printer {

class OpPrinter;

/// What a custom directive is given: a declared operand, the type of one, ...
struct LayoutParameter {
  enum Kind : std::uint8_t { Operand, OperandType, Attribute, Result, ResultType, Region };
  Kind kind;
  std::uint8_t index;
};

enum class LayoutStep : std::uint8_t {
  Text,          ///< write `text`, blanks included
  Mark,          ///< what follows belongs to the next attribute
  Operand,       ///< operands of declared operand `index`
  Attribute,     ///< attribute in slot `index`
  AttributeEnd,  ///< only the span of the attribute in slot `index`: its keyword is all there is
  Custom,        ///< call `directive`
  IfOperand,     ///< skip `count` instructions when declared operand `index` has none; the others likewise
  IfAttribute,   ///< also when it has its default
  IfResult,
  IfRegion,
  Dictionary,  ///< attributes that stand nowhere else, as { ... }; `index` 1: after the word "attributes"
};

using Directive = void (*)(OpPrinter &, std::span<const LayoutParameter>);
using ReadDirective = void (*)(text::OpReader &, std::span<const LayoutParameter>);

struct LayoutInstruction {
  LayoutStep step;
  std::uint8_t index;
  std::uint8_t count;
  std::string_view text;
  Directive directive;
  ReadDirective read;  ///< the same directive, for the reader of text
  std::span<const LayoutParameter> parameters;
};

struct OpLayout {
  std::span<const LayoutInstruction> instructions;
  std::span<const std::string_view> resultNames;  ///< suggestions: none, one for the whole group, or one a result
};

const OpLayout &layoutOf(OpKind kind);

}  // namespace tileport::tileir::printer
