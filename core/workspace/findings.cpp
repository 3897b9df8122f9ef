// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/findings.h"

#include <algorithm>
#include <tuple>

#include "support/utf8.h"
#include "workspace/value_names.h"

namespace tileport::workspace {

namespace {

using evidence::SpecialisationDifference;

auto identity(const Finding &finding) { return std::tie(finding.kind, finding.status, finding.name, finding.regions, finding.parts); }

std::string placeText(const std::optional<SourcePlace> &place) {
  if (!place) return {};
  return repairUtf8(place->file) + ":" + std::to_string(place->line) + (place->column == 0 ? "" : ":" + std::to_string(place->column));
}

/// Which operand of a commutative op comes first is spelling: "operand lhs", "div_by of rhs, ...".
std::string withoutOperandNames(std::string text) {
  for (const std::string_view name : {" lhs", " rhs"}) {
    if (const std::size_t at = text.find(name); at != std::string::npos) text.erase(at, name.size());
  }
  return text;
}

/// Findings of one review.
class Finder {
 public:
  explicit Finder(const Review &review) : review_(review), reference_(*review.alignment->reference), port_(*review.alignment->port) {}

  /// One of each part that differs: that another part of the op differs too makes the first no other finding.
  void add(const align::Divergence &divergence, std::vector<Finding> &findings) const {
    Finding finding;
    finding.status = align::toText(divergence.status);
    finding.name = nameOf(divergence);
    finding.regions = regionsOf(divergence);
    for (const auto &[side, subject] : {std::pair(&review_.reference, &divergence.reference), std::pair(&review_.port, &divergence.port)}) {
      const std::string place = *subject ? placeText(sourcePlace(*side, **subject)) : std::string();
      if (!place.empty()) finding.places.push_back(place);
    }
    for (const align::Difference &each : divergence.differences) {
      finding.parts = {part(divergence, each)};
      findings.push_back(finding);
    }
  }

 private:
  /// Names of entries and globals and positions of arguments are numbering. An argument's role stands in its parts.
  static std::string nameOf(const align::Divergence &divergence) {
    const align::Subject &subject = divergence.reference ? *divergence.reference : *divergence.port;
    if (subject.op.valid()) return divergence.name;
    if (subject.global) return "global";
    return subject.argument ? "argument" : "entry";
  }

  std::string regionsOf(const align::Divergence &divergence) const {
    const bool left = divergence.reference.has_value();
    const align::Subject &subject = left ? *divergence.reference : *divergence.port;
    const tileir::Program &program = left ? *review_.alignment->reference : *review_.alignment->port;
    std::string regions = subject.op.valid() ? (left ? reference_ : port_).regions(subject.op) : std::string();
    if (!subject.function.valid() || program.functionCount() < 2) return regions;
    return "@" + repairUtf8(program.function(subject.function).name) + (regions.empty() ? "" : "/" + regions);
  }

  FindingPart part(const align::Divergence &divergence, const align::Difference &difference) const {
    const auto placeOf = [](const std::optional<align::Subject> &subject) {
      return subject ? ValueNames::Place{subject->function, subject->op} : ValueNames::Place{};
    };
    const ValueNames::Place left = placeOf(divergence.reference), right = placeOf(divergence.port);
    FindingPart part;
    part.aspect = align::toText(difference.aspect);
    part.what = divergence.reference ? reference_.strip(difference.what, left) : port_.strip(difference.what, right);
    if (commutes(divergence)) part.what = withoutOperandNames(std::move(part.what));
    const bool isPosition = difference.aspect == align::Aspect::Argument && difference.what.starts_with("position of ");
    if (isPosition) return part;
    part.reference = value(reference_, divergence, difference, difference.reference, left);
    part.port = value(port_, divergence, difference, difference.port, right);
    return part;
  }

