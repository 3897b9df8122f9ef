// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/cause.h"

#include <algorithm>
#include <array>
#include <utility>

#include "triage/entry_hints.h"
#include "triage/rust_call.h"

namespace tileport::triage {

namespace {

using align::Aspect;
using tileir::OpId;
using tileir::OpKind;

constexpr std::string_view kScan = " (by a scan of the source's text)";

CauseAnswer undecided(std::string by) { return {Cause::Undecided, {}, std::move(by)}; }

Evidence inSource(const SideInput &side, std::uint32_t line, std::uint32_t column, std::string text) {
  return {Evidence::Kind::Source, std::move(text), side.source ? side.source->displayName : std::string(), line, column};
}

/// "latency" of "sm_100.latency"; everything else as it is.
std::string_view partOf(const Case &each) {
  std::string_view part = each.what;
  if (each.aspect == Aspect::Hint) part = part.substr(part.rfind('.') + 1);
  return part;
}

/// Finds causes in a port's source of cuTile Rust.
class RustSource {
 public:
  RustSource(const SideInput &side, const tileir::Program &program)
      : side_(side),
        program_(program),
        made_(side.code ? std::string() : withoutComments(side.source->text)),
        code_(side.code ? std::string_view(*side.code) : std::string_view(made_)) {}

  CauseAnswer entry(const align::Subject &subject, const Case &each) const {
    const std::string &symbol = program_.function(subject.function).name;
    const auto attribute = entryAttribute(side_, symbol);
    if (!attribute) return undecided("the entry's function in the port's source: none is called as the symbol @" + symbol + " says");
    const std::string how = attribute->scanned ? std::string(kScan) : "";
    const auto asked = attribute->find(each.what);
    if (!asked) {
      return {Cause::UserCode,
              {inSource(
                  side_, attribute->line, 0,
                  "the entry's attribute does not give " + each.what + how + "; options that host code compiles with were not looked at")},
              ""};
    }
    Evidence evidence = inSource(side_, attribute->line, 0, "the entry's attribute gives " + each.what + " = " + *asked + how);
    if (each.reference == *asked && each.port != *asked) return {Cause::CompilerBug, {std::move(evidence)}, ""};
    return {Cause::UserCode, {std::move(evidence)}, ""};
  }

  CauseAnswer op(OpId op, const Case &each) const {
    if (each.relation == Relation::Stronger || each.relation == Relation::Contradictory)
      if (auto evidence = assumption(op, each.what).evidence) return {Cause::UserCode, {std::move(*evidence)}, ""};
    const auto line = side_.places.lineOf(op);
    if (!line) return undecided("a debug location of the port's " + each.op + ": its program has none for it");
    const auto call = callAt(code_, line->value + 1, side_.places.columnOf(op));
    if (!call) return undecided("the line of the port's source that its debug location names: there is none");
    if (each.status == align::Status::Extra) return extra(*call, each);
    if (each.what == "rounding" && each.reference == "positive_inf" && call->callee.empty() && call->text.find('/') != std::string::npos)
      return {
          Cause::UserCode, {at(*call, "\"" + firstLine(call->text) + "\" divides by /, which does not round up" + std::string(kScan))}, ""};
    const auto asked = askedFor(*call, partOf(each));
    if (!asked) {
      CauseAnswer answer = undecided("reading what line " + std::to_string(call->line) +
                                     " of the port's source asks for: its text does not show " + each.what);
      answer.evidence.push_back(at(*call, "the port's op comes from \"" + firstLine(call->text) + "\""));
      return answer;
    }
    return compare(*call, *asked, each);
  }

