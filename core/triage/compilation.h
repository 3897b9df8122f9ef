// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "align/alignment.h"
#include "evidence/compilation.h"

/// In what the compiler took the two programs of a pair differently. Whose fault that is depends on whether the programs are the same, and
/// is the policy's to say (docs/decisions/0014-compiling-both-sides.md).
namespace tileport::triage {

struct CompileDifference {
  enum class What : std::uint8_t {
    Crash,        ///< of those sides; the other side did something else
    Refusal,      ///< the same
    Unfinished,   ///< the same
    NotRun,       ///< it is not known what the compiler does with those sides
    Remarks,      ///< both were compiled, with other remarks
    HintRemarks,  ///< the same, of remarks that tell of which op's hint was taken
    NoRemarks,    ///< both were compiled, and the remarks on those sides could not be read
  };
  What what = What::NotRun;
  bool onReference = false, onPort = false;  ///< where it happened; of Remarks both
  /// Remarks: the two entries, or, where they could be told apart by their locations, the pair of ops. Invalid: the side has no such, or
  /// the remarks name no entry.
  tileir::FunctionId referenceEntry, portEntry;
  tileir::OpId reference, port;
  std::string name;           ///< "the program", "load_view_tko", "entry @softmax"
  std::string referenceText;  ///< "compiled", "refused: ..."; of remarks those that the other side lacks. Empty: none
  std::string portText;
  bool isTold = false;  ///< of a triage: a finding says it, or it is evidence beside one. Not of remarks on what no finding is about
};

/// Programs first, then remarks in the order of the reference's ops. Empty: both were compiled, with the same remarks. Pure.
///
/// Remarks are compared op by op where each remark of a name has a location that only one op has that it can be about; otherwise by entry,
/// with how often each was made. Under which key a hint stands, `default` or the architecture, is no difference.
std::vector<CompileDifference> compareCompilations(const evidence::CompiledPair &compiled, const align::Alignment &alignment);

/// Whether the program's debug locations tell apart the ops that tileiras remarks on. Of several at one location it remarks on one alone,
/// so that its remarks do not have all that there is to say.
bool tellsOpsApart(const tileir::Program &program);

/// Remarks, HintRemarks.
bool areRemarks(CompileDifference::What what);

std::string_view toText(
    CompileDifference::What what);  ///< "crash", "refusal", "unfinished", "not_run", "remarks", "hint_remarks", "no_remarks"

/// "crash.compilation.3f2a51c0de9b7a44": as anchorOf (difference_text.h), of the alignment's programs.
std::string anchorOfCompilation(const CompileDifference &difference, const align::Alignment &alignment);

}  // namespace tileport::triage
