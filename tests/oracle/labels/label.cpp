// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/labels/label.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "oracle/compare.h"
#include "oracle/small_programs.h"

namespace tileport::oracle::labels {

using tileir::ScalarKind;

namespace {

constexpr std::array<std::string_view, 8> kNames{"equal", "survivor", "fault", "hint", "contract", "precision", "order", "wrong"};

/// More work than this times the base's is not waited for.
constexpr std::uint64_t kPatience = 12;

/// Units in the last place up to which a difference counts as one of rounding.
std::int64_t roundingUlps(ScalarKind kind) { return bitWidth(kind) >= 32 ? 16 : bitWidth(kind) == 16 ? 2 : 1; }

/// The number's place among all of its format: neighbours differ by 1, zeros of both signs share one.
std::int64_t placeOf(const Format &format, std::uint64_t bits) {
  const auto magnitude = static_cast<std::int64_t>((bits & ~format.signBit()) >> format.unusedBits);
  return (bits & format.signBit()) != 0 ? -magnitude : magnitude;
}

bool isRounding(const Buffer &x, const Buffer &y, std::size_t at) {
  if (!isFloat(x.element) || bitWidth(x.element) < 8) return false;
  const Format &format = formatOf(x.element);
  const std::uint64_t a = bitsAt(x, at), b = bitsAt(y, at);
  const Number p = decode(format, a), q = decode(format, b);
  if (p.isNan() || q.isNan()) return false;
  const std::int64_t from = placeOf(format, a), to = placeOf(format, b);
  // Unsigned, as far apart as f64 goes.
  const std::uint64_t apart = from > to ? static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to)
                                        : static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  if (apart <= static_cast<std::uint64_t>(roundingUlps(x.element))) return true;
  // Flushed or not.
  const std::int64_t normal = std::int64_t{1} << format.fractionBits;
  return std::abs(from) <= normal && std::abs(to) <= normal;
}

/// The bounds are those of the base alone: a mutant that loses precision must not be excused by it.
Agreement agreementAt(const Buffer &x, const Buffer &y, std::size_t at, std::size_t size) {
  const double error = at < x.errors.size() ? x.errors[at] : 0;
  const auto part = [&](const Buffer &from) {
    Buffer one;
    one.name = from.name;
    one.element = from.element;
    one.bytes.assign(from.bytes.begin() + static_cast<std::ptrdiff_t>(at * size),
                     from.bytes.begin() + static_cast<std::ptrdiff_t>((at + 1) * size));
    one.errors = {error};
    return one;
  };
  return compare(part(x), part(y)).worst;
}

std::string elementText(const Buffer &x, const Buffer &y, std::size_t at) {
  const ElementType type{x.element};
  return x.name + "[" + std::to_string(at) + "]: " + oracle::toText(type, bitsAt(x, at)) + ", " + oracle::toText(type, bitsAt(y, at));
}

void add(Distance &distance, const Buffer &x, const Buffer &y) {
  const std::size_t size = std::max<std::size_t>(1, storedBits(x.element) / 8);
  const std::size_t count = std::min(x.bytes.size(), y.bytes.size()) / size;
  distance.elements += count;
  if (x.bytes == y.bytes) return;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::equal(x.bytes.begin() + static_cast<std::ptrdiff_t>(i * size), x.bytes.begin() + static_cast<std::ptrdiff_t>((i + 1) * size),
                   y.bytes.begin() + static_cast<std::ptrdiff_t>(i * size)))
      continue;
    const Agreement agreement = agreementAt(x, y, i, size);
    if (agreement == Agreement::Equal) continue;
    const bool rounds = agreement == Agreement::WithinTolerance || isRounding(x, y, i);
    if (distance.wrong == 0 && (!rounds || distance.rounding == 0)) distance.first = elementText(x, y, i);
    ++(rounds ? distance.rounding : distance.wrong);
  }
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

bool has(const Outcome &outcome, HazardKind kind) {
  return std::any_of(outcome.hazards.begin(), outcome.hazards.end(), [kind](const Hazard &hazard) { return hazard.kind == kind; });
}

