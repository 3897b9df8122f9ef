// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/parts/checks.h"
#include "report/parts/writers.h"
#include "tileir/op_info.h"
#include "tileir/program_reader.h"

namespace tileport::report {

namespace {

using Json = nlohmann::ordered_json;

Json textOrNull(const std::string &text) { return text.empty() ? Json(nullptr) : Json(text); }
Json numberOrNull(std::uint32_t number) { return number == 0 ? Json(nullptr) : Json(number); }

Json placeJson(const std::optional<ShownPlace> &place) {
  if (!place) return nullptr;
  Json json{{"lines", nullptr}, {"source", nullptr}};
  if (!place->lines.empty()) json["lines"] = {{"first", place->lines.first + 1}, {"last", place->lines.end}};
  if (place->source)
    json["source"] = {{"file", place->source->file}, {"line", place->source->line}, {"column", numberOrNull(place->source->column)}};
  return json;
}

Json impactJson(const triage::Impact &impact) {
  Json json = Json::object();
  for (const auto &[name, reach] : partsOf(impact)) json[std::string(name)] = toText(reach);
  return json;
}

Json waiverJson(const std::optional<triage::Waiver> &waiver) {
  if (!waiver) return nullptr;
  return {{"classification", waiver->classification}, {"note", waiver->note},     {"author", waiver->author},
          {"date", textOrNull(waiver->date)},         {"lapsed", waiver->lapsed}, {"lapsed_why", textOrNull(waiver->lapsedWhy)}};
}

Json evidenceJson(const std::vector<triage::Evidence> &evidence) {
  Json json = Json::array();
  for (const triage::Evidence &each : evidence)
    json.push_back({{"kind", toText(each.kind)},
                    {"text", each.text},
                    {"file", textOrNull(each.file)},
                    {"line", numberOrNull(each.line)},
                    {"column", numberOrNull(each.column)},
                    {"side", each.side ? Json(triage::toText(*each.side)) : Json(nullptr)}});
  return json;
}

Json findingJson(const ShownFinding &shown) {
  const triage::Finding &finding = *shown.finding;
  return {{"name", shown.name},
          {"part", textOrNull(shown.part)},
          {"status", toText(finding.status)},
          {"severity", toText(finding.severity)},
          {"cause", toText(finding.cause)},
          {"owner", toText(finding.owner)},
          {"impact", impactJson(finding.impact)},
          {"rule", finding.rule},
          {"sentence", finding.sentence},
          {"undecided_by", textOrNull(finding.undecidedBy)},
          {"values", {{"reference", textOrNull(shown.reference)}, {"port", textOrNull(shown.port)}}},
          {"reference", placeJson(shown.referencePlace)},
          {"port", placeJson(shown.portPlace)},
          {"evidence", evidenceJson(finding.evidence)},
          {"anchor", textOrNull(finding.anchor)},
          {"waived", finding.waived()},
          {"waiver", waiverJson(finding.waiver)}};
}

Json sideJson(const workspace::ReviewSide &side) {
  const tileir::Version version = side.program->version();
  return {{"program", tileir::shownName(side.programPath.filename())},
          {"source", side.source ? Json(side.source->displayName) : Json(nullptr)},
          {"source_note", textOrNull(side.sourceNote)},
          {"frontend", textOrNull(side.frontEnd)},
          {"bytecode_version", std::to_string(version.major) + "." + std::to_string(version.minor)},
          {"ops", side.program->opCount()}};
}

Json equivalencesJson(const workspace::Review &review) {
  Json json = Json::array();
  for (const align::Equivalence &each : review.alignment->equivalences) {
    Json conditions = Json::array(), reference = Json::array(), port = Json::array();
    for (const align::Condition &condition : each.conditions) conditions.push_back(condition.text);
    for (const tileir::OpId op : each.reference) reference.push_back(op.value);
    for (const tileir::OpId op : each.port) port.push_back(op.value);
    json.push_back(
        {{"rule", each.rule}, {"reference", std::move(reference)}, {"port", std::move(port)}, {"conditions", std::move(conditions)}});
  }
  return json;
}

Json specialisationJson(const workspace::Review &review) {
  Json json = Json::array();
  for (const auto &each : review.specialisation)
    json.push_back({{"kind", evidence::text(each.kind)}, {"origin", evidence::text(each.origin)}, {"sentence", each.sentence}});
  return json;
}

Json compilationJson(const evidence::CompiledPair &compiled) {
  Json json{{"tool", compiled.tool}, {"gpu", compiled.gpuName}};
  for (const auto &[name, side] : {std::pair("reference", &compiled.reference), std::pair("port", &compiled.port)})
    json[name] = {{"end", toText(side->end)},
                  {"how", side->how},
                  {"output", textOrNull(side->output)},
                  {"command", textOrNull(side->commandLine)},
                  {"bytecode", textOrNull(side->bytecode)},
                  {"remarks", side->hasRemarks() ? Json(side->remarks.size()) : Json(nullptr)}};
  return json;
}

Json pairJson(const ShownPair &pair) {
  const triage::Triage &triage = *pair.triage;
  Json json{{"operator", textOrNull(pair.pair->op)},
            {"variant", textOrNull(pair.pair->variant)},
            {"title", pair.title()},
            {"triaged", pair.pair->triage != nullptr && pair.review() != nullptr},
            {"verdict", toText(triage.verdict)},
            {"owner", triage.verdict == triage::Verdict::FailFixable ? Json(toText(triage.owner)) : Json(nullptr)},
            {"reasons", triage.reasons},
            {"policy", triage.policy},
            {"impact", impactJson(pair.impact())},
            {"certified_steps", triage.certifiedSteps ? Json(*triage.certifiedSteps) : Json(nullptr)},
            {"uncertified_why", textOrNull(triage.uncertifiedWhy)},
            {"assumptions", triage.assumptions},
            {"undecided", textOrNull(undecidedWhy(pair))},
            {"reference", nullptr},
            {"port", nullptr},
            {"specialisation", Json::array()},
            {"equivalences", Json::array()},
            {"paired_ops", nullptr},
            {"compilation", nullptr},
            {"findings", Json::array()}};
  if (const workspace::Review *review = pair.review()) {
    json["reference"] = sideJson(review->reference);
    json["port"] = sideJson(review->port);
    json["specialisation"] = specialisationJson(*review);
    json["equivalences"] = equivalencesJson(*review);
    json["paired_ops"] = review->alignment->pairs.size();
    if (review->compiled) json["compilation"] = compilationJson(*review->compiled);
  }
  for (const ShownFinding &each : pair.findings) json["findings"].push_back(findingJson(each));
  return json;
}

std::string textOf(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }

class JsonWriter final : public Writer {
 public:
  explicit JsonWriter(Report head) : head_(std::move(head)) {}

