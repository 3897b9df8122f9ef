// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/verify/checker.h"

namespace tileport::tileir {

namespace verification {

namespace {

constexpr std::uint32_t kOpsBetweenPolls = 1024;

/// What the C++ of the dialect asks, by family. For an op whose parts and types satisfy the ODS.
bool checkFamily(const OpView &op) {
  switch (op.kind()) {
    case OpKind::Bitcast:
    case OpKind::IntToPtr:
    case OpKind::PtrToInt:
    case OpKind::PtrToPtr:
    case OpKind::Pack:
    case OpKind::Unpack:
    case OpKind::ExtI:
    case OpKind::TruncI:
    case OpKind::FToF:
    case OpKind::FToI:
    case OpKind::IToF: return checkConversion(op);
    case OpKind::MmaF:
    case OpKind::MmaI:
    case OpKind::MmaFScaled: return checkMatrix(op);
    case OpKind::Iota:
    case OpKind::Reshape:
    case OpKind::Broadcast:
    case OpKind::Permute:
    case OpKind::Cat:
    case OpKind::Extract:
    case OpKind::Insert:
    case OpKind::Select:
    case OpKind::Offset: return checkShape(op);
    case OpKind::Reduce:
    case OpKind::Scan: return checkFold(op);
    case OpKind::For:
    case OpKind::Loop:
    case OpKind::If:
    case OpKind::Break:
    case OpKind::Continue:
    case OpKind::Yield:
    case OpKind::Return: return checkControl(op);
    case OpKind::MakeTensorView:
    case OpKind::MakePartitionView:
    case OpKind::MakeStridedView:
    case OpKind::MakeGatherScatterView:
    case OpKind::GetIndexSpaceShape:
    case OpKind::GetTensorShape: return checkView(op);
    case OpKind::LoadViewTko:
    case OpKind::StoreViewTko:
    case OpKind::AtomicRedViewTko: return checkViewAccess(op);
    case OpKind::MultimemLoadReduceViewTko:
    case OpKind::MultimemReduceViewTko:
    case OpKind::MultimemStoreViewTko: return checkMultimem(op);
    case OpKind::LoadPtrTko:
    case OpKind::StorePtrTko:
    case OpKind::AtomicRmwTko:
    case OpKind::AtomicCasTko:
    case OpKind::Alloca: return checkPointerAccess(op);
    case OpKind::Assume:
    case OpKind::PrintTko:
    case OpKind::Constant:
    case OpKind::GetGlobal:
    case OpKind::JoinTokens: return checkFact(op);
    default: return checkModifiers(op);
  }
}

/// Goes through the ops in their order and knows which blocks are open: a value can be used where its block is open and its
/// op has ended.
class Walk {
 public:
  explicit Walk(Checker &checker) : checker_(checker), program_(checker.program()), open_(program_.data().blocks.size()) {}

  void visit(OpId id) {
    enter(program_.op(id).block);
    const OpView op(checker_, id);
    if (checkTypesOf(op) && hasSoundOperands(op) && checkScope(op) && checkPlace(op) && checkOpLocation(op) && checkParts(op) &&
        checkBlocks(op) && checkConstraints(op))
      checkFamily(op);
  }

 private:
  void enter(BlockId block) {
    if (!stack_.empty() && stack_.back() == block) return;
    const OpId owner = program_.region(program_.block(block).region).op;
    const BlockId outer = owner.valid() ? program_.op(owner).block : BlockId();
    while (!stack_.empty() && stack_.back() != block && stack_.back() != outer) {
      open_[stack_.back().index()] = false;
      stack_.pop_back();
    }
    if (!stack_.empty() && stack_.back() == block) return;
    stack_.push_back(block);
    open_[block.index()] = true;
  }

  /// Of its results and of its regions' arguments; those of its operands are checked where they come from.
  bool checkTypesOf(const OpView &op) const {
    bool valid = checkTypesOf(op, op.op().results);
    for (std::uint32_t n = 0; valid && n < op.op().regions.count; ++n) {
      const Slice blocks = program_.region(program_.region(op.id(), n)).blocks;
      for (std::uint32_t i = 0; valid && i < blocks.count; ++i)
        valid = checkTypesOf(op, program_.block(BlockId(blocks.first + i)).arguments);
    }
    return valid;
  }

  /// What has a wrong type was reported where it comes from; rules may count on sound ones.
  bool hasSoundOperands(const OpView &op) const {
    for (const ValueId value : program_.operands(op.id())) {
      if (checker_.problemOf(op.typeOf(value)) != nullptr) return false;
    }
    return true;
  }

  bool checkTypesOf(const OpView &op, Slice values) const {
    for (std::uint32_t n = 0; n < values.count; ++n) {
      const TypeId type = program_.value(ValueId(values.first + n)).type;
      if (const TypeProblem *problem = checker_.problemOf(type)) return op.fail(problem->rule, problem->what);
    }
    return true;
  }

  bool checkScope(const OpView &op) const {
    for (const ValueId id : program_.operands(op.id())) {
      const Value &value = program_.value(id);
      const bool ended = !value.op.valid() || program_.op(value.op).subtreeEnd <= op.id();
      if (!ended || !open_[value.block.index()])
        return op.fail("value-scope", "uses " + program_.listing().valueNames[id.index()] + " where it is not defined");
    }
    return true;
  }

  /// A terminator is the last op of its block, and the last op is one.
  bool checkPlace(const OpView &op) const {
    const auto ops = program_.ops(op.op().block);
    const bool last = ops.back() == op.id();
    if (info(op.kind()).terminator == last) return true;
    return op.fail("terminator", last ? "ends a block but is no terminator" : "stands before the end of its block");
  }

  bool checkBlocks(const OpView &op) const {
    for (std::uint32_t n = 0; n < op.op().regions.count; ++n) {
      const Slice blocks = program_.region(program_.region(op.id(), n)).blocks;
      for (std::uint32_t i = 0; i < blocks.count; ++i) {
        if (program_.ops(BlockId(blocks.first + i)).empty()) return op.fail("terminator", "holds a block without ops");
      }
    }
    return true;
  }

  Checker &checker_;
  const Program &program_;
  std::vector<bool> open_;  ///< by BlockId
  std::vector<BlockId> stack_;
};

}  // namespace

}  // namespace verification

std::vector<Violation> verify(const Program &program, std::size_t limit, const CancelToken &cancel) {
  verification::Checker checker(program, limit);
  verification::checkGlobals(checker);
  verification::checkFunctions(checker);
  verification::Walk walk(checker);
  for (std::uint32_t id = 0; id < program.opCount() && !checker.full(); ++id) {
    if (id % verification::kOpsBetweenPolls == 0 && cancel.cancelled()) break;
    walk.visit(OpId(id));
  }
  return checker.take();
}

}  // namespace tileport::tileir
