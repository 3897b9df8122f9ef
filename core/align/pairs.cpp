// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <map>
#include <tuple>

#include "align/compare.h"

namespace tileport::align {

namespace {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

class OpPairer {
 public:
  OpPairer(const Graph &reference, const Graph &port, const Matching &matching)
      : left_(reference),
        right_(port),
        matching_(matching),
        leftTaken_(reference.program().opCount()),
        rightTaken_(port.program().opCount()) {}

  std::vector<std::pair<OpId, OpId>> run() {
    for (std::size_t i = 0; i < left_.classCount(); ++i) {
      const ClassId l{i}, r = matching_.portOf(l);
      if (r.valid() && left_[l].kind == ClassKind::Op && left_[l].members.size() == 1 && right_[r].members.size() == 1)
        add(left_[l].op, right_[r].op);
    }
    followOperands();
    pairMembers();
    followOperands();
    pairBySaying();
    return std::move(pairs_);
  }

 private:
  bool add(OpId l, OpId r) {
    if (leftTaken_[l.index()] || rightTaken_[r.index()]) return false;
    leftTaken_[l.index()] = rightTaken_[r.index()] = true;
    pairs_.emplace_back(l, r);
    return true;
  }

  static OpId definition(const Graph &graph, ValueId value) {
    while (graph.program().value(value).op.valid() && graph.program().op(graph.program().value(value).op).kind == OpKind::Assume)
      value = graph.program().operands(graph.program().value(value).op)[0];
    return graph.program().value(value).op;
  }

  /// Of several copies, the one that a paired op uses belongs to the one that its partner uses.
  void followOperands() {
    for (; followed_ < pairs_.size(); ++followed_) {
      const auto [lo, ro] = pairs_[followed_];
      const ClassId l = left_.classOf(lo), r = right_.classOf(ro);
      if (!l.valid() || !r.valid()) continue;
      const auto &lu = left_[l].operands, &ru = right_[r].operands;
      for (std::size_t k = 0; k < std::min(lu.size(), ru.size()); ++k) {
        const OpId ld = definition(left_, left_.written(lu[k]));
        const OpId rd = definition(right_, right_.written(ru[k]));
        if (ld.valid() && rd.valid() && sameClass(ld, rd, lu[k], ru[k])) add(ld, rd);
      }
    }
  }

  bool sameClass(OpId l, OpId r, const Use &lu, const Use &ru) const {
    if (!left_.classOf(l).valid() || !right_.classOf(r).valid()) return false;
    if (matching_.matched(left_.classOf(l), right_.classOf(r))) return true;
    // Two constants that differ in the same place: shown side by side, the difference is the user's.
    return left_[lu.value].kind == ClassKind::Constant && right_[ru.value].kind == ClassKind::Constant &&
           !matching_.portOf(lu.value).valid() && !matching_.referenceOf(ru.value).valid();
  }

  void pairMembers() {
    for (std::size_t i = 0; i < left_.classCount(); ++i) {
      const ClassId l{i}, r = matching_.portOf(l);
      if (!r.valid() || left_[l].kind == ClassKind::Argument) continue;
      pairInOrder(left_[l].members, right_[r].members);
    }
  }

  void pairInOrder(std::span<const OpId> l, std::span<const OpId> r) {
    auto next = r.begin();
    for (OpId op : l) {
      if (leftTaken_[op.index()]) continue;
      while (next != r.end() && rightTaken_[next->index()]) ++next;
      if (next == r.end()) return;
      add(op, *next);
    }
  }

  /// Ops outside the classes: an assume belongs to one that says the same of the counterpart, a make_token to the next one.
  void pairBySaying() {
    using Said = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
    std::map<Said, std::pair<std::vector<OpId>, std::vector<OpId>>> groups;
    const auto collect = [&](const Graph &graph, bool left) {
      for (std::size_t i = 0; i < graph.program().opCount(); ++i) {
        const OpId op{i};
        const OpKind kind = graph.program().op(op).kind;
        Said said{0, static_cast<std::uint32_t>(kind), 0};
        if (kind == OpKind::Assume) {
          const ValueId value = graph.program().operands(op)[0];
          ClassId id = graph.classOf(value);
          if (id.valid() && !left) id = matching_.referenceOf(id);
          if (!id.valid()) continue;
          said = {id.value, graph.resultOf(value) + 1, graph.keys().attribute(graph.program().attribute(op, "predicate"))};
        } else if (kind != OpKind::MakeToken && kind != OpKind::JoinTokens) {
          continue;
        }
        (left ? groups[said].first : groups[said].second).push_back(op);
      }
    };
    collect(left_, true);
    collect(right_, false);
    for (const auto &[said, ops] : groups) pairInOrder(ops.first, ops.second);
  }

  const Graph &left_, &right_;
  const Matching &matching_;
  std::vector<bool> leftTaken_, rightTaken_;
  std::vector<std::pair<OpId, OpId>> pairs_;
  std::size_t followed_ = 0;
};

}  // namespace

std::vector<std::pair<OpId, OpId>> pairOps(const Graph &reference, const Graph &port, const Matching &matching) {
  return OpPairer(reference, port, matching).run();
}

}  // namespace tileport::align
