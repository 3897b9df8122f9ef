// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

namespace tileport::certificate {

/// A condition of a rule that nothing in the programs proves: the two are the same where it holds.
struct Assumption {
  std::string rule;
  std::string condition;  ///< in words, with the values that it is about: "%3 + 255 does not exceed i32"
  Side side = Side::Reference;
  tileir::OpId op;
};

/// Something that a certificate need not prove and that is not equal. Whoever claims the programs to be the same must have told it.
struct Exception {
  enum class Kind : std::uint8_t { Hint, Fact, Argument, Assume };
  Kind kind = Kind::Hint;
  /// Hint: of these ops (invalid: of the entry). Fact: what is known of an operand of these. Argument: an entry's that has no counterpart.
  /// Assume: what is assumed here is not assumed on the other side where that would count.
  tileir::OpId reference, port;
  std::string what;
};

struct Checked {
  std::vector<Assumption> assumptions;
  std::vector<Exception> exceptions;
  std::size_t steps = 0;  ///< replayed
  /// The same tile program, without a condition and without an exception.
  bool unconditional() const { return assumptions.empty() && exceptions.empty(); }
};

/// Replays the certificate. An error says which step of which entry does not hold and why, or what of which side is not covered. Every op
/// that acts, ends a block or has regions, every region and every argument of both programs must be covered exactly once; what has no
/// effect need not be. Never trusts the certificate: any value of its members is answered, in time that grows with its length.
Result<Checked> check(const Certificate &certificate, const tileir::Program &reference, const tileir::Program &port,
                      const CancelToken &cancel = {});

}  // namespace tileport::certificate
