// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/parts/checks.h"
#include "report/parts/escape.h"
#include "report/parts/writers.h"
#include "support/fnv.h"

namespace tileport::report {

namespace {

using Json = nlohmann::ordered_json;
using triage::Severity;

// Of GitHub's code scanning: 25,000 results a run, 1,000 locations a result of which 100 are kept, 1,024 characters of a rule's
// descriptions, 10 MB compressed.
constexpr std::size_t kMostResults = 25'000;
constexpr std::size_t kMostLocations = 20;
constexpr std::size_t kMostMessage = 1'000;
constexpr std::size_t kMostVariants = 50;
constexpr std::size_t kIndentedResults = 1'000;  // more are written without blanks, for the size
constexpr const char *kBlocked = "tileport/blocked";

const char *levelOf(Severity severity) {
  switch (severity) {
    case Severity::Critical: return "error";
    case Severity::Warn: return "warning";
    case Severity::Info: return "note";
  }
  return "error";
}

Json message(const std::string &text) { return {{"text", shortened(visible(text), kMostMessage)}}; }

/// Collects the one run of a report. Of each finding what was said of its first variant is kept, as JSON.
class SarifWriter final : public Writer {
 public:
  explicit SarifWriter(Report head) : head_(std::move(head)) {}

  std::vector<std::string> add(const Pair &pair) override {
    const ShownPair one = shown(pair);
    const Kept::Added added = kept_.add(one);
    for (const std::size_t group : added.newGroups) {
      if (kept_.groups()[group].isDivergent) addFinding(one, group);
    }
    if (one.verdict() == triage::Verdict::Blocked) {
      const std::string reason = one.triage->reasons.empty() ? "UNDECIDED" : one.triage->reasons.front();
      blocked_.push_back(
          {one.title(), reason, one.review() != nullptr ? entryLocation(one.review()->port) : sourceLocation({placeOfError(one), 1, 0})});
    }
    return {std::string()};
  }

  Ends finish() override {
    for (Found &each : found_) addResult(each);
    addBlocked();
    std::stable_sort(results_.begin(), results_.end(), [](const Result_ &a, const Result_ &b) { return a.severity > b.severity; });
    Json notifications = Json::array();
    for (const KeptPair &pair : kept_.pairs()) {
      if (pair.isRead) continue;
      readAll_ = false;
      notifications.push_back({{"level", "error"}, {"message", message(pair.title + ": " + pair.undecidedWhy)}});
    }
    if (results_.size() > kMostResults) {
      notifications.push_back({{"level", "error"},
                               {"message", message(std::to_string(results_.size() - kMostResults) + " of " +
                                                   std::to_string(results_.size()) + " results are left out, the least severe ones")}});
      results_.resize(kMostResults);
    }
    const bool isLarge = results_.size() > kIndentedResults;
    const Json json = document(std::move(notifications));
    return {json.dump(isLarge ? -1 : 1, ' ', false, Json::error_handler_t::replace) + "\n", ""};
  }

 private:
  struct Result_ {
    Severity severity = Severity::Critical;
    Json json;
  };
  /// A finding, by the first variant that has it.
  struct Found {
    std::size_t group = 0;
    std::string policy, text, hash;
    Json location, related;
  };
  struct Blocked {
    std::string title, reason;
    Json location;
  };

