// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mutate/edits.h"
#include "oracle/labels/corpus.h"

/// What an edit made of a program, by running both.
namespace tileport::oracle::labels {

enum class Label : std::uint8_t {
  Equal,      ///< of an equivalent rewrite: the same bits in every trial
  Survivor,   ///< the same bits in every trial; nothing says why it should be another program
  Fault,      ///< only where the base breaks a fact or leaves its memory
  Hint,       ///< the same bits, and the edit changes nothing but hints
  Contract,   ///< what callers must pass: facts, arguments
  Precision,  ///< numbers that differ by rounding, flushing or approximation
  Order,      ///< a race is there on one side alone
  Wrong,      ///< other numbers, or one side faults where the other is defined
};
std::string_view toText(Label label);
std::optional<Label> labelNamed(std::string_view text);

/// The part of a program that an edit of this name is meant to change. A family decides only where all bits are the same.
enum class Family : std::uint8_t { Meaning, Hint, Contract };
Family familyOf(std::string_view edit);

struct Verdict {
  Label label = Label::Survivor;
  std::string evidence;  ///< the trial, how many elements differ, the first of them
};

/// How far two runs of programs that end well lie from each other.
struct Distance {
  std::uint64_t elements = 0;  ///< of all buffers
  std::uint64_t rounding = 0;  ///< other bits, but no further than rounding explains
  std::uint64_t wrong = 0;     ///< further
  std::string first;           ///< of the worst kind: buffer, element, both numbers
};
Distance distance(const Outcome &a, const Outcome &b);

/// Runs the mutant on the trials of its base.
Verdict judge(const mutate::Edit &edit, const tileir::Program &base, const tileir::Program &mutant, const Trials &trials);

}  // namespace tileport::oracle::labels
