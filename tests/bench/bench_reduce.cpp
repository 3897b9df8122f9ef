// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench_reduce: how far the programs of the demo and synthetic ones are reduced, in how many runs, for three things to look for.
#include <chrono>
#include <cstdio>

#include "mutate/synthetic.h"
#include "reduce/reduce.h"
#include "tests/reduce/predicates.h"

using namespace tileport;
using tileir::OpKind;

namespace {

/// What any program of some size has: a store with what is stored computed by more than a constant.
bool storesArithmetic(const tileir::Program &program) {
  for (std::size_t n = 0; n < program.opCount(); ++n) {
    const tileir::OpId id(n);
    if (program.op(id).kind != OpKind::StoreViewTko && program.op(id).kind != OpKind::StorePtrTko) continue;
    for (const tileir::ValueId value : program.operands(id)) {
      const tileir::OpId by = program.value(value).op;
      if (by.valid() && program.op(by).kind != OpKind::Constant && program.type(program.value(value).type).kind == tileir::TypeKind::Tile)
        return true;
    }
  }
  return false;
}

bool folds(const tileir::Program &program) {
  return test::countOf(program, OpKind::Reduce) + test::countOf(program, OpKind::MmaF) + test::countOf(program, OpKind::Scan) > 0;
}

void row(const std::string &name, const tileir::ProgramPtr &program) {
  std::printf("| %s | %zu |", name.c_str(), program->opCount());
  for (const test::IsInteresting &isInteresting :
       {test::IsInteresting(folds), test::loadsInLoop(), test::IsInteresting(storesArithmetic)}) {
    if (!isInteresting(*program)) {
      std::printf(" - |");
      continue;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto reduction = reduce::reduce(program, reduce::oneByOne(isInteresting));
    const auto took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (reduction.ok()) std::printf(" %zu ops, %zu runs, %.0f ms |", reduction->best.program->opCount(), reduction->runs, took);
    else std::printf(" %s |", reduction.error().message.c_str());
  }
  std::printf("\n");
}

}  // namespace

int main() {
  std::printf(
      "| program | ops | a reduction or matrix product | a load in a loop | a store of what is computed |\n|---|---|---|---|---|\n");
  for (const auto &[name, program] : test::demoPrograms(TILEPORT_SOURCE_DIR)) row(name, program);
  for (const std::size_t size : {1000, 10000})
    for (const std::uint64_t seed : {1, 2}) row("synthetic, seed " + std::to_string(seed), mutate::synthetic(size, seed));
}