  /// An op that the port lacks has no place in its source.
  CauseAnswer missing(const Case &each) const {
    const std::string word = calledAs(each.op);
    if (word.empty()) return undecided("the line of the port's source that should make " + each.op + ": a missing op has no location");
    if (const auto line = lineOfWord(code_, word)) {
      CauseAnswer answer = undecided("which line of the port's source should make this " + each.op + ": a missing op has no location");
      answer.evidence.push_back(inSource(side_, *line, 0, "the source names " + word + " here" + std::string(kScan)));
      return answer;
    }
    return {Cause::UserCode, {inSource(side_, 0, 0, "the source names " + word + " nowhere" + std::string(kScan))}, ""};
  }

  AskedAssumption assumption(OpId op, std::string_view fact) const {
    if (fact.starts_with("where ")) fact.remove_prefix(6);
    const auto kind = fact.starts_with("div_by") ? tileir::AttributeKind::DivBy : tileir::AttributeKind::Bounded;
    AskedAssumption asked;
    for (const tileir::ValueId operand : program_.operands(op)) {
      for (OpId each = program_.value(operand).op; each.valid() && program_.op(each).kind == OpKind::Assume;
           each = program_.value(program_.operands(each)[0]).op) {
        if (program_.attribute(program_.attribute(each, "predicate")).kind != kind) continue;
        const auto line = side_.places.lineOf(each);
        const auto call = line ? callAt(code_, line->value + 1, side_.places.columnOf(each)) : std::nullopt;
        if (!call) asked.isPossible |= code_.find("assume_") != std::string::npos;
        if (!call || call->text.find("assume_") == std::string::npos) continue;
        asked.isPossible = true;
        asked.evidence = at(*call, "the source itself assumes it: \"" + firstLine(call->text) + "\"" + std::string(kScan));
      }
    }
    return asked;
  }

 private:
  static std::string firstLine(const std::string &text) {
    const std::size_t end = text.find('\n');
    return end == std::string::npos ? text : text.substr(0, end) + " ...";
  }

  Evidence at(const RustCall &call, std::string text) const { return inSource(side_, call.line, call.column, std::move(text)); }

  CauseAnswer compare(const RustCall &call, const Asked &asked, const Case &each) const {
    const std::string what(partOf(each)), callee = call.callee.empty() ? "the line" : call.callee;
    switch (asked.kind) {
      case Asked::Kind::Nothing:
        // What the call says not to be there, and is, comes from the front end. What it says nothing of may be what the call stands for.
        if (asked.isSaid && !each.port.empty() && each.reference.empty())
          return {Cause::CompilerBug,
                  {at(call, callee + " asks for no " + what + ", as the reference, and the port has one" + std::string(kScan))},
                  ""};
        return {Cause::UserCode, {at(call, callee + " asks for no " + what + std::string(kScan))}, ""};
      case Asked::Kind::Value: {
        Evidence evidence = at(call, callee + " asks for " + what + " " + asked.value + std::string(kScan));
        const bool bug = asked.value == each.reference && asked.value != each.port;
        return {bug ? Cause::CompilerBug : Cause::UserCode, {std::move(evidence)}, ""};
      }
      case Asked::Kind::Something: {
        Evidence evidence = at(call, callee + " asks for " + what + " " + asked.value + std::string(kScan));
        if (each.port.empty()) return {Cause::CompilerBug, {std::move(evidence)}, ""};
        if (each.reference.empty()) return {Cause::UserCode, {std::move(evidence)}, ""};
        CauseAnswer answer = undecided("whether " + asked.value + " is what the reference has for " + what);
        answer.evidence.push_back(std::move(evidence));
        return answer;
      }
      case Asked::Kind::Unresolved: break;
    }
    CauseAnswer answer = undecided("the value of " + asked.value + " in this variant, which " + callee + " asks for as " + what);
    answer.evidence.push_back(at(call, callee + " asks for " + what + " by the name " + asked.value + std::string(kScan)));
    return answer;
  }

