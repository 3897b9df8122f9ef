// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "specification/analysis.h"

namespace tileport::specification {

namespace {

using Json = nlohmann::ordered_json;

/// The first variant of the entry that has a reference.
const VariantSpecification *representative(const HiddenSpecification &specification, const StructuralEntry &entry) {
  for (const VariantSpecification &variant : specification.variants)
    if (variant.reference && variant.name == entry.variants.front()) return &variant;
  return nullptr;
}

/// "TILE_M=128"; those that differ between variants with all their values.
Json constantsOf(const StructuralEntry &entry) {
  Json constants = Json::array();
  for (const EntryGeneric &generic : entry.generics) {
    if (generic.kind != "const generic" && generic.kind != "literal") continue;
    std::string text = generic.name + "=";
    for (std::size_t i = 0; i < generic.values.size(); ++i) text += (i == 0 ? "" : "|") + generic.values[i];
    constants.push_back(std::move(text));
  }
  return constants;
}

/// Its letters and digits, for the name of a file.
std::string plain(const std::string &name) {
  std::string text = name.substr(std::min(name.find_first_not_of('_'), name.size()));
  for (char &c : text) {
    const bool keeps = c == '_' || c == '-' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!keeps) c = '_';
  }
  return text.empty() ? "variant" : text;
}

/// PyTorch's names, as the pipeline's templates have them.
std::string typeName(const std::string &canonical) {
  if (canonical == "f16") return "float16";
  if (canonical == "bf16") return "bfloat16";
  if (canonical == "f32") return "float32";
  if (canonical == "f64") return "float64";
  if (canonical == "f8e4m3fn") return "float8_e4m3fn";
  if (canonical == "f8e5m2") return "float8_e5m2";
  return canonical;
}

/// Element types of tensors that are written to, by which results are compared; of all tensors where none is known to be.
std::vector<std::string> resultTypes(const HiddenSpecification &specification) {
  std::vector<std::string> written, all;
  const auto addOnce = [](std::vector<std::string> &types, const std::string &type) {
    if (!type.empty() && std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
  };
  for (const VariantSpecification &variant : specification.variants) {
    if (!variant.reference) continue;
    for (const TensorItem &tensor : variant.reference->tensors) {
      addOnce(all, tensor.elementType.value);
      if (tensor.written) addOnce(written, tensor.elementType.value);
    }
  }
  return written.empty() ? all : written;
}

Json tolerances(const HiddenSpecification &specification) {
  Json json = Json::object();
  for (const std::string &type : resultTypes(specification)) json[typeName(type)] = {{"atol", nullptr}, {"rtol", nullptr}};
  json["source"] = nullptr;
  json["notes"] = nullptr;
  return json;
}

Json opsUsed(const HiddenSpecification &specification) {
  std::set<std::string> ops;
  for (const VariantSpecification &variant : specification.variants)
    if (variant.reference) ops.insert(variant.reference->ops.begin(), variant.reference->ops.end());
  return Json(std::vector<std::string>(ops.begin(), ops.end()));
}

Json symbolPolicy(const HiddenSpecification &specification) {
  Json policy{{"reference_entry_contains_kernel_name", nullptr}, {"alias_used", false}, {"real_kernel_function", nullptr}};
  if (specification.entries.empty()) return policy;
  policy["real_kernel_function"] = specification.entries.front().kernel;
  if (const auto *variant = representative(specification, specification.entries.front());
      variant && !variant->reference->symbol.value.empty())
    policy["reference_entry_contains_kernel_name"] = variant->reference->symbol.value.find(specification.op) != std::string::npos;
  return policy;
}

}  // namespace

std::string draftAnalysis(const HiddenSpecification &specification, const std::string &source) {
  Json variants = Json::array(), configurations = Json::object();
  std::set<std::string> names;
  for (const StructuralEntry &entry : specification.entries) {
    std::string name = plain(entry.name);
    for (int number = 2; !names.insert(name).second; ++number) name = plain(entry.name) + "_" + std::to_string(number);
    variants.push_back({{"variant_name", name},
                        {"kernel_function", entry.kernel},
                        {"reference_ir", "reference/reference_" + name + ".mlir"},
                        {"dispatch_condition", nullptr},
                        {"variant_type", nullptr},
                        {"constants", constantsOf(entry)},
                        {"reference_backend", nullptr},
                        {"autotune_configs", nullptr}});
    for (const std::string &variant : entry.variants) configurations[variant] = name;
  }
  const Json json{{"kernel_name", specification.op},
                  {"source", source.empty() ? Json(nullptr) : Json(source)},
                  {"pattern", specification.entries.size() > 1 ? "multi_variant" : "single"},
                  {"launch_path", nullptr},
                  {"ops_used", opsUsed(specification)},
                  {"test_perf_configs", Json::object()},
                  {"reference_backend", nullptr},
                  {"reference_backend_selection",
                   {{"method", nullptr},
                    {"winner", nullptr},
                    {"cutile_geo_mean_ms", nullptr},
                    {"triton_tileir_geo_mean_ms", nullptr},
                    {"per_variant", nullptr}}},
                  {"kernel_variants", std::move(variants)},
                  {"config_to_variant", std::move(configurations)},
                  {"correctness_reference", {{"function", nullptr}, {"source", nullptr}}},
                  {"correctness_tolerance", tolerances(specification)},
                  {"autotune_backends", Json::array()},
                  {"autotune_key", Json::array()},
                  {"autotune_configs", nullptr},
                  {"source_file", source.empty() ? Json(nullptr) : Json(source)},
                  {"entry_symbol_policy", symbolPolicy(specification)},
                  {"known_gaps", Json::array()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tileport::specification
