// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the bytes, the reader gives a program on which everything above may rely, which the verifier can judge, and which
// comes back equal when it is written, or an error that says where.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "support/round_trip.h"
#include "tests/tileir/bytecode_file.h"
#include "tests/tileir/invariants.h"
#include "tileir/bytecode_reader.h"
#include "tileir/verifier.h"

using namespace tileport;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

#ifdef TILEPORT_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t maxSize);

/// Mostly changes the payload of one section and writes a true frame around it: libFuzzer's own changes seldom keep one, and
/// then nothing behind the frame is reached.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t maxSize, unsigned seed) {
  using namespace tileir::testing;
  const Bytes file(reinterpret_cast<const char *>(data), size);
  auto sections = splitSections(file);
  if (seed % 8 == 0 || !sections || sections->empty()) return LLVMFuzzerMutate(data, size, maxSize);
  Bytes &payload = (*sections)[(seed / 8) % sections->size()].payload;
  const std::size_t longest = payload.size() + 64;
  const std::size_t old = payload.size();
  payload.resize(longest);
  payload.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t *>(payload.data()), old, longest));
  const Bytes changed = joinSections(file.substr(0, 12), *sections);
  if (changed.size() > maxSize) return size;
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto program = tileir::readBytecode(std::as_bytes(std::span(data, size)), "input");
  if (!program) {
    const Error &error = program.error();
    if (!error.place.byteOffset || *error.place.byteOffset > size || error.place.section.empty() || error.message.empty()) {
      stop("an error does not say where", error.toString());
    }
    return 0;
  }
  if (const std::string broken = tileir::testing::brokenInvariant(**program); !broken.empty()) stop("a program is broken", broken);
  for (const auto &violation : tileir::verify(**program)) {
    if (violation.rule.empty() || violation.message.empty()) stop("a violation does not say what", violation.rule);
  }
  const test::RoundTripOptions options{.allVersions = false, .mayExceedLimits = true};
  if (const std::string broken = test::brokenRoundTrip(**program, options); !broken.empty()) stop("a program does not come back", broken);
  return 0;
}
