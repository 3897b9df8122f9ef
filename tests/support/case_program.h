// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include "support/program_builder.h"

namespace tileport::test {

/// A small matmul-like module of two entries, with every part that a porter can get wrong as a knob. The defaults are the
/// reference; a case turns one knob. The numbers in the comments are those of the list of wrong decisions that counting
/// lines makes (docs/decisions/0004-cases-of-the-aligner.md).
struct CaseKnobs {
  bool divOperandsExchanged = false;                                              // 1
  bool loadIndicesExchanged = false;                                              // 2
  std::uint64_t loopBound = 8;                                                    // 3
  std::uint64_t loopStart = 0;                                                    // 4
  std::uint64_t loopStep = 1;                                                     // 5
  std::optional<std::int64_t> latencyA = 3;                                       // 6, 7
  std::optional<std::int64_t> latencyB;                                           // 6
  bool flushFirstMul = true;                                                      // 8
  bool flushSecondMul = false;                                                    // 8
  bool flushSub = false;                                                          // 9
  bool approxDiv = false;                                                         // 10
  std::uint64_t reduceDim = 0;                                                    // 11
  std::optional<tileir::PaddingValue> padding = tileir::PaddingValue::NegInf;     // 12, 13
  tileir::ComparisonPredicate predicate = tileir::ComparisonPredicate::LessThan;  // 14
  bool storeRelaxed = false;                                                      // 15
  bool storeTokenDropped = false;                                                 // 16
  bool storeIndicesExchanged = false;                                             // 17
  bool storeOtherValue = false;                                                   // 18
  bool mmaExchanged = false;                                                      // 19
  bool firstHints = true;                                                         // 20, 40
  std::int64_t secondArchOccupancy = 2;                                           // 21
  std::string arch = "sm_100";                                                    // 22
  std::optional<std::int64_t> warps = 4;                                          // 23
  std::optional<std::int64_t> otherOccupancy;                                     // 24: a hint where the reference has none
  bool boundedLoop = true;                                                        // 25
  std::uint64_t pointerDivisor = 16;                                              // 26
  bool assumeOtherPointer = false;                                                // 27
  bool extraMmai = false;                                                         // 28
  bool extraAtomic = false;                                                       // 29
  bool maskAndPadding = true;                                                     // 30
  bool dimMapMoved = false;                                                       // 31
  bool expMoved = false;                                                          // 32: exp2 removed from one entry and added to another
  std::int64_t thirdOccupancy = 4;                                                // 33: of the second entry
  bool expRemoved = false;                                                        // 34
  bool tmaMoved = false;                                                          // 35
  bool mulOtherFactor = false;                                                    // 36
  bool reduceMax = false;                                                         // 37
  bool stridesExchanged = false;                                                  // 38
  bool loadOtherTile = false;                                                     // 39
  bool moreAdds = false;                                                          // 41

  // What a faithful port may do.
  bool assumeOnScalar = false;    // 42: the file against itself when it has one
  bool unusedLoopResult = false;  // 43
  bool deadConstants = false;
  bool splatSpelled = false;      // constant, reshape, broadcast instead of a constant of the tile
  bool assumeChainRecut = false;  // bounded, div_by instead of div_by, bounded, div_by
  bool tokenEach = false;         // a make_token for each memory op
  bool pureOrderChanged = false;
  bool constantsRepeated = false;
  bool defaultHintKey = false;  // `default` instead of the architecture
  bool addOperandsExchanged = false;
  bool blockIdAssumed = false;  // bounded<0, ?> on block ids
};

tileir::ProgramPtr caseProgram(const CaseKnobs &knobs = {});

}  // namespace tileport::test
