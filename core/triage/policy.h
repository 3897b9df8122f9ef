// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "triage/case.h"
#include "triage/triage.h"

/// The rules that classify, as data (docs/policy.md; resources/policy/default.json).
namespace tileport::triage {

/// When a rule fits: every member that is not empty must fit, by any of its values.
struct Condition {
  std::vector<std::string> aspects, statuses, subjects, has, relations, access, cover, frontEnd, programs;
  std::vector<std::string> ops;                    ///< mnemonics; families are resolved
  std::vector<std::string> what, reference, port;  ///< patterns (glob.h); an empty pattern fits what is absent
  std::optional<bool> used, masked;

  /// A compilation only where `aspects` has it.
  bool fits(const Case &each) const;
};

/// What a rule says.
struct Outcome {
  std::optional<Status> status;  ///< absent: the alignment's
  Severity severity = Severity::Critical;
  std::optional<Cause> cause;  ///< absent: by the evidence at hand (cause.h)
  Owner owner = Owner::Kernel;
  Impact impact;
  std::string sentence;  ///< with {name} {what} {reference} {port} {reference_front_end} {port_front_end}
};

struct Rule {
  std::string id;
  Condition when;
  Outcome then;
};

struct Policy {
  std::string name, version;
  std::vector<Rule> rules;

  /// The first that fits. Null: none does, and the difference is the more alarming.
  const Rule *find(const Case &each) const;
  std::string title() const { return name + " " + version; }
};

/// What is said where no rule fits: CRITICAL, cause undecided, everything possible.
const Rule &ruleOfLastResort();

/// Strict: unknown members, words, families and placeholders, rules of one name and rules that say nothing are errors with line and column.
Result<Policy> readPolicy(std::string_view text, const std::string &file);
Result<Policy> readPolicyFile(const std::filesystem::path &file);

/// The one that the program was built with.
const Policy &defaultPolicy();

/// The rule's sentence with the case's words in their places.
std::string sentenceOf(const Rule &rule, const Case &each, std::string_view referenceFrontEnd, std::string_view portFrontEnd);

}  // namespace tileport::triage
