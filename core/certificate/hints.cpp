// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/hints.h"

#include <algorithm>
#include <map>

#include "tileir/printer.h"

namespace tileport::certificate {

using tileir::Attribute;
using tileir::AttributeId;
using tileir::AttributeKind;
using tileir::Program;

namespace {

constexpr const char *kDefault = "default";

using Said = std::map<std::string, std::string>;

/// The names that stand for an architecture; the tools drop what is said under any other.
bool isArchitecture(const std::string &name) {
  static const std::set<std::string> known = {"sm_80",  "sm_86",  "sm_87",  "sm_88",  "sm_89",  "sm_90",
                                              "sm_100", "sm_103", "sm_107", "sm_110", "sm_120", "sm_121"};
  return known.count(name) != 0;
}

std::map<std::string, Said> read(const Program &program, AttributeId id) {
  std::map<std::string, Said> table;
  if (!id.valid()) return table;
  const Attribute &hints = program.attribute(id);
  for (std::size_t i = 0; i < hints.items.size() && i < hints.keys.size(); ++i) {
    const Attribute &dictionary = program.attribute(hints.items[i]);
    Said said;
    for (std::size_t k = 0; k < dictionary.items.size() && k < dictionary.keys.size(); ++k) {
      const Attribute &value = program.attribute(dictionary.items[k]);
      const bool flag = value.kind == AttributeKind::Integer && program.type(value.type).kind == tileir::TypeKind::Scalar &&
                        program.type(value.type).scalar == tileir::ScalarKind::I1;
      const bool number = value.kind == AttributeKind::Integer && !flag;
      std::string text = number ? std::to_string(value.bits) : tileir::toText(program, dictionary.items[k]);
      if (flag) text = (value.bits & 1) != 0 ? "true" : "false";
      said[dictionary.keys[k]] = text;
    }
    if (!said.empty()) table[hints.keys[i]] = std::move(said);
  }
  return table;
}

void collectNames(const Program &program, AttributeId hints, std::set<std::string> &names) {
  for (const auto &[name, said] : read(program, hints)) names.insert(name);
}

std::set<std::string> namesOf(const Program &program) {
  std::set<AttributeId> used;
  for (std::size_t i = 0; i < program.functionCount(); ++i) used.insert(program.function(tileir::FunctionId(i)).hints);
  for (const tileir::NamedAttribute &use : program.data().attributeUses)
    if (program.attribute(use.value).kind == AttributeKind::Hints) used.insert(use.value);
  std::set<std::string> names;
  for (const AttributeId id : used) collectNames(program, id, names);
  return names;
}

Said inForce(const std::map<std::string, Said> &table, const std::string &architecture) {
  Said said;
  if (const auto at = table.find(architecture); at != table.end()) said = at->second;
  if (const auto at = table.find(kDefault); at != table.end()) said.insert(at->second.begin(), at->second.end());
  return said;
}

std::string valueOr(const Said &said, const std::string &key) {
  const auto at = said.find(key);
  return at == said.end() ? "not given" : at->second;
}

}  // namespace

HintComparer::HintComparer(const Program &reference, const Program &port) : reference_(reference), port_(port) {
  std::set<std::string> left = namesOf(reference), right = namesOf(port);
  others_ = (left.erase(kDefault) != 0) == (right.erase(kDefault) != 0);
  for (const std::set<std::string> *names : {&left, &right})
    for (const std::string &name : *names)
      if (isArchitecture(name)) architectures_.insert(name);
}

const std::vector<std::string> &HintComparer::compare(AttributeId reference, AttributeId port) {
  const auto [entry, added] = compared_.try_emplace({reference, port});
  if (added) entry->second = differences(reference, port);
  return entry->second;
}

std::vector<std::string> HintComparer::differences(AttributeId reference, AttributeId port) const {
  if (!reference.valid() && !port.valid()) return {};
  const auto left = read(reference_, reference), right = read(port_, port);
  std::set<std::string> names = architectures_;
  for (const auto *table : {&left, &right})
    for (const auto &[name, said] : *table)
      if (name != kDefault) names.insert(name);
  // A default of one side alone is for those that nobody names, where that side names all others itself.
  const auto coversTheRest = [&](const std::map<std::string, Said> &table) {
    return table.count(kDefault) != 0 && std::all_of(names.begin(), names.end(), [&](const std::string &name) {
             return !isArchitecture(name) || table.count(name) != 0;
           });
  };
  if (others_ || coversTheRest(left) || coversTheRest(right)) names.insert(kDefault);
  std::vector<std::string> list;
  for (const std::string &name : names) {
    const Said l = inForce(left, name), r = inForce(right, name);
    std::set<std::string> keys;
    for (const Said *said : {&l, &r})
      for (const auto &[key, value] : *said) keys.insert(key);
    for (const std::string &key : keys) {
      const std::string a = valueOr(l, key), b = valueOr(r, key);
      if (a != b) list.push_back(name + "." + key + " is " + a + " in the reference and " + b + " in the port");
    }
  }
  return list;
}

}  // namespace tileport::certificate
