// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "mutate/op_writer.h"
#include "mutate/random.h"
#include "mutate/synthetic.h"

namespace tileport::mutate {

using namespace tileir;

namespace {

/// Edits many ops in one pass: what is deleted and inserted takes effect at the end, so that the cost stays linear.
class BulkEditor {
 public:
  BulkEditor(Tree &tree, std::uint64_t seed) : tree_(tree), random_(seed) {}

  void edit(std::size_t wanted) {
    for (const TreeFunction &function : tree_.functions) collectPeers(*function.body);
    std::vector<TreeOp *> order = tree_.ops();
    random_.shuffle(order);
    std::size_t done = 0;
    for (TreeOp *op : order) {
      if (done == wanted) break;
      done += edit(*op);
    }
    rewire();
    for (const TreeFunction &function : tree_.functions) apply(*function.body);
  }

 private:
  /// For each op an earlier value of its own block for each type: what an operand may be replaced by.
  void collectPeers(TreeBlock &block) {
    std::unordered_map<std::uint32_t, TreeValue *> last;
    for (const auto &argument : block.arguments) last[argument->type.value] = argument.get();
    for (const auto &op : block.ops) {
      for (const auto &list : op->operands)
        for (const TreeValue *value : list)
          if (const auto it = last.find(value->type.value); it != last.end() && it->second != value && !peers_.contains(op.get()))
            peers_[op.get()] = {value, it->second};
      for (const TreeRegion &region : op->regions)
        for (const auto &inner : region.blocks) collectPeers(*inner);
      for (const auto &result : op->results) last[result->type.value] = result.get();
    }
  }

  bool edit(TreeOp &op) {
    const std::size_t first = random_.below(5);
    for (std::size_t i = 0; i < 5; ++i) {
      switch ((first + i) % 5) {
        case 0:
          if (changeAttribute(op)) return true;
          break;
        case 1:
          if (replaceOperand(op)) return true;
          break;
        case 2:
          if (remove(op)) return true;
          break;
        case 3:
          if (insertBehind(op)) return true;
          break;
        default:
          if (changeKind(op)) return true;
      }
    }
    return false;
  }

  bool changeAttribute(TreeOp &op) {
    switch (op.kind) {
      case OpKind::AddF:
      case OpKind::SubF:
      case OpKind::MulF:
        if (tree_.attribute(tree_.get(op, "rounding_mode")).bits > 3) return false;
        turn(op, "rounding_mode", 4);
        return true;
      case OpKind::CmpI:
      case OpKind::CmpF: turn(op, "comparison_predicate", 6); return true;
      case OpKind::MaxI:
      case OpKind::MinI:
      case OpKind::RemI: turn(op, "signedness", 2); return true;
      case OpKind::Constant: return changeConstant(op);
      default: return false;
    }
  }

  void turn(TreeOp &op, std::string_view name, std::uint64_t count) {
    Attribute changed = tree_.attribute(tree_.get(op, name));
    changed.bits = (changed.bits + 1 + random_.below(count - 1)) % count;
    tree_.set(op, name, tree_.attribute(std::move(changed)));
  }

  bool changeConstant(TreeOp &op) {
    const auto kind = tree_.elementOf(op.result());
    Attribute changed = tree_.attribute(tree_.get(op, "value"));
    if (!kind || *kind == ScalarKind::I1 || changed.elements.empty()) return false;
    changed.elements[0] = static_cast<char>(changed.elements[0] + 1 + static_cast<char>(random_.below(7)));
    tree_.set(op, "value", tree_.attribute(std::move(changed)));
    return true;
  }

  bool replaceOperand(TreeOp &op) {
    const auto it = peers_.find(&op);
    if (it == peers_.end()) return false;
    for (auto &list : op.operands)
      for (TreeValue *&value : list)
        if (value == it->second.first) {
          value = it->second.second;
          return true;
        }
    return false;
  }

  bool remove(TreeOp &op) {
    if (!op.info().pure || !op.regions.empty() || op.results.size() != 1) return false;
    for (const auto &list : op.operands)
      for (TreeValue *value : list)
        if (value->type == op.result()->type) {
          instead_[op.result()] = value;
          removed_.insert(&op);
          return true;
        }
    return false;
  }

  bool insertBehind(TreeOp &op) {
    if (op.results.empty() || op.info().terminator) return false;
    const auto kind = tree_.elementOf(op.result());
    const bool floats = kind == ScalarKind::F32 || kind == ScalarKind::F16 || kind == ScalarKind::BF16 || kind == ScalarKind::F64;
    if (!floats) return false;
    auto added = std::make_unique<TreeOp>();
    added->kind = random_.chance(50) ? OpKind::NegF : OpKind::AbsF;
    added->location = op.location;
    added->operands = {{op.result()}};
    added->results.push_back(std::make_unique<TreeValue>(TreeValue{op.result()->type, added.get(), nullptr}));
    instead_[op.result()] = added->result();
    behind_[&op] = std::move(added);
    return true;
  }

  bool changeKind(TreeOp &op) {
    static const std::unordered_map<OpKind, OpKind> other{
        {OpKind::AddF, OpKind::SubF}, {OpKind::SubF, OpKind::AddF}, {OpKind::AddI, OpKind::SubI},  {OpKind::MaxF, OpKind::MinF},
        {OpKind::NegF, OpKind::AbsF}, {OpKind::Sin, OpKind::Cos},   {OpKind::Exp2, OpKind::Rsqrt}, {OpKind::Ceil, OpKind::Floor}};
    const auto it = other.find(op.kind);
    if (it == other.end()) return false;
    op.kind = it->second;
    return true;
  }

  void rewire() {
    const auto resolved = [&](TreeValue *value) {
      for (auto it = instead_.find(value); it != instead_.end(); it = instead_.find(value)) value = it->second;
      return value;
    };
    tree_.walk([&](TreeOp &op) {
      for (auto &list : op.operands)
        for (TreeValue *&value : list) value = resolved(value);
    });
  }

  void apply(TreeBlock &block) {
    std::vector<std::unique_ptr<TreeOp>> ops;
    for (auto &op : block.ops) {
      for (const TreeRegion &region : op->regions)
        for (const auto &inner : region.blocks) apply(*inner);
      const auto added = behind_.find(op.get());
      if (!removed_.contains(op.get())) ops.push_back(std::move(op));
      if (added == behind_.end()) continue;
      added->second->block = &block;
      ops.push_back(std::move(added->second));
    }
    block.ops = std::move(ops);
  }

  Tree &tree_;
  Random random_;
  std::unordered_map<const TreeOp *, std::pair<const TreeValue *, TreeValue *>> peers_;
  std::unordered_map<const TreeValue *, TreeValue *> instead_;
  std::unordered_set<const TreeOp *> removed_;
  std::unordered_map<const TreeOp *, std::unique_ptr<TreeOp>> behind_;
};

}  // namespace

ProgramPtr editPercent(const ProgramPtr &program, double percent, std::uint64_t seed) {
  const double wanted = std::ceil(static_cast<double>(program->opCount()) * std::clamp(percent, 0.0, 100.0) / 100);
  Tree tree(*program);
  BulkEditor(tree, seed).edit(static_cast<std::size_t>(wanted));
  return tree.build();
}

}  // namespace tileport::mutate
