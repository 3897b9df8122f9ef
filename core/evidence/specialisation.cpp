// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "evidence/specialisation.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

#include "evidence/element_type.h"
#include "evidence/reading.h"

namespace tileport::evidence {

namespace {

// cuTile Python's JIT: the facts of one axis (plugins/cutile_python/README.md).
constexpr std::size_t kMostAxesWithFacts = 5;
constexpr std::int64_t kExtentDivisor = 16;
constexpr std::int64_t kStrideDivisorBits = 128;
constexpr std::int64_t kBaseDivisor = 16;

/// With axes sorted by stride, each stride is positive and at least the previous stride times its extent.
bool isDisjoint(const std::vector<std::int64_t> &extents, const std::vector<std::int64_t> &strides) {
  std::vector<std::size_t> order(extents.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(strides[a], extents[a]) < std::pair(strides[b], extents[b]); });
  std::int64_t least = 1;
  for (const std::size_t axis : order) {
    if (strides[axis] < least) return false;
    if (__builtin_mul_overflow(strides[axis], extents[axis], &least)) least = std::numeric_limits<std::int64_t>::max();
    least = std::max<std::int64_t>(least, 1);
  }
  return true;
}

TensorSpecialisation tensorOfFacts(std::string name, const ArrayFacts &facts) {
  TensorSpecialisation tensor{.name = std::move(name), .elementType = facts.elementType};
  tensor.rank = static_cast<std::uint32_t>(facts.axes.size());
  tensor.axes = facts.axes;
  tensor.baseDivisor = facts.baseDivisor;
  tensor.disjoint = !facts.mayAliasInternally;
  return tensor;
}

/// "#0" becomes the first of the names, "#0.1" that and ".1".
void rename(std::string &name, const std::vector<std::string> &names) {
  if (name.empty() || name[0] != '#') return;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (error == std::errc() && number < names.size()) name = names[number] + name.substr(static_cast<std::size_t>(end - name.data()));
}

template <class T>
const T *findNamed(const std::vector<T> &all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const T &each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Result<std::vector<Specialisation>> readLines(std::string_view text, const std::string &file,
                                              Result<Specialisation> (*read)(std::string_view, const std::string &, std::uint32_t)) {
  std::vector<Specialisation> all;
  std::uint32_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view object = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (object.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto one = read(object, file, line);
    if (!one) return std::move(one).error();
    all.push_back(std::move(*one));
  }
  return all;
}

}  // namespace

void addParameter(Specialisation &into, const std::string &name, const Parameter &parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::Array:
    case Parameter::Kind::List:
      into.tensors.push_back(tensorOfFacts(name, parameter.array));
      into.tensors.back().isList = parameter.kind == Parameter::Kind::List;
      break;
    case Parameter::Kind::Tuple:
    case Parameter::Kind::Dataclass:
      for (std::size_t i = 0; i < parameter.items.size(); ++i) addParameter(into, name + "." + std::to_string(i), parameter.items[i]);
      break;
    case Parameter::Kind::Scalar: into.scalars.push_back({.name = name, .elementType = parameter.elementType}); break;
    case Parameter::Kind::Constant: into.constants.push_back({name, parameter.constant}); break;
    case Parameter::Kind::Pointer: into.tensors.push_back({.name = name, .elementType = parameter.elementType, .isPointer = true}); break;
    case Parameter::Kind::TensorMap:
    case Parameter::Kind::Stream: break;  // opaque: nothing is specialised
  }
}

std::string canonicalHint(std::string_view name) {
  if (name == "num_ctas") return "num_cta_in_cga";
  if (name == "num_worker_warps") return "num_worker_warps_per_cta";
  return std::string(name);
}

Result<Specialisation> specialisationOfSymbol(std::string_view symbol) {
  const auto value = demangle(symbol);
  if (!value) return value.error();
  Specialisation result{.side = Side::Reference, .kernel = value->kernel, .entry = std::string(symbol), .convention = value->convention};
  result.hasLaunch = false;
  result.parameterCount = static_cast<std::uint32_t>(value->parameters.size());
  for (std::size_t i = 0; i < value->parameters.size(); ++i) addParameter(result, "#" + std::to_string(i), value->parameters[i]);
  return result;
}

Specialisation withParameterNames(Specialisation specialisation, const std::vector<std::string> &names) {
  if (names.size() != specialisation.parameterCount) return specialisation;
  for (NamedConstant &each : specialisation.constants) rename(each.name, names);
  for (TensorSpecialisation &each : specialisation.tensors) rename(each.name, names);
  for (ScalarSpecialisation &each : specialisation.scalars) rename(each.name, names);
  return specialisation;
}

ArrayFacts factsOfLaunch(const std::string &elementType, const std::vector<std::int64_t> &extents, const std::vector<std::int64_t> &strides,
                         bool baseAligned16) {
  ArrayFacts facts{.elementType = elementType};
  facts.axes.resize(extents.size());
  const std::int64_t bits = elementBits(elementType);
  const std::int64_t strideDivisor = bits == 0 ? 1 : kStrideDivisorBits / bits;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    AxisFacts &axis = facts.axes[i];
    axis.leastStride = 0;
    if (extents.size() > kMostAxesWithFacts) continue;
    if (extents[i] == 1) axis.extent = 1;
    if (extents[i] != 1 && extents[i] % kExtentDivisor == 0) axis.extentDivisor = kExtentDivisor;
    if (strides[i] == 1) {
      axis.stride = 1;
      axis.leastStride.reset();
    } else if (strides[i] % strideDivisor == 0) {
      axis.strideDivisor = strideDivisor;
    }
  }
  facts.baseDivisor = baseAligned16 ? kBaseDivisor : 1;
  facts.mayAliasInternally = !isDisjoint(extents, strides);
  return facts;
}

Result<std::vector<Specialisation>> readReferenceLaunches(std::string_view text, const std::string &file) {
  return readLines(text, file, readReferenceLaunch);
}

Result<std::vector<Specialisation>> readPortVariants(std::string_view text, const std::string &file) {
  return readLines(text, file, readPortVariant);
}

const NamedConstant *findConstant(const Specialisation &specialisation, std::string_view name) {
  return findNamed(specialisation.constants, name);
}

const TensorSpecialisation *findTensor(const Specialisation &specialisation, std::string_view name) {
  return findNamed(specialisation.tensors, name);
}

const ScalarSpecialisation *findScalar(const Specialisation &specialisation, std::string_view name) {
  return findNamed(specialisation.scalars, name);
}

}  // namespace tileport::evidence
