// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "align/alignment.h"
#include "align/graph.h"
#include "align/match.h"
#include "align/normal_form.h"
#include "align/reach.h"
#include "certificate/certificate.h"

namespace tileport::align {

/// Writes down why the matched programs are the same, as steps that certificate::check replays. What it cannot show it leaves out: then the
/// check says so. Of programs that differ in more than hints, facts and arguments it is of no use.
certificate::Certificate certify(const Graph &reference, const Graph &port, const std::vector<EntryPair> &entries, const Matching &matching,
                                 const NormalForm &normal, const Reach &reach);

}  // namespace tileport::align
