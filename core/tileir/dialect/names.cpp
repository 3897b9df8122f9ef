// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/names.h"

#include "tileir/dialect/dense.h"

namespace tileport::cuda_tile {

namespace {

constexpr llvm::StringLiteral assumeName = "cuda_tile.assume";

/// Names of assumes do not grow beyond this, as in the bytecode printer.
constexpr std::size_t longestSuggestion = 1000;

/// The name that `value` is suggested, without what makes it unique. Absent when its op takes no part in naming.
std::optional<std::string> suggestionFor(mlir::Value value) {
  auto op = value.getDefiningOp<mlir::OpAsmOpInterface>();
  if (!op) return std::nullopt;
  std::optional<std::string> name;
  op.getAsmResultNames([&](mlir::Value named, llvm::StringRef suggestion) {
    if (named == value) name = suggestion.str();
  });
  // Ops with regions take part even where they suggest nothing: the name of an assume then ends in a line.
  if (!name && op->getNumRegions() != 0) return "";
  return name;
}

/// assume_assume_tview: what is assumed of what. A chain is followed to its end without recursion.
std::string assumption(mlir::Operation *assume) {
  std::size_t links = 0;
  auto value = assume->getOperand(0);
  for (auto *op = value.getDefiningOp(); op && op->getName().getStringRef() == assumeName; op = value.getDefiningOp()) {
    ++links;
    value = op->getOperand(0);
  }
  std::string name = "assume";
  if (const auto suggestion = suggestionFor(value); suggestion && suggestion->size() < longestSuggestion) name += "_" + *suggestion;
  constexpr llvm::StringLiteral prefix = "assume_";
  std::size_t prefixes = 0;
  for (; links != 0; --links) {
    if (++prefixes * prefix.size() + name.size() < longestSuggestion + prefix.size()) continue;
    name = "assume";
    prefixes = 0;
  }
  std::string out;
  for (; prefixes != 0; --prefixes) out += prefix;
  return out + name;
}

}  // namespace

void nameResults(mlir::Operation *op, llvm::StringRef names, mlir::OpAsmSetValueNameFn setName) {
  if (op->getNumResults() == 0) return;
  const auto opName = op->getName().getStringRef();
  if (opName == assumeName) return setName(op->getResult(0), assumption(op));
  if (opName == "cuda_tile.constant") {
    if (auto value = llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(op->getInherentAttr("value").value_or(nullptr)))
      setName(op->getResult(0), constantName(value));
    return;
  }
  if (names.empty()) return;
  llvm::SmallVector<llvm::StringRef> each;
  names.split(each, ' ');
  if (each.size() == 1) return setName(op->getResult(0), names);
  for (auto [result, name] : llvm::zip(op->getResults(), each)) setName(result, name);
}

void nameArguments(mlir::Operation *op, mlir::Region &region, mlir::OpAsmSetValueNameFn setName) {
  const auto opName = op->getName().getStringRef();
  const auto arguments = region.getArguments();
  if (opName == "cuda_tile.for") {
    for (auto argument : arguments) {
      const auto number = argument.getArgNumber();
      setName(argument, number ? "iterArg" + std::to_string(number - 1) : "loopIdx");
    }
  } else if (opName == "cuda_tile.reduce") {
    for (auto argument : arguments) {
      const auto number = argument.getArgNumber();
      const std::string side = number % 2 ? "reduce_rhs" : "reduce_lhs";
      setName(argument, arguments.size() > 2 ? side + std::to_string(number / 2) : side);
    }
  }
}

}  // namespace tileport::cuda_tile
