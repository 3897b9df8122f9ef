// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/dialect/canonicalise.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "tileir/dialect/constraints.h"
#include "tileir/dialect/names.h"

#define GET_OP_CLASSES
#include "tileir/dialect/CudaTileOps.h.inc"

namespace tileport::cuda_tile {

mlir::OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

namespace {

/// Says of an op that it touches no memory, here alone: the traits in ods/ also tell the comparison what may be dropped.
template <class Op>
struct NoEffects : mlir::MemoryEffectOpInterface::ExternalModel<NoEffects<Op>, Op> {
  void getEffects(mlir::Operation *, llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &) const {}
};

void attachEffects(mlir::MLIRContext &context) {
  // A fact on a value that nobody uses says nothing, and a second time it says nothing new.
  AssumeOp::attachInterface<NoEffects<AssumeOp>>(context);
  // Ends a reduce, scan or if, which have the effects of what they hold. Loops, which may not end, stay.
  YieldOp::attachInterface<NoEffects<YieldOp>>(context);
}

}  // namespace

mlir::LogicalResult canonicalise(mlir::Operation &module) {
  attachEffects(*module.getContext());
  mlir::PassManager passes(module.getContext(), module.getName().getStringRef());
  // What is merged can make more of the other.
  for (int round = 0; round < 2; ++round) {
    passes.addPass(mlir::createCanonicalizerPass());
    passes.addPass(mlir::createCSEPass());
  }
  passes.addPass(mlir::createCanonicalizerPass());
  return passes.run(&module);
}

}  // namespace tileport::cuda_tile
