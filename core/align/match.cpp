// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "align/match.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "align/flat.h"
#include "align/labels.h"
#include "align/ready.h"
#include "align/sequence.h"

namespace tileport::align {

namespace {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;

class Matcher {
 public:
  Matcher(const Graph &reference, const Graph &port, std::uint64_t budget, const CancelToken &cancel)
      : left_(reference),
        right_(port),
        budget_(budget),
        cancel_(cancel),
        result_{Matching(reference, port), {}, {}},
        ready_(reference, port, result_.matching),
        open_(reference.classCount()) {
    leftShared_.assign(left_.classCount(), 0);
    rightShared_.assign(right_.classCount(), 0);
  }

  MatchResult run(const std::vector<EntryPair> &entries) {
    matchConstants();
    for (const EntryPair &entry : entries) matchArguments(entry);
    leftLabels_ = makeLabels(left_, leftShared_);
    rightLabels_ = makeLabels(right_, rightShared_);
    for (const EntryPair &entry : entries)
      blocks_.push_back({left_.program().bodyOf(entry.reference), right_.program().bodyOf(entry.port)});
    // Blocks of paired region ops join the queue while it is worked off.
    drainBlocks();
    settle();
    result_.blocks = blocks_;
    return std::move(result_);
  }

 private:
  // -- bookkeeping ---------------------------------------------------------------------------------------------------

  bool stopped() { return cancel_.cancelled() || spent_ > budget_; }

  /// Counts work; past the budget nothing more is matched and the answer says so.
  bool spend(std::uint64_t steps, const char *what) {
    spent_ += steps;
    if (!stopped()) return true;
    if (spent_ > budget_ && result_.undecided.empty())
      result_.undecided = std::string("the budget of comparisons was used up while ") + what;
    return false;
  }

  bool free(ClassId l, ClassId r) const {
    return l.valid() && r.valid() && !result_.matching.portOf(l).valid() && !result_.matching.referenceOf(r).valid();
  }

  bool add(ClassId l, ClassId r) {
    if (!free(l, r)) return false;
    result_.matching.add(l, r);
    leftShared_[l.index()] = rightShared_[r.index()] = ++shared_;
    fresh_.emplace_back(l, r);
    ready_.matched(l, r, shared_);
    if (left_[l].kind == ClassKind::Op) open_.insert(l.index());
    if (left_[l].kind == ClassKind::Op && left_.program().op(left_[l].op).regions.count != 0) enterRegions(l, r);
    return true;
  }

  OpKind kindOf(const Graph &graph, ClassId id) const { return graph.program().op(graph[id].op).kind; }

  // -- what is known from the outset ---------------------------------------------------------------------------------

  void matchConstants() {
    std::unordered_map<Key, ClassId> byContent;
    for (std::size_t i = 0; i < right_.classCount(); ++i)
      if (right_[ClassId(i)].kind == ClassKind::Constant && right_[ClassId(i)].live)
        byContent.emplace(right_[ClassId(i)].content, ClassId(i));
    for (std::size_t i = 0; i < left_.classCount(); ++i) {
      const ClassId l{i};
      if (left_[l].kind != ClassKind::Constant || !left_[l].live) continue;
      if (const auto it = byContent.find(left_[l].content); it != byContent.end()) add(l, it->second);
    }
  }

  void matchArguments(const EntryPair &entry) {
    const BlockId l = left_.program().bodyOf(entry.reference), r = right_.program().bodyOf(entry.port);
    for (const ArgumentPair &pair : entry.arguments)
      if (pair.reference && pair.port)
        add(left_.classOf(left_.program().argument(l, *pair.reference)), right_.classOf(right_.program().argument(r, *pair.port)));
  }

