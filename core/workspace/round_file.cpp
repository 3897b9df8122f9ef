// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "json/json.h"
#include "support/file.h"
#include "workspace/rounds.h"

namespace tileport::workspace {

namespace {

using Json = nlohmann::ordered_json;
using json::JsonNode;

constexpr std::string_view kSchema = "tileport-round/1";
constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;
constexpr const char *kAdvice = "docs/json.md describes the members; tileport review --save-round writes the file anew.";
constexpr Finding::Kind kKinds[] = {Finding::Kind::Divergence, Finding::Kind::Specialisation, Finding::Kind::Unpaired,
                                    Finding::Kind::Refused};

// ---- Writing -------------------------------------------------------------------------------------------------------

Json textOrNull(const std::string &text) { return text.empty() ? Json(nullptr) : Json(text); }

Json findingJson(const Finding &finding) {
  Json parts = Json::array();
  for (const FindingPart &part : finding.parts)
    parts.push_back(
        {{"aspect", part.aspect}, {"what", part.what}, {"reference", textOrNull(part.reference)}, {"port", textOrNull(part.port)}});
  return {{"kind", toText(finding.kind)},           {"status", finding.status},  {"name", finding.name},
          {"regions", textOrNull(finding.regions)}, {"parts", std::move(parts)}, {"places", finding.places}};
}

Json findingsJson(const std::vector<Finding> &findings) {
  Json json = Json::array();
  for (const Finding &each : findings) json.push_back(findingJson(each));
  return json;
}

Json operatorJson(const RoundOperator &op) {
  Json variants = Json::array();
  for (const RoundVariant &variant : op.variants)
    variants.push_back({{"name", variant.name},
                        {"undecided", textOrNull(variant.undecided)},
                        {"specialisation_unknown", textOrNull(variant.specialisationUnknown)},
                        {"hint_architectures", variant.hintArchitectures},
                        {"findings", findingsJson(variant.findings)}});
  return {
      {"manifest", textOrNull(op.manifest)}, {"name", op.name}, {"variants", std::move(variants)}, {"unpaired", findingsJson(op.unpaired)}};
}

// ---- Reading -------------------------------------------------------------------------------------------------------

/// Reads members and stops at the first error, which names line, column and member.
class Reader {
 public:
  explicit Reader(const std::string &file) : file_(file) {}

  Result<Round> read(const JsonNode &root) {
    Round round;
    if (isObject(root, "", {"schema", "tileport", "workspace", "label", "day", "operators"}) && readSchema(root)) {
      round.tool = text(root, "", "tileport");
      round.workspace = text(root, "", "workspace");
      round.label = textOrNothing(root, "", "label");
      round.day = text(root, "", "day");
      round.operators = list<RoundOperator>(root, "", "operators",
                                            [&](const JsonNode &value, const std::string &path) { return readOperator(value, path); });
      refuseRepeated(root, round);
    }
    if (error_) return std::move(*error_);
    return round;
  }

 private:
  bool readSchema(const JsonNode &root) {
    const std::string schema = text(root, "", "schema");
    if (error_ || schema == kSchema) return !error_;
    return fail(*root.member("schema"), "schema", "is \"" + schema + "\", which this version does not read",
                "It reads \"" + std::string(kSchema) + "\".", ErrorKind::Unsupported);
  }

  RoundOperator readOperator(const JsonNode &value, const std::string &path) {
    RoundOperator op;
    if (!isObject(value, path, {"manifest", "name", "variants", "unpaired"})) return op;
    op.manifest = textOrNothing(value, path, "manifest");
    op.name = text(value, path, "name");
    op.variants =
        list<RoundVariant>(value, path, "variants", [&](const JsonNode &each, const std::string &at) { return readVariant(each, at); });
    op.unpaired = findings(value, path, "unpaired");
    return op;
  }

  RoundVariant readVariant(const JsonNode &value, const std::string &path) {
    RoundVariant variant;
    if (!isObject(value, path, {"name", "undecided", "specialisation_unknown", "hint_architectures", "findings"})) return variant;
    variant.name = text(value, path, "name");
    variant.undecided = textOrNothing(value, path, "undecided");
    variant.specialisationUnknown = textOrNothing(value, path, "specialisation_unknown");
    variant.hintArchitectures = texts(value, path, "hint_architectures");
    variant.findings = findings(value, path, "findings");
    return variant;
  }

  std::vector<Finding> findings(const JsonNode &owner, const std::string &path, const char *which) {
    return list<Finding>(owner, path, which, [&](const JsonNode &value, const std::string &at) { return readFinding(value, at); });
  }

  Finding readFinding(const JsonNode &value, const std::string &path) {
    Finding finding;
    if (!isObject(value, path, {"kind", "status", "name", "regions", "parts", "places"})) return finding;
    const std::string kind = text(value, path, "kind");
    const auto known = std::find_if(std::begin(kKinds), std::end(kKinds), [&](Finding::Kind each) { return toText(each) == kind; });
    if (!error_ && known == std::end(kKinds))
      fail(*value.member("kind"), join(path, "kind"), "is \"" + kind + "\", which is none", kAdvice);
    if (error_) return finding;
    finding.kind = *known;
    finding.status = text(value, path, "status");
    finding.name = text(value, path, "name");
    finding.regions = textOrNothing(value, path, "regions");
    finding.parts =
        list<FindingPart>(value, path, "parts", [&](const JsonNode &each, const std::string &at) { return readPart(each, at); });
    finding.places = texts(value, path, "places");
    return finding;
  }

