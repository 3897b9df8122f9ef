// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Facts of a source, as a driver might send them: read, or refused with a place.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "source/source_facts.h"

using namespace tileport;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const auto facts = source::readSourceFacts({reinterpret_cast<const char *>(data), size}, "facts");
  if (!facts && (facts.error().message.empty() || facts.error().place.line == 0)) {
    std::fprintf(stderr, "an error does not say where: %s\n", facts.error().toString().c_str());
    std::abort();
  }
  if (facts) (void)source::findKernel(**facts, "softmax:1", "softmax_module");
  return 0;
}
