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
    case Evidence::Kind::Compiler: return "compiler";
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
                        {"column", numberOrNull(each.column)},
                        {"side", each.side ? Json(triage::toText(*each.side)) : Json(nullptr)}});
  return {{"divergence", numberOrNull(finding.divergence)},
          {"difference", finding.divergence ? Json(finding.difference) : Json(nullptr)},
          {"equivalence", numberOrNull(finding.equivalence)},
          {"compilation", numberOrNull(finding.compilation)},
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

Json remarksJson(const evidence::Compilation &side) {
  if (!side.hasRemarks()) return nullptr;
  Json remarks = Json::array();
  for (const evidence::Remark &each : side.remarks)
    remarks.push_back({{"entry", each.function},
                       {"name", each.name},
                       {"kind", toText(each.kind)},
                       {"pass", each.pass},
                       {"text", textOf(each)},
                       {"times", each.times},
                       {"op", numberOrNull(each.op)},
                       {"file", textOrNull(each.file)},
                       {"line", numberOrNull(each.line)},
                       {"column", numberOrNull(each.column)}});
  return remarks;
}

Json compilationJson(const evidence::Compilation &side) {
  using End = evidence::Compilation::End;
  return {{"end", toText(side.end)},
          {"how", side.how},
          {"exit_code", side.end == End::Refused ? Json(side.exitCode) : Json(nullptr)},
          {"signal", side.end == End::Crashed ? Json(side.signal) : Json(nullptr)},
          {"output", side.output},
          {"command", textOrNull(side.commandLine)},
          {"bytecode", textOrNull(side.bytecode)},
          {"milliseconds", side.took.count()},
          {"cubin", textOrNull(side.cubin)},
          {"remarks", remarksJson(side)},
          {"remarks_unknown", textOrNull(side.remarksUnknown)}};
}

Json opOrNull(tileir::OpId op) { return op.valid() ? Json(op.value) : Json(nullptr); }

}  // namespace

Json compilationJson(const workspace::Review &review) {
  if (!review.compiled) return nullptr;
  Json differences = Json::array();
  for (const triage::CompileDifference &each : review.triage ? review.triage->compileDifferences : std::vector<triage::CompileDifference>())
    differences.push_back({{"what", toText(each.what)},
                           {"on", each.onReference && each.onPort ? "both"
                                  : each.onReference              ? "reference"
                                                                  : "port"},
                           {"name", each.name},
                           {"reference", textOrNull(each.referenceText)},
                           {"port", textOrNull(each.portText)},
                           {"reference_op", opOrNull(each.reference)},
                           {"port_op", opOrNull(each.port)}});
  return {{"gpu", review.compiled->gpuName},
          {"tool", review.compiled->tool},
          {"reference", compilationJson(review.compiled->reference)},
          {"port", compilationJson(review.compiled->port)},
          {"differences", std::move(differences)}};
}

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
