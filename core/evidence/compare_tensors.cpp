// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors of two sides: what they are launched with, and what the compilers may assume of them.
#include <algorithm>

#include "evidence/comparison.h"
#include "evidence/element_type.h"

namespace tileport::evidence {

namespace {

using Kind = SpecialisationDifference::Kind;
using Origin = SpecialisationDifference::Origin;

/// Divisors are what a record says; only those that can be meant are given in bytes.
constexpr std::int64_t kMostWithBytes = std::int64_t(1) << 40;

/// One axis of a side. Of a port that takes a raw pointer, put together from its scalars.
struct Axis {
  std::optional<std::int64_t> launchedExtent;
  std::optional<std::int64_t> launchedStride;
  AxisFacts facts;
  bool extentIsKnown = true;  ///< there is an argument, or a constant: what is not stated is not assumed
  bool strideIsKnown = true;
};

std::vector<Axis> axesOf(const TensorSpecialisation &tensor) {
  std::vector<Axis> axes(tensor.axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i].facts = tensor.axes[i];
    if (i < tensor.extents.size()) axes[i].launchedExtent = tensor.extents[i];
    if (i < tensor.strides.size()) axes[i].launchedStride = tensor.strides[i];
  }
  return axes;
}

/// What a scalar argument, or a number in the source, says of an extent or a stride.
struct Dimension {
  std::optional<std::int64_t> launched;
  std::optional<std::int64_t> constant;
  std::int64_t divisor = 1;
  bool isKnown = false;
};

Dimension dimensionOf(const std::vector<AxisArgument> &axes, std::size_t axis, const Specialisation &port, ComparisonBuilder &into) {
  if (axis >= axes.size() || !axes[axis].isKnown()) return {};
  if (axes[axis].builtIn) return {.launched = axes[axis].builtIn, .constant = axes[axis].builtIn, .isKnown = true};
  const ScalarSpecialisation *scalar = findScalar(port, axes[axis].scalar);
  if (!scalar) {
    into.missing(Side::Port, axes[axis].scalar);
    return {};
  }
  Dimension dimension{.divisor = scalar->divisor, .isKnown = true};
  if (scalar->value && scalar->value->kind == Constant::Kind::Integer) dimension.launched = scalar->value->integer;
  return dimension;
}

std::vector<Axis> axesOfPointer(const TensorRule &rule, const Specialisation &port, std::size_t rank, ComparisonBuilder &into) {
  std::vector<Axis> axes(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const Dimension extent = dimensionOf(rule.extents, i, port, into);
    const Dimension stride = dimensionOf(rule.strides, i, port, into);
    axes[i] = {extent.launched, stride.launched, {}, extent.isKnown, stride.isKnown};
    axes[i].facts.extent = extent.constant;
    axes[i].facts.extentDivisor = extent.divisor;
    axes[i].facts.stride = stride.constant;
    axes[i].facts.strideDivisor = stride.divisor;
  }
  return axes;
}

std::string optionalText(const std::optional<std::int64_t> &value) { return value ? std::to_string(*value) : "not stated"; }
std::string divisorText(std::int64_t divisor) { return divisor == 1 ? "not stated" : std::to_string(divisor); }

std::string joined(const std::vector<std::int64_t> &numbers) {
  std::string text;
  for (const std::int64_t number : numbers) text += (text.empty() ? "" : " x ") + std::to_string(number);
  return text.empty() ? "none" : text;
}

/// Compares the two sides of one tensor, axis by axis.
class TensorComparison {
 public:
  TensorComparison(const TensorSpecialisation &reference, const TensorSpecialisation &port, const TensorRule &rule, ComparisonBuilder &into)
      : reference_(reference), port_(port), rule_(rule), into_(into), subject_(subjectOf(reference.name, port.name)) {}

  void run(const Specialisation &portSide) {
    if (!sameShape()) return;
    const std::vector<Axis> ours = axesOf(reference_);
    const std::vector<Axis> theirs = port_.isPointer ? axesOfPointer(rule_, portSide, ours.size(), into_) : axesOf(port_);
    // Facts come from the launch, so it is asked first whether that is the same.
    bool launchedAlike = true;
    for (std::size_t i = 0; i < ours.size(); ++i) launchedAlike = compareLaunch(ours[i], theirs[i], i) && launchedAlike;
    if (launchedAlike && !port_.isPointer && !reference_.extents.empty() && !port_.extents.empty()) {
      into_.agree(subject_ + ", extents", joined(reference_.extents));
      into_.agree(subject_ + ", strides", joined(reference_.strides));
    }
    if (launchedAlike && port_.isPointer) agreeOnPointer(theirs);
    for (std::size_t i = 0; i < ours.size(); ++i) compareFacts(ours[i], theirs[i], i);
    compareMemory(launchedAlike);
  }

