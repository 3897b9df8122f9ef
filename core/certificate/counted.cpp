// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/counted.h"

namespace tileport::certificate {

using tileir::BlockId;
using tileir::ComparisonPredicate;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

namespace {

class Reader {
 public:
  Reader(const Program &program, const Needs &needs, OpId loop) : program_(program), needs_(needs), loop_(loop) {}

  std::optional<CountedLoop> read() {
    const tileir::Region &region = program_.region(program_.region(loop_, 0));
    if (region.blocks.count != 1) return std::nullopt;
    body_ = BlockId(region.blocks.first);
    if (!findTest() || !readTest() || !readExits()) return std::nullopt;
    return made_;
  }

 private:
  /// What stands before the test runs once more than the rest: it must do nothing, and say nothing.
  bool findTest() {
    for (const OpId op : program_.ops(body_)) {
      const OpKind kind = program_.op(op).kind;
      if (kind == OpKind::If) {
        made_.test = op;
        return program_.op(op).results.count == 0;
      }
      const bool mayFail = kind == OpKind::DivI || kind == OpKind::RemI || kind == OpKind::Extract || kind == OpKind::Insert;
      if (!tileir::info(kind).pure || program_.op(op).regions.count != 0 || kind == OpKind::Assume || mayFail) return false;
    }
    return false;
  }

  bool readTest() {
    const int arm = armOfBreak();
    if (arm < 0) return false;
    const OpId compare = program_.value(program_.operands(made_.test)[0]).op;
    if (!compare.valid() || program_.op(compare).kind != OpKind::CmpI) return false;
    const auto predicate = static_cast<ComparisonPredicate>(bits(compare, "comparison_predicate"));
    made_.isUnsigned = bits(compare, "signedness") == static_cast<std::uint64_t>(tileir::Signedness::Unsigned);
    const auto operands = program_.operands(compare);
    const auto [straight, turned] = arm == 0 ? std::pair{ComparisonPredicate::GreaterThanOrEqual, ComparisonPredicate::LessThanOrEqual}
                                             : std::pair{ComparisonPredicate::LessThan, ComparisonPredicate::GreaterThan};
    const bool indexFirst = predicate == straight && slotOf(operands[0]) != CountedLoop::kNoSlot;
    if (!indexFirst && (predicate != turned || slotOf(operands[1]) == CountedLoop::kNoSlot)) return false;
    made_.index = slotOf(operands[indexFirst ? 0 : 1]);
    made_.upper = operands[indexFirst ? 1 : 0];
    return isOutside(made_.upper);
  }

  /// The region of the test that holds nothing but the break; the other one does nothing. -1 for none.
  int armOfBreak() {
    if (program_.op(made_.test).regions.count != 2) return -1;
    int arm = -1;
    for (std::uint32_t r = 0; r < 2; ++r) {
      const auto blocks = program_.region(program_.region(made_.test, r)).blocks;
      if (blocks.count == 0) continue;
      if (blocks.count != 1 || program_.ops(BlockId(blocks.first)).size() != 1) return -1;
      const OpId only = program_.ops(BlockId(blocks.first)).front();
      if (program_.op(only).kind == OpKind::Yield) continue;
      if (program_.op(only).kind != OpKind::Break || needs_.target(only) != loop_ || arm >= 0) return -1;
      arm = static_cast<int>(r);
      for (const ValueId value : program_.operands(only)) made_.given.push_back(slotOf(value));
    }
    return arm;
  }

  bool readExits() {
    for (OpId op{loop_.index() + 1}; op < program_.op(loop_).subtreeEnd; op = OpId(op.index() + 1)) {
      if (needs_.target(op) != loop_) continue;
      const bool inTest = op > made_.test && op < program_.op(made_.test).subtreeEnd;
      if (program_.op(op).kind == OpKind::Break && !inTest) return false;
      if (program_.op(op).kind == OpKind::Continue && !readStep(op)) return false;
    }
    return made_.step.valid() && isOutside(made_.step);
  }

  bool readStep(OpId exit) {
    if (made_.index >= program_.operands(exit).size()) return false;
    const OpId add = program_.value(root(program_.operands(exit)[made_.index])).op;
    if (!add.valid() || program_.op(add).kind != OpKind::AddI || bits(add, "overflow") != 0) return false;
    const auto operands = program_.operands(add);
    const bool indexFirst = slotOf(operands[0]) == made_.index;
    if (!indexFirst && slotOf(operands[1]) != made_.index) return false;
    const ValueId step = operands[indexFirst ? 1 : 0];
    if (made_.step.valid() && made_.step != step) return false;
    made_.step = step;
    return true;
  }

  std::uint64_t bits(OpId op, std::string_view name) const {
    const tileir::AttributeId attribute = program_.attribute(op, name);
    return attribute.valid() ? program_.attribute(attribute).bits : 0;
  }

  ValueId root(ValueId value) const {
    for (OpId op = program_.value(value).op; op.valid() && program_.op(op).kind == OpKind::Assume; op = program_.value(value).op)
      value = program_.operands(op)[0];
    return value;
  }

  /// Of what the loop carries.
  std::size_t slotOf(ValueId value) const {
    const tileir::Value &v = program_.value(root(value));
    return !v.op.valid() && v.block == body_ ? v.index : CountedLoop::kNoSlot;
  }

  bool isOutside(ValueId value) const {
    const tileir::Value &v = program_.value(value);
    const OpId made = v.op.valid() ? v.op : program_.region(program_.block(v.block).region).op;
    return !made.valid() || made < loop_ || made >= program_.op(loop_).subtreeEnd;
  }

  const Program &program_;
  const Needs &needs_;
  OpId loop_;
  BlockId body_;
  CountedLoop made_;
};

}  // namespace

std::optional<CountedLoop> countedLoop(const Program &program, const Needs &needs, OpId loop) {
  if (program.op(loop).kind != OpKind::Loop) return std::nullopt;
  return Reader(program, needs, loop).read();
}

}  // namespace tileport::certificate