  Json document(Json notifications) {
    Json results = Json::array();
    for (Result_ &each : results_) results.push_back(std::move(each.json));
    Json driver{{"name", "Tileport"}, {"rules", rules_}};
    if (!head_.tool.empty()) driver["version"] = head_.tool;
    Json invocation{{"executionSuccessful", readAll_}, {"toolExecutionNotifications", std::move(notifications)}};
    Json run{{"tool", {{"driver", std::move(driver)}}}, {"automationDetails", {{"id", "tileport/" + relativeUri(head_.title) + "/"}}},
             {"columnKind", "unicodeCodePoints"},       {"invocations", Json::array({std::move(invocation)})},
             {"results", std::move(results)},           {"properties", {{"verdict", toText(kept_.worst(head_.unpaired.size()))}}}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  }

  std::size_t ruleIndex(const std::string &id, const std::string &policy) {
    const auto [at, isNew] = ruleIndices_.try_emplace(id, rules_.size());
    if (isNew) {
      const std::string text = id == kBlocked ? "A pair of programs that is not decided, and so must not be taken for the same."
                                              : "Rule " + id + " of the policy " + policy + ".";
      rules_.push_back(
          {{"id", id},
           {"shortDescription", message(text)},
           {"fullDescription", message(text + " The port is compared with its reference op by op; docs/reports.md says how to read it.")},
           {"defaultConfiguration", {{"level", "error"}}},
           {"help", message("Open the pair in Tileport, or see its report as HTML, to see both programs side by side.")},
           {"properties", {{"tags", Json::array({"cuda-tile", "port"})}, {"precision", "high"}}}});
    }
    return at->second;
  }

  Json sourceLocation(const workspace::SourcePlace &place) const {
    Json region{{"startLine", std::max<std::uint32_t>(place.line, 1)}};
    if (place.column != 0) region["startColumn"] = place.column;
    return {{"physicalLocation", {{"artifactLocation", {{"uri", uri(place.file)}}}, {"region", std::move(region)}}}};
  }

  std::string uri(const std::string &file) const {
    const std::string text = relativeUri(head_.sourcePrefix + "/" + file);
    return text.empty() ? "unknown" : text;
  }

  /// The first place of the side's entry that its source has; else its program, which has no lines.
  Json entryLocation(const workspace::ReviewSide &side) const {
    if (side.program->functionCount() > 0) {
      align::Subject entry;
      entry.function = tileir::FunctionId(0);
      if (const auto place = workspace::sourcePlace(side, entry)) return sourceLocation(*place);
    }
    if (side.source) return sourceLocation({side.source->displayName, 1, 0});
    return sourceLocation({side.programPath.filename().string(), 1, 0});
  }

  void addFinding(const ShownPair &pair, std::size_t group) {
    const ShownFinding &shown = pair.findings[kept_.groups()[group].number];
    const triage::Finding &finding = *shown.finding;
    const std::string anchor = finding.anchor.empty() ? shown.title() + "\n" + shown.reference + "\n" + shown.port : finding.anchor;
    found_.push_back({.group = group,
                      .policy = pair.triage->policy,
                      .text = messageText(shown),
                      .hash = hashText(pair.pair->op + "\n" + anchor),
                      .location = shown.portPlace && shown.portPlace->source ? sourceLocation(*shown.portPlace->source)
                                                                             : entryLocation(pair.review()->port),
                      .related = relatedLocations(shown)});
  }

  void addResult(Found &found) {
    const FindingGroup &group = kept_.groups()[found.group];
    const triage::Finding &finding = group.finding;
    const std::string rule = finding.rule.empty() ? "unnamed" : finding.rule;
    if (group.pairs.size() > 1) found.text += " In " + std::to_string(group.pairs.size()) + " variants.";
    Json json{{"ruleId", rule},
              {"ruleIndex", ruleIndex(rule, found.policy)},
              {"level", levelOf(finding.severity)},
              {"message", message(found.text)},
              {"locations", Json::array({std::move(found.location)})}};
    if (!found.related.empty()) json["relatedLocations"] = std::move(found.related);
    // Several of one anchor are told apart by their order, as CodeQL does.
    json["partialFingerprints"] = {{"primaryLocationLineHash", found.hash + ":" + std::to_string(++seen_[found.hash])},
                                   {"tileportAnchor/v1", found.hash}};
    if (finding.waived()) {
      Json suppression{{"kind", "external"}, {"status", "accepted"}, {"justification", justification(*finding.waiver)}};
      json["suppressions"] = Json::array({std::move(suppression)});
    }
    json["properties"] = properties(group);
    results_.push_back({finding.severity, std::move(json)});
  }

  static std::string messageText(const ShownFinding &shown) {
    const auto value = [](const std::string &text) { return text.empty() ? std::string("absent") : shortened(text, 160); };
    return shown.title() + ": reference " + value(shown.reference) + ", port " + value(shown.port) + ". " + shown.finding->sentence;
  }

  Json relatedLocations(const ShownFinding &shown) const {
    Json related = Json::array();
    const auto add = [&](const workspace::SourcePlace &place, const std::string &text) {
      if (related.size() >= kMostLocations || place.file.empty()) return;
      Json location = sourceLocation(place);
      location["id"] = related.size();
      location["message"] = message(text);
      related.push_back(std::move(location));
    };
    if (shown.referencePlace && shown.referencePlace->source) add(*shown.referencePlace->source, "in the reference");
    for (const triage::Evidence &each : shown.finding->evidence) {
      if (each.kind == triage::Evidence::Kind::Source && each.line != 0) add({each.file, each.line, each.column}, each.text);
    }
    return related;
  }

  static std::string justification(const triage::Waiver &waiver) {
    return shortened(visible(waiver.author + (waiver.date.empty() ? "" : ", " + waiver.date) + ": " + waiver.note), kMostMessage);
  }

  Json properties(const FindingGroup &group) const {
    Json impact = Json::object(), variants = Json::array();
    for (const auto &[name, reach] : partsOf(group.finding.impact)) impact[std::string(name)] = toText(reach);
    for (std::size_t i = 0; i < std::min(group.pairs.size(), kMostVariants); ++i)
      variants.push_back(visible(kept_.pairs()[group.pairs[i]].title));
    return {{"status", toText(group.finding.status)},
            {"severity", toText(group.finding.severity)},
            {"cause", toText(group.finding.cause)},
            {"owner", toText(group.finding.owner)},
            {"impact", std::move(impact)},
            {"variantCount", group.pairs.size()},
            {"variants", std::move(variants)}};
  }

  /// What is not decided is no finding, and a run without results reads as if all were well.
  void addBlocked() {
    for (Blocked &each : blocked_) addBlocked(each.title, each.reason, std::move(each.location));
    for (const Unpaired &each : head_.unpaired)
      addBlocked(each.op + ": " + each.name, "UNDECIDED: compared with nothing: " + each.reason, sourceLocation({each.op, 1, 0}));
    if (kept_.pairs().empty()) addBlocked(head_.title, "UNDECIDED: nothing was compared", sourceLocation({head_.title, 1, 0}));
  }

  static std::string placeOfError(const ShownPair &pair) {
    const std::string file = pair.pair->error ? std::filesystem::path(pair.pair->error->place.file).filename().string() : "";
    return file.empty() ? pair.title() : file;
  }

  void addBlocked(const std::string &title, const std::string &reason, Json location) {
    const std::string hash = hashText(title + "\nblocked");
    results_.push_back({Severity::Critical,
                        {{"ruleId", kBlocked},
                         {"ruleIndex", ruleIndex(kBlocked, "")},
                         {"level", "error"},
                         {"message", message(title + ": BLOCKED: " + reason)},
                         {"locations", Json::array({std::move(location)})},
                         {"partialFingerprints", {{"primaryLocationLineHash", hash + ":1"}, {"tileportAnchor/v1", hash}}}}});
  }

  Report head_;
  Kept kept_;
  std::vector<Found> found_;
  std::vector<Blocked> blocked_;
  std::vector<Result_> results_;
  Json rules_ = Json::array();
  std::map<std::string, std::size_t> ruleIndices_, seen_;
  bool readAll_ = true;
};

}  // namespace

std::unique_ptr<Writer> sarifWriter(Report head, std::size_t) { return std::make_unique<SarifWriter>(std::move(head)); }

}  // namespace tileport::report
