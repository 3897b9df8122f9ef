// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/replay.h"

#include <algorithm>

namespace tileport::certificate {

using tileir::BlockId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

namespace {

/// Those that pass values to what is around them, or to their regions, by slots.
bool passesSlots(OpKind kind) { return kind == OpKind::Yield || kind == OpKind::Continue || kind == OpKind::Break; }

/// How many operands come before what a loop carries.
std::size_t boundsOf(OpKind kind) { return kind == OpKind::For ? 3 : kind == OpKind::If ? 1 : 0; }

bool hasSlots(OpKind kind) { return kind == OpKind::For || kind == OpKind::Loop || kind == OpKind::If; }

}  // namespace

Replay::Replay(World &world, Scopes &scopes, Checked &checked, std::array<std::vector<bool>, 2> &paired)
    : world_(world),
      nodes_(world.nodes),
      classes_(world.classes),
      scopes_(scopes),
      rewriting_(world.canonical, world.globals, world.nodes, world.classes, world.intervals, world.sides, world.effort),
      checked_(checked),
      paired_(paired) {}

bool Replay::unite(Node a, Node b) {
  if (a == kNoNode || b == kNoNode || nodes_.type(a) != nodes_.type(b)) return false;
  classes_.unite(a, b);
  return true;
}

std::string Replay::begin(const EntryPair &entry) {
  const std::array<BlockId, 2> bodies{program(0).bodyOf(entry.reference), program(1).bodyOf(entry.port)};
  frames_.emplace_back();
  frames_.back().mark = classes_.mark();
  scopes_.push({bodies, {}, 0, true});
  std::array<std::vector<bool>, 2> used;
  for (std::size_t side = 0; side < 2; ++side) used[side].resize(program(side).block(bodies[side]).arguments.count);
  std::uint32_t last = 0;
  for (const SlotPair &pair : entry.arguments) {
    if (pair.reference >= used[0].size() || pair.port >= used[1].size()) return "a pair of arguments names one that there is not";
    if (used[0][pair.reference] || used[1][pair.port]) return "an argument stands in two pairs";
    used[0][pair.reference] = used[1][pair.port] = true;
    if (!unite(node(0, program(0).argument(bodies[0], pair.reference)), node(1, program(1).argument(bodies[1], pair.port))))
      return "argument " + std::to_string(pair.reference) + " of the reference has another type than its counterpart";
  }
  // A caller passes arguments by position: they must come in the same order.
  std::vector<SlotPair> sorted = entry.arguments;
  std::sort(sorted.begin(), sorted.end(), [](const SlotPair &a, const SlotPair &b) { return a.reference < b.reference; });
  for (const SlotPair &pair : sorted) {
    if (&pair != &sorted.front() && pair.port < last)
      except(Exception::Kind::Argument, {}, {},
             "argument " + std::to_string(pair.reference) + " of the reference is argument " + std::to_string(pair.port) +
                 " of the port, behind one that stands behind it");
    last = pair.port;
  }
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t n = 0; n < used[side].size(); ++n)
      if (!used[side][n])
        except(Exception::Kind::Argument, {}, {},
               "argument " + std::to_string(n) + " of the " + (side == 0 ? "reference" : "port") + " has no counterpart");
  activate();
  return {};
}

std::string Replay::end() {
  if (frames_.size() != 1 || scopes_.top().open) return "the steps end inside of a region, or before the entry returns";
  scopes_.pop();
  classes_.backTo(frames_.back().mark);
  frames_.clear();
  left_.clear();
  return {};
}

std::string Replay::step(const std::vector<Step> &steps, std::size_t index) {
  steps_ = &steps;
  const Step &step = steps[index];
  if (step.kind == Step::Kind::Pair) return pair(step);
  if (step.kind == Step::Kind::Leave) return leave(step);
  std::string refusal = valueStep(step);
  if (refusal.empty() && step.kind != Step::Kind::Unchanged && scopes_.top().open) frames_.back().steps.push_back(index);
  return refusal;
}

