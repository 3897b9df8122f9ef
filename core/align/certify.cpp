// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/certify.h"

#include <algorithm>

#include "align/certify_values.h"
#include "align/token_graph.h"
#include "align/token_keys.h"

namespace tileport::align {

namespace {

using certificate::Certificate;
using certificate::Ref;
using certificate::SlotPair;
using certificate::Step;
using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

class Certifier {
 public:
  Certifier(const Graph &reference, const Graph &port, const Matching &matching, const NormalForm &normal, const Reach &reach)
      : left_(reference),
        right_(port),
        matching_(matching),
        normal_(normal),
        reach_(reach),
        leftTokens_(reference.program(), reference.liveness()),
        rightTokens_(port.program(), port.liveness()),
        keys_(reference, leftTokens_, port, rightTokens_, matching),
        values_(reference, port, matching, normal, reach, certificate_) {}

  Certificate run(const std::vector<EntryPair> &entries) {
    certificate_.entries.reserve(entries.size());
    for (const EntryPair &entry : entries) {
      certificate::EntryPair &pair = certificate_.entries.emplace_back();
      pair.reference = entry.reference;
      pair.port = entry.port;
      for (const ArgumentPair &argument : entry.arguments)
        if (argument.reference && argument.port) pair.arguments.push_back({*argument.reference, *argument.port});
      steps_ = &pair.steps;
      values_.to(steps_);
      values_.enter();
      tokenScopes_.emplace_back();
      writeBlock(left_.program().bodyOf(entry.reference), right_.program().bodyOf(entry.port));
      values_.leave();
      tokenScopes_.pop_back();
    }
    return std::move(certificate_);
  }

 private:
  const Graph &graph(bool left) const { return left ? left_ : right_; }
  const TokenGraph &tokens(bool left) const { return left ? leftTokens_ : rightTokens_; }
  Ref refOf(bool left, ValueId value) const {
    return certificate::refOf(left ? certificate::Side::Reference : certificate::Side::Port, value);
  }
  static std::uint32_t controlOperands(OpKind kind) { return kind == OpKind::For ? 3 : kind == OpKind::If ? 1 : 0; }

  /// What acts, has regions or ends the block, in the order of the reference.
  void writeBlock(BlockId l, BlockId) {
    auto next = left_.program().ops(l).begin();
    for (const ClassId id : left_.anchors(l)) {
      const ClassId other = matching_.portOf(id);
      if (!other.valid() || !left_[id].live) continue;
      const OpId lo = left_[id].op, ro = right_[other].op;
      const bool isChoice = normal_.isChoice(true, lo) || normal_.isChoice(false, ro);
      if (isChoice && (!reach_.reached(true, id) || reach_.equivalent(id, other))) continue;
      for (; next != left_.program().ops(l).end() && *next < lo; ++next) showFailing(*next);
      writePair(id, other, lo, ro);
    }
  }

  /// What may fail must fail on both sides, whether anything needs it or not.
  void showFailing(OpId op) {
    const OpKind kind = left_.program().op(op).kind;
    const ClassId l = left_.classOf(op), r = l.valid() ? matching_.portOf(l) : ClassId();
    if ((kind == OpKind::DivI || kind == OpKind::RemI) && r.valid() && !left_[l].anchor)
      values_.showEqual(left_.program().result(op, 0), right_.program().result(right_[r].op, 0));
  }

