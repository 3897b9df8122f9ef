// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/result.h"
#include "tileir/program.h"

namespace tileport::tileir {

/// How deep things may stand in one another, so that whatever walks a program may recurse.
inline constexpr unsigned kDeepestRegion = 128;
inline constexpr unsigned kDeepestAttribute = 64;
/// The records that one location may stand for when each reference is followed (tileir.md section 1.3).
inline constexpr std::uint64_t kLargestLocation = 4096;

/// Whether `data` keeps what program.h promises, in time linear in its size and whatever is in it. What passes may be given to
/// Program::make, printed and aligned without a further check:
/// - every id lies in its array, or is invalid where absence has a meaning; those that a kind of type, attribute or location
///   does not use are invalid; enums have one of their values;
/// - types refer only to kinds below their own, attributes and locations contain nothing of themselves and are nested no
///   deeper than the limits above; the numbers of a type and the elements of a constant fit one another;
/// - every op, region, block and value has one owner, which it names; every element of the flat arrays belongs to one op or
///   block; ops are numbered in pre-order; blocks end in their only terminator; a region has one block, or none where an op
///   has more than one region;
/// - a value is defined once, before its use, and is seen only in its block and the regions in there;
/// - operands, results, regions and attributes of an op are as many and of the form that its OpInfo says. One that the version
///   does not have is filled in when it has a default, as readers do, and may be absent otherwise;
/// - symbols have names, no two the same.
/// Not checked is what only makes a program senseless: types of operands, versions that are too old, parents of terminators.
/// That is the verifier's. An error names the op ("addf #12") or says which type, attribute, location or symbol is wrong.
Result<void> checkConsistency(const ProgramData &data);

}  // namespace tileport::tileir
