// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "certificate/writer.h"

#include <algorithm>
#include <span>

namespace tileport::certificate::test {

using tileir::BlockId;
using tileir::FunctionId;
using tileir::OpId;
using tileir::OpKind;
using tileir::Program;
using tileir::ValueId;

namespace {

class Writer {
 public:
  Writer(const Program &reference, const Program &port, std::vector<Step> &steps) : left_(reference), right_(port), steps_(steps) {}

  void blocks(BlockId reference, BlockId port) {
    const auto left = left_.ops(reference), right = right_.ops(port);
    std::size_t l = 0, r = 0;
    while (l < left.size() && r < right.size()) {
      if (left_.op(left[l]).kind != right_.op(right[r]).kind && !skip(left, right, l, r)) return;
      ops(left[l++], right[r++]);
    }
  }

 private:
  /// To the nearest place where both go on alike.
  bool skip(std::span<const OpId> left, std::span<const OpId> right, std::size_t &l, std::size_t &r) {
    constexpr std::size_t kFarthest = 6;
    for (std::size_t sum = 1; sum <= kFarthest; ++sum)
      for (std::size_t dl = 0; dl <= sum; ++dl) {
        const std::size_t dr = sum - dl;
        if (l + dl >= left.size() || r + dr >= right.size()) continue;
        if (left_.op(left[l + dl]).kind != right_.op(right[r + dr]).kind) continue;
        l += dl;
        r += dr;
        return true;
      }
    return false;
  }

  void ops(OpId l, OpId r) {
    const OpKind kind = left_.op(l).kind;
    const tileir::OpInfo &info = tileir::info(kind);
    if (kind == OpKind::Assume) return;
    const bool regions = info.regionCount != 0;
    if (info.pure && !regions) {
      if (left_.op(l).results.count != 0 && right_.op(r).results.count != 0)
        steps_.push_back(
            equalBy(Step::Kind::Congruent, refOf(Side::Reference, left_.result(l, 0)), refOf(Side::Port, right_.result(r, 0))));
      return;
    }
    Step pair;
    pair.reference = l;
    pair.port = r;
    const std::uint32_t carried = std::min(slotsOf(left_, l), slotsOf(right_, r));
    for (std::uint32_t n = 0; n < carried; ++n) pair.slots.push_back({n, n});
    steps_.push_back(pair);
    if (!regions) return;
    for (std::uint32_t n = 0; n < info.regionCount; ++n) {
      const auto one = left_.region(left_.region(l, n)).blocks, other = right_.region(right_.region(r, n)).blocks;
      if (one.count == 1 && other.count == 1) blocks(BlockId(one.first), BlockId(other.first));
    }
    Step leave;
    leave.kind = Step::Kind::Leave;
    leave.reference = l;
    leave.port = r;
    if (kind == OpKind::Loop)
      for (std::uint32_t n = 0; n < std::min(left_.op(l).results.count, right_.op(r).results.count); ++n) leave.slots.push_back({n, n});
    steps_.push_back(leave);
  }

  static std::uint32_t slotsOf(const Program &program, OpId op) {
    switch (program.op(op).kind) {
      case OpKind::For: return program.op(op).operands.count - 3;
      case OpKind::Loop: return program.op(op).operands.count;
      case OpKind::If: return program.op(op).results.count;
      default: return 0;
    }
  }

  const Program &left_, &right_;
  std::vector<Step> &steps_;
};

}  // namespace

Certificate lockstep(const Program &reference, const Program &port) {
  Certificate certificate;
  for (std::size_t f = 0; f < std::min(reference.functionCount(), port.functionCount()); ++f) {
    EntryPair entry;
    entry.reference = entry.port = FunctionId(f);
    const BlockId left = reference.bodyOf(FunctionId(f)), right = port.bodyOf(FunctionId(f));
    for (std::uint32_t n = 0; n < std::min(reference.block(left).arguments.count, port.block(right).arguments.count); ++n)
      entry.arguments.push_back({n, n});
    Writer(reference, port, entry.steps).blocks(left, right);
    certificate.entries.push_back(std::move(entry));
  }
  return certificate;
}

OpId opOf(const Program &program, OpKind kind, std::size_t n) {
  for (std::size_t i = 0; i < program.opCount(); ++i)
    if (program.op(OpId(i)).kind == kind && n-- == 0) return OpId(i);
  return {};
}

Ref resultOf(const Program &program, Side side, OpKind kind, std::size_t n, std::size_t result) {
  const OpId op = opOf(program, kind, n);
  return op.valid() ? refOf(side, program.result(op, result)) : Ref{Ref::Kind::Term, UINT32_MAX};
}

Ref argumentOf(const Program &program, Side side, std::size_t n) { return refOf(side, program.argument(program.bodyOf(FunctionId(0)), n)); }

std::size_t stepAbout(const EntryPair &entry, Ref value) {
  const auto at = std::find_if(entry.steps.begin(), entry.steps.end(), [&](const Step &step) {
    return step.kind == Step::Kind::Congruent && (step.a == value || step.b == value);
  });
  return static_cast<std::size_t>(at - entry.steps.begin());
}

std::size_t stepOf(const EntryPair &entry, OpId reference) {
  const auto at = std::find_if(entry.steps.begin(), entry.steps.end(),
                               [&](const Step &step) { return step.kind == Step::Kind::Pair && step.reference == reference; });
  return static_cast<std::size_t>(at - entry.steps.begin());
}

Step equalBy(Step::Kind kind, Ref a, Ref b) {
  Step step;
  step.kind = kind;
  step.a = a;
  step.b = b;
  return step;
}

Step rewrite(const char *rule, Ref a, Ref b, std::vector<Ref> bindings, std::vector<Ref> witnesses) {
  Step step = equalBy(Step::Kind::Rewrite, a, b);
  step.rule = rule;
  step.bindings = std::move(bindings);
  step.witnesses = std::move(witnesses);
  return step;
}

}  // namespace tileport::certificate::test
