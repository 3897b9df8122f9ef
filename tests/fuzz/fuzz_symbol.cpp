// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the name, the demangler gives a value that mangles to the same name, or an error that says at which byte.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "evidence/specialisation.h"
#include "evidence/symbol.h"

using namespace tileport;
using namespace tileport::evidence;

namespace {

[[noreturn]] void stop(const char *what, std::string_view detail) {
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view symbol(reinterpret_cast<const char *>(data), size);
  const auto value = demangle(symbol);
  if (!value) {
    const Error &error = value.error();
    if (error.message.empty() || !error.place.byteOffset || *error.place.byteOffset > size) stop("an error does not say where", symbol);
    return 0;
  }
  const std::string again = mangle(*value);
  if (again != symbol) stop("a symbol mangles to another", again);
  const auto second = demangle(again);
  if (!second || *second != *value) stop("a symbol reads as two values", symbol);
  const auto specialisation = specialisationOfSymbol(symbol);
  if (!specialisation || specialisation->parameterCount != value->parameters.size()) stop("a symbol gives no specialisation", symbol);
  return 0;
}