  void writePair(ClassId l, ClassId r, OpId lo, OpId ro) {
    const OpKind kind = left_.program().op(lo).kind;
    const DimensionOrder *order = normal_.turned(l);
    const std::vector<SlotPair> slots = order ? dimensionSlots(*order) : slotsOf(lo, ro);
    if (order) showTurned(l, r, *order);
    else showOperands(l, r);
    showTokens(lo, slots, true);
    showTokens(ro, slots, false);
    Step pair;
    pair.kind = Step::Kind::Pair;
    pair.reference = lo;
    pair.port = ro;
    pair.slots = slots;
    steps_->push_back(pair);
    if (left_.program().op(lo).regions.count == 0 || right_.program().op(ro).regions.count == 0) return;
    values_.enter();
    tokenScopes_.emplace_back();
    showUnchanged(lo, true, false);
    showUnchanged(ro, false, false);
    const std::uint32_t regions = std::min(left_.program().op(lo).regions.count, right_.program().op(ro).regions.count);
    for (std::uint32_t k = 0; k < regions; ++k) {
      const auto a = left_.program().region(lo, k), b = right_.program().region(ro, k);
      if (left_.program().region(a).blocks.count == 0 || right_.program().region(b).blocks.count == 0) continue;
      writeBlock(left_.program().block(a, 0), right_.program().block(b, 0));
    }
    values_.leave();
    tokenScopes_.pop_back();
    Step leave;
    leave.kind = Step::Kind::Leave;
    leave.reference = lo;
    leave.port = ro;
    if (kind != right_.program().op(ro).kind) leave.slots = countedResults(lo, ro, slots);
    else if (kind == OpKind::Loop) leave.slots = resultSlots(lo, ro);
    steps_->push_back(leave);
    showUnchanged(lo, true, true);
    showUnchanged(ro, false, true);
  }

  // -- values ----------------------------------------------------------------------------------------------------------

  void showOperands(ClassId l, ClassId r) {
    const auto lu = left_[l].operands, ru = right_[r].operands;
    for (std::size_t i = 0; i < std::min(lu.size(), ru.size()); ++i) values_.showEqual(left_.written(lu[i]), right_.written(ru[i]));
  }

  /// Of a load or store with its dimensions in another order: what its view is made of, its indices, what is stored by way of permutes.
  void showTurned(ClassId l, ClassId r, const DimensionOrder &order) {
    const auto lu = left_[l].operands, ru = right_[r].operands;
    const auto valueOf = [](const Graph &graph, ClassId id, const Use &use) { return graph.program().operands(graph[id].op)[use.operand]; };
    const auto madeOf = [](const Graph &graph, ValueId value) { return graph.program().operands(graph.program().value(value).op)[0]; };
    const std::size_t view = lu.size() - order.size() - 1;
    values_.showEqual(madeOf(left_, valueOf(left_, l, lu[view])), madeOf(right_, valueOf(right_, r, ru[view])));
    for (std::size_t i = 0; i < order.size(); ++i)
      values_.showEqual(valueOf(left_, l, lu[view + 1 + i]), valueOf(right_, r, ru[view + 1 + order[i]]));
    if (view == 0) return;
    const auto base = [&](const Graph &graph, ValueId value) {
      const auto isSeenThrough = [&](OpId op) {
        return op.valid() && (graph.program().op(op).kind == OpKind::Permute || graph.program().op(op).kind == OpKind::Assume);
      };
      while (isSeenThrough(graph.program().value(value).op)) value = madeOf(graph, value);
      return value;
    };
    values_.showEqual(base(left_, valueOf(left_, l, lu[0])), base(right_, valueOf(right_, r, ru[0])));
  }

  static std::vector<SlotPair> dimensionSlots(const DimensionOrder &order) {
    std::vector<SlotPair> slots;
    for (std::uint32_t i = 0; i < order.size(); ++i) slots.push_back({i, order[i]});
    return slots;
  }

  /// The positions that stand for one another: of a loop or an if those of what is carried or yielded; of what ends their regions the same.
  std::vector<SlotPair> slotsOf(OpId lo, OpId ro) const {
    const OpKind kind = left_.program().op(lo).kind;
    const OpId lt = left_.liveness().target(lo), rt = right_.liveness().target(ro);
    if (lt.valid() && rt.valid()) {
      const OpKind around = left_.program().op(lt).kind;
      if (around == OpKind::Reduce || around == OpKind::Scan) return everySlot(lo, ro);
      return around == OpKind::Loop && kind == OpKind::Break ? resultSlots(lt, rt) : carriedSlots(lt, rt);
    }
    if (isLoop(kind) || kind == OpKind::If) return carriedSlots(lo, ro);
    if (kind == OpKind::Reduce || kind == OpKind::Scan) return everySlot(lo, ro);
    return {};
  }

  std::vector<SlotPair> everySlot(OpId lo, OpId ro) const {
    std::vector<SlotPair> slots;
    const std::uint32_t count = std::min(left_.program().op(lo).operands.count, right_.program().op(ro).operands.count);
    for (std::uint32_t i = 0; i < count; ++i) slots.push_back({i, i});
    return slots;
  }

