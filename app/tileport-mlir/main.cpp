// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process in which MLIR runs (toolchain/mlir_protocol.h). Started by tileport; of no use to a person.
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "tileir/dialect.h"
#include "toolchain/mlir_protocol.h"

namespace {

using namespace tileport;

int fail(const std::string &message, int code) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return code;
}

bool readAll(std::string &text) {
  std::size_t filled = 0;
  for (;;) {
    text.resize(filled == 0 ? 65536 : filled * 2);
    const std::size_t count = std::fread(text.data() + filled, 1, text.size() - filled, stdin);
    filled += count;
    if (filled == text.size()) continue;
    text.resize(filled);
    return std::ferror(stdin) == 0;
  }
}

bool writeAll(const std::string &text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

int refuse(const Error &error) {
  std::string line;
  if (error.place.line != 0) line += std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": ";
  for (const char character : error.message) line += character == '\n' ? ' ' : character;
  return fail(line, error.kind == ErrorKind::Limit ? toolchain::kTextTooDeep : toolchain::kTextRefused);
}

int canonicalise() {
  std::string text;
  if (!readAll(text)) return fail("standard input cannot be read", toolchain::kCannotTransfer);
  const auto canonical = tileir::canonicaliseWithMlir(text, "text");
  if (!canonical) return refuse(canonical.error());
  return writeAll(*canonical) ? 0 : fail("standard output cannot be written", toolchain::kCannotTransfer);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::printf("tileport-mlir %s, MLIR %d\n", TILEPORT_VERSION, TILEPORT_MLIR_MAJOR);
    return 0;
  }
  if (argc != 2 || std::strcmp(argv[1], toolchain::kCanonicalise) != 0)
    return fail("this program is started by tileport show --canonical; run that", toolchain::kWrongCall);
  try {
    return canonicalise();
  } catch (const std::bad_alloc &) {
    return fail("out of memory", toolchain::kOutOfMemory);
  } catch (const std::exception &exception) {
    return fail(exception.what(), toolchain::kTextRefused);
  }
}
