// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A round's file is refused with a place, or read as a round that is written and read as the same one, and in which nothing is gone or new
// against itself.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "workspace/rounds.h"

using namespace tileport;
using namespace tileport::workspace;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto round = readRound({reinterpret_cast<const char *>(data), size}, "round");
  if (!round) {
    if (round.error().message.empty() || round.error().place.line == 0) stop("an error does not say where", round.error().toString());
    return 0;
  }
  const std::string text = writeRound(*round);
  const auto again = readRound(text, "again");
  if (!again) stop("what was written cannot be read", again.error().toString());
  if (writeRound(*again) != text) stop("a round is written as another one", text);
  using Fate = ComparedFinding::Fate;
  const RoundComparison self = compareRounds(*round, *again);
  if (self.count(Fate::Gone) + self.count(Fate::New) + self.count(Fate::Undecided) != 0) stop("a round differs from itself", text);
  return 0;
}
