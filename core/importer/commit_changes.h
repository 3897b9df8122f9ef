// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "importer/commit_operators.h"
#include "importer/commit_tree.h"
#include "importer/source_words.h"

/// Private to core/importer: what differs between two commits, and which operators that reaches.
namespace tileport::importer {

/// Which files differ between two commits, and whom that reaches.
class CommitChanges {
 public:
  /// All must outlive it.
  CommitChanges(const CommitTree &base, const CommitTree &head, const CommitOperators &before, const CommitOperators &after);

  /// How many files differ.
  std::size_t count() const { return paths_.size(); }
  /// Why the operator of HEAD has to be looked at: clauses such as "softmax/kernel.rs changed". Empty: no change reaches it.
  std::vector<std::string> reasons(const CommitOperator &op) const;
  /// The changed sources that could have changed the program of a side with this source, the source itself included.
  std::vector<std::string> sourcesOf(const CommitOperator &op, const CommittedSide &side) const;

 private:
  bool reaches(const std::string &path, const CommitOperator &op) const;
  bool mayBeSource(const std::string &path) const;
  bool names(const std::string &path, const CommitOperator &op) const;
  const CommitOperator *ownerOf(const std::string &path) const;
  const SourceWords &wordsOf(const CommitOperator &op) const;
  void follow(const CommitOperator &op, SourceWords &words) const;

  const CommitTree &base_, &head_;
  const CommitOperators &before_, &after_;
  std::vector<std::string> paths_;
  std::set<std::string, std::less<>> hidden_;  ///< those of them that are links or submodules, which are not followed
  // Read when first asked for:
  mutable std::map<const CommitOperator *, SourceWords> words_;
  mutable std::optional<std::map<std::string, SourceWords>> imports_;  ///< of each source of either commit
  mutable bool importsAreCut_ = false;                                 ///< too much to read: any source may import any other
};

}  // namespace tileport::importer
