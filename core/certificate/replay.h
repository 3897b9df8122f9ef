// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "certificate/facts.h"
#include "certificate/hints.h"
#include "certificate/rewriting.h"
#include "certificate/scopes.h"

namespace tileport::certificate {

/// All that the replay of a certificate asks of the two programs and of what is proven.
struct World {
  Canonical &canonical;
  const Nodes &nodes;
  std::array<const Structure *, 2> sides;
  Intervals &intervals;
  Classes &classes;
  Globals &globals;
  HintComparer &hints;
  Effort &effort;
};

/// Replays the steps of one pair of entries. Where a step does not hold the answer says why; empty: it does.
///
/// What is equal is known by classes. What is proven inside of a region holds there alone, so it is taken back when the region is
/// done; steps about values that are seen outside are then tried again there.
class Replay {
 public:
  Replay(World &world, Scopes &scopes, Checked &checked, std::array<std::vector<bool>, 2> &paired);

  std::string begin(const EntryPair &entry);
  std::string step(const std::vector<Step> &steps, std::size_t index);
  std::string end();

 private:
  /// What ended a turn, an arm or a loop, at the time that it was met: the classes of what it passes on; of each the member that is
  /// seen from farthest out; whether it is what the loop carried there.
  struct Exit {
    tileir::OpKind kind{};
    std::array<std::vector<Node>, 2> roots, outermost;
    std::array<std::vector<bool>, 2> itself;
  };
  /// A value that a loop carries equals one from outside in every turn.
  struct Invariant {
    Side side{};
    std::size_t slot = 0;
    Node outside = kNoNode;
  };
  struct Frame {
    std::array<tileir::OpId, 2> ops;
    tileir::OpKind kind{};  ///< the reference's; a `for` may be a pair with a loop that counts
    std::vector<SlotPair> slots;
    std::uint32_t region = 0;
    std::array<std::uint32_t, 2> spoken{};
    std::size_t mark = 0;
    std::vector<std::size_t> steps;  ///< that were proven in the open block, and those inside that hold there
    std::vector<Exit> exits;
    std::vector<Invariant> invariants;
    bool continued = false;
  };
  using Ops = std::array<tileir::OpId, 2>;

  // replay.cpp: the walk
  std::string pair(const Step &step);
  std::string checkPlace(const Ops &ops);
  std::string compareAttributes(const Ops &ops, std::string_view exceptFor = {});
  std::string compareResults(const Ops &ops, const std::vector<SlotPair> &slots);
  std::string compareOperands(const Ops &ops, const std::vector<SlotPair> &slots);
  std::string compareOperand(const Ops &ops, tileir::ValueId reference, tileir::ValueId port);
  std::string compareParts(const Ops &ops, const std::vector<SlotPair> &slots);
  std::string compareOptional(const Ops &ops, std::size_t position);
  std::string compareSlots(const Ops &ops, const std::vector<SlotPair> &slots, std::size_t first);
  std::string enter(const Ops &ops, const std::vector<SlotPair> &slots);
  std::string openRegions();
  std::string openRegion(const std::array<tileir::BlockId, 2> &blocks);
  std::string closeBlock();
  std::string leave(const Step &step);
  std::string uniteResults(const Ops &ops);
  bool unite(Node a, Node b);

  // replay_counted.cpp: a `for` and a `loop` that counts
  bool isCountedPair(const Ops &ops) const;
  std::string compareCounted(const Ops &ops, const std::vector<SlotPair> &slots);
  std::string countsWithoutOverflow(std::size_t side, tileir::OpId loop);
  std::string leaveCounted(const Ops &ops, const std::vector<SlotPair> &carried, const std::vector<SlotPair> &results) const;
  /// Of a loop, by side: where among the arguments of its body what it carries begins; the argument that counts.
  std::size_t firstCarried(std::size_t side, tileir::OpId op) const { return program(side).op(op).kind == tileir::OpKind::For ? 1 : 0; }
  std::optional<std::size_t> countingArgument(std::size_t side, tileir::OpId op) const;
  /// Of a result of a loop that has been left, what was carried; absent for a result that a `loop` gives by its breaks.
  std::optional<std::size_t> slotOfResult(std::size_t side, tileir::OpId op, std::size_t result) const;

  // replay_turned.cpp: views with their dimensions in another order
  static bool mayBeTurned(tileir::OpKind kind);
  std::string compareTurned(const Ops &ops, const std::vector<SlotPair> &slots);
  bool sameTurnedView(Node reference, Node port, const DimensionOrder &order);
  std::vector<std::int64_t> inboundsOf(std::size_t side, tileir::OpId op, std::size_t rank) const;
  std::string uniteTurned(const Ops &ops, const std::vector<SlotPair> &slots);
  /// What a load by a view gives.
  Node loaded(std::size_t side, tileir::OpId op) const { return node(side, program(side).result(op, 0)); }

  // replay_exits.cpp: what is passed to, in and out of loops and ifs
  std::string exit(const Step &step, const Ops &ops);
  std::string keepInvariants(const Frame &frame, const Ops &ops);
  void record(Frame &frame, const Ops &ops);
  void recordSide(Exit &exit, const Frame &frame, std::size_t side, tileir::OpId op);
  std::string unchanged(Node a, Node b);
  std::string unchangedArgument(Node a, Node b);
  std::string unchangedResult(Node a, Node b);

  // replay_segments.cpp: what is assumed, and what may fail
  void activate();
  std::string checkSegment();
  void checkAssume(Side side, tileir::OpId op);
  bool failsThere(Side side, tileir::OpId op);
  Facts factsOf(Node node, const Interval &known, std::optional<std::int64_t> constant);
  void compareFacts(Node a, tileir::OpId opOfA, Node b, tileir::OpId opOfB);
  void except(Exception::Kind kind, tileir::OpId reference, tileir::OpId port, const std::string &what);

  // replay_values.cpp: steps about values
  std::string valueStep(const Step &step);
  std::string congruent(Node a, Node b, bool exchanged);
  std::string identity(Node a, Node b);
  std::string rewrite(const Step &step, Node a, Node b);
  std::string noOrder(Node a);
  std::string joinOfOne(Node a, Node b);
  std::string joinOfSame(Node a, Node b);
  std::vector<Node> waitedFor(Node token);
  std::set<Node> orderOf(Node join);

  const tileir::Program &program(std::size_t side) const { return world_.sides[side]->program(); }
  const Structure &structure(std::size_t side) const { return *world_.sides[side]; }
  Node node(std::size_t side, tileir::ValueId value) const { return nodes_.of(static_cast<Side>(side), value); }
  bool isToken(Node node) const { return nodes_.typeInfo(node).kind == tileir::TypeKind::Token; }

  World &world_;
  const Nodes &nodes_;
  Classes &classes_;
  Scopes &scopes_;
  Rewriting rewriting_;
  Checked &checked_;
  std::array<std::vector<bool>, 2> &paired_;
  const std::vector<Step> *steps_ = nullptr;
  std::vector<Frame> frames_;
  std::map<std::pair<std::size_t, tileir::OpId>, std::vector<Exit>> left_;  ///< exits of what is done, by side and op
  std::set<std::tuple<Exception::Kind, tileir::OpId, tileir::OpId, std::string>> told_;
  std::set<std::tuple<std::string, std::string, Side, tileir::OpId>> assumed_;
};

}  // namespace tileport::certificate
