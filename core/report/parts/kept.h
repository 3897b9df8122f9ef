// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/parts/shown.h"

/// What a report keeps of its pairs while their programs go: enough for all that is said of several of them together.
namespace tileport::report {

struct KeptPair {
  std::string op;
  std::string title;
  bool isRead = false;  ///< both sides could be read
  triage::Verdict verdict = triage::Verdict::Blocked;
  triage::Owner owner = triage::Owner::None;
  std::vector<std::string> reasons, assumptions;
  std::array<std::size_t, 3> bySeverity{};  ///< findings, by triage::Severity
  std::size_t findings = 0;
  triage::Impact impact;
  std::string undecidedWhy;

  std::size_t count(triage::Severity severity) const { return bySeverity[static_cast<std::size_t>(severity)]; }
};

/// The same finding in several variants of one operator: one thing to look at.
struct FindingGroup {
  triage::Finding finding;  ///< of the first, without its evidence
  std::string title;
  std::string place;  ///< "kernel.rs:12:5" with its line of the listing, of the port or else the reference; empty = none
  bool isDivergent = false;
  std::size_t number = 0;            ///< of the first: its position among the findings of its pair
  std::vector<std::uint32_t> pairs;  ///< each once, in the order of the report
};

/// How many findings that a page lists are of each kind.
struct FindingCounts {
  std::array<std::size_t, 3> severity{};
  std::array<std::size_t, 4> owner{};
  std::array<std::size_t, 5> cause{};

  void add(const ShownFinding &shown);
};

class Kept {
 public:
  /// Where the findings of the pair went.
  struct Added {
    std::size_t pair = 0;
    std::vector<std::size_t> newGroups;  ///< that began with it, in order
  };
  Added add(const ShownPair &pair);

  const std::vector<KeptPair> &pairs() const { return pairs_; }
  /// In the order of their first appearance. What has no anchor is the same when it reads the same.
  const std::vector<FindingGroup> &groups() const { return groups_; }
  const FindingCounts &counts() const { return counts_; }
  /// Of a report with so many programs that were compared with nothing.
  triage::Verdict worst(std::size_t unpaired) const;
  /// Whose turn it is where the verdict is FAIL_FIXABLE: the kernel comes before the host.
  triage::Owner owner() const;

 private:
  std::vector<KeptPair> pairs_;
  std::vector<FindingGroup> groups_;
  std::map<std::vector<std::string>, std::size_t> known_;
  FindingCounts counts_;
};

}  // namespace tileport::report