  /// Pairs the blocks of two region ops and their arguments: what is carried by the order of what is carried alive.
  void enterRegions(ClassId l, ClassId r) {
    const OpId lo = left_[l].op, ro = right_[r].op;
    const tileir::Op &lop = left_.program().op(lo), &rop = right_.program().op(ro);
    for (std::uint32_t k = 0; k < std::min(lop.regions.count, rop.regions.count); ++k) {
      const auto lr = left_.program().region(lo, k), rr = right_.program().region(ro, k);
      if (left_.program().region(lr).blocks.count == 0 || right_.program().region(rr).blocks.count == 0) continue;
      const BlockPair pair{left_.program().block(lr, 0), right_.program().block(rr, 0)};
      blocks_.push_back(pair);
      if (isLoop(lop.kind) && isLoop(rop.kind)) pairCarried(lo, ro, pair);
      else pairAllArguments(pair);
    }
  }

  void pairAllArguments(const BlockPair &pair) {
    const std::uint32_t count =
        std::min(left_.program().block(pair.reference).arguments.count, right_.program().block(pair.port).arguments.count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const ClassId l = left_.classOf(left_.program().argument(pair.reference, i)),
                    r = right_.classOf(right_.program().argument(pair.port, i));
      if (l.valid() && r.valid() && left_[l].live == right_[r].live) add(l, r);
    }
  }

  /// Of a `for` and a `loop` that is seen as one.
  void pairCounted(OpId lo, OpId ro, const BlockPair &pair) {
    const auto argument = [](const Graph &graph, BlockId block, std::uint32_t n) {
      return graph.classOf(graph.program().argument(block, n));
    };
    const auto first = [](const Graph &graph, OpId op) { return graph.program().op(op).kind == OpKind::For ? 1u : 0u; };
    const auto index = [](const Graph &graph, OpId op) { return graph.counted().of(op) ? graph.counted().of(op)->index : 0u; };
    add(argument(left_, pair.reference, index(left_, lo)), argument(right_, pair.port, index(right_, ro)));
    const auto ls = left_.liveness().liveSlots(lo), rs = right_.liveness().liveSlots(ro);
    for (std::size_t i = 0; i < std::min(ls.size(), rs.size()); ++i)
      add(argument(left_, pair.reference, ls[i] + first(left_, lo)), argument(right_, pair.port, rs[i] + first(right_, ro)));
  }

  void pairCarried(OpId lo, OpId ro, const BlockPair &pair) {
    const CountedLoop *lc = left_.counted().of(lo), *rc = right_.counted().of(ro);
    if (lc || rc) return pairCounted(lo, ro, pair);
    const bool lf = left_.program().op(lo).kind == OpKind::For, rf = right_.program().op(ro).kind == OpKind::For;
    const auto argument = [](const Graph &graph, BlockId block, std::uint32_t n) {
      return graph.classOf(graph.program().argument(block, n));
    };
    if (lf && rf) add(argument(left_, pair.reference, 0), argument(right_, pair.port, 0));
    const auto ls = left_.liveness().liveSlots(lo), rs = right_.liveness().liveSlots(ro);
    // A loop that counts by itself carries its index before what the for carries.
    const std::size_t shared = std::min(ls.size(), rs.size());
    const std::size_t lb = lf == rf ? 0 : ls.size() - shared, rb = lf == rf ? 0 : rs.size() - shared;
    if (lf && !rf && rb == 1) add(argument(left_, pair.reference, 0), argument(right_, pair.port, rs[0]));
    if (rf && !lf && lb == 1) add(argument(left_, pair.reference, ls[0]), argument(right_, pair.port, 0));
    for (std::size_t i = 0; i < shared; ++i)
      add(argument(left_, pair.reference, ls[lb + i] + lf), argument(right_, pair.port, rs[rb + i] + rf));
    // What a body takes beyond what its loop carries, which only an invalid program does.
    if (lf == rf) pairAllArguments(pair);
  }

  // -- anchors -------------------------------------------------------------------------------------------------------

  std::vector<ClassId> openAnchors(const Graph &graph, BlockId block, bool left, bool live) const {
    std::vector<ClassId> list;
    for (ClassId id : graph.anchors(block)) {
      const bool taken = left ? result_.matching.portOf(id).valid() : result_.matching.referenceOf(id).valid();
      if (graph[id].live == live && !taken && !tileir::info(kindOf(graph, id)).terminator) list.push_back(id);
    }
    return list;
  }