  std::vector<std::string> add(const Pair &pair) override {
    const ShownPair one = shown(pair);
    std::string text = kept_.add(one).pair == 0 ? "\n" : ",\n";
    // As it stands in the list of pairs. Line ends of texts are escaped.
    std::string line;
    std::istringstream lines(textOf(pairJson(one)));
    for (bool isFirst = true; std::getline(lines, line); isFirst = false) text += (isFirst ? "    " : "\n    ") + line;
    return {std::move(text)};
  }

  Ends finish() override {
    const triage::Verdict verdict = kept_.worst(head_.unpaired.size());
    Json json{
        {"schema", "tileport-report/1"},  {"tileport", head_.tool},
        {"date", textOrNull(head_.date)}, {"title", head_.title},
        {"verdict", toText(verdict)},     {"owner", verdict == triage::Verdict::FailFixable ? Json(toText(kept_.owner())) : Json(nullptr)},
        {"pairs", Json::array()},         {"unpaired", Json::array()}};
    for (const Unpaired &each : head_.unpaired)
      json["unpaired"].push_back({{"operator", each.op}, {"name", each.name}, {"reason", textOrNull(each.reason)}});
    const std::string text = textOf(json) + "\n";
    // No text of others holds it: quotes are escaped there.
    constexpr std::string_view kPairs = "\"pairs\": [";
    const std::size_t at = text.find(kPairs) + kPairs.size();
    return {text.substr(0, at), (kept_.pairs().empty() ? "" : "\n  ") + text.substr(at)};
  }

 private:
  Report head_;
  Kept kept_;
};

}  // namespace

std::unique_ptr<Writer> jsonWriter(Report head, std::size_t) { return std::make_unique<JsonWriter>(std::move(head)); }

}  // namespace tileport::report
