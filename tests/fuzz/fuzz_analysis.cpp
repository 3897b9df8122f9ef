// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An analysis.json from anywhere: each finding has a place and says what to do, and the verdict follows from them.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "specification/analysis.h"

using namespace tileport::specification;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const AnalysisFiles files{[](const std::string &path) { return path.size() % 2 == 0; }, {"def softmax(): pass\n"}};
  const auto findings = checkAnalysis({reinterpret_cast<const char *>(data), size}, "analysis.json", files);
  bool errors = false;
  for (const AnalysisFinding &each : findings) {
    errors |= each.severity == AnalysisFinding::Severity::Error;
    if (each.error.message.empty() || each.error.place.line == 0 || each.error.place.column == 0) {
      std::fprintf(stderr, "a finding does not say where: %s\n", each.toString().c_str());
      std::abort();
    }
  }
  if (passes(findings) == errors) std::abort();
  return 0;
}