  void matchAnchors(BlockPair pair) {  // a copy: matches add blocks
    matchTerminators(pair);
    for (const bool live : {true, false})
      matchInOrder(openAnchors(left_, pair.reference, true, live), openAnchors(right_, pair.port, false, live));
  }

  void matchInOrder(const std::vector<ClassId> &l, const std::vector<ClassId> &r) {
    // Anchors that look alike on both sides and nowhere else cut the sequences into pieces.
    std::uint32_t lb = 0, rb = 0;
    std::vector<IndexPair> fixed = uniquePairs(l, r);
    fixed.emplace_back(static_cast<std::uint32_t>(l.size()), static_cast<std::uint32_t>(r.size()));
    for (const auto &[lf, rf] : fixed) {
      matchPiece(l, lb, lf, r, rb, rf);
      if (lf < l.size()) add(l[lf], r[rf]);
      lb = lf + 1;
      rb = rf + 1;
    }
    matchCrossing(l, r);
  }

  void matchTerminators(const BlockPair &pair) {
    const auto last = [this](const Graph &graph, BlockId block) {
      const auto anchors = graph.anchors(block);
      return anchors.empty() || !tileir::info(kindOf(graph, anchors.back())).terminator ? ClassId() : anchors.back();
    };
    add(last(left_, pair.reference), last(right_, pair.port));
  }

  std::vector<IndexPair> uniquePairs(const std::vector<ClassId> &l, const std::vector<ClassId> &r) {
    struct Seen {
      std::uint32_t left = 0, right = 0, leftAt = 0, rightAt = 0;
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    for (std::uint32_t i = 0; i < l.size(); ++i) {
      Seen &s = seen[whole(leftLabels_, l[i])];
      ++s.left;
      s.leftAt = i;
    }
    for (std::uint32_t i = 0; i < r.size(); ++i) {
      Seen &s = seen[whole(rightLabels_, r[i])];
      ++s.right;
      s.rightAt = i;
    }
    std::vector<IndexPair> pairs;
    for (const auto &[hash, s] : seen)
      if (s.left == 1 && s.right == 1) pairs.emplace_back(s.leftAt, s.rightAt);
    return risingChain(std::move(pairs));
  }

  static std::uint64_t whole(const Labels &labels, ClassId id) { return mix(labels.value[id.index()], labels.body[id.index()]); }

  void matchPiece(const std::vector<ClassId> &l, std::uint32_t lb, std::uint32_t le, const std::vector<ClassId> &r, std::uint32_t rb,
                  std::uint32_t re) {
    if (lb >= le || rb >= re) return;
    // Weighing every pair is for pieces of a size that people write. Longer ones are cut where they run alike: first by
    // all that is computed, then by what the ops themselves say.
    constexpr std::uint64_t kWeighed = 1 << 17;
    if (std::uint64_t{le - lb} * (re - rb) <= kWeighed) return weighPiece(l, lb, le, r, rb, re);
    cutPiece(l, lb, le, r, rb, re, 0);
  }

  void weighPiece(const std::vector<ClassId> &l, std::uint32_t lb, std::uint32_t le, const std::vector<ClassId> &r, std::uint32_t rb,
                  std::uint32_t re) {
    if (lb >= le || rb >= re || !spend(std::uint64_t{le - lb} * (re - rb), "lining up the ops of a block")) return;
    for (const auto &[i, k] :
         alignSequences(le - lb, re - rb, [&](std::uint32_t i, std::uint32_t k) { return score(l[lb + i], r[rb + k]); }))
      add(l[lb + i], r[rb + k]);
  }

  void cutPiece(const std::vector<ClassId> &l, std::uint32_t lb, std::uint32_t le, const std::vector<ClassId> &r, std::uint32_t rb,
                std::uint32_t re, int level) {
    constexpr std::uint64_t kWeighedAtLast = 1 << 22;
    const std::uint64_t size = std::uint64_t{le - lb} * (re - rb);
    if (size <= (level < 2 ? 1 << 12 : kWeighedAtLast)) return weighPiece(l, lb, le, r, rb, re);
    if (level == 2) return;  // too unlike to be lined up: what is left is looked up by kind
    std::vector<std::uint64_t> lk, rk;
    for (std::uint32_t i = lb; i < le; ++i) lk.push_back(level == 0 ? whole(leftLabels_, l[i]) : left_[l[i]].content);
    for (std::uint32_t i = rb; i < re; ++i) rk.push_back(level == 0 ? whole(rightLabels_, r[i]) : right_[r[i]].content);
    std::vector<IndexPair> fixed = commonSubsequence(lk, rk);
    if (!spend(lk.size() + rk.size(), "lining up the ops of a block")) return;
    fixed.emplace_back(le - lb, re - rb);
    std::uint32_t i = lb, k = rb;
    for (const auto &[lf, rf] : fixed) {
      if (i < lb + lf && k < rb + rf) cutPiece(l, i, lb + lf, r, k, rb + rf, level + 1);
      if (lb + lf < le) add(l[lb + lf], r[rb + rf]);
      i = lb + lf + 1;
      k = rb + rf + 1;
    }
  }

  /// What the order left over: ops of one kind that stand in another order.
  void matchCrossing(const std::vector<ClassId> &l, const std::vector<ClassId> &r) {
    const auto kindGroup = [this](const Graph &graph, ClassId id) { return isLoop(kindOf(graph, id)) ? OpKind::For : kindOf(graph, id); };
    std::map<OpKind, std::pair<std::vector<ClassId>, std::vector<ClassId>>> open;
    for (ClassId a : l)
      if (!result_.matching.portOf(a).valid()) open[kindGroup(left_, a)].first.push_back(a);
    for (ClassId b : r)
      if (!result_.matching.referenceOf(b).valid()) open[kindGroup(right_, b)].second.push_back(b);
    for (const auto &[kind, both] : open) matchByScore(both.first, both.second);
  }

  void matchByScore(const std::vector<ClassId> &l, const std::vector<ClassId> &r) {
    constexpr std::uint64_t kWeighed = 1 << 20;
    if (std::uint64_t{l.size()} * r.size() > kWeighed) {
      for (std::size_t i = 0; i < std::min(l.size(), r.size()); ++i) add(l[i], r[i]);
      return;
    }
    struct Candidate {
      double score;
      ClassId l, r;
    };
    std::vector<Candidate> candidates;
    for (ClassId a : l)
      for (ClassId b : r) {
        if (!spend(1, "looking for ops that moved")) return;
        if (const double s = score(a, b); s > 0) candidates.push_back({s, a, b});
      }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) { return a.score > b.score; });
    for (const Candidate &c : candidates) add(c.l, c.r);
  }

