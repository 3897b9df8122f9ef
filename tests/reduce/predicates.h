// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tests/support/files.h"
#include "tileir/bytecode_reader.h"
#include "tileir/program.h"

/// What the tests and the figures of the reducer look for in programs.
namespace tileport::test {

using IsInteresting = std::function<bool(const tileir::Program &)>;

inline std::size_t countOf(const tileir::Program &program, tileir::OpKind kind) {
  const auto &ops = program.data().ops;
  return static_cast<std::size_t>(std::count_if(ops.begin(), ops.end(), [&](const tileir::Op &op) { return op.kind == kind; }));
}

inline IsInteresting has(tileir::OpKind kind) {
  return [kind](const tileir::Program &program) { return countOf(program, kind) > 0; };
}

/// An op of the kind, with the attribute where `attribute` is not empty.
inline IsInteresting has(tileir::OpKind kind, std::string attribute) {
  return [kind, attribute = std::move(attribute)](const tileir::Program &program) {
    for (std::size_t n = 0; n < program.opCount(); ++n)
      if (program.op(tileir::OpId(n)).kind == kind && program.attribute(tileir::OpId(n), attribute).valid()) return true;
    return false;
  };
}

/// A load inside of a loop whose result, through whatever, comes to a store: what a pipelining bug might need.
inline IsInteresting loadsInLoop() {
  return [](const tileir::Program &program) {
    for (std::size_t n = 0; n < program.opCount(); ++n) {
      const tileir::OpId id(n);
      if (program.op(id).kind != tileir::OpKind::For && program.op(id).kind != tileir::OpKind::Loop) continue;
      for (std::size_t inner = n + 1; inner < program.op(id).subtreeEnd.index(); ++inner) {
        const tileir::OpKind kind = program.op(tileir::OpId(inner)).kind;
        if (kind == tileir::OpKind::LoadViewTko || kind == tileir::OpKind::LoadPtrTko) return true;
      }
    }
    return false;
  };
}

inline std::set<tileir::OpKind> kindsOf(const tileir::Program &program) {
  std::set<tileir::OpKind> kinds;
  for (const tileir::Op &op : program.data().ops) kinds.insert(op.kind);
  return kinds;
}

struct NamedProgram {
  std::string name;
  tileir::ProgramPtr program;
};

inline std::vector<NamedProgram> demoPrograms(const std::filesystem::path &source) {
  std::vector<NamedProgram> programs;
  for (const std::filesystem::path &path : filesIn(source / "resources/demo", ".tileirbc"))
    if (const auto program = tileir::readBytecodeFile(path); program.ok())
      programs.push_back({path.parent_path().parent_path().filename().string() + "/" + path.stem().string(), *program});
  return programs;
}

}  // namespace tileport::test