std::string firstOf(const Outcome &outcome, HazardKind kind) {
  for (const Hazard &hazard : outcome.hazards)
    if (hazard.kind == kind) return hazard.message;
  return {};
}

/// The same bits of an approximate op are a number of the interpreter's choice.
bool changesBoundsAlone(std::string_view edit) {
  return edit == "approximate" || edit == "fast-accumulation" || edit == "accumulator-type";
}

/// How far the numbers of a program may lie from those of the run.
std::string boundsApart(const Outcome &a, const Outcome &b) {
  std::size_t apart = 0;
  std::string first;
  for (std::size_t n = 0; n < std::min(a.buffers.size(), b.buffers.size()); ++n) {
    const std::vector<double> &x = a.buffers[n].errors, &y = b.buffers[n].errors;
    for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
      const double from = i < x.size() ? x[i] : 0, to = i < y.size() ? y[i] : 0;
      if (from == to || std::fabs(from - to) <= 1e-6 * std::max(from, to)) continue;
      if (apart++ == 0) first = a.buffers[n].name + "[" + std::to_string(i) + "]: " + number(from) + ", " + number(to);
    }
  }
  return apart == 0 ? std::string() : "other bounds of " + std::to_string(apart) + " elements, " + first;
}

/// One trial on which the base is defined.
Verdict judgeSound(const mutate::Edit &edit, const tileir::Program &mutant, const Trial &trial) {
  Launch launch = trial.launch;
  launch.options.elementLimit = trial.base.elements * kPatience + 100'000;
  const auto outcome = run(mutant, launch);
  const std::string where = trial.name + ": ";
  if (!outcome) return {Label::Contract, where + outcome.error().toString()};
  if (outcome->fault && outcome->fault->kind == FaultKind::Budget) return {Label::Survivor, where + "not run to its end"};
  if (outcome->fault && outcome->fault->kind == FaultKind::Unsupported) return {Label::Survivor, where + "not run"};
  if (outcome->fault && outcome->fault->kind == FaultKind::FalseAssumption)
    return {Label::Contract, where + outcome->fault->toString(mutant)};
  if (outcome->fault) return {Label::Wrong, where + outcome->fault->toString(mutant)};
  const Distance apart = distance(trial.base, *outcome);
  const std::string counts = " of " + std::to_string(apart.elements) + " elements, " + apart.first;
  if (apart.wrong > 0) return {Label::Wrong, where + std::to_string(apart.wrong) + counts};
  if (has(*outcome, HazardKind::WrongIdentity)) return {Label::Wrong, where + firstOf(*outcome, HazardKind::WrongIdentity)};
  if (has(*outcome, HazardKind::Race)) return {Label::Order, where + "race: " + firstOf(*outcome, HazardKind::Race)};
  if (apart.rounding > 0) return {Label::Precision, where + std::to_string(apart.rounding) + counts};
  if (!changesBoundsAlone(edit.name)) return {Label::Equal, {}};
  if (std::string bounds = boundsApart(trial.base, *outcome); !bounds.empty()) return {Label::Precision, where + bounds};
  return {Label::Equal, {}};
}

/// Whether the mutant does something else where the base faults.
std::optional<std::string> differsWhereBroken(const tileir::Program &base, const tileir::Program &mutant, const Trial &trial) {
  Launch launch = trial.launch;
  launch.options.elementLimit = trial.base.elements * kPatience + 4'000'000;
  const auto outcome = run(mutant, launch);
  if (!outcome || (outcome->fault && outcome->fault->kind == trial.base.fault->kind)) return std::nullopt;
  if (outcome->fault && outcome->fault->kind == FaultKind::Budget) return std::nullopt;
  return trial.name + ": base " + trial.base.fault->toString(base) + "; mutant " +
         (outcome->fault ? outcome->fault->toString(mutant) : "ends well");
}

