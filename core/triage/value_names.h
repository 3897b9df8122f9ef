// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "align/alignment.h"
#include "tileir/program.h"

/// Texts about a program without its numbering, so that they can be compared with texts about another version
/// of it.
namespace tileport::triage {

class ValueNames {
 public:
  /// `program` must outlive it.
  explicit ValueNames(const tileir::Program &program) : program_(program) {}

  struct Place {
    tileir::FunctionId function;  ///< invalid: outside of every entry
    tileir::OpId op;              ///< invalid: the entry itself
  };

  /// The text about a place of the program with each name of a value ("%tile_3") that can be seen there replaced by what the value is:
  /// "load_view_tko", "stride 0 of tensor 1", "token", "index of for", a constant's content. Numbers of lines go. What stands in quotes
  /// stays.
  std::string strip(std::string_view text, const Place &place) const;

  /// The same of an op's head line. What other ops make is "%": of several alike which one is said to be alone is the alignment's choice.
  std::string stripHeadLine(std::string_view line, const Place &place) const;

  /// The ops around one, the outermost first: "for/if else". Empty in the body of an entry.
  std::string regions(tileir::OpId op) const;

 private:
  enum class Made : std::uint8_t { Named, Unnamed };  ///< how a value that an op makes is written
  std::string rewrite(std::string_view text, const Place &place, Made made) const;

  /// Blocks that do not hold one another name their values alike.
  using Names = std::map<std::string, std::vector<tileir::ValueId>, std::less<>>;
  const Names &namesOf(tileir::FunctionId function) const;
  tileir::ValueId find(std::string_view name, const Place &place) const;
  tileir::ValueId behind(tileir::ValueId value) const;
  bool isMadeByOp(tileir::ValueId value) const;
  std::string saidBehind(tileir::ValueId value) const;
  std::string meaning(tileir::ValueId value, int depth) const;
  std::string argumentMeaning(tileir::ValueId value, int depth) const;
  std::string carried(tileir::OpId loop, std::uint32_t position, int depth) const;

  const tileir::Program &program_;
  mutable std::map<tileir::FunctionId, Names> names_;                             ///< made when first asked for
  mutable std::map<tileir::FunctionId, std::vector<align::ArgumentRole>> roles_;  ///< the same
};

}  // namespace tileport::triage
