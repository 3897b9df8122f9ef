// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever program the reader accepts, however senseless: it is the same as itself, and comparing it with another ends,
// accounts for every line and says the same twice.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "align/side_by_side.h"
#include "tileir/bytecode_reader.h"

using namespace tileport;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

align::AlignmentPtr alignedOrStop(const tileir::ProgramPtr &reference, const tileir::ProgramPtr &port) {
  auto result = align::align(reference, port);
  if (!result) stop("an alignment failed", result.error().toString());
  const align::SideBySide layout = align::sideBySide(**result);
  std::size_t left = 0, right = 0;
  for (const align::Row &row : layout.rows) {
    left += row.reference.has_value();
    right += row.port.has_value();
  }
  if (left != reference->listing().lineCount() || right != port->listing().lineCount()) stop("rows lose or repeat lines", "");
  return *result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static tileir::ProgramPtr previous;
  const auto program = tileir::readBytecode(std::as_bytes(std::span(data, size)), "input");
  if (!program || (*program)->opCount() > 5000) return 0;
  const align::AlignmentPtr self = alignedOrStop(*program, *program);
  if (!self->same() && !self->undecided) stop("a program differs from itself", self->divergences.front().name);
  if (previous) alignedOrStop(previous, *program);
  previous = *program;
  return 0;
}