/// Why a mutant by this edit gives the same bits, where that follows from the edit and from how a trial is run; empty elsewhere.
std::string_view whySurvives(std::string_view edit) {
  static const std::map<std::string_view, std::string_view> reasons{
      {"memory-ordering", "only threads that run at once see it"},
      {"atomic-ordering", "only threads that run at once see it"},
      {"memory-scope", "only threads that run at once see it"},
      {"token-added", "more order than before"},
      {"token-dropped", "the bytes of both ops do not meet"},
      {"token-rerouted", "the bytes of both ops do not meet"},
      {"stores-exchanged", "the bytes of both ops do not meet"},
      {"store-repeated", "the same bytes twice"},
      {"overflow", "no result that is used leaves its type"},
      {"inbounds", "no access is out of bounds"},
      {"zero-added", "no -0.0 arises, or its sign is lost behind it"},
      {"rounding", "every result is exact, or the difference is lost behind it"},
      {"flush-to-zero", "no subnormal number arises, or it is lost behind it"},
      {"flush-moved", "no subnormal number arises, or it is lost behind it"},
      {"propagate-nan", "no NaN arises, or it is lost behind it"},
      {"saturating", "no number that is used is out of range"},
      {"assert-added", "it holds"},
      {"effect-deleted", "it holds"},
      {"padding-dropped", "what the mask leaves out is not stored"},
  };
  const auto at = reasons.find(edit);
  return at == reasons.end() ? std::string_view() : at->second;
}

}  // namespace

std::string_view toText(Label label) { return kNames[static_cast<std::size_t>(label)]; }

std::optional<Label> labelNamed(std::string_view text) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == text) return static_cast<Label>(i);
  return std::nullopt;
}

Family familyOf(std::string_view edit) {
  static constexpr std::string_view kHints[] = {"latency", "latency-dropped", "allow-tma", "hints-moved"};
  static constexpr std::string_view kContracts[] = {
      "divisor-dropped",      "divisor-lowered", "divisor-added",  "bound-raised",   "bound-dropped",
      "bound-contradicted",   "fact-moved",      "scalar-divisor", "argument-added", "arguments-exchanged",
      "constant-as-argument", "stride-dynamic",  "static-extent",  "static-stride",  "inbounds"};
  if (edit.starts_with("entry-hint") || std::find(std::begin(kHints), std::end(kHints), edit) != std::end(kHints)) return Family::Hint;
  return std::find(std::begin(kContracts), std::end(kContracts), edit) != std::end(kContracts) ? Family::Contract : Family::Meaning;
}

Distance distance(const Outcome &a, const Outcome &b) {
  Distance apart;
  for (std::size_t n = 0; n < std::min(a.buffers.size(), b.buffers.size()); ++n) add(apart, a.buffers[n], b.buffers[n]);
  for (std::size_t n = 0; n < std::min(a.globals.size(), b.globals.size()); ++n) add(apart, a.globals[n], b.globals[n]);
  if (a.prints != b.prints) {
    if (apart.wrong++ == 0) apart.first = "what is printed";
  }
  return apart;
}

Verdict judge(const mutate::Edit &edit, const tileir::Program &base, const tileir::Program &mutant, const Trials &trials) {
  Verdict worst{Label::Equal, {}};
  for (const Trial &trial : trials.sound) {
    Verdict verdict = judgeSound(edit, mutant, trial);
    if (verdict.label > worst.label) worst = std::move(verdict);
    if (worst.label == Label::Wrong) return worst;
  }
  if (worst.label > Label::Survivor) return worst;
  const std::string tried = "equal in " + std::to_string(trials.sound.size()) + " trials";
  if (edit.meaning == mutate::Meaning::Equivalent)
    return worst.label == Label::Equal ? Verdict{Label::Equal, std::to_string(trials.sound.size()) + " trials"} : worst;
  if (worst.label == Label::Survivor) return worst;
  std::string broken;
  for (const Trial &trial : trials.broken)
    if (const auto differs = differsWhereBroken(base, mutant, trial)) {
      broken = *differs;
      break;
    }
  const Family family = familyOf(edit.name);
  if (family == Family::Hint) return {Label::Hint, tried};
  if (family == Family::Contract) return {Label::Contract, broken.empty() ? tried : tried + "; " + broken};
  if (!broken.empty()) return {Label::Fault, broken};
  const std::string_view why = whySurvives(edit.name);
  return {Label::Survivor, why.empty() ? tried : tried + "; " + std::string(why)};
}

}  // namespace tileport::oracle::labels
