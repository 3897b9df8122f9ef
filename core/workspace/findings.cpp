// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/findings.h"

#include <algorithm>
#include <tuple>

#include "support/utf8.h"
#include "triage/difference_text.h"

namespace tileport::workspace {

namespace {

using evidence::SpecialisationDifference;

auto identity(const Finding &finding) { return std::tie(finding.kind, finding.status, finding.name, finding.regions, finding.parts); }

std::string placeText(const std::optional<SourcePlace> &place) {
  if (!place) return {};
  return repairUtf8(place->file) + ":" + std::to_string(place->line) + (place->column == 0 ? "" : ":" + std::to_string(place->column));
}

/// Findings of one review.
class Finder {
 public:
  explicit Finder(const Review &review) : review_(review), texts_(*review.alignment) {}

  /// One of each part that differs: that another part of the op differs too makes the first no other finding.
  void add(const align::Divergence &divergence, std::vector<Finding> &findings) const {
    std::vector<std::string> places;
    for (const auto &[side, subject] : {std::pair(&review_.reference, &divergence.reference), std::pair(&review_.port, &divergence.port)}) {
      std::string place = *subject ? placeText(sourcePlace(*side, **subject)) : std::string();
      if (!place.empty()) places.push_back(std::move(place));
    }
    for (const align::Difference &each : divergence.differences) {
      triage::DifferenceText text = texts_.text(divergence, each);
      Finding finding{.status = std::move(text.status), .name = std::move(text.name), .regions = std::move(text.regions)};
      finding.places = places;
      finding.parts = {{std::move(text.aspect), std::move(text.what), std::move(text.reference), std::move(text.port)}};
      findings.push_back(std::move(finding));
    }
  }

 private:
  const Review &review_;
  triage::DifferenceTexts texts_;
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