std::string Replay::checkPlace(const Ops &ops) {
  if (!scopes_.top().open) return "the regions of the last pair are done; it must be left first";
  for (std::size_t side = 0; side < 2; ++side) {
    const char *const name = side == 0 ? "reference" : "port";
    if (ops[side].index() >= program(side).opCount()) return std::string("an op of the ") + name + " that there is not";
    const std::string what = nameAndLine(program(side), ops[side]) + " of the " + name;
    if (program(side).op(ops[side]).block != scopes_.top().blocks[side]) return what + " does not stand in the block that is open";
    if (paired_[side][ops[side].index()]) return what + " is in a pair already";
    if (!structure(side).needsPair(ops[side])) return what + " needs no counterpart and must have none";
    if (structure(side).segment(ops[side]) != scopes_.top().segment) return what + " stands behind another op that may stop the run";
    if (structure(side).speaks(ops[side]) && structure(side).speakNumber(ops[side]) != frames_.back().spoken[side])
      return what + " prints out of order";
  }
  const bool counted = isCountedPair(ops);
  if (program(0).op(ops[0]).kind != program(1).op(ops[1]).kind && !counted) return "the two are different ops";
  if (!counted && (structure(0).counted(ops[0]) || structure(1).counted(ops[1])))
    return "a loop is taken to count, and its counterpart is no for";
  if (structure(0).stops(ops[0]) != structure(1).stops(ops[1])) return "one of the two may stop the run, the other may not";
  if (structure(0).speaks(ops[0]) != structure(1).speaks(ops[1])) return "one of the two prints, the other does not";
  return {};
}

std::string Replay::pair(const Step &step) {
  const Ops ops{step.reference, step.port};
  if (std::string refusal = checkPlace(ops); !refusal.empty()) return refusal;
  const OpKind kind = program(0).op(ops[0]).kind;
  // More would be repetitions.
  const auto most = [&](std::size_t side) {
    return program(side).op(ops[side]).operands.count + program(side).op(ops[side]).results.count;
  };
  if (step.slots.size() > most(0) + most(1)) return "there are more slots than the ops have";
  const bool turned = mayBeTurned(kind) && !step.slots.empty();
  if (program(0).op(ops[0]).regions.count == 0 && !passesSlots(kind) && !turned && !step.slots.empty())
    return "an op that passes nothing on has slots";
  if (std::string refusal = turned ? compareTurned(ops, step.slots) : compareParts(ops, step.slots); !refusal.empty()) return refusal;
  if (passesSlots(kind))
    if (std::string refusal = exit(step, ops); !refusal.empty()) return refusal;
  for (std::size_t side = 0; side < 2; ++side) {
    paired_[side][ops[side].index()] = true;
    frames_.back().spoken[side] += structure(side).speaks(ops[side]);
  }
  const bool stops = structure(0).stops(ops[0]), ends = tileir::info(kind).terminator;
  if (stops || ends)
    if (std::string refusal = checkSegment(); !refusal.empty()) return refusal;
  if (program(0).op(ops[0]).regions.count != 0) return enter(ops, step.slots);
  if (std::string refusal = turned ? uniteTurned(ops, step.slots) : uniteResults(ops); !refusal.empty()) return refusal;
  if (ends) return closeBlock();
  if (stops) {
    scopes_.nextSegment();
    activate();
  }
  return {};
}

std::string Replay::compareParts(const Ops &ops, const std::vector<SlotPair> &slots) {
  if (isCountedPair(ops)) return compareCounted(ops, slots);
  if (std::string refusal = compareAttributes(ops); !refusal.empty()) return refusal;
  if (std::string refusal = compareResults(ops, slots); !refusal.empty()) return refusal;
  return compareOperands(ops, slots);
}

std::string Replay::compareAttributes(const Ops &ops, std::string_view exceptFor) {
  const OpKind kind = program(0).op(ops[0]).kind;
  const auto attributes = tileir::info(kind).attributes;
  for (std::size_t slot = 0; slot < attributes.size(); ++slot) {
    const std::string name(attributes[slot].name);
    if (name == exceptFor) continue;
    if (attributes[slot].form == tileir::AttributeForm::Hints) {
      for (const std::string &what : world_.hints.compare(program(0).attribute(ops[0], name), program(1).attribute(ops[1], name)))
        except(Exception::Kind::Hint, ops[0], ops[1], what);
      continue;
    }
    const std::uint32_t a = world_.canonical.attribute(Side::Reference, ops[0], slot);
    const std::uint32_t b = world_.canonical.attribute(Side::Port, ops[1], slot);
    if (a != b || a == Canonical::kUnknown) return "their attribute " + name + " is not the same";
  }
  return {};
}

std::string Replay::compareResults(const Ops &ops, const std::vector<SlotPair> &slots) {
  const OpKind kind = program(0).op(ops[0]).kind;
  const std::uint32_t a = program(0).op(ops[0]).results.count, b = program(1).op(ops[1]).results.count;
  if (kind == OpKind::Loop) return {};  // when it is left
  if (kind == OpKind::For || kind == OpKind::If) {
    for (const SlotPair &slot : slots)
      if (slot.reference >= a || slot.port >= b) return "a slot names a result that there is not";
    return {};
  }
  if (a != b) return "the two have different numbers of results";
  for (std::uint32_t n = 0; n < a; ++n)
    if (nodes_.type(node(0, program(0).result(ops[0], n))) != nodes_.type(node(1, program(1).result(ops[1], n))))
      return "their results have different types";
  return {};
}

