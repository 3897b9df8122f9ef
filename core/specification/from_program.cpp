// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/from_program.h"

#include <algorithm>

#include "evidence/element_type.h"
#include "specification/program_arguments.h"
#include "tileir/printer.h"

namespace tileport::specification {

namespace {

using Form = source::ParameterFact::Form;

/// Of "&Tensor<E, { [-1, -1] }>": 2. Nothing where the type says no extents.
std::optional<std::uint32_t> rankOf(const std::string &type) {
  const std::size_t open = type.rfind('['), close = type.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  const std::string inside = type.substr(open + 1, close - open - 1);
  if (inside.find_first_not_of(' ') == std::string::npos) return 0;
  return static_cast<std::uint32_t>(std::count(inside.begin(), inside.end(), ',')) + 1;
}

/// "E" of "&Tensor<E, { [-1] }>" and "*mut E": the word behind the first '<', or the last one.
std::string elementIn(const std::string &type) {
  const std::size_t angle = type.find('<');
  if (angle == std::string::npos) return type.substr(type.rfind(' ') + 1);
  const std::string inside = type.substr(angle + 1);
  return inside.substr(0, inside.find_first_of(",> "));
}

std::int64_t divisorOf(const ArgumentUse &use) {
  std::int64_t divisor = 1;
  for (const Assumption &assumption : use.assumptions) divisor = std::max(divisor, assumption.divisor);
  return divisor;
}

/// Of a tile of pointers; empty for anything else.
std::string pointee(const tileir::Program &program, tileir::ValueId argument) {
  const tileir::Type &tile = program.type(program.value(argument).type);
  if (tile.kind != tileir::TypeKind::Tile || program.type(tile.element).kind != tileir::TypeKind::Pointer) return {};
  return std::string(evidence::canonicalElementType(tileir::toText(program, program.type(tile.element).element)));
}

/// What the type of its view has fixed. Of a tensor that no view is made of nothing is known of its axes.
void readView(const tileir::Program &program, const ArgumentUse &base, evidence::TensorSpecialisation &tensor) {
  const tileir::Type *view = nullptr;
  if (base.firstUse.valid() && program.op(base.firstUse).kind == tileir::OpKind::MakeTensorView)
    view = &program.type(program.value(program.result(base.firstUse, 0)).type);
  if (view == nullptr || view->shape.size() != tensor.axes.size() || view->strides.size() != tensor.axes.size()) {
    tensor.axes.clear();
    return;
  }
  for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
    if (view->shape[i] != tileir::kDynamic) tensor.axes[i].extent = view->shape[i];
    if (view->strides[i] != tileir::kDynamic) tensor.axes[i].stride = view->strides[i];
  }
}

}  // namespace

std::shared_ptr<const evidence::Specialisation> specialisationOfProgram(const tileir::Program &program,
                                                                        const source::FunctionFacts &kernel) {
  auto made = std::make_shared<evidence::Specialisation>();
  made->side = evidence::Side::Port;
  made->kernel = kernel.name;
  made->hasLaunch = false;
  std::vector<std::string> order;
  for (const source::ParameterFact &parameter : kernel.parameters) {
    order.push_back(parameter.name);
    if (parameter.form == Form::Scalar || parameter.form == Form::Unknown) {
      made->scalars.push_back({.name = parameter.name});
      continue;
    }
    evidence::TensorSpecialisation tensor{.name = parameter.name, .isPointer = parameter.form == Form::Pointer};
    if (!tensor.isPointer && !(tensor.rank = rankOf(parameter.type))) return nullptr;
    tensor.axes.resize(tensor.rank.value_or(0));
    made->tensors.push_back(std::move(tensor));
  }
  const std::vector<ArgumentUse> uses = argumentUses(program, *made, order);
  if (uses.empty()) return nullptr;
  const tileir::BlockId body = program.bodyOf(tileir::FunctionId(0));
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const ArgumentUse &use = uses[i];
    const auto tensor =
        std::find_if(made->tensors.begin(), made->tensors.end(), [&](const auto &each) { return each.name == use.parameter; });
    if (tensor == made->tensors.end()) continue;
    if (use.part == ArgumentUse::Part::Base) tensor->baseDivisor = divisorOf(use);
    if (use.part == ArgumentUse::Part::Base) tensor->elementType = pointee(program, program.argument(body, i));
    if (use.part == ArgumentUse::Part::Base) readView(program, use, *tensor);
    if (use.axis >= tensor->axes.size()) continue;
    if (use.part == ArgumentUse::Part::Extent) tensor->axes[use.axis].extentDivisor = divisorOf(use);
    if (use.part == ArgumentUse::Part::Stride) tensor->axes[use.axis].strideDivisor = divisorOf(use);
  }
  for (const source::GenericFact &generic : kernel.generics) {
    if (generic.kind != source::GenericFact::Kind::Type) continue;
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      const auto *tensor = evidence::findTensor(*made, kernel.parameters[i].name);
      if (tensor == nullptr || tensor->elementType.empty() || elementIn(kernel.parameters[i].type) != generic.name) continue;
      made->constants.push_back({generic.name, evidence::Constant::ofType(tensor->elementType)});
      break;
    }
  }
  return made;
}

}  // namespace tileport::specification
