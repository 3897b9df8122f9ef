// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the bytes, the cubin reader gives kernels and line tables whose ids lie in their arrays, or an error with a place.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tileir/consistency.h"
#include "tileir/cubin.h"
#include "tileir/printer.h"
#include "tileir/program_reader.h"

using namespace tileport;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

void checkLines(const tileir::Cubin &cubin, const tileir::LineTable &table) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const tileir::LineRow &row = table.rows[i];
    if (row.kernel && *row.kernel >= cubin.kernels.size()) stop("a row is of no kernel", "");
    if (row.file && *row.file >= table.files.size()) stop("a row is of no file", "");
    if (row.inlinedAt && *row.inlinedAt >= i) stop("a row is inlined at a later one", "");
  }
}

}  // namespace

#ifdef TILEPORT_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t maxSize);

/// Mostly changes the bytes of one section in place: what moves a section breaks every offset, and then little is reached.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t maxSize, unsigned seed) {
  constexpr std::size_t kHeader = 64;
  if (size < kHeader || seed % 8 == 0) return LLVMFuzzerMutate(data, size, maxSize);
  std::uint64_t table = 0;
  std::uint16_t count = 0;
  std::memcpy(&table, data + 40, 8);
  std::memcpy(&count, data + 60, 2);
  if (count == 0 || table > size || count > (size - table) / 64) return LLVMFuzzerMutate(data, size, maxSize);
  const std::uint8_t *entry = data + table + 64 * ((seed / 8) % count);
  std::uint64_t begin = 0, length = 0;
  std::memcpy(&begin, entry + 24, 8);
  std::memcpy(&length, entry + 32, 8);
  if (begin > size || length > size - begin || length == 0) return LLVMFuzzerMutate(data, size, maxSize);
  const std::size_t part = std::min<std::size_t>(length, 4096);
  LLVMFuzzerMutate(data + begin, part, part);
  return size;
}
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto cubin = tileir::readCubin(std::as_bytes(std::span(data, size)), "input");
  if (!cubin) {
    const Error &error = cubin.error();
    if (!error.place.byteOffset || *error.place.byteOffset > size || error.message.empty() || error.advice.empty()) {
      stop("an error does not say where", error.toString());
    }
    return 0;
  }
  checkLines(*cubin, cubin->sourceLines);
  checkLines(*cubin, cubin->tileIrLines);
  checkLines(*cubin, cubin->ptxLines);
  const auto text = tileir::tileIrTextOf(*cubin);
  if (text.ok() != (cubin->tileIr.size() == 1)) stop("the embedded text is not found", "");
  // What the line tables add to the program is sound, whatever they say.
  const auto program = tileir::readLocatedProgram(std::as_bytes(std::span(data, size)), "input");
  if (!program) return 0;
  if (const auto sound = tileir::checkConsistency((*program)->data()); !sound)
    stop("a program with locations is not sound", sound.error().toString());
  (void)tileir::print(**program, {.locations = true});
  return 0;
}