  CauseAnswer extra(const RustCall &call, const Case &each) const {
    const std::string word = calledAs(each.op);
    Evidence evidence = at(call, "the port's op comes from \"" + firstLine(call.text) + "\"");
    if (call.callee == each.op || (!word.empty() && call.callee.starts_with(word))) return {Cause::UserCode, {std::move(evidence)}, ""};
    if (call.callee.empty() && hasSignOf(each.op, call.text)) return {Cause::UserCode, {std::move(evidence)}, ""};
    CauseAnswer answer =
        undecided("whether line " + std::to_string(call.line) + " of the port's source asks for " + each.op + ", or its front end adds it");
    answer.evidence.push_back(std::move(evidence));
    return answer;
  }

  /// The word under which a source calls the op; empty for those that operators and methods of other names make as well.
  static std::string calledAs(std::string_view op) {
    static constexpr std::array kNamed{"exp", "exp2", "log",  "log2", "sin",  "cos",  "tan",   "sinh",    "cosh", "tanh",   "rsqrt",
                                       "fma", "mmaf", "mmai", "scan", "iota", "ceil", "atan2", "permute", "cat",  "mulhii", "select"};
    if (std::find(kNamed.begin(), kNamed.end(), op) == kNamed.end() && !op.starts_with("atomic_")) return {};
    return std::string(op);
  }

  /// Whether the text has an operator that makes such an op.
  static bool hasSignOf(std::string_view op, std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kSigns{{{"addi", "+"},
                                                                                           {"addf", "+"},
                                                                                           {"subi", "-"},
                                                                                           {"subf", "-"},
                                                                                           {"muli", "*"},
                                                                                           {"mulf", "*"},
                                                                                           {"divi", "/"},
                                                                                           {"divf", "/"},
                                                                                           {"remi", "%"},
                                                                                           {"if", "if "},
                                                                                           {"xori", "^"},
                                                                                           {"cmpi", "<"},
                                                                                           {"cmpi", ">"},
                                                                                           {"cmpi", "=="},
                                                                                           {"cmpi", "!="}}};
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [&](const auto &each) { return each.first == op && text.find(each.second) != std::string_view::npos; });
  }

  const SideInput &side_;
  const tileir::Program &program_;
  const std::string made_;  ///< where nobody has made it before
  const std::string_view code_;
};

/// The version table's row, where it answers.
std::optional<CauseAnswer> byVersion(const Case &each) {
  if (!each.row || (each.saying != Saying::CannotSay && each.saying != Saying::Derives)) return std::nullopt;
  const std::string range = each.row->from == each.row->to ? each.row->from : each.row->from + " to " + each.row->to;
  const std::string says = each.saying == Saying::CannotSay ? " has no way to write " : " takes from what is launched: ";
  return CauseAnswer{
      Cause::DslLimitation,
      {{Evidence::Kind::VersionTable, each.row->frontEnd + " " + range + says + each.row->feature + ": " + each.row->evidence, "", 0, 0}},
      ""};
}

}  // namespace

CauseAnswer findCause(const TriageInput &input, const align::Divergence &divergence, const Case &each) {
  if (auto answer = byVersion(each)) return std::move(*answer);
  const SideInput &port = input.port;
  if (!port.source) return undecided("the port's source, which is not at hand");
  if (port.source->language != source::Language::Rust) return undecided("a source of cuTile Rust: that of the port is something else");
  const RustSource source(port, *input.alignment->port);
  if (divergence.status == align::Status::Missing && each.subject == "op") return source.missing(each);
  if (!divergence.port) return undecided("the port's entry that should have it");
  if (each.subject == "entry" && each.aspect == Aspect::Hint) return source.entry(*divergence.port, each);
  if (divergence.port->op.valid()) return source.op(divergence.port->op, each);
  return undecided("reading the port's entry and what launches it");
}

AskedAssumption askedAssumption(const TriageInput &input, OpId op, std::string_view fact) {
  if (!op.valid() || !input.port.source || input.port.source->language != source::Language::Rust) return {};
  return RustSource(input.port, *input.alignment->port).assumption(op, fact);
}

}  // namespace tileport::triage
