// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/pairing_rules.h"

#include <algorithm>

#include "evidence/element_type.h"
#include "evidence/names.h"
#include "evidence/reading.h"

namespace tileport::evidence {

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kSchema = "tileport-pairing/1";

/// An object of strings; absent: empty.
Result<Names> readStrings(const JsonAt &from, std::string_view name) {
  Names all;
  const auto written = from.find(name);
  if (!written) return all;
  const auto members = written->members();
  if (!members) return members.error();
  for (const auto &[key, value] : *members) {
    auto text = value.string();
    if (!text) return std::move(text).error();
    all.emplace_back(key, std::move(*text));
  }
  return all;
}

Result<std::vector<Reason>> readReasons(const JsonAt &from, std::string_view name) {
  const auto written = readStrings(from, name);
  if (!written) return written.error();
  std::vector<Reason> all;
  for (const auto &[key, why] : *written) {
    if (why.empty()) return from.error("no reason is given for " + key, "Say why; a review shows it.");
    all.push_back({key, why});
  }
  return all;
}

/// A name of a scalar, a number that is built in, or null.
Result<std::vector<AxisArgument>> readAxes(const JsonAt &from, std::string_view name) {
  std::vector<AxisArgument> all;
  const auto written = from.find(name);
  if (!written) return all;
  const auto items = written->items();
  if (!items) return items.error();
  for (const JsonAt &item : *items) {
    AxisArgument axis;
    if (item.node().kind == JsonNode::Kind::Integer) {
      axis.builtIn = item.node().integer;
    } else if (!item.isNull()) {
      auto scalar = item.string();
      if (!scalar) return std::move(scalar).error();
      axis.scalar = std::move(*scalar);
    }
    all.push_back(std::move(axis));
  }
  return all;
}

Result<TensorRule> readTensor(const std::string &reference, const JsonAt &written) {
  TensorRule rule{.reference = reference};
  if (written.node().kind == JsonNode::Kind::String) {
    rule.port = written.node().text;
    return rule;
  }
  if (auto known = written.onlyMembers({"pointer", "extents", "strides"}); !known) return known.error();
  const auto pointer = written.member("pointer");
  if (!pointer) return pointer.error();
  auto name = pointer->string();
  if (!name) return std::move(name).error();
  rule.port = std::move(*name);
  auto axes = readAxes(written, "extents");
  if (!axes) return std::move(axes).error();
  rule.extents = std::move(*axes);
  axes = readAxes(written, "strides");
  if (!axes) return std::move(axes).error();
  rule.strides = std::move(*axes);
  return rule;
}

Result<BuiltIn> readBuiltIn(const std::string &name, const JsonAt &written) {
  if (auto known = written.onlyMembers({"value", "element_type_of", "values", "why"}); !known) return known.error();
  BuiltIn builtIn{.name = name};
  const auto why = written.member("why");
  if (!why) return why.error();
  auto text = why->string();
  if (!text) return std::move(text).error();
  builtIn.why = std::move(*text);
  if (const auto value = written.find("value")) {
    auto number = readNumber(*value);
    if (!number) return std::move(number).error();
    builtIn.values.emplace_back("*", std::move(*number));
    return builtIn;
  }
  const auto decider = written.member("element_type_of");
  if (!decider) return decider.error();
  text = decider->string();
  if (!text) return std::move(text).error();
  builtIn.elementTypeOf = std::move(*text);
  const auto values = written.member("values");
  if (!values) return values.error();
  const auto members = values->members();
  if (!members) return members.error();
  for (const auto &[type, value] : *members) {
    const std::string canonical = type == "*" ? type : std::string(canonicalElementType(type));
    if (canonical.empty()) return value.error("unknown element type \"" + type + "\"");
    auto number = readNumber(value);
    if (!number) return std::move(number).error();
    builtIn.values.emplace_back(canonical, std::move(*number));
  }
  return builtIn;
}

Result<std::vector<BuiltIn>> readBuiltIns(const JsonAt &from, std::string_view side) {
  std::vector<BuiltIn> all;
  const auto written = from.find(side);
  if (!written) return all;
  const auto members = written->members();
  if (!members) return members.error();
  for (const auto &[name, value] : *members) {
    auto one = readBuiltIn(name, value);
    if (!one) return std::move(one).error();
    all.push_back(std::move(*one));
  }
  return all;
}

Result<void> readTensors(const JsonAt &written, KernelRule &rule) {
  const auto tensors = written.find("tensors");
  if (!tensors) return {};
  const auto members = tensors->members();
  if (!members) return members.error();
  for (const auto &[name, value] : *members) {
    auto tensor = readTensor(name, value);
    if (!tensor) return tensor.error();
    rule.tensors.push_back(std::move(*tensor));
  }
  return {};
}

/// What only one side has.
Result<void> readOneSided(const JsonAt &written, KernelRule &rule) {
  if (const auto builtIn = written.find("built_in")) {
    if (auto known = builtIn->onlyMembers({"reference", "port"}); !known) return known;
    auto each = readBuiltIns(*builtIn, "reference");
    if (!each) return each.error();
    rule.referenceOnly = std::move(*each);
    each = readBuiltIns(*builtIn, "port");
    if (!each) return each.error();
    rule.portOnly = std::move(*each);
  }
  if (const auto ignored = written.find("ignored")) {
    if (auto known = ignored->onlyMembers({"reference", "port"}); !known) return known;
    auto each = readReasons(*ignored, "reference");
    if (!each) return each.error();
    rule.ignoredOfReference = std::move(*each);
    each = readReasons(*ignored, "port");
    if (!each) return each.error();
    rule.ignoredOfPort = std::move(*each);
  }
  auto hints = readReasons(written, "hints");
  if (!hints) return hints.error();
  rule.hints = std::move(*hints);
  for (Reason &hint : rule.hints) hint.name = canonicalHint(hint.name);
  return {};
}

Result<KernelRule> readKernel(const JsonAt &written) {
  if (auto known = written.onlyMembers(
          {"reference", "port", "reference_parameters", "parameters", "tensors", "element_types", "built_in", "ignored", "hints"});
      !known)
    return known.error();
  KernelRule rule;
  const std::pair<std::string_view, std::string *> kernels[] = {{"reference", &rule.reference}, {"port", &rule.port}};
  for (const auto &[name, place] : kernels) {
    const auto member = written.member(name);
    if (!member) return member.error();
    auto kernel = member->string();
    if (!kernel) return std::move(kernel).error();
    *place = std::move(*kernel);
  }
  if (const auto names = written.find("reference_parameters")) {
    auto strings = names->strings();
    if (!strings) return std::move(strings).error();
    rule.referenceParameters = std::move(*strings);
  }
  const std::pair<std::string_view, Names *> maps[] = {{"parameters", &rule.parameters}, {"element_types", &rule.elementTypes}};
  for (const auto &[name, place] : maps) {
    auto map = readStrings(written, name);
    if (!map) return std::move(map).error();
    *place = std::move(*map);
  }
  if (auto read = readTensors(written, rule); !read) return read.error();
  if (auto read = readOneSided(written, rule); !read) return read.error();
  return rule;
}

/// The name before the divider of a symbol.
std::string_view kernelOfSymbol(std::string_view entry) {
  return looksMangled(entry) ? entry.substr(0, entry.rfind("_K")) : std::string_view();
}

/// The one of that name, whatever the case. Empty when there is none, or more than one.
template <class T>
std::string counterpart(const std::vector<T> &all, const std::string &name) {
  std::string found;
  for (const T &each : all) {
    if (lowered(each.name) != lowered(name)) continue;
    if (!found.empty()) return {};
    found = each.name;
  }
  return found;
}

}  // namespace