 private:
  /// False when there are no axes to compare.
  bool sameShape() {
    if (!reference_.elementType.empty() && !port_.elementType.empty()) {
      if (reference_.elementType == port_.elementType) into_.agree(subject_ + ", element type", reference_.elementType);
      else
        into_.separate(Kind::ElementType, Origin::Variant, subject_, reference_.elementType, port_.elementType,
                       "the elements of " + subject_ + " are " + reference_.elementType + " in the reference and " + port_.elementType +
                           " in the port");
    }
    const auto rankText = [](const TensorSpecialisation &tensor) {
      return (tensor.isList ? "a list, rank " : "rank ") + (tensor.rank ? std::to_string(*tensor.rank) : std::string("not recorded"));
    };
    const bool sameRank = !reference_.rank || !port_.rank || *reference_.rank == *port_.rank;
    if (sameRank && reference_.isList == port_.isList) return reference_.rank.has_value() && (port_.rank.has_value() || port_.isPointer);
    into_.separate(Kind::Rank, Origin::Variant, subject_, rankText(reference_), rankText(port_),
                   subject_ + " is of " + rankText(reference_) + " in the reference and of " + rankText(port_) + " in the port");
    return false;
  }

  void agreeOnPointer(const std::vector<Axis> &axes) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].launchedExtent) into_.agree(axisText(i) + ", extent", std::to_string(*axes[i].launchedExtent));
      if (axes[i].launchedStride) into_.agree(axisText(i) + ", stride", std::to_string(*axes[i].launchedStride));
    }
  }

  std::string axisText(std::size_t axis) const { return subject_ + ", axis " + std::to_string(axis); }

  bool compareLaunch(const Axis &ours, const Axis &theirs, std::size_t axis) {
    const bool extent = compareLaunched(Kind::LaunchedExtent, "extent", ours.launchedExtent, theirs.launchedExtent, ours.facts.extent,
                                        ours.facts.extentDivisor, axis);
    const bool stride = compareLaunched(Kind::LaunchedStride, "stride", ours.launchedStride, theirs.launchedStride, ours.facts.stride,
                                        ours.facts.strideDivisor, axis);
    return extent && stride;
  }

  /// Of a bare symbol the launch is not known, but it must be one that the port's could be.
  bool compareLaunched(Kind kind, const std::string &what, const std::optional<std::int64_t> &ours,
                       const std::optional<std::int64_t> &theirs, const std::optional<std::int64_t> &constant, std::int64_t divisor,
                       std::size_t axis) {
    if (!theirs || ours == theirs) return true;
    std::string reference = optionalText(ours);
    if (!ours) {
      if (constant ? *constant == *theirs : *theirs % divisor == 0) return true;
      reference = constant ? optionalText(constant) : "a multiple of " + std::to_string(divisor);
    }
    into_.separate(
        kind, Origin::Variant, axisText(axis), reference, std::to_string(*theirs),
        "the " + what + " of " + axisText(axis) + " is " + reference + " in the reference and " + std::to_string(*theirs) + " in the port");
    return false;
  }

  /// Why facts of an axis differ, when the launch does not tell.
  Origin originOf(const std::optional<std::int64_t> &ours, const std::optional<std::int64_t> &theirs) const {
    if (port_.isPointer) return Origin::Source;
    return ours && theirs && *ours == *theirs ? Origin::FrontEnd : Origin::Variant;
  }

  void compareFacts(const Axis &ours, const Axis &theirs, std::size_t axis) {
    if (theirs.extentIsKnown) {
      const Origin origin = originOf(ours.launchedExtent, theirs.launchedExtent);
      if (ours.facts.extent != theirs.facts.extent)
        differ(Kind::ConstantExtent, origin, axis, optionalText(ours.facts.extent), optionalText(theirs.facts.extent), "constant extent");
      else if (!ours.facts.extent && ours.facts.extentDivisor != theirs.facts.extentDivisor)
        differ(Kind::ExtentDivisor, origin, axis, divisorText(ours.facts.extentDivisor), divisorText(theirs.facts.extentDivisor),
               "divisor of the extent");
    }
    if (!theirs.strideIsKnown) return;
    const Origin origin = originOf(ours.launchedStride, theirs.launchedStride);
    if (ours.facts.stride != theirs.facts.stride)
      differ(Kind::ConstantStride, origin, axis, optionalText(ours.facts.stride), optionalText(theirs.facts.stride), "constant stride");
    else if (!ours.facts.stride && ours.facts.strideDivisor != theirs.facts.strideDivisor)
      differStrides(origin, axis, ours.facts.strideDivisor, theirs.facts.strideDivisor);
  }

  void differ(Kind kind, Origin origin, std::size_t axis, const std::string &reference, const std::string &port, const std::string &what) {
    into_.differ(kind, origin, axisText(axis), reference, port,
                 "the " + what + " of " + axisText(axis) + " is " + reference + " in the reference and " + port + " in the port");
  }

  /// cuTile Python states that a stride is a multiple of 16 bytes; cuTile Rust states its greatest divisor up to 16 elements.
  void differStrides(Origin origin, std::size_t axis, std::int64_t ours, std::int64_t theirs) {
    const std::uint32_t bits = elementBits(reference_.elementType);
    const auto withBytes = [&](std::int64_t divisor) {
      if (divisor == 1 || bits == 0 || divisor > kMostWithBytes) return divisorText(divisor);
      return std::to_string(divisor) + " elements (" + std::to_string(divisor * bits / 8) + " bytes)";
    };
    std::string sentence = "the divisor of the stride of " + axisText(axis) + " is " + withBytes(ours) + " in the reference and " +
                           withBytes(theirs) + " in the port";
    if (origin == Origin::FrontEnd) sentence += ": cuTile Python states 16 bytes, cuTile Rust up to 16 elements";
    into_.differ(Kind::StrideDivisor, origin, axisText(axis), divisorText(ours), divisorText(theirs), sentence);
  }

  void compareMemory(bool launchedAlike) {
    if (reference_.baseDivisor != port_.baseDivisor)
      into_.differ(Kind::BaseDivisor, Origin::Variant, subject_, divisorText(reference_.baseDivisor), divisorText(port_.baseDivisor),
                   "the base address of " + subject_ + " is a multiple of " + divisorText(reference_.baseDivisor) +
                       " bytes in the reference and of " + divisorText(port_.baseDivisor) + " bytes in the port");
    else into_.agree(subject_ + ", base address", divisorText(reference_.baseDivisor) + " bytes");
    if (!reference_.disjoint || !port_.disjoint || *reference_.disjoint == *port_.disjoint) return;
    const auto disjointText = [](bool disjoint) { return disjoint ? "disjoint" : "maybe overlapping"; };
    into_.differ(Kind::Disjoint, launchedAlike ? Origin::FrontEnd : Origin::Variant, subject_, disjointText(*reference_.disjoint),
                 disjointText(*port_.disjoint),
                 "the elements of " + subject_ + " are " + disjointText(*reference_.disjoint) + " in the reference and " +
                     disjointText(*port_.disjoint) + " in the port");
  }

  const TensorSpecialisation &reference_;
  const TensorSpecialisation &port_;
  const TensorRule &rule_;
  ComparisonBuilder &into_;
  std::string subject_;
};

