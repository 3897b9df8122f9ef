// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/triage_json.h"

#include <nlohmann/json.hpp>

namespace tileport::cli {

namespace {

using Json = nlohmann::ordered_json;
using triage::Evidence;
using triage::Finding;

Json textOrNull(const std::string &text) { return text.empty() ? Json(nullptr) : Json(text); }

Json numberOrNull(std::uint32_t number) { return number == 0 ? Json(nullptr) : Json(number); }

template <class Number>
Json numberOrNull(const std::optional<Number> &number) {
  return number ? Json(*number) : Json(nullptr);
}

const char *kindText(Evidence::Kind kind) {
  switch (kind) {
    case Evidence::Kind::Source: return "source";
    case Evidence::Kind::Listing: return "listing";
    case Evidence::Kind::VersionTable: return "version_table";
    case Evidence::Kind::Tool: return "tool";
    case Evidence::Kind::Rule: return "rule";
    case Evidence::Kind::Certificate: return "certificate";
  }
  return "";
}

Json waiverJson(const triage::Waiver &waiver) {
  return {{"class", waiver.classification}, {"note", waiver.note},
          {"author", waiver.author},        {"date", waiver.date},
          {"lapsed", waiver.lapsed},        {"lapsed_because", textOrNull(waiver.lapsedWhy)}};
}

Json findingJson(const Finding &finding) {
  Json evidence = Json::array();
  for (const Evidence &each : finding.evidence)
    evidence.push_back({{"kind", kindText(each.kind)},
                        {"text", each.text},
                        {"file", textOrNull(each.file)},
                        {"line", numberOrNull(each.line)},
                        {"column", numberOrNull(each.column)}});
  return {{"divergence", numberOrNull(finding.divergence)},
          {"difference", finding.divergence ? Json(finding.difference) : Json(nullptr)},
          {"equivalence", numberOrNull(finding.equivalence)},
          {"status", toText(finding.status)},
          {"severity", toText(finding.severity)},
          {"cause", toText(finding.cause)},
          {"owner", toText(finding.owner)},
          {"impact",
           {{"result", toText(finding.impact.result)},
            {"precision", toText(finding.impact.precision)},
            {"contract", toText(finding.impact.contract)},
            {"performance", toText(finding.impact.performance)}}},
          {"rule", finding.rule},
          {"sentence", finding.sentence},
          {"undecided_by", textOrNull(finding.undecidedBy)},
          {"evidence", std::move(evidence)},
          {"anchor", finding.anchor},
          {"waiver", finding.waiver ? waiverJson(*finding.waiver) : Json(nullptr)}};
}

}  // namespace

Json triageJson(const workspace::Review &review) {
  if (!review.triage) return nullptr;
  const triage::Triage &triage = *review.triage;
  Json findings = Json::array();
  for (const Finding &finding : triage.findings) findings.push_back(findingJson(finding));
  return {{"verdict", toText(triage.verdict)},
          {"owner", toText(triage.owner)},
          {"reasons", triage.reasons},
          {"policy", triage.policy},
          {"counts",
           {{"critical", triage.count(triage::Severity::Critical)},
            {"warn", triage.count(triage::Severity::Warn)},
            {"info", triage.count(triage::Severity::Info)}}},
          {"certificate",
           {{"steps", numberOrNull(triage.certifiedSteps)},
            {"assumptions", triage.assumptions},
            {"absent_because", textOrNull(triage.uncertifiedWhy)}}},
          {"waivers_unread", textOrNull(review.triageNote)},
          {"findings", std::move(findings)}};
}

}  // namespace tileport::cli
