// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/describe.h"

#include <algorithm>

#include "align/roles.h"
#include "tileir/printer.h"

namespace tileport::align {

using tileir::OpId;
using tileir::OpKind;
using tileir::SpanKind;
using tileir::ValueId;

std::string Describer::value(ValueId value) const {
  while (program_.value(value).op.valid() && program_.op(program_.value(value).op).kind == OpKind::Assume)
    value = program_.operands(program_.value(value).op)[0];
  const tileir::Value &v = program_.value(value);
  const std::string &name = program_.listing().valueNames[value.index()];
  if (!v.op.valid()) {
    const tileir::Block &block = program_.block(v.block);
    if (program_.region(block.region).op.valid()) return name;
    std::vector<ArgumentRole> &roles = roles_[block.function];
    if (roles.empty()) roles = argumentRoles(program_, block.function);
    return name + " (" + roles[v.index].toString() + ")";
  }
  if (program_.op(v.op).kind == OpKind::Constant) return attribute(program_.attribute(v.op, "value"));
  return name + " (" + std::string(tileir::info(program_.op(v.op).kind).mnemonic) + ")";
}

std::string Describer::headLine(OpId op) const {
  const std::string_view line = program_.listing().line(LineIndex(program_.listing().opLines[op.index()].first));
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  return std::string(line.substr(first));
}

std::string Describer::type(tileir::TypeId type) const { return tileir::toText(program_, type); }

std::string Describer::attribute(tileir::AttributeId attribute) const {
  return attribute.valid() ? tileir::toText(program_, attribute) : std::string();
}

Subject Describer::subject(OpId op) const {
  Subject subject;
  subject.op = op;
  subject.function = program_.functionOf(op);
  subject.lines = program_.listing().opLines[op.index()];
  subject.lines.end = std::min(subject.lines.end, subject.lines.first + 1);
  return subject;
}

Subject Describer::subject(tileir::FunctionId function) const {
  Subject subject;
  subject.function = function;
  subject.lines = program_.listing().functionLines[function.index()];
  subject.lines.end = std::min(subject.lines.end, subject.lines.first + 1);
  return subject;
}

std::vector<TextMark> Describer::marks(OpId op, SpanKind kind, std::uint32_t index, std::string_view within) const {
  LineRange lines = program_.listing().opLines[op.index()];
  // The head of an op: its line and, for reductions, the line of its region's arguments.
  lines.end = std::min(lines.end, lines.first + 2);
  return collect(lines, op, {}, kind, index, within);
}

std::vector<TextMark> Describer::marks(tileir::FunctionId function, SpanKind kind, std::uint32_t index, std::string_view within) const {
  LineRange lines = program_.listing().functionLines[function.index()];
  lines.end = std::min(lines.end, lines.first + 1);
  return collect(lines, {}, function, kind, index, within);
}

std::vector<TextMark> Describer::collect(LineRange lines, OpId op, tileir::FunctionId function, SpanKind kind, std::uint32_t index,
                                         std::string_view within) const {
  const tileir::Listing &listing = program_.listing();
  std::vector<TextMark> marks;
  for (std::uint32_t line = lines.first; line < lines.end && line + 1 < listing.spanStarts.size(); ++line) {
    for (std::uint32_t s = listing.spanStarts[line]; s < listing.spanStarts[line + 1]; ++s) {
      const tileir::Span &span = listing.spans[s];
      if (span.kind != kind || span.index != index || span.op != op || (function.valid() && span.function != function)) continue;
      ColumnRange columns = span.columns;
      const std::string_view text = listing.line(LineIndex(line)).substr(columns.begin, columns.end - columns.begin);
      if (const std::size_t at = within.empty() ? std::string_view::npos : text.find(within); at != std::string_view::npos)
        columns = {static_cast<std::uint32_t>(columns.begin + at), static_cast<std::uint32_t>(columns.begin + at + within.size())};
      marks.push_back({LineIndex(line), columns});
    }
  }
  return marks;
}

}  // namespace tileport::align