std::string Replay::compareOperand(const Ops &ops, ValueId reference, ValueId port) {
  const Node a = node(0, reference), b = node(1, port);
  if (!classes_.equal(a, b))
    return "an operand is not proven equal: " + nodes_.describe(nodes_.root(a)) + " against " + nodes_.describe(nodes_.root(b));
  compareFacts(a, ops[0], b, ops[1]);
  return {};
}

std::string Replay::compareOperands(const Ops &ops, const std::vector<SlotPair> &slots) {
  const OpKind kind = program(0).op(ops[0]).kind;
  if (passesSlots(kind)) return {};
  if (hasSlots(kind)) {
    const std::size_t bounds = boundsOf(kind);
    for (std::size_t n = 0; n < bounds; ++n)
      if (std::string refusal = compareOperand(ops, program(0).operands(ops[0])[n], program(1).operands(ops[1])[n]); !refusal.empty())
        return refusal;
    return kind == OpKind::If ? std::string() : compareSlots(ops, slots, bounds);
  }
  for (std::size_t position = 0; position < tileir::info(kind).operands.size(); ++position)
    if (std::string refusal = compareOptional(ops, position); !refusal.empty()) return refusal;
  return {};
}

/// The operands of one name: as many on both sides, or a token that orders nothing where the other side has none.
std::string Replay::compareOptional(const Ops &ops, std::size_t position) {
  const auto left = program(0).operands(ops[0], position), right = program(1).operands(ops[1], position);
  if (left.size() == right.size()) {
    for (std::size_t n = 0; n < left.size(); ++n)
      if (std::string refusal = compareOperand(ops, left[n], right[n]); !refusal.empty()) return refusal;
    return {};
  }
  const Node only = left.size() == 1 && right.empty() ? node(0, left[0]) : left.empty() && right.size() == 1 ? node(1, right[0]) : kNoNode;
  if (only == kNoNode || !isToken(only) || !classes_.equal(only, nodes_.noOrder()))
    return "their operand " + std::string(tileir::info(program(0).op(ops[0]).kind).operands[position].name) +
           " is given on one side alone, or is longer there";
  return {};
}

std::string Replay::compareSlots(const Ops &ops, const std::vector<SlotPair> &slots, std::size_t first) {
  for (const SlotPair &slot : slots) {
    const std::size_t a = first + slot.reference, b = first + slot.port;
    if (a >= program(0).operands(ops[0]).size() || b >= program(1).operands(ops[1]).size()) return "a slot names what is not passed";
    if (std::string refusal = compareOperand(ops, program(0).operands(ops[0])[a], program(1).operands(ops[1])[b]); !refusal.empty())
      return refusal;
  }
  return {};
}

std::string Replay::enter(const Ops &ops, const std::vector<SlotPair> &slots) {
  if (program(0).op(ops[0]).regions.count != program(1).op(ops[1]).regions.count) return "the two have different numbers of regions";
  Frame frame;
  frame.ops = ops;
  frame.kind = program(0).op(ops[0]).kind;
  frame.slots = slots;
  frames_.push_back(std::move(frame));
  scopes_.push({{}, ops, 0, false});
  return openRegions();
}

/// Opens the next region that has a block.
std::string Replay::openRegions() {
  Frame &frame = frames_.back();
  for (; frame.region < program(0).op(frame.ops[0]).regions.count; ++frame.region) {
    std::array<Slice, 2> blocks;
    for (std::size_t side = 0; side < 2; ++side)
      blocks[side] = program(side).region(program(side).region(frame.ops[side], frame.region)).blocks;
    if (blocks[0].count + blocks[1].count == 1) {
      // An else that only passes on what is there is as good as none. What it gives has no counterpart: without an else there are
      // no results, so that no slot names one.
      const std::size_t side = blocks[0].count == 1 ? 0 : 1;
      const auto only = program(side).ops(BlockId(blocks[side].first));
      if (only.size() != 1 || program(side).op(only[0]).kind != OpKind::Yield || !frame.slots.empty())
        return "a region of one side has no counterpart";
      paired_[side][only[0].index()] = true;
      Exit exit;
      exit.kind = OpKind::Yield;
      recordSide(exit, frame, side, only[0]);
      frame.exits.push_back(std::move(exit));
      continue;
    }
    if (blocks[0].count != blocks[1].count || blocks[0].count > 1) return "a region of one side has no counterpart";
    if (blocks[0].count == 1) return openRegion({BlockId(blocks[0].first), BlockId(blocks[1].first)});
  }
  return {};
}

