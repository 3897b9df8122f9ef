// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/ranges.h"
#include "tileir/program_ids.h"

namespace tileport::tileir {

/// What a piece of a printed line shows.
enum class SpanKind : std::uint8_t {
  Result,  ///< name of result `index`
  Mnemonic,
  Operand,      ///< operand `index` of the op's flat operand list
  Attribute,    ///< attribute in slot `index`, with its keyword
  ResultType,   ///< type of result `index`
  OperandType,  ///< type of the first operand of declared operand `index`
  Argument,     ///< `index`-th argument of an entry or of a block of the op's regions, with its type
  Symbol,       ///< name of an entry or global
  Hints,        ///< hints of an entry
  Location,     ///< loc(...) at the line's end
};

struct Span {
  SpanKind kind;
  std::uint16_t index = 0;
  OpId op;              ///< invalid: belongs to `function`
  FunctionId function;  ///< set when op is invalid and it is an entry's
  LineIndex line;
  ColumnRange columns;
};

/// The printed text of a program and where each part of the program stands in it.
struct Listing {
  std::string text;                       ///< lines end in '\n', the last one too
  std::vector<std::uint32_t> lineStarts;  ///< byte offset of each line
  /// By OpId: with the op's regions and closing brace. An empty yield or continue that the text leaves out has the line of
  /// the brace that stands in its place.
  std::vector<LineRange> opLines;
  std::vector<LineRange> functionLines;   ///< by FunctionId
  std::vector<LineRange> globalLines;     ///< by position in ProgramData::globals
  std::vector<std::string> valueNames;    ///< by ValueId, with '%', as used: "%for#1"
  std::vector<Span> spans;                ///< in text order
  std::vector<std::uint32_t> spanStarts;  ///< by line, one more than lines: spans of line i are [spanStarts[i], spanStarts[i+1])

  std::size_t lineCount() const { return lineStarts.size(); }
  /// Without its line end. `line` must be less than lineCount().
  std::string_view line(LineIndex line) const;
};

}  // namespace tileport::tileir
