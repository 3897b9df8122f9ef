// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/differences.h"

#include <algorithm>
#include <map>
#include <set>

#include "align/keys.h"
#include "tileir/printer.h"

namespace tileport::align {

namespace {

using tileir::AttributeId;
using tileir::Program;
using tileir::Type;
using tileir::TypeKind;

using HintSet = std::map<std::string, std::string>;  // key -> value as text
using HintTable = std::map<std::string, HintSet>;    // architecture -> hints

HintTable hintTable(const Program &program, AttributeId hints) {
  HintTable table;
  if (!hints.valid()) return table;
  const tileir::Attribute &attribute = program.attribute(hints);
  for (std::size_t i = 0; i < attribute.items.size(); ++i) {
    const tileir::Attribute &dictionary = program.attribute(attribute.items[i]);
    HintSet set;
    for (std::size_t k = 0; k < dictionary.items.size(); ++k) {
      // Hint integers print bare in the text; their type is not part of what they say.
      const tileir::Attribute &value = program.attribute(dictionary.items[k]);
      const bool integer = value.kind == tileir::AttributeKind::Integer && !isFlag(program.type(value.type));
      set[dictionary.keys[k]] = integer ? std::to_string(value.bits) : tileir::toText(program, dictionary.items[k]);
    }
    if (!set.empty()) table[attribute.keys[i]] = std::move(set);
  }
  return table;
}

/// What holds for an architecture: tileiras takes each key from it where it has the key, else from `default`.
HintSet effective(const HintTable &table, const std::string &architecture) {
  HintSet set;
  if (const auto it = table.find(architecture); it != table.end()) set = it->second;
  if (const auto it = table.find("default"); it != table.end()) set.insert(it->second.begin(), it->second.end());
  return set;
}

/// Whether the tools know the architecture (tileir.md section 3). They drop the hints of any other without a word.
bool isArchitecture(const std::string &name) {
  static const std::set<std::string> known = {"sm_80",  "sm_86",  "sm_87",  "sm_88",  "sm_89",  "sm_90",
                                              "sm_100", "sm_103", "sm_107", "sm_110", "sm_120", "sm_121"};
  return known.count(name) != 0;
}

std::string needle(const std::string &key, const std::string &value) { return value.empty() ? "" : key + " = " + value; }

std::string dims(const std::vector<std::int64_t> &numbers, char separator = 'x') {
  std::string text;
  for (std::int64_t n : numbers) {
    if (!text.empty()) text += separator;
    text += n == tileir::kDynamic ? "?" : std::to_string(n);
  }
  return text;
}

class TypeComparer {
 public:
  TypeComparer(const Program &reference, const Program &port) : left_(reference), right_(port) {}

  void compare(tileir::TypeId left, tileir::TypeId right) {
    const Type &l = left_.type(left), &r = right_.type(right);
    if (l.kind != r.kind) return add("type", tileir::toText(left_, left), tileir::toText(right_, right));
    switch (l.kind) {
      case TypeKind::Scalar:
      case TypeKind::Token:
      case TypeKind::Function:
        if (l.scalar != r.scalar) add("element", tileir::toText(left_, left), tileir::toText(right_, right));
        return;
      case TypeKind::Pointer: compareElements(l, r, "pointee"); return comparePointerAttr(l, r);
      case TypeKind::Tile:
        compareElements(l, r, "element");
        if (l.shape != r.shape) add("shape", dims(l.shape), dims(r.shape));
        return;
      case TypeKind::TensorView: return compareTensorViews(l, r);
      default: return compareViews(l, r);
    }
  }

  std::vector<PartDifference> take() { return std::move(list_); }

 private:
  void add(std::string what, std::string reference, std::string port, std::string referenceNeedle = {}, std::string portNeedle = {}) {
    list_.push_back({std::move(what), std::move(reference), std::move(port), std::move(referenceNeedle), std::move(portNeedle)});
  }

  void compareElements(const Type &l, const Type &r, const char *what) {
    const Type &le = left_.type(l.element), &re = right_.type(r.element);
    if (le.kind == TypeKind::Scalar && re.kind == TypeKind::Scalar) {
      const std::string a = tileir::toText(left_, l.element), b = tileir::toText(right_, r.element);
      if (le.scalar != re.scalar) add(what, a, b, a, b);
    } else {
      compare(l.element, r.element);
    }
  }

  void comparePointerAttr(const Type &l, const Type &r) {
    const auto a = l.pointerAttr.value_or(tileir::PtrAttr::None), b = r.pointerAttr.value_or(tileir::PtrAttr::None);
    if (a != b) add("pointer attribute", enumText(tileir::EnumKind::PtrAttr, a), enumText(tileir::EnumKind::PtrAttr, b));
  }

  template <class E>
  static std::string enumText(tileir::EnumKind kind, E value) {
    return std::string(tileir::enumText(kind, static_cast<std::uint64_t>(value)));
  }

