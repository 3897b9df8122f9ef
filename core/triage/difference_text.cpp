// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/difference_text.h"

#include <cstdint>
#include <string_view>

#include "support/fnv.h"
#include "support/utf8.h"
#include "tileir/op_info.h"

namespace tileport::triage {

namespace {

/// Which operand of a commutative op comes first is spelling: "operand lhs", "div_by of rhs, ...".
std::string withoutOperandNames(std::string text) {
  for (const std::string_view name : {" lhs", " rhs"}) {
    if (const std::size_t at = text.find(name); at != std::string::npos) text.erase(at, name.size());
  }
  return text;
}

/// Names of entries and globals and positions of arguments are numbering. An argument's role stands in its parts.
std::string nameOf(const align::Divergence &divergence) {
  const align::Subject &subject = divergence.reference ? *divergence.reference : *divergence.port;
  if (subject.op.valid()) return divergence.name;
  if (subject.global) return "global";
  return subject.argument ? "argument" : "entry";
}

std::string value(const ValueNames &names, const align::Divergence &divergence, const align::Difference &difference,
                  const std::string &text, const ValueNames::Place &place) {
  // An op that is alone is written by its head line.
  if (difference.aspect == align::Aspect::Operation && divergence.status != align::Status::Differs) return names.stripHeadLine(text, place);
  // The type stands behind values that happen to have one name.
  const std::size_t end = difference.aspect == align::Aspect::Operand ? text.rfind(" : ") : std::string::npos;
  return names.strip(std::string_view(text).substr(0, end), place);
}

/// Letters and digits of the text, for a person to know it by.
std::string slugOf(std::string_view text) {
  std::string slug;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (plain) slug += c;
    else if (!slug.empty() && slug.back() != '-') slug += '-';
    if (slug.size() == 24) break;
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

}  // namespace

std::string DifferenceTexts::regionsOf(const align::Divergence &divergence) const {
  const bool left = divergence.reference.has_value();
  const align::Subject &subject = left ? *divergence.reference : *divergence.port;
  const tileir::Program &program = left ? *alignment_.reference : *alignment_.port;
  std::string regions = subject.op.valid() ? (left ? reference_ : port_).regions(subject.op) : std::string();
  if (!subject.function.valid() || program.functionCount() < 2) return regions;
  return "@" + repairUtf8(program.function(subject.function).name) + (regions.empty() ? "" : "/" + regions);
}

bool DifferenceTexts::commutes(const align::Divergence &divergence) const {
  const bool left = divergence.reference.has_value();
  const tileir::OpId op = left ? divergence.reference->op : divergence.port->op;
  const tileir::Program &program = left ? *alignment_.reference : *alignment_.port;
  return op.valid() && tileir::info(program.op(op).kind).commutative;
}

DifferenceText DifferenceTexts::text(const align::Divergence &divergence, const align::Difference &difference) const {
  const auto placeOf = [](const std::optional<align::Subject> &subject) {
    return subject ? ValueNames::Place{subject->function, subject->op} : ValueNames::Place{};
  };
  const ValueNames::Place left = placeOf(divergence.reference), right = placeOf(divergence.port);
  DifferenceText text;
  text.status = align::toText(divergence.status);
  text.name = nameOf(divergence);
  text.regions = regionsOf(divergence);
  text.aspect = align::toText(difference.aspect);
  text.what = divergence.reference ? reference_.strip(difference.what, left) : port_.strip(difference.what, right);
  if (commutes(divergence)) text.what = withoutOperandNames(std::move(text.what));
  const bool isPosition = difference.aspect == align::Aspect::Argument && difference.what.starts_with("position of ");
  if (isPosition) return text;
  text.reference = value(reference_, divergence, difference, difference.reference, left);
  text.port = value(port_, divergence, difference, difference.port, right);
  return text;
}

std::string anchorOf(const DifferenceText &text, const std::string &entry) {
  std::string whole;
  for (const std::string *part : {&entry, &text.status, &text.name, &text.regions, &text.aspect, &text.what}) whole += *part + '\x1f';
  const std::string what =
      text.aspect == "operation" ? "" : text.what.substr(text.what.rfind('.') == std::string::npos ? 0 : text.what.rfind('.') + 1);
  const std::string name = slugOf(text.name), part = slugOf(what.empty() ? text.aspect : what);
  return part + "." + name + "." + hashText(whole);
}

std::string anchorOfEquivalence(const std::string &rule, const std::string &entry) {
  return slugOf(rule) + ".equivalence." + hashText(entry + '\x1f' + rule);
}

}  // namespace tileport::triage
