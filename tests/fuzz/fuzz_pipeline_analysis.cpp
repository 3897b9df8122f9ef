// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever an analysis.json holds: what is read of it is usable, what is not is a note with the file.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "importer/pipeline_analysis.h"

using namespace tileport;
using namespace tileport::importer;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const PipelineAnalysis analysis = readPipelineAnalysis(text, "operator", "analysis.json");
  std::set<std::string> names;
  for (const AnalysedVariant &variant : analysis.variants) {
    if (variant.name.empty() || !names.insert(variant.name).second) stop("a variant has no name of its own", variant.name);
    if (variant.line == 0) stop("a variant has no line", variant.name);
  }
  if (analysis.variants.size() > analysis.listedVariants) stop("there are more variants than the list has", "");
  if (analysis.notes.size() > 100) stop("there are too many notes", std::to_string(analysis.notes.size()));
  for (const ImportNote &note : analysis.notes)
    if (note.place.file != "analysis.json" || note.message.empty()) stop("a note does not say where", note.text());
  return 0;
}