  void compareTensorViews(const Type &l, const Type &r) {
    compareElements(l, r, "element");
    comparePointerAttr(l, r);
    if (l.shape.size() != r.shape.size()) return add("rank", std::to_string(l.shape.size()), std::to_string(r.shape.size()));
    const auto number = [](std::int64_t n) { return n == tileir::kDynamic ? std::string("dynamic") : std::to_string(n); };
    for (std::size_t i = 0; i < l.shape.size(); ++i)
      if (l.shape[i] != r.shape[i]) add("extent " + std::to_string(i), number(l.shape[i]), number(r.shape[i]));
    const std::string ls = "strides=[" + dims(l.strides, ',') + "]", rs = "strides=[" + dims(r.strides, ',') + "]";
    for (std::size_t i = 0; i < l.strides.size() && i < r.strides.size(); ++i)
      if (l.strides[i] != r.strides[i]) add("stride " + std::to_string(i), number(l.strides[i]), number(r.strides[i]), ls, rs);
  }

  void compareViews(const Type &l, const Type &r) {
    const auto tile = [](const Type &t) { return "tile=(" + dims(t.shape) + ")"; };
    if (l.shape != r.shape) add("tile", dims(l.shape), dims(r.shape), tile(l), tile(r));
    if (l.strides != r.strides) add("traversal_strides", dims(l.strides, ','), dims(r.strides, ','));
    if (l.padding != r.padding) {
      const auto padding = [](const Type &t) { return t.padding ? enumText(tileir::EnumKind::PaddingValue, *t.padding) : std::string(); };
      const std::string a = padding(l), b = padding(r);
      add("padding_value", a, b, needle("padding_value", a), needle("padding_value", b));
    }
    const auto map = [](const Type &t) {
      std::string list;
      for (std::int32_t n : t.dimMap) list += (list.empty() ? "" : ", ") + std::to_string(n);
      return "[" + list + "]";
    };
    if (l.dimMap != r.dimMap) add("dim_map", map(l), map(r), "dim_map=" + map(l), "dim_map=" + map(r));
    if (l.sparseDim != r.sparseDim) add("sparse_dim", std::to_string(l.sparseDim), std::to_string(r.sparseDim));
  }

  const Program &left_, &right_;
  std::vector<PartDifference> list_;
};

/// The names under which a program has hints: architectures and `default`. Empty dictionaries do not count, nor do attributes
/// that stand in a table and nowhere else.
std::set<std::string> hintNames(const Program &program) {
  std::set<AttributeId> used;
  for (std::size_t i = 0; i < program.functionCount(); ++i) used.insert(program.function(tileir::FunctionId(i)).hints);
  for (std::size_t i = 0; i < program.opCount(); ++i)
    for (const tileir::NamedAttribute &use : program.attributes(tileir::OpId(i)))
      if (program.attribute(use.value).kind == tileir::AttributeKind::Hints) used.insert(use.value);
  std::set<std::string> names;
  for (AttributeId id : used) {
    if (!id.valid()) continue;
    const tileir::Attribute &hints = program.attribute(id);
    for (std::size_t i = 0; i < hints.items.size(); ++i)
      if (!program.attribute(hints.items[i]).items.empty()) names.insert(hints.keys[i]);
  }
  return names;
}

}  // namespace

HintScope hintScope(const Program &reference, const Program &port) {
  std::set<std::string> l = hintNames(reference), r = hintNames(port);
  HintScope scope;
  scope.others = (l.erase("default") != 0) == (r.erase("default") != 0);
  for (const std::set<std::string> *names : {&l, &r})
    std::copy_if(names->begin(), names->end(), std::inserter(scope.architectures, scope.architectures.end()), isArchitecture);
  return scope;
}

std::vector<PartDifference> compareHints(const Program &reference, AttributeId referenceHints, const Program &port, AttributeId portHints,
                                         const HintScope &scope) {
  const HintTable l = hintTable(reference, referenceHints), r = hintTable(port, portHints);
  if (l.empty() && r.empty()) return {};
  std::set<std::string> architectures = scope.architectures;
  for (const HintTable *table : {&l, &r})
    for (const auto &[architecture, hints] : *table)
      if (architecture != "default") architectures.insert(architecture);
  const auto forOthersOnly = [&](const HintTable &table) {
    return table.count("default") && std::all_of(architectures.begin(), architectures.end(),
                                                 [&](const std::string &name) { return !isArchitecture(name) || table.count(name) != 0; });
  };
  if (scope.others || forOthersOnly(l) || forOthersOnly(r)) architectures.insert("default");

  std::vector<PartDifference> differences;
  for (const std::string &architecture : architectures) {
    const HintSet a = effective(l, architecture), b = effective(r, architecture);
    std::set<std::string> keys;
    for (const HintSet *set : {&a, &b})
      for (const auto &[key, value] : *set) keys.insert(key);
    for (const std::string &key : keys) {
      const auto find = [&](const HintSet &set) {
        const auto it = set.find(key);
        return it == set.end() ? std::string() : it->second;
      };
      if (const std::string av = find(a), bv = find(b); av != bv)
        differences.push_back({architecture + "." + key, av, bv, needle(key, av), needle(key, bv)});
    }
  }
  return differences;
}

std::vector<PartDifference> compareTypes(const Program &reference, tileir::TypeId referenceType, const Program &port,
                                         tileir::TypeId portType) {
  TypeComparer comparer(reference, port);
  comparer.compare(referenceType, portType);
  return comparer.take();
}

}  // namespace tileport::align