  /// How much speaks for a pair of anchors; 0 = never.
  double score(ClassId l, ClassId r) const {
    const OpKind lk = kindOf(left_, l), rk = kindOf(right_, r);
    if (lk != rk) return isLoop(lk) && isLoop(rk) ? 2 : 0;
    const ValueClass &a = left_[l], &b = right_[r];
    double sum = 10;
    if (a.content == b.content) sum += 6;
    if (leftLabels_.value[l.index()] == rightLabels_.value[r.index()]) sum += 10;
    if (leftLabels_.context[l.index()] == rightLabels_.context[r.index()]) sum += 4;
    if (a.op.valid() && leftLabels_.body[l.index()] == rightLabels_.body[r.index()]) sum += 5;
    const std::size_t count = std::min(a.operands.size(), b.operands.size());
    double same = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (leftLabels_.value[a.operands[i].value.index()] == rightLabels_.value[b.operands[i].value.index()]) same += 1;
    return sum + (count ? 6 * same / static_cast<double>(std::max(a.operands.size(), b.operands.size())) : 0);
  }

  // -- everything else -----------------------------------------------------------------------------------------------

  /// Repeats, surest first, until nothing new is found: equal down to matched values; along operands and users; across an
  /// op that only one side has; another op in the same place.
  void settle() {
    relabel();
    while (!stopped()) {
      if (!spend(1 + fresh_.size(), "following values")) return;
      if (matchEqual()) continue;
      if (followFresh()) continue;
      if (!spend(1 + open_.size(), "following values")) return;
      // Labels break ties only: they need not be of the last moment.
      if (shared_ - labelledAt_ > left_.classCount() / 64) relabel();
      if (acrossInserted()) continue;
      const bool found = inTheSamePlace() || lineUpRest();
      if (!found) break;
      drainBlocks();
    }
  }