Result<PairingRules> readPairingRules(std::string_view text, const std::string &file) {
  const auto tree = json::parseJson(text, file);
  if (!tree) return tree.error();
  const JsonAt root(*tree, file);
  if (auto known = root.onlyMembers({"schema", "hint_names", "operators"}); !known) return known.error();
  const auto schema = root.stringOf("schema");
  if (!schema) return schema.error();
  if (*schema != kSchema) return root.error("the schema is not " + std::string(kSchema), "docs/pairing.md describes what is read.");
  PairingRules rules;
  auto names = readStrings(root, "hint_names");
  if (!names) return std::move(names).error();
  rules.hintNames = std::move(*names);
  const auto operators = root.member("operators");
  if (!operators) return operators.error();
  const auto members = operators->members();
  if (!members) return members.error();
  for (const auto &[op, written] : *members) {
    const auto kernels = written.items();
    if (!kernels) return kernels.error();
    OperatorRules &each = rules.operators.emplace_back(OperatorRules{.op = op});
    for (const JsonAt &kernel : *kernels) {
      auto rule = readKernel(kernel);
      if (!rule) return std::move(rule).error();
      const auto same = [&](const KernelRule &other) { return other.reference == rule->reference && other.port == rule->port; };
      if (std::any_of(each.kernels.begin(), each.kernels.end(), same)) return kernel.error("the two kernels have a rule already");
      each.kernels.push_back(std::move(*rule));
    }
  }
  return rules;
}

const OperatorRules *findOperator(const PairingRules &rules, std::string_view op) {
  const auto found = std::find_if(rules.operators.begin(), rules.operators.end(), [&](const OperatorRules &each) { return each.op == op; });
  return found == rules.operators.end() ? nullptr : &*found;
}

const KernelRule *findRule(const OperatorRules &rules, const Specialisation &reference, const Specialisation &port) {
  for (const KernelRule &rule : rules.kernels) {
    const bool isReference = rule.reference == reference.kernel || rule.reference == kernelOfSymbol(reference.entry);
    if (isReference && (rule.port == port.kernel || rule.port == port.entry)) return &rule;
  }
  return nullptr;
}

KernelRule ruleByNames(const Specialisation &reference, const Specialisation &port) {
  KernelRule rule{.reference = reference.kernel, .port = port.kernel};
  const auto addParameter = [&](const std::string &name) {
    std::string other = counterpart(port.constants, name);
    if (other.empty()) other = counterpart(port.scalars, name);
    if (!other.empty()) rule.parameters.emplace_back(name, other);
  };
  for (const NamedConstant &each : reference.constants) addParameter(each.name);
  for (const ScalarSpecialisation &each : reference.scalars) addParameter(each.name);
  for (const TensorSpecialisation &each : reference.tensors)
    if (std::string other = counterpart(port.tensors, each.name); !other.empty())
      rule.tensors.push_back({each.name, std::move(other), {}, {}});
  // A type generic is taken for that of the first tensor: nothing better can be known from names.
  for (const NamedConstant &each : port.constants)
    if (each.value.kind == Constant::Kind::Type && !reference.tensors.empty())
      rule.elementTypes.emplace_back(each.name, reference.tensors[0].name);
  return rule;
}

}  // namespace tileport::evidence