  std::vector<SlotPair> carriedSlots(OpId lo, OpId ro) const {
    std::vector<SlotPair> slots = inOrder(left_.liveness().liveSlots(lo), right_.liveness().liveSlots(ro));
    const auto tokenAt = [](const Program &program, OpId op, std::uint32_t slot) {
      const OpKind kind = program.op(op).kind;
      if (kind == OpKind::If) return program.result(op, slot);
      return program.argument(program.block(program.region(op, 0), 0), slot + (kind == OpKind::For ? 1 : 0));
    };
    const auto count = [](const Program &program, OpId op) {
      return program.op(op).kind == OpKind::If ? program.op(op).results.count
                                               : program.op(op).operands.count - controlOperands(program.op(op).kind);
    };
    addTokens(lo, ro, count(left_.program(), lo), count(right_.program(), ro), tokenAt, slots);
    return slots;
  }

  std::vector<SlotPair> resultSlots(OpId lo, OpId ro) const {
    std::vector<SlotPair> slots = inOrder(left_.liveness().liveResults(lo), right_.liveness().liveResults(ro));
    const auto tokenAt = [](const Program &program, OpId op, std::uint32_t slot) { return program.result(op, slot); };
    addTokens(lo, ro, left_.program().op(lo).results.count, right_.program().op(ro).results.count, tokenAt, slots);
    return slots;
  }

  /// Of a `for` and a `loop` that is seen as one: the results that are what both carry.
  std::vector<SlotPair> countedResults(OpId lo, OpId ro, const std::vector<SlotPair> &carried) const {
    std::vector<SlotPair> slots;
    for (std::uint32_t i = 0; i < left_.program().op(lo).results.count; ++i)
      for (std::uint32_t k = 0; k < right_.program().op(ro).results.count; ++k) {
        const auto l = left_.liveness().slotOfResult(lo, i), r = right_.liveness().slotOfResult(ro, k);
        const bool isPair = l && r && std::any_of(carried.begin(), carried.end(), [&](const SlotPair &slot) {
                              return slot.reference == *l && slot.port == *r;
                            });
        if (isPair) slots.push_back({i, k});
      }
    return slots;
  }

  static std::vector<SlotPair> inOrder(const std::vector<std::uint32_t> &l, const std::vector<std::uint32_t> &r) {
    std::vector<SlotPair> slots;
    for (std::size_t i = 0; i < std::min(l.size(), r.size()); ++i) slots.push_back({l[i], r[i]});
    return slots;
  }

  /// Tokens that are no others, by the order that they give.
  template <class TokenAt>
  void addTokens(OpId lo, OpId ro, std::uint32_t leftCount, std::uint32_t rightCount, TokenAt tokenAt, std::vector<SlotPair> &slots) const {
    const auto isChosen = [](const Graph &graph, const TokenGraph &tokens, ValueId value) {
      return isToken(graph.program(), value) && tokens.rootOf(value) == value;
    };
    std::vector<bool> taken(rightCount);
    for (std::uint32_t i = 0; i < leftCount; ++i) {
      const ValueId l = tokenAt(left_.program(), lo, i);
      if (!isChosen(left_, leftTokens_, l)) continue;
      for (std::uint32_t k = 0; k < rightCount; ++k) {
        const ValueId r = tokenAt(right_.program(), ro, k);
        if (taken[k] || !isChosen(right_, rightTokens_, r) || keys_.key(true, l) != keys_.key(false, r)) continue;
        taken[k] = true;
        slots.push_back({i, k});
        break;
      }
    }
  }

  // -- tokens ----------------------------------------------------------------------------------------------------------

  void showTokens(OpId op, const std::vector<SlotPair> &slots, bool left) {
    const Program &program = graph(left).program();
    const OpKind kind = program.op(op).kind;
    const bool bySlot = isLoop(kind) || kind == OpKind::If || graph(left).liveness().target(op).valid();
    const auto operands = program.operands(op);
    if (!bySlot) {
      for (const ValueId operand : operands)
        if (isToken(program, operand)) showToken(operand, left);
      return;
    }
    const std::uint32_t control = controlOperands(kind);
    if (kind == OpKind::If) return;
    for (const SlotPair &slot : slots) {
      const std::uint32_t at = control + (left ? slot.reference : slot.port);
      if (at < operands.size() && isToken(program, operands[at])) showToken(operands[at], left);
    }
    // What ends a region also says what is passed on unchanged.
    if (control == 0)
      for (const ValueId operand : operands)
        if (isToken(program, operand)) showToken(operand, left);
  }

