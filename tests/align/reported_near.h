// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "align/alignment.h"
#include "mutate/edits.h"

/// For tests: whether an aligner tells of a mutant near what was edited.
namespace tileport::test {

/// Lines of the listing between what was edited and what is reported. Facts and views are reported where they are used.
inline constexpr std::uint32_t kNear = 12;

inline std::set<std::uint32_t> linesOf(const tileir::Program &program, const std::vector<tileir::OpId> &ops) {
  std::set<std::uint32_t> lines;
  for (const tileir::OpId op : ops) lines.insert(program.listing().opLines[op.index()].first);
  return lines;
}

/// The lines of the ops, of those that use their results and of those that define their operands, through assumes.
inline std::set<std::uint32_t> neighbourhood(const tileir::Program &program, const std::vector<tileir::OpId> &ops) {
  std::vector<tileir::OpId> around = ops;
  const auto inside = [&](tileir::OpId op) { return std::find(around.begin(), around.end(), op) != around.end(); };
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < program.opCount(); ++i) {
      const tileir::OpId op(i);
      if (inside(op)) continue;
      const auto operands = program.operands(op);
      const bool uses = std::any_of(operands.begin(), operands.end(),
                                    [&](tileir::ValueId v) { return program.value(v).op.valid() && inside(program.value(v).op); });
      const bool stepsOver = round == 0 || program.op(op).kind == tileir::OpKind::Assume ||
                             program.op(op).kind == tileir::OpKind::MakePartitionView ||
                             program.op(op).kind == tileir::OpKind::MakeTensorView || program.op(op).kind == tileir::OpKind::LoadViewTko;
      if (uses && stepsOver) around.push_back(op);
    }
  }
  return linesOf(program, around);
}

inline bool isNear(const std::set<std::uint32_t> &lines, std::uint32_t line) {
  const auto at = lines.lower_bound(line < kNear ? 0 : line - kNear);
  return at != lines.end() && *at <= line + kNear;
}

inline bool isReportedNear(const align::Alignment &alignment, const mutate::Edited &edited) {
  if (edited.baseOps.empty() && edited.editedOps.empty()) return true;
  const auto left = neighbourhood(*alignment.reference, edited.baseOps), right = neighbourhood(*alignment.port, edited.editedOps);
  return std::any_of(alignment.divergences.begin(), alignment.divergences.end(), [&](const align::Divergence &d) {
    return (d.reference && isNear(left, d.reference->lines.first)) || (d.port && isNear(right, d.port->lines.first));
  });
}

}  // namespace tileport::test
