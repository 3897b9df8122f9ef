// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/triage.h"

#include <algorithm>

namespace tileport::triage {

std::size_t Triage::count(Severity severity) const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [&](const Finding &finding) { return finding.severity == severity; }));
}

std::string_view toText(align::Side side) { return side == align::Side::Reference ? "reference" : "port"; }

std::string_view toText(Status status) {
  switch (status) {
    case Status::Match: return "MATCH";
    case Status::SemanticEquiv: return "SEMANTIC_EQUIV";
    case Status::Differs: return "DIFFERS";
    case Status::Missing: return "MISSING";
    case Status::Extra: return "EXTRA";
  }
  return "";
}

std::string_view toText(Severity severity) {
  switch (severity) {
    case Severity::Info: return "INFO";
    case Severity::Warn: return "WARN";
    case Severity::Critical: return "CRITICAL";
  }
  return "";
}

std::string_view toText(Cause cause) {
  switch (cause) {
    case Cause::UserCode: return "user_code";
    case Cause::DslLimitation: return "dsl_limitation";
    case Cause::CompilerBug: return "compiler_bug";
    case Cause::SemanticEquiv: return "semantic_equiv";
    case Cause::Undecided: return "undecided";
  }
  return "";
}

std::string_view toText(Owner owner) {
  switch (owner) {
    case Owner::None: return "none";
    case Owner::Kernel: return "kernel";
    case Owner::Host: return "host";
    case Owner::Compiler: return "compiler";
  }
  return "";
}

std::string_view toText(Verdict verdict) {
  switch (verdict) {
    case Verdict::Pass: return "PASS";
    case Verdict::PassWithNotes: return "PASS_WITH_NOTES";
    case Verdict::FailFixable: return "FAIL_FIXABLE";
    case Verdict::FailCompilerBug: return "FAIL_COMPILER_BUG";
    case Verdict::Blocked: return "BLOCKED";
  }
  return "";
}

std::string_view toText(Reach reach) {
  switch (reach) {
    case Reach::None: return "none";
    case Reach::Possible: return "possible";
    case Reach::Certain: return "certain";
  }
  return "";
}

}  // namespace tileport::triage