  /// What a join comes to, those that it is made of first.
  void showToken(ValueId token, bool left) {
    const Program &program = graph(left).program();
    std::vector<std::pair<ValueId, bool>> open{{token, false}};
    while (!open.empty()) {
      const auto [next, ready] = open.back();
      open.pop_back();
      const OpId op = program.value(next).op;
      if (!op.valid() || isTokenShown(refOf(left, next))) continue;
      const OpKind kind = program.op(op).kind;
      if (kind != OpKind::MakeToken && kind != OpKind::JoinTokens && kind != OpKind::Assume) continue;
      if (!ready && kind != OpKind::MakeToken) {
        open.emplace_back(next, true);
        for (const ValueId operand : program.operands(op)) open.emplace_back(operand, false);
        continue;
      }
      tokenScopes_.back().shown.insert(refOf(left, next));
      if (kind == OpKind::MakeToken) addStep(Step::Kind::NoOrder, refOf(left, next), {});
      else if (kind == OpKind::JoinTokens) showJoin(next, op, left);
    }
  }

  void showJoin(ValueId token, OpId op, bool left) {
    const TokenKeys::Key key = keys_.key(left, token);
    if (key == 0) return addStep(Step::Kind::NoOrder, refOf(left, token), {});
    std::vector<ValueId> roots;
    for (const ValueId root : tokens(left).joined(op))
      if (keys_.key(left, root) != 0) roots.push_back(root);
    if (roots.size() == 1) return addStep(Step::Kind::JoinOfOne, refOf(left, token), refOf(left, roots[0]));
    for (const TokenScope &scope : tokenScopes_)
      if (const auto found = scope.joins.find(key); found != scope.joins.end())
        return addStep(Step::Kind::JoinOfSame, refOf(left, token), found->second);
    tokenScopes_.back().joins.emplace(key, refOf(left, token));
  }

  /// Tokens that a loop or an if passes on as they are.
  void showUnchanged(OpId op, bool left, bool results) {
    const Program &program = graph(left).program();
    const auto tell = [&](ValueId value) {
      if (!isToken(program, value)) return;
      const ValueId root = tokens(left).rootOf(value);
      if (root == value) return;
      showToken(root, left);
      addStep(Step::Kind::Unchanged, refOf(left, value), refOf(left, root));
    };
    if (results) {
      for (std::uint32_t i = 0; i < program.op(op).results.count; ++i) tell(program.result(op, i));
      return;
    }
    if (!isLoop(program.op(op).kind)) return;
    const BlockId body = program.block(program.region(op, 0), 0);
    for (std::uint32_t i = 0; i < program.block(body).arguments.count; ++i) tell(program.argument(body, i));
  }

  bool isTokenShown(const Ref &ref) const {
    return std::any_of(tokenScopes_.begin(), tokenScopes_.end(), [&](const TokenScope &scope) { return scope.shown.count(ref) != 0; });
  }

  void addStep(Step::Kind kind, Ref a, Ref b) {
    Step step;
    step.kind = kind;
    step.a = a;
    step.b = b;
    steps_->push_back(step);
  }

  struct TokenScope {
    std::set<Ref> shown;
    std::map<TokenKeys::Key, Ref> joins;
  };

  const Graph &left_, &right_;
  const Matching &matching_;
  const NormalForm &normal_;
  const Reach &reach_;
  TokenGraph leftTokens_, rightTokens_;
  TokenKeys keys_;
  Certificate certificate_;
  std::vector<Step> *steps_ = nullptr;
  ValueSteps values_;
  std::vector<TokenScope> tokenScopes_;
};

}  // namespace

Certificate certify(const Graph &reference, const Graph &port, const std::vector<EntryPair> &entries, const Matching &matching,
                    const NormalForm &normal, const Reach &reach) {
  return Certifier(reference, port, matching, normal, reach).run(entries);
}

}  // namespace tileport::align
