// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A policy, a version table and a person's triage are refused with a place, or read; a triage is written and read as the same one; a policy
// answers every case by a rule of its own or none, with a sentence that has no gap. Rust of any kind is scanned within its bounds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "triage/front_ends.h"
#include "triage/policy.h"
#include "triage/rust_call.h"
#include "triage/triage_file.h"

using namespace tileport;
using namespace tileport::triage;

namespace {

[[noreturn]] void stop(const char *what, const std::string &detail) {
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

void expectPlace(const Error &error) {
  if (error.message.empty() || error.place.line == 0) stop("an error does not say where", error.toString());
}

void tryTriage(std::string_view text) {
  const auto triage = readTriage(text, "triage");
  if (!triage) return expectPlace(triage.error());
  const std::string written = writeTriage(*triage);
  const auto again = readTriage(written, "again");
  if (!again) stop("what was written cannot be read", again.error().toString());
  if (writeTriage(*again) != written) stop("a triage is written as another one", written);
  for (const TriageEntry &entry : triage->entries)
    if (triage->find(entry.anchor) != &entry) stop("an entry is not found", entry.anchor);
}

void tryPolicy(std::string_view text) {
  const auto policy = readPolicy(text, "policy");
  if (!policy) return expectPlace(policy.error());
  Case each{.op = "addf", .name = "addf", .what = "operand lhs", .reference = "a", .port = "b"};
  for (int aspect = 0; aspect <= static_cast<int>(align::Aspect::Symbol); ++aspect) {
    each.aspect = static_cast<align::Aspect>(aspect);
    const Rule *rule = policy->find(each);
    (void)sentenceOf(rule ? *rule : ruleOfLastResort(), each, "", "");
  }
}

void tryRust(std::string_view text) {
  const std::string code = withoutComments(text);
  if (code.size() != text.size()) stop("a text without comments has another length", std::string(text));
  for (std::uint32_t line = 0; line < 4; ++line) {
    for (std::uint32_t column = 0; column < 4; ++column) {
      const auto call = callAt(code, line, column);
      if (!call) continue;
      for (const char *part :
           {"latency", "allow_tma", "padding_value", "rounding_mode", "flush_to_zero", "operand mask", "operand paddingValue"})
        (void)askedFor(*call, part);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  tryTriage(text);
  tryPolicy(text);
  if (const auto table = readFrontEnds(text, "table"); !table) expectPlace(table.error());
  tryRust(text);
  return 0;
}
