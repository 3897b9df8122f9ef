// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <utility>

#include "evidence/element_type.h"
#include "evidence/symbol.h"
#include "evidence/symbol_text.h"

namespace tileport::evidence {

namespace {

/// Facts of axes, each with the axes that it holds for, in the order in which the mangler meets them.
class AxisPredicates {
 public:
  void add(char letter, std::int64_t value, std::size_t axis) {
    const std::string predicate = letter + mangledInteger(value);
    const auto found = std::find_if(predicates_.begin(), predicates_.end(), [&](const auto &each) { return each.first == predicate; });
    const std::uint64_t bit = std::uint64_t(1) << axis;
    if (found == predicates_.end()) predicates_.emplace_back(predicate, bit);
    else found->second |= bit;
  }

  /// One group for each set of axes, by the set as a number.
  std::string text() const {
    auto sorted = predicates_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    std::string text;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (i == 0 || sorted[i].second != sorted[i - 1].second) text += "_" + mangledHex(sorted[i].second);
      text += sorted[i].first;
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> predicates_;
};

std::string mangledGroups(const std::vector<std::uint32_t> &groups) {
  std::string text;
  for (const std::uint32_t group : groups) text += "g" + mangledHex(group);
  return text;
}

std::string mangledArray(const ArrayFacts &array) {
  AxisPredicates predicates;
  const std::vector<AxisFacts> &axes = array.axes;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].extent) predicates.add('s', *axes[i].extent, i);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].extentDivisor != 1) predicates.add('i', axes[i].extentDivisor, i);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].stride) predicates.add('t', *axes[i].stride, i);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].strideDivisor != 1) predicates.add('v', axes[i].strideDivisor, i);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].leastStride) predicates.add('l', *axes[i].leastStride, i);

  std::string extras;
  if (array.baseDivisor != 1) extras += "p" + mangledInteger(array.baseDivisor);
  extras += mangledGroups(array.aliasGroups);
  if (array.mayAliasInternally) extras += "i";
  if (array.indexType == "u32") extras += "u";
  if (array.indexType == "i64") extras += "w";
  if (!extras.empty()) extras.insert(extras.begin(), '_');
  return "A" + std::to_string(axes.size()) + std::string(mangledElementType(array.elementType)) + predicates.text() + extras;
}

std::string mangledConstant(const Constant &constant) {
  switch (constant.kind) {
    case Constant::Kind::None: return "Cn_";
    case Constant::Kind::Bool: return constant.integer != 0 ? "B1" : "B0";
    case Constant::Kind::Integer: return "I" + mangledInteger(constant.integer);
    case Constant::Kind::Float: return "F" + mangledHex(std::bit_cast<std::uint64_t>(constant.real), 16);
    case Constant::Kind::Text: return "Cs_" + mangledString(constant.text);
    case Constant::Kind::Type: return "Cd_" + std::string(mangledElementType(constant.text));
    case Constant::Kind::Member:
      return "Ce_" + mangledString(constant.module) + mangledString(constant.owner) + mangledString(constant.text);
  }
  return {};
}

std::string mangledParameter(const Parameter &parameter) {
  const auto items = [&] {
    std::string text = std::to_string(parameter.items.size());
    for (const Parameter &item : parameter.items) text += mangledParameter(item);
    return text;
  };
  switch (parameter.kind) {
    case Parameter::Kind::Array: return mangledArray(parameter.array);
    case Parameter::Kind::List:
      return "L" + mangledGroups(parameter.listGroups) + (parameter.elementsMayAlias ? "i" : "") + mangledArray(parameter.array);
    case Parameter::Kind::Tuple: return "T" + items();
    case Parameter::Kind::Scalar: return "S" + std::string(mangledElementType(parameter.elementType));
    case Parameter::Kind::Constant: return mangledConstant(parameter.constant);
    case Parameter::Kind::Pointer: return "P" + std::string(mangledElementType(parameter.elementType));
    case Parameter::Kind::TensorMap: return "M";
    case Parameter::Kind::Stream: return "R";
    case Parameter::Kind::Dataclass: return "D" + mangledString(parameter.module) + mangledString(parameter.className) + items();
  }
  return {};
}

}  // namespace

std::string mangle(const KernelSymbol &symbol) {
  std::string text = symbol.kernel + "_Kt" + std::to_string(symbol.convention);
  for (const Parameter &parameter : symbol.parameters) text += "_" + mangledParameter(parameter);
  return text;
}

}  // namespace tileport::evidence