  /// Where much of a block is left, edits stand so close together that values cannot be followed past them: what remains is
  /// paired in the order of the text where it reads alike. A few ops are told better as missing and extra.
  bool lineUpRest() {
    constexpr int kRounds = 4;
    constexpr std::size_t kMuch = 32;
    if (lineUps_++ == kRounds) return false;
    const auto l = restByBlock(left_, true), r = restByBlock(right_, false);
    bool found = false;
    for (const BlockPair &pair : blocks_) {
      const std::vector<ClassId> &a = l[pair.reference.index()], &b = r[pair.port.index()];
      if (std::min(a.size(), b.size()) < kMuch) continue;
      if (!spend(a.size() + b.size(), "lining up what is left of a block")) return found;
      std::vector<std::uint64_t> lk, rk;
      for (ClassId id : a) lk.push_back(left_[id].content);
      for (ClassId id : b) rk.push_back(right_[id].content);
      for (const auto &[i, k] : commonSubsequence(lk, rk))
        if (mayPair(a[i], b[k])) found |= add(a[i], b[k]);
    }
    return found;
  }

  /// The pure classes without a partner, by block, in the order of the text.
  std::vector<std::vector<ClassId>> restByBlock(const Graph &graph, bool left) const {
    std::vector<std::vector<ClassId>> rest(graph.program().data().blocks.size());
    for (std::size_t i = 0; i < graph.classCount(); ++i) {
      const ClassId id{i};
      if (graph[id].kind != ClassKind::Op || graph[id].anchor || !graph[id].live) continue;
      if (!(left ? result_.matching.portOf(id) : result_.matching.referenceOf(id)).valid())
        rest[graph.program().op(graph[id].op).block.index()].push_back(id);
    }
    return rest;
  }

  void relabel() {
    labelledAt_ = shared_;
    relabelValues(left_, leftShared_, leftLabels_);
    relabelValues(right_, rightShared_, rightLabels_);
  }

  void drainBlocks() {
    for (; nextBlock_ < blocks_.size() && !stopped(); ++nextBlock_) matchAnchors(blocks_[nextBlock_]);
  }

  bool matchEqual() {
    bool found = false;
    while (const auto pair = ready_.next()) found |= add(pair->first, pair->second);
    return found;
  }

  bool mayPair(ClassId l, ClassId r) const {
    return free(l, r) && left_[l].kind == ClassKind::Op && right_[r].kind == ClassKind::Op && left_[l].live == right_[r].live &&
           !tileir::info(kindOf(left_, l)).terminator && !tileir::info(kindOf(right_, r)).terminator &&
           effects(left_, l) == effects(right_, r);
  }

  bool effects(const Graph &graph, ClassId id) const { return graph.liveness().effectful(graph[id].op); }

  bool followFresh() {
    bool found = false;
    std::vector<std::pair<ClassId, ClassId>> wave = std::move(fresh_);
    fresh_.clear();
    for (const auto &[l, r] : wave) {
      const ValueClass &a = left_[l], &b = right_[r];
      if (a.operands.size() == b.operands.size())
        for (std::size_t i = 0; i < a.operands.size(); ++i) found |= followOperand(a, b, i);
      // A value that everyone uses (a constant, a block id) says nothing about its users.
      constexpr std::size_t kTellingUsers = 32;
      if (left_.users(l).size() <= kTellingUsers && right_.users(r).size() <= kTellingUsers) found |= followUsers(l, r);
    }
    drainBlocks();
    return found;
  }

