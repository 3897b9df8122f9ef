// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "align/alignment.h"
#include "evidence/compilation.h"
#include "triage/compilation.h"

/// What each divergence of an alignment means, whose it is, and what the pair is judged to be. Policy is data (policy.h); words are those
/// of the conversion pipeline's diff_report.md.
namespace tileport::triage {

enum class Status : std::uint8_t { Match, SemanticEquiv, Differs, Missing, Extra };
enum class Severity : std::uint8_t { Info, Warn, Critical };  ///< rising
enum class Cause : std::uint8_t { UserCode, DslLimitation, CompilerBug, SemanticEquiv, Undecided };
enum class Owner : std::uint8_t { None, Kernel, Host, Compiler };
enum class Verdict : std::uint8_t { Pass, PassWithNotes, FailFixable, FailCompilerBug, Blocked };

/// How far a difference reaches; each part by itself.
enum class Reach : std::uint8_t { None, Possible, Certain };
struct Impact {
  Reach result = Reach::None;     ///< other numbers than rounding explains, other elements, a fault
  Reach precision = Reach::None;  ///< rounding, flushing, approximation
  Reach contract = Reach::None;   ///< what callers must or may pass
  Reach performance = Reach::None;

  bool operator==(const Impact &) const = default;
};

/// What bears a classification out: a place in a source, a line of a listing, a row of the version table, a tool's output, what the
/// compiler did with a side.
struct Evidence {
  enum class Kind : std::uint8_t { Source, Listing, VersionTable, Tool, Rule, Certificate, Compiler };
  Kind kind = Kind::Rule;
  std::string text;          ///< one sentence
  std::string file;          ///< empty: none
  std::uint32_t line = 0;    ///< one-based; 0 = none
  std::uint32_t column = 0;  ///< one-based; 0 = none
  /// Listing: whose listing the line is of, never absent. Of the other kinds absent: their files say it.
  std::optional<align::Side> side = {};
};

/// A person's word on what a finding covers. Never changes what was computed.
struct Waiver {
  std::string classification;  ///< "accepted", or a cause
  std::string note;
  std::string author;
  std::string date;     ///< "2026-11-30"
  bool lapsed = false;  ///< what it covers has changed since: it is shown and counts for nothing
  std::string lapsedWhy;

  bool operator==(const Waiver &) const = default;
};

/// One thing to look at: a difference of a divergence, an equivalence that the alignment saw through, or what a compiler did with only one
/// of the two programs.
struct Finding {
  std::optional<std::size_t> divergence;   ///< position in Alignment::divergences, with
  std::size_t difference = 0;              ///< position in its differences
  std::optional<std::size_t> equivalence;  ///< or position in Alignment::equivalences
  std::optional<std::size_t> compilation;  ///< or position in Triage::compileDifferences
  Status status = Status::Differs;
  Severity severity = Severity::Critical;
  Cause cause = Cause::Undecided;
  Owner owner = Owner::Kernel;
  Impact impact;
  std::string rule;         ///< id of the policy's rule that decided
  std::string sentence;     ///< to paste into a review: what differs, what follows, what to do
  std::string undecidedBy;  ///< where the cause is undecided: what would decide it
  std::vector<Evidence> evidence;
  std::string anchor;  ///< names what diverges across rounds and variants (triage_file.h)
  std::optional<Waiver> waiver;

  bool waived() const { return waiver && !waiver->lapsed; }
};

struct Triage {
  align::AlignmentPtr alignment;
  std::vector<Finding> findings;  ///< in the order of the alignment: divergences, then equivalences; then of the compilation
  Verdict verdict = Verdict::Blocked;
  Owner owner = Owner::None;  ///< with FailFixable: Kernel or Host
  /// Why it is that verdict, the reason of Blocked first: "UNDECIDED: ...". Never empty but for Pass.
  std::vector<std::string> reasons;
  std::string policy;  ///< name and version of the policy
  /// Of the certificate: how many steps were replayed; what it assumes. Absent: none was checked, `uncertifiedWhy` says why.
  std::optional<std::size_t> certifiedSteps;
  std::vector<std::string> assumptions;
  std::string uncertifiedWhy;
  /// What a compiler made of both programs, and in what it took them differently. Null: nobody asked for it.
  evidence::CompiledPairPtr compiled;
  std::vector<CompileDifference> compileDifferences;

  std::size_t count(Severity severity) const;
};

using TriagePtr = std::shared_ptr<const Triage>;

std::string_view toText(align::Side side);   ///< "reference", "port"
std::string_view toText(Status status);      ///< "MATCH", "SEMANTIC_EQUIV", "DIFFERS", "MISSING", "EXTRA"
std::string_view toText(Severity severity);  ///< "INFO", "WARN", "CRITICAL"
std::string_view toText(Cause cause);        ///< "user_code", "dsl_limitation", "compiler_bug", "semantic_equiv", "undecided"
std::string_view toText(Owner owner);        ///< "none", "kernel", "host", "compiler"
std::string_view toText(Verdict verdict);    ///< "PASS", "PASS_WITH_NOTES", "FAIL_FIXABLE", "FAIL_COMPILER_BUG", "BLOCKED"
std::string_view toText(Reach reach);        ///< "none", "possible", "certain"

}  // namespace tileport::triage
