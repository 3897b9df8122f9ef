// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/dialect/cuda_tile.h"

/// Pieces of the text form that types, attributes and directives share.
namespace tileport::cuda_tile {

/// A type of the dialect without `!cuda_tile.`, or with it; or a type of MLIR itself.
mlir::ParseResult parseBareType(mlir::AsmParser &parser, mlir::Type &type);
void printBareType(mlir::AsmPrinter &printer, mlir::Type type);

/// An attribute of the dialect without `#cuda_tile.`, or with it.
mlir::ParseResult parseBareAttribute(mlir::AsmParser &parser, mlir::Attribute &attribute);
void printBareAttribute(mlir::AsmPrinter &printer, mlir::Attribute attribute);

/// True when the text at the place of the next token begins like this. MLIR's parser has no look-ahead of its own.
bool textAhead(mlir::AsmParser &parser, llvm::StringRef text);

/// `[1, 2]`
template <class Integer>
mlir::ParseResult parseIntegerList(mlir::AsmParser &parser, llvm::SmallVectorImpl<Integer> &values) {
  return parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, [&] { return parser.parseInteger(values.emplace_back()); });
}

/// `word` `=`
inline mlir::ParseResult parseKey(mlir::AsmParser &parser, llvm::StringRef word) {
  return mlir::failure(parser.parseKeyword(word) || parser.parseEqual());
}

/// The word of an enumerator.
template <class Enum>
mlir::ParseResult parseWord(mlir::AsmParser &parser, Enum &value) {
  const auto place = parser.getCurrentLocation();
  llvm::StringRef word;
  if (mlir::succeeded(parser.parseOptionalKeyword(&word))) {
    if (const auto known = symbolizeEnum<Enum>(word)) {
      value = *known;
      return mlir::success();
    }
  }
  auto error = parser.emitError(place, "expected ");
  for (std::uint32_t ordinal = 0;; ++ordinal) {
    const auto text = stringifyEnum(static_cast<Enum>(ordinal));
    if (text.empty()) return error;
    error << (ordinal ? ", " : "") << text;
  }
}

}  // namespace tileport::cuda_tile