  bool followOperand(const ValueClass &a, const ValueClass &b, std::size_t i) {
    const ClassId l = a.operands[i].value, r = b.operands[i].value;
    if (!mayPair(l, r) || kindOf(left_, l) != kindOf(right_, r) || a.operands[i].result != b.operands[i].result) return false;
    return !effects(left_, l) && add(l, r);
  }

  bool followUsers(ClassId l, ClassId r) {
    bool found = false;
    for (const Graph::User &user : left_.users(l)) {
      if (result_.matching.portOf(user.user).valid() || left_[user.user].kind != ClassKind::Op) continue;
      ClassId only;
      bool several = false;
      for (const Graph::User &other : right_.users(r)) {
        if (!spend(1, "following users")) return found;
        if (!mayPair(user.user, other.user) || effects(left_, user.user)) continue;
        if (kindOf(left_, user.user) != kindOf(right_, other.user) || user.position != other.position) continue;
        several |= only.valid() && only != other.user;
        if (!only.valid() || closer(user.user, other.user, only)) only = other.user;
      }
      if (only.valid() && (!several || right_[only].content == left_[user.user].content)) found |= add(user.user, only);
    }
    return found;
  }

  /// Whether `r` fits `l` better than `best` does.
  bool closer(ClassId l, ClassId r, ClassId best) const { return score(l, r) > score(l, best); }

  /// A matched pair whose operands do not fit, because one side has an op in between: pairs what stands behind it.
  bool acrossInserted() {
    bool found = false;
    forOpenOperands([&](ClassId l, ClassId r) {
      for (const Use &use : left_[l].operands) found |= pairBehind(use.value, r);
      for (const Use &use : right_[r].operands) found |= pairBehind(l, use.value);
    });
    drainBlocks();
    return found;
  }

  bool pairBehind(ClassId l, ClassId r) {
    return mayPair(l, r) && kindOf(left_, l) == kindOf(right_, r) && !effects(left_, l) && add(l, r);
  }

  /// Another op in the same place: same result, as many operands.
  bool inTheSamePlace() {
    bool found = false;
    forOpenOperands([&](ClassId l, ClassId r) {
      if (!mayPair(l, r) || effects(left_, l) || left_[l].operands.size() != right_[r].operands.size()) return;
      found |= add(l, r);
    });
    return found;
  }

  /// Visits the operands of matched pairs that are not matched themselves, in the order of the reference. A pair all of
  /// whose operands are taken is not looked at again.
  template <class Visit>
  void forOpenOperands(Visit visit) {
    for (std::size_t at = open_.next(0); at != NumberSet::kEnd; at = open_.next(at + 1)) {
      const ClassId l{at}, r = result_.matching.portOf(l);
      bool done = true;
      for (std::size_t k = 0; left_[l].operands.size() == right_[r].operands.size() && k < left_[l].operands.size(); ++k) {
        const ClassId a = left_[l].operands[k].value, b = right_[r].operands[k].value;
        if (left_[a].kind != ClassKind::Op || right_[b].kind != ClassKind::Op) continue;
        if (result_.matching.portOf(a).valid() && result_.matching.referenceOf(b).valid()) continue;
        done = false;
        visit(a, b);
      }
      if (done) open_.erase(at);
    }
  }

  const Graph &left_, &right_;
  std::uint64_t budget_;
  std::uint64_t spent_ = 0;
  const CancelToken &cancel_;
  MatchResult result_;
  ReadyPairs ready_;
  Labels leftLabels_, rightLabels_;
  std::vector<std::uint64_t> leftShared_, rightShared_;
  std::uint64_t shared_ = 0, labelledAt_ = 0;
  int lineUps_ = 0;
  NumberSet open_;  ///< matched reference classes whose operands may not be
  std::vector<BlockPair> blocks_;
  std::size_t nextBlock_ = 0;
  std::vector<std::pair<ClassId, ClassId>> fresh_;
};

}  // namespace

MatchResult match(const Graph &reference, const Graph &port, const std::vector<EntryPair> &entries, std::uint64_t budget,
                  const CancelToken &cancel) {
  return Matcher(reference, port, budget, cancel).run(entries);
}

}  // namespace tileport::align
