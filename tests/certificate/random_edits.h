// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>

#include "certificate/certificate.h"

namespace tileport::certificate::test {

/// Changes a certificate anyhow: steps moved, dropped, repeated, changed and made up, terms made up, slots and arguments changed.
/// `below(n)` gives 0 to n - 1.
void editAnyhow(Certificate &certificate, const tileir::Program &reference, const tileir::Program &port, std::size_t edits,
                const std::function<std::size_t(std::size_t)> &below);

}  // namespace tileport::certificate::test
