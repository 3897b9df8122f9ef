// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the bytes, the reader gives a program on which everything above may rely, or an error that says where.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/tileir/invariants.h"
#include "tileir/bytecode_reader.h"

using namespace tileport;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

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
  return 0;
}
