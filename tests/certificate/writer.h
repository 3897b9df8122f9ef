// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "certificate/certificate.h"

namespace tileport::certificate::test {

/// A certificate that takes two programs to be the same op by op, in their order: all that stands at the same place is a pair. What one
/// side alone has is passed over as long as it is followed by what both have. Of programs that differ it claims what is not so.
Certificate lockstep(const tileir::Program &reference, const tileir::Program &port);

/// The n-th op of a kind, and its n-th result as a Ref.
tileir::OpId opOf(const tileir::Program &program, tileir::OpKind kind, std::size_t n = 0);
Ref resultOf(const tileir::Program &program, Side side, tileir::OpKind kind, std::size_t n = 0, std::size_t result = 0);
Ref argumentOf(const tileir::Program &program, Side side, std::size_t n);

/// The first step of a Congruent about a value of the side.
std::size_t stepAbout(const EntryPair &entry, Ref value);
std::size_t stepOf(const EntryPair &entry, tileir::OpId reference);

Step equalBy(Step::Kind kind, Ref a, Ref b);
Step rewrite(const char *rule, Ref a, Ref b, std::vector<Ref> bindings = {}, std::vector<Ref> witnesses = {});

}  // namespace tileport::certificate::test
