// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/case.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "triage/cause.h"
#include "triage/classify.h"

namespace tileport::triage {

namespace {

using align::Aspect;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "div_by" of "div_by of base, %arg0 (base of tensor 0)".
std::string_view factOf(std::string_view what) { return what.substr(0, what.find(" of ")); }

/// "%arg0 (base of tensor 0)" of the same: what the fact is about, whichever operand it is.
std::string_view valueOf(std::string_view what) {
  const std::size_t comma = what.find(", ");
  return comma == std::string_view::npos ? std::string_view() : what.substr(comma + 2);
}

Relation relationOfBoth(std::string_view fact, std::string_view reference, std::string_view port) {
  const auto l = number(reference), r = number(port);
  if (!l || !r) return Relation::Incomparable;
  if (fact == "lower bound") return *r > *l ? Relation::Stronger : Relation::Weaker;
  if (fact == "upper bound") return *r < *l ? Relation::Stronger : Relation::Weaker;
  if (fact.starts_with("div_by") && *l > 0 && *r > 0) {
    if (*r % *l == 0) return Relation::Stronger;
    if (*l % *r == 0) return Relation::Weaker;
  }
  return Relation::Incomparable;
}

/// Whether what one side assumes at least is more than what the other assumes at most.
bool contradicts(const align::Divergence &divergence, const align::Difference &difference) {
  const std::string_view fact = factOf(difference.what);
  if (fact != "lower bound" && fact != "upper bound") return false;
  std::optional<std::int64_t> lowest[2], highest[2];
  for (const align::Difference &each : divergence.differences) {
    if (each.aspect != Aspect::Fact || valueOf(each.what) != valueOf(difference.what)) continue;
    const bool lower = factOf(each.what) == "lower bound";
    if (!lower && factOf(each.what) != "upper bound") continue;
    (lower ? lowest : highest)[0] = number(each.reference);
    (lower ? lowest : highest)[1] = number(each.port);
  }
  return (lowest[0] && highest[1] && *lowest[0] > *highest[1]) || (lowest[1] && highest[0] && *lowest[1] > *highest[0]);
}

std::optional<Relation> relationOf(const align::Divergence &divergence, const align::Difference &difference) {
  if (difference.aspect != Aspect::Fact) return std::nullopt;
  // Where something is assumed, not how much: neither place need hold the other.
  if (difference.what.starts_with("where ") && divergence.status == align::Status::Differs) return Relation::Incomparable;
  if (contradicts(divergence, difference)) return Relation::Contradictory;
  if (difference.port.empty()) return Relation::Weaker;
  if (difference.reference.empty()) return Relation::Stronger;
  return relationOfBoth(factOf(difference.what), difference.reference, difference.port);
}

/// Whether anything but an assume reads the value, or what an assume passes on of it.
bool isRead(const Program &program, ValueId value) {
  std::vector<ValueId> same{value};
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpId op{i};
    const auto operands = program.operands(op);
    const bool reads = std::any_of(operands.begin(), operands.end(),
                                   [&](ValueId each) { return std::find(same.begin(), same.end(), each) != same.end(); });
    if (!reads) continue;
    if (program.op(op).kind != OpKind::Assume) return true;
    same.push_back(program.result(op, 0));
  }
  return false;
}

bool isRead(const Program &program, const std::optional<align::Subject> &subject) {
  if (!subject || !subject->argument || !subject->function.valid()) return false;
  return isRead(program, program.argument(program.bodyOf(subject->function), *subject->argument));
}

std::string mnemonicOf(const Program &program, const std::optional<align::Subject> &subject) {
  if (!subject || !subject->op.valid()) return {};
  return std::string(tileir::info(program.op(subject->op).kind).mnemonic);
}

bool isMasked(const Program &program, const std::optional<align::Subject> &subject) {
  if (!subject || !subject->op.valid()) return false;
  const auto operands = tileir::info(program.op(subject->op).kind).operands;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i].name == "mask") return !program.operands(subject->op, i).empty();
  return false;
}

std::string subjectOf(const align::Subject &subject) {
  if (subject.op.valid()) return "op";
  if (subject.global) return "global";
  return subject.argument ? "argument" : "entry";
}

/// What the port would have had to say, as the version table calls it, the more special name first.
std::vector<std::string> wantedFeatures(const Case &each) {
  if (each.reference.empty()) return {};
  if (each.aspect == Aspect::Hint) {
    const std::string hint = "hint " + each.what.substr(each.what.rfind('.') + 1);
    return {hint + " = " + each.reference, hint};
  }
  if (each.aspect == Aspect::Operation && !each.op.empty()) return {"op " + each.op};
  return {};
}