void reportTensor(const TensorSpecialisation &tensor, Side side, ComparisonBuilder &into) {
  const bool inReference = side == Side::Reference;
  const std::string value = tensor.elementType.empty() ? "a pointer" : "of " + tensor.elementType;
  into.differ(inReference ? Kind::OnlyInReference : Kind::OnlyInPort, Origin::Source, tensor.name, inReference ? value : "absent",
              inReference ? "absent" : value,
              std::string("only the ") + (inReference ? "reference" : "port") + " has the tensor " + tensor.name);
}

}  // namespace

void compareTensors(const Specialisation &reference, const Specialisation &port, const KernelRule &rule, ComparisonBuilder &into) {
  for (const TensorRule &each : rule.tensors) {
    const TensorSpecialisation *ours = findTensor(reference, each.reference);
    const TensorSpecialisation *theirs = findTensor(port, each.port);
    if (!ours) into.missing(Side::Reference, each.reference);
    if (!theirs) into.missing(Side::Port, each.port);
    if (ours && theirs) TensorComparison(*ours, *theirs, each, into).run(port);
  }
  const auto named = [&](std::string TensorRule::*name, const std::string &wanted) {
    return std::any_of(rule.tensors.begin(), rule.tensors.end(), [&](const TensorRule &each) { return each.*name == wanted; });
  };
  for (const TensorSpecialisation &each : reference.tensors)
    if (!named(&TensorRule::reference, each.name)) reportTensor(each, Side::Reference, into);
  for (const TensorSpecialisation &each : port.tensors)
    if (!named(&TensorRule::port, each.name)) reportTensor(each, Side::Port, into);
}

}  // namespace tileport::evidence
