// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/symbol_description.h"

#include <vector>

namespace tileport::specification {

namespace {

using evidence::Parameter;

std::string describeArray(const evidence::ArrayFacts &array) {
  std::vector<std::string> facts;
  if (array.baseDivisor > 1) facts.push_back("base divisible by " + std::to_string(array.baseDivisor) + " bytes");
  for (std::size_t i = 0; i < array.axes.size(); ++i) {
    const evidence::AxisFacts &axis = array.axes[i];
    const std::string extent = "extent " + std::to_string(i), stride = "stride " + std::to_string(i);
    if (axis.extent) facts.push_back(extent + " is " + std::to_string(*axis.extent));
    if (axis.extentDivisor > 1) facts.push_back(extent + " divisible by " + std::to_string(axis.extentDivisor));
    if (axis.stride) facts.push_back(stride + " is " + std::to_string(*axis.stride));
    if (axis.strideDivisor > 1) facts.push_back(stride + " divisible by " + std::to_string(axis.strideDivisor));
    if (axis.leastStride) facts.push_back(stride + " at least " + std::to_string(*axis.leastStride));
  }
  if (array.mayAliasInternally) facts.push_back("two indices may name one element");
  if (!array.aliasGroups.empty()) facts.push_back("may alias other parameters");
  if (array.indexType != "i32") facts.push_back("extents and strides are " + array.indexType);
  std::string text = "array of " + array.elementType + ", rank " + std::to_string(array.axes.size());
  for (std::size_t i = 0; i < facts.size(); ++i) text += (i == 0 ? ": " : ", ") + facts[i];
  return text;
}

std::string describeItems(const Parameter &parameter) {
  std::string text;
  for (const Parameter &item : parameter.items) text += (text.empty() ? "" : "; ") + describe(item);
  return text;
}

}  // namespace

std::string describe(const Parameter &parameter) {
  switch (parameter.kind) {
    case Parameter::Kind::Array: return describeArray(parameter.array);
    case Parameter::Kind::List: return "list of: " + describeArray(parameter.array);
    case Parameter::Kind::Tuple: return "tuple of " + std::to_string(parameter.items.size()) + ": " + describeItems(parameter);
    case Parameter::Kind::Scalar: return "scalar " + parameter.elementType;
    case Parameter::Kind::Constant: return "constant " + evidence::text(parameter.constant);
    case Parameter::Kind::Pointer: return "pointer to " + parameter.elementType;
    case Parameter::Kind::TensorMap: return "tensor map";
    case Parameter::Kind::Stream: return "stream";
    case Parameter::Kind::Dataclass: return parameter.className + ": " + describeItems(parameter);
  }
  return {};
}

}  // namespace tileport::specification