  bool commutes(const align::Divergence &divergence) const {
    const bool left = divergence.reference.has_value();
    const tileir::OpId op = left ? divergence.reference->op : divergence.port->op;
    const tileir::Program &program = left ? *review_.alignment->reference : *review_.alignment->port;
    return op.valid() && tileir::info(program.op(op).kind).commutative;
  }

  static std::string value(const ValueNames &names, const align::Divergence &divergence, const align::Difference &difference,
                           const std::string &text, const ValueNames::Place &place) {
    // An op that is alone is written by its head line.
    if (difference.aspect == align::Aspect::Operation && divergence.status != align::Status::Differs)
      return names.stripHeadLine(text, place);
    // The type stands behind values that happen to have one name.
    const std::size_t end = difference.aspect == align::Aspect::Operand ? text.rfind(" : ") : std::string::npos;
    return names.strip(std::string_view(text).substr(0, end), place);
  }

  const Review &review_;
  ValueNames reference_, port_;
};

/// "op addf, 12" and "op addf, 13" are one message about two numberings.
std::string withoutNumbers(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (!digit) result += text[i];
    else if (result.empty() || result.back() != '#') result += '#';
  }
  return result;
}

}  // namespace

std::string_view toText(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::Divergence: return "divergence";
    case Finding::Kind::Specialisation: return "specialisation";
    case Finding::Kind::Unpaired: return "unpaired";
    case Finding::Kind::Refused: return "refused";
  }
  return "";
}

bool Finding::isSameAs(const Finding &other) const { return identity(*this) == identity(other); }

std::strong_ordering compareFindings(const Finding &a, const Finding &b) {
  const auto left = identity(a), right = identity(b);
  if (left < right) return std::strong_ordering::less;
  return right < left ? std::strong_ordering::greater : std::strong_ordering::equal;
}

std::string Finding::text() const {
  std::string text = kind == Kind::Divergence ? status + " " + name : std::string(toText(kind)) + " " + name;
  if (kind == Kind::Unpaired) text += " (" + status + ")";
  if (!regions.empty()) text += " in " + regions;
  const auto shown = [](const std::string &value) { return value.empty() ? std::string("(absent)") : value; };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += i == 0 ? ": " : "; ";
    const FindingPart &part = parts[i];
    if (kind == Kind::Refused) {
      text += (part.what.empty() ? "" : part.what + ": ") + part.aspect;
      continue;
    }
    // The part's name often begins with its kind: "operand rhs".
    if (!part.what.starts_with(part.aspect)) text += part.aspect + (part.what.empty() ? "" : " ");
    text += part.what;
    if (!part.reference.empty() || !part.port.empty()) text += ": " + shown(part.reference) + " -> " + shown(part.port);
  }
  return text;
}

std::vector<Finding> findingsOf(const Review &review) {
  std::vector<Finding> findings;
  for (const SpecialisationDifference &each : review.ownSpecialisation()) {
    Finding finding{.kind = Finding::Kind::Specialisation};
    finding.status = evidence::text(each.origin);
    finding.name = each.subject;
    finding.parts.push_back({std::string(evidence::text(each.kind)), "", each.reference, each.port});
    findings.push_back(std::move(finding));
  }
  const Finder finder(review);
  for (const align::Divergence &each : review.alignment->divergences) finder.add(each, findings);
  return findings;
}

Finding refusal(const Variant &variant, const Error &error) {
  Finding finding{.kind = Finding::Kind::Refused, .status = {}, .name = "variant"};
  // The file by its side: the workspace may lie elsewhere the next time.
  std::string side;
  if (error.place.file == variant.reference.program.string()) side = "reference";
  if (error.place.file == variant.port.program.string()) side = "port";
  finding.parts.push_back({repairUtf8(withoutNumbers(error.message)), side, "", ""});
  return finding;
}

Finding unpairedFinding(const Unpaired &unpaired) {
  return {.kind = Finding::Kind::Unpaired, .status = unpaired.side == Side::Port ? "port" : "reference", .name = unpaired.name};
}

}  // namespace tileport::workspace
