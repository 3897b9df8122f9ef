// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>

#include "tileport/specify.h"

namespace tileport::cli {

namespace {

using namespace specification;
using Json = nlohmann::ordered_json;

Json textOrNull(const std::string &text) { return text.empty() ? Json(nullptr) : Json(text); }

std::string_view kindText(Evidence::Kind kind) {
  switch (kind) {
    case Evidence::Kind::Source: return "source";
    case Evidence::Kind::Launch: return "launch";
    case Evidence::Kind::Symbol: return "symbol";
    case Evidence::Kind::Program: return "program";
  }
  return "";
}

Json toJson(const Evidence &evidence) {
  Json json{{"kind", kindText(evidence.kind)}, {"file", textOrNull(evidence.file)}};
  if (evidence.kind == Evidence::Kind::Source) {
    json["line"] = evidence.span.line;
    json["column"] = evidence.span.column;
    json["end_line"] = evidence.span.endLine;
    json["end_column"] = evidence.span.endColumn;
  } else if (evidence.kind == Evidence::Kind::Program) {
    json["line"] = evidence.line == 0 ? Json(nullptr) : Json(evidence.line);
    json["op"] = evidence.op.valid() ? Json(evidence.op.value) : Json(nullptr);
  } else {
    json["member"] = evidence.member;
  }
  return json;
}

Json toJson(const std::vector<Evidence> &evidence) {
  Json json = Json::array();
  for (const Evidence &each : evidence) json.push_back(toJson(each));
  return json;
}

Json toJson(const Item &item) {
  return {
      {"name", item.name}, {"value", textOrNull(item.value)}, {"unknown", textOrNull(item.unknown)}, {"evidence", toJson(item.evidence)}};
}

Json toJson(const std::vector<Item> &items) {
  Json json = Json::array();
  for (const Item &each : items) json.push_back(toJson(each));
  return json;
}

Json toJson(const ConstantItem &constant) {
  Json json = toJson(constant.item);
  json["kind"] = constant.kind;
  json["passed"] = toJson(constant.passed);
  return json;
}

Json toJson(const TensorItem &tensor) {
  return {{"name", tensor.name},
          {"rank", tensor.rank ? Json(*tensor.rank) : Json(nullptr)},
          {"element_type", toJson(tensor.elementType)},
          {"extents", toJson(tensor.extents)},
          {"strides", toJson(tensor.strides)},
          {"access", toJson(tensor.access)},
          {"written", tensor.written},
          {"facts", toJson(tensor.facts)}};
}

Json toJson(const BranchItem &branch) {
  return {{"condition", branch.condition},         {"function", branch.function}, {"verdict", toText(branch.verdict)},
          {"present", textOrNull(branch.present)}, {"vanished", branch.vanished}, {"sentence", branch.sentence},
          {"evidence", toJson(branch.evidence)}};
}

Json toJson(const LaunchSite &site) {
  return {{"function", textOrNull(site.function)},
          {"grid", toJson(site.grid)},
          {"arguments", toJson(site.arguments)},
          {"hints", toJson(site.hints)},
          {"evidence", toJson(site.evidence)}};
}

Json toJson(const VariantSpecification &variant);
Json toJson(const StructuralEntry &entry);

template <class Each>
Json arrayOf(const std::vector<Each> &all) {
  Json json = Json::array();
  for (const Each &each : all) json.push_back(toJson(each));
  return json;
}

Json sideJson(const SideSpecificationPtr &side) {
  if (!side) return nullptr;
  Json structure = Json::object();
  for (const auto &[name, count] : side->structure) structure[name] = count;
  return {
      {"kernel", textOrNull(side->kernel)},    {"symbol", toJson(side->symbol)},      {"symbol_parameters", toJson(side->symbolParameters)},
      {"constants", arrayOf(side->constants)}, {"tensors", arrayOf(side->tensors)},   {"scalars", toJson(side->scalars)},
      {"hints", toJson(side->hints)},          {"branches", arrayOf(side->branches)}, {"launches", arrayOf(side->launches)},
      {"structure", std::move(structure)},     {"unknown", toJson(side->unknown)}};
}

Json toJson(const VariantSpecification &variant) {
  Json differences = Json::array();
  for (const auto &each : variant.differences)
    differences.push_back({{"kind", evidence::text(each.kind)},
                           {"origin", evidence::text(each.origin)},
                           {"subject", each.subject},
                           {"reference", each.reference},
                           {"port", each.port},
                           {"sentence", each.sentence}});
  return {{"name", variant.name},
          {"specialisation", std::move(differences)},
          {"specialisation_unknown", textOrNull(variant.differencesUnknown)},
          {"reference", sideJson(variant.reference)},
          {"port", sideJson(variant.port)}};
}

Json toJson(const StructuralEntry &entry) {
  Json reasons = Json::array(), parameters = Json::array(), generics = Json::array();
  for (const EntryReason &reason : entry.reasons) reasons.push_back({{"sentence", reason.sentence}, {"evidence", toJson(reason.evidence)}});
  for (const EntryParameter &each : entry.parameters)
    parameters.push_back({{"name", each.name}, {"type", textOrNull(each.type)}, {"why", each.why}});
  for (const EntryGeneric &each : entry.generics)
    generics.push_back({{"name", each.name}, {"kind", each.kind}, {"values", each.values}, {"why", each.why}});
  return {{"name", entry.name},
          {"kernel", entry.kernel},
          {"variants", entry.variants},
          {"reasons", std::move(reasons)},
          {"parameters", std::move(parameters)},
          {"generics", std::move(generics)},
          {"port_entries", entry.portEntries},
          {"unknown", entry.unknown}};
}

}  // namespace

std::string specificationJson(const std::string &workspace, const std::vector<SpecifiedOperator> &operators) {
  Json json{{"schema", "tileport-specification/1"}, {"tileport", TILEPORT_VERSION}, {"workspace", workspace}};
  json["operators"] = Json::array();
  for (const SpecifiedOperator &op : operators)
    json["operators"].push_back({{"name", op.specification->op},
                                 {"variants", arrayOf(op.specification->variants)},
                                 {"entries", arrayOf(op.specification->entries)},
                                 {"failures", op.failures}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tileport::cli