/// A fact of an argument that the front end takes from what is launched, unless the source itself asks for it.
const FrontEndRow *derivedBy(const TriageInput &input, const FrontEnds &frontEnds, const Case &each, const align::Divergence &divergence) {
  if (each.relation != Relation::Stronger || each.what.starts_with("where ")) return nullptr;
  const FrontEndRow *row = frontEnds.find(input.port.frontEnd, "derived " + std::string(factOf(each.what)));
  const auto value = number(each.port);
  if (!row || !row->can || !value || (row->limit && *value > *row->limit)) return nullptr;
  const std::string_view about = valueOf(each.what);
  const bool isArgument = about.find(" of tensor ") != std::string_view::npos || about.find("(scalar ") != std::string_view::npos;
  if (!isArgument || !divergence.port || askedAssumption(input, divergence.port->op, factOf(each.what)).isPossible) return nullptr;
  return row;
}

void findSaying(const TriageInput &input, const FrontEnds &frontEnds, const align::Divergence &divergence, Case &each) {
  for (const std::string &feature : wantedFeatures(each)) {
    const FrontEndRow *row = frontEnds.find(input.port.frontEnd, feature);
    if (!row) continue;
    each.row = row;
    each.saying = row->can ? Saying::CanSay : Saying::CannotSay;
    return;
  }
  if (const FrontEndRow *row = derivedBy(input, frontEnds, each, divergence)) {
    each.row = row;
    each.saying = Saying::Derives;
  }
}

}  // namespace

Access accessOf(const Program &program) {
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpKind kind = program.op(OpId(i)).kind;
    if (kind == OpKind::LoadPtrTko || kind == OpKind::StorePtrTko || kind == OpKind::AtomicRmwTko || kind == OpKind::AtomicCasTko)
      return Access::Pointers;
  }
  return Access::Views;
}

Case caseOf(const TriageInput &input, const FrontEnds &frontEnds, const align::Divergence &divergence, const align::Difference &difference,
            Access access) {
  const Program &reference = *input.alignment->reference, &port = *input.alignment->port;
  Case each;
  each.aspect = difference.aspect;
  each.status = divergence.status;
  each.subject = subjectOf(divergence.reference ? *divergence.reference : *divergence.port);
  each.op = mnemonicOf(reference, divergence.reference);
  if (each.op.empty()) each.op = mnemonicOf(port, divergence.port);
  each.name = each.subject == "op" ? each.op : divergence.name;
  each.what = difference.what;
  each.reference = difference.reference;
  each.port = difference.port;
  each.has = difference.port.empty() ? Has::Reference : difference.reference.empty() ? Has::Port : Has::Both;
  each.relation = relationOf(divergence, difference);
  each.access = access;
  each.cover = input.cover;
  each.masked = isMasked(reference, divergence.reference);
  if (each.subject == "op") each.used = !divergence.name.ends_with(" (unused)");
  if (each.subject == "argument") each.used = isRead(reference, divergence.reference) || isRead(port, divergence.port);
  findSaying(input, frontEnds, divergence, each);
  return each;
}

std::string_view toText(Relation relation) {
  switch (relation) {
    case Relation::Weaker: return "weaker";
    case Relation::Stronger: return "stronger";
    case Relation::Contradictory: return "contradictory";
    case Relation::Incomparable: return "incomparable";
  }
  return "";
}

std::string_view toText(Has has) {
  switch (has) {
    case Has::Both: return "both";
    case Has::Reference: return "reference";
    case Has::Port: return "port";
  }
  return "";
}

std::string_view toText(Access access) { return access == Access::Views ? "views" : "pointers"; }

std::string_view toText(Cover cover) {
  switch (cover) {
    case Cover::Unknown: return "unknown";
    case Cover::Exact: return "exact";
    case Cover::Ragged: return "ragged";
  }
  return "";
}

std::string_view toText(Programs programs) {
  switch (programs) {
    case Programs::Unknown: return "unknown";
    case Programs::Same: return "same";
    case Programs::Different: return "different";
  }
  return "";
}

std::string_view toText(Saying saying) {
  switch (saying) {
    case Saying::Unknown: return "unknown";
    case Saying::CanSay: return "can_say";
    case Saying::CannotSay: return "cannot_say";
    case Saying::Derives: return "derives";
  }
  return "";
}

}  // namespace tileport::triage
