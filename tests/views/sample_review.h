// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/review.h"

namespace tileport::views::test {

/// A review that is written by hand, so that what the window shows can be told from what the aligner finds:
///
///   reference              port
///   constant 2             constant 2        same
///                          constant 7        noise, port only
///   constant 3             constant 3        same
///   addf                   addf              divergence 0: DIFFERS, rounding_mode
///   exp                    exp               same
///   negf                   -                 divergence 1: MISSING
///   mulf                   mulf              same, but on another row: a link
///   -                      sin               divergence 2: EXTRA
///   log                    log               same
///   return                 return            same
///
/// On the port's side mulf stands below sin. Each op of the reference comes from line 3, 4, ... of softmax.py (one-based,
/// in the order of the ops), each of the port from line 2, 3, ... of kernel.rs.
workspace::ReviewPtr sampleReview();

/// sampleReview with a triage by hand, FAIL_FIXABLE by the kernel, and two equivalences:
///
///   divergence 0   rounding_mode    CRITICAL  user_code, kernel; the source's line 6 and both listings bear it out
///                  sm_100.latency   WARN      dsl_limitation, compiler
///   divergence 1   negf             CRITICAL  undecided, kernel; waived by A. Reviewer
///   divergence 2   sin              INFO      user_code, host; a waiver of B. Reviewer has lapsed
///   equivalence 0  exp              INFO      by "exp_of_exp"
///   equivalence 1  log              WARN      by "log_of_log", under a condition
workspace::ReviewPtr triagedReview();

/// sameReview with this verdict.
workspace::ReviewPtr judgedReview(triage::Verdict verdict);

/// The same program twice: no divergence.
workspace::ReviewPtr sameReview();

/// The same program twice, specialised differently: a tile size that the variants give, and a divisor that a front end states.
workspace::ReviewPtr specialisedReview();

/// The reference of sampleReview by itself.
workspace::ReviewSidePtr sampleAlone();

/// Not decided to the end, without a divergence, without sources.
workspace::ReviewPtr undecidedReview();

/// `lines` ops on both sides, all the same.
workspace::ReviewPtr longReview(int lines);

/// Positions of the ops of sampleReview.
namespace reference {
enum Op { Two, Three, Add, Exp, Neg, Mul, Log, Return };
}
namespace port {
enum Op { Two, Dead, Three, Add, Exp, Sin, Mul, Log, Return };
}

/// The line of an op in a side's listing.
LineIndex lineOfOp(const workspace::ReviewSide &side, int op);

/// "softmax" with f16 and f32, "matmul" with f16. Nothing of it exists on disk.
workspace::WorkspacePtr sampleWorkspace();

/// sampleWorkspace, and beside: "softmax" has the reference "bf16" and the port "f8" without a partner, "gelu" the port "f16" and no
/// variant.
workspace::WorkspacePtr sampleWorkspaceWithUnpaired();

}  // namespace tileport::views::test
