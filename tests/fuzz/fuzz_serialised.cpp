// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the payload of a serialised program: it is refused with a place, or it is a consistent program that can be printed
// with its locations, aligned, written and read again. The header is made true first: what it guards is behind it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "align/side_by_side.h"
#include "tests/tileir/invariants.h"
#include "tests/tileir/same_data.h"
#include "tileir/printer.h"
#include "tileir/serialised.h"

using namespace tileport;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

Result<tileir::ProgramPtr> readBack(const std::string &bytes) { return tileir::deserialise(std::as_bytes(std::span(bytes)), "input"); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char *>(data), size);
  tileir::testing::repairSerialised(bytes);
  const auto program = readBack(bytes);
  if (!program) {
    const Error &error = program.error();
    if (!error.place.byteOffset || *error.place.byteOffset > size || error.place.section.empty() || error.message.empty()) {
      stop("an error does not say where", error.toString());
    }
    return 0;
  }
  if (const std::string broken = tileir::testing::brokenInvariant(**program); !broken.empty()) stop("a program is broken", broken);
  const auto again = readBack(tileir::serialise(**program));
  if (!again) stop("a program cannot be read again", again.error().toString());
  if (const std::string array = tileir::testing::differentArray((*program)->data(), (*again)->data()); !array.empty()) {
    stop("a program is not read as it was written", array);
  }
  if ((*program)->opCount() > 500) return 0;
  tileir::print(**program, {.locations = true});
  const auto alignment = align::align(*program, *again);
  if (!alignment) stop("an alignment failed", alignment.error().toString());
  // Constants whose elements are not known differ from themselves.
  align::sideBySide(**alignment);
  return 0;
}