  FindingPart readPart(const JsonNode &value, const std::string &path) {
    FindingPart part;
    if (!isObject(value, path, {"aspect", "what", "reference", "port"})) return part;
    part.aspect = text(value, path, "aspect");
    part.what = text(value, path, "what");
    part.reference = textOrNothing(value, path, "reference");
    part.port = textOrNothing(value, path, "port");
    return part;
  }

  /// Two of one name: what was found of one would be taken for the other's.
  void refuseRepeated(const JsonNode &root, const Round &round) {
    std::set<std::pair<std::string_view, std::string_view>> operators;
    for (std::size_t i = 0; i < round.operators.size() && !error_; ++i) {
      const JsonNode &at = root.member("operators")->items[i];
      const std::string path = "operators[" + std::to_string(i) + "]";
      const RoundOperator &op = round.operators[i];
      if (!operators.emplace(op.manifest, op.name).second)
        return void(fail(*at.member("name"), path + ".name", "\"" + op.name + "\" is used twice", kAdvice));
      std::vector<std::string> names;
      for (const RoundVariant &variant : op.variants) names.push_back(variant.name);
      std::sort(names.begin(), names.end());
      if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
        fail(*at.member("variants"), path + ".variants", "have \"" + *twice + "\" twice", kAdvice);
    }
  }

  // ---- Members -----------------------------------------------------------------------------------------------------

  static std::string join(const std::string &owner, std::string_view which) {
    return owner.empty() ? std::string(which) : owner + "." + std::string(which);
  }

  /// Of exactly these members: a misspelt one would silently lose what it says.
  bool isObject(const JsonNode &value, const std::string &path, std::initializer_list<std::string_view> known) {
    if (error_) return false;
    if (value.kind != JsonNode::Kind::Object) return wrongKind(value, path, JsonNode::Kind::Object);
    for (std::size_t i = 0; i < value.names.size(); ++i) {
      if (std::find(known.begin(), known.end(), value.names[i]) == known.end())
        return fail(value.items[i], join(path, value.names[i]), "is not a member that is known here", kAdvice);
    }
    return true;
  }

  bool wrongKind(const JsonNode &value, const std::string &path, JsonNode::Kind wanted) {
    return fail(value, path, "must be " + std::string(json::kindText(wanted)) + " but is " + std::string(json::kindText(value.kind)),
                kAdvice);
  }

  /// Null after an error, this one or an earlier one.
  const JsonNode *member(const JsonNode &owner, const std::string &path, const char *which) {
    if (error_) return nullptr;
    const JsonNode *value = owner.member(which);
    if (!value) fail(owner, join(path, which), "is missing", kAdvice);
    return value;
  }

  std::string text(const JsonNode &owner, const std::string &path, const char *which) {
    const JsonNode *value = member(owner, path, which);
    if (!value) return {};
    if (value->kind != JsonNode::Kind::String) wrongKind(*value, join(path, which), JsonNode::Kind::String);
    return value->text;
  }

  std::string textOrNothing(const JsonNode &owner, const std::string &path, const char *which) {
    const JsonNode *value = member(owner, path, which);
    return !value || value->kind == JsonNode::Kind::Null ? std::string() : text(owner, path, which);
  }

  template <class Item, class Read>
  std::vector<Item> list(const JsonNode &owner, const std::string &path, const char *which, Read read) {
    std::vector<Item> items;
    const JsonNode *value = member(owner, path, which);
    if (value && value->kind != JsonNode::Kind::Array) wrongKind(*value, join(path, which), JsonNode::Kind::Array);
    for (std::size_t i = 0; value && i < value->items.size() && !error_; ++i)
      items.push_back(read(value->items[i], join(path, which) + "[" + std::to_string(i) + "]"));
    return items;
  }

  std::vector<std::string> texts(const JsonNode &owner, const std::string &path, const char *which) {
    return list<std::string>(owner, path, which, [&](const JsonNode &value, const std::string &at) {
      if (value.kind != JsonNode::Kind::String) wrongKind(value, at, JsonNode::Kind::String);
      return value.text;
    });
  }

  /// Always false, so that a check can return it. The first error stays.
  bool fail(const JsonNode &at, const std::string &member, const std::string &what, std::string advice,
            ErrorKind kind = ErrorKind::Malformed) {
    if (!error_)
      error_ = Error{kind,
                     (member.empty() ? "the round" : "member " + member) + " " + what,
                     {.file = file_, .line = at.line, .column = at.column},
                     std::move(advice)};
    return false;
  }

  const std::string &file_;
  std::optional<Error> error_;
};

}  // namespace

std::string writeRound(const Round &round) {
  Json operators = Json::array();
  for (const RoundOperator &op : round.operators) operators.push_back(operatorJson(op));
  const Json json{
      {"schema", kSchema}, {"tileport", round.tool},           {"workspace", round.workspace}, {"label", textOrNull(round.label)},
      {"day", round.day},  {"operators", std::move(operators)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Round> readRound(std::string_view text, const std::string &file) {
  const Result<JsonNode> root = json::parseJson(text, file);
  if (!root) return root.error();
  return Reader(file).read(*root);
}

Result<Round> readRoundFile(const std::filesystem::path &file) {
  const Result<std::string> text = readFile(file, kLargestFile);
  if (!text) return text.error();
  return readRound(*text, file.string());
}

Result<void> writeRoundFile(const std::filesystem::path &file, const Round &round) { return replaceFile(file, writeRound(round)); }

}  // namespace tileport::workspace
