// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "certificate/certificate.h"

namespace tileport::certificate::test {

/// A certificate of what can be told to be equal by numbering values: ops in another order, repeated ones, exchanged operands, tokens
/// that order nothing. It does not look for more, and where it finds nothing it claims what is near.
Certificate prove(const tileir::Program &reference, const tileir::Program &port);

}  // namespace tileport::certificate::test
