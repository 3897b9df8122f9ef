// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remarks of tileiras: read, or refused with a line. What was read is a set, reads the same when its documents come twice, and can be
// shown.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "evidence/remarks.h"

using namespace tileport;
using namespace tileport::evidence;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const auto remarks = readRemarks(text, "remarks");
  if (!remarks) {
    if (remarks.error().message.empty() || remarks.error().place.line == 0) stop("an error does not say where", remarks.error().toString());
    return 0;
  }
  for (std::size_t i = 0; i < remarks->size(); ++i) {
    const Remark &each = (*remarks)[i];
    if (i > 0 && !((*remarks)[i - 1] < each)) stop("not a sorted set", textOf(each));
    if (each.name.empty() || each.times == 0 || textOf(each).empty()) stop("a remark says nothing", each.function);
    if ((each.line == 0) != each.file.empty()) stop("half a location", each.file);
  }
  // A repetition has the id of what it repeats.
  const auto twice = readRemarks(text + "\n" + text, "remarks");
  if (!twice || *twice != *remarks) stop("repetitions count", twice ? "" : twice.error().toString());
  return 0;
}