std::string Replay::openRegion(const std::array<BlockId, 2> &blocks) {
  Frame &frame = frames_.back();
  frame.mark = classes_.mark();
  frame.spoken = {};
  scopes_.open(blocks);
  const std::array<std::uint32_t, 2> counts{program(0).block(blocks[0]).arguments.count, program(1).block(blocks[1]).arguments.count};
  const auto same = [&](std::size_t a, std::size_t b) {
    return a < counts[0] && b < counts[1] && unite(node(0, program(0).argument(blocks[0], a)), node(1, program(1).argument(blocks[1], b)));
  };
  if (frame.kind == OpKind::For || frame.kind == OpKind::Loop) {
    const auto l = countingArgument(0, frame.ops[0]), r = countingArgument(1, frame.ops[1]);
    if (l && r && !same(*l, *r)) return "the two loops do not count alike";
    const std::size_t left = firstCarried(0, frame.ops[0]), right = firstCarried(1, frame.ops[1]);
    // What comes in is equal, and each continue must pass on what is: so it is equal in every turn.
    for (const SlotPair &slot : frame.slots)
      if (!same(left + slot.reference, right + slot.port)) return "a slot names what the loop does not carry, or types differ";
  } else {
    if (counts[0] != counts[1]) return "the regions have different numbers of arguments";
    for (std::size_t n = 0; n < counts[0]; ++n)
      if (!same(n, n)) return "the arguments of the regions have different types";
  }
  activate();
  return {};
}

/// What was proven in the block is taken back; what of it is about values from outside is tried again there.
std::string Replay::closeBlock() {
  scopes_.close();
  if (frames_.size() == 1) return {};
  Frame &frame = frames_.back();
  classes_.backTo(frame.mark);
  std::vector<std::size_t> again = std::move(frame.steps);
  frame.steps.clear();
  std::vector<std::size_t> &around = frames_[frames_.size() - 2].steps;
  for (const std::size_t index : again)
    if (valueStep((*steps_)[index]).empty()) around.push_back(index);
  ++frame.region;
  return openRegions();
}

std::string Replay::leave(const Step &step) {
  if (frames_.size() < 2 || scopes_.top().open) return "there is nothing to leave here, or a region of it is not done";
  const Frame &frame = frames_.back();
  if (step.reference != frame.ops[0] || step.port != frame.ops[1]) return "these are not the ops of the last pair that is open";
  const Ops ops = frame.ops;
  std::vector<SlotPair> slots = frame.slots;
  if (isCountedPair(ops)) {
    slots = step.slots;
    if (std::string refusal = leaveCounted(ops, frame.slots, slots); !refusal.empty()) return refusal;
  } else if (frame.kind == OpKind::Loop) {
    slots = step.slots;
    if (slots.size() > program(0).op(ops[0]).results.count + program(1).op(ops[1]).results.count)
      return "there are more slots than results";
    for (const Exit &exit : frame.exits) {
      if (exit.kind != OpKind::Break) continue;
      for (const SlotPair &slot : slots)
        if (slot.reference >= exit.roots[0].size() || slot.port >= exit.roots[1].size() ||
            exit.roots[0][slot.reference] != exit.roots[1][slot.port])
          return "a break does not pass on what is proven equal";
    }
  } else if (!step.slots.empty()) {
    return "only a loop has slots where it is left";
  }
  if (frame.kind == OpKind::Reduce || frame.kind == OpKind::Scan)
    for (std::uint32_t n = 0; n < program(0).op(ops[0]).results.count; ++n) slots.push_back({n, n});
  for (std::size_t side = 0; side < 2; ++side) left_[{side, ops[side]}] = frame.exits;
  frames_.pop_back();
  scopes_.pop();
  for (const SlotPair &slot : slots) {
    const bool there = slot.reference < program(0).op(ops[0]).results.count && slot.port < program(1).op(ops[1]).results.count;
    if (!there || !unite(node(0, program(0).result(ops[0], slot.reference)), node(1, program(1).result(ops[1], slot.port))))
      return "a slot names a result that there is not, or one of another type";
  }
  if (structure(0).stops(ops[0])) {
    scopes_.nextSegment();
    activate();
  }
  return {};
}

std::string Replay::uniteResults(const Ops &ops) {
  for (std::uint32_t n = 0; n < program(0).op(ops[0]).results.count; ++n)
    if (!unite(node(0, program(0).result(ops[0], n)), node(1, program(1).result(ops[1], n)))) return "their results have different types";
  return {};
}

}  // namespace tileport::certificate
