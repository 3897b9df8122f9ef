// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "tileir/program.h"

namespace tileport::views {

/// What is known of the values that an op uses, and where from: "%arg3 (as %assume_1): div_by 8, assumed in line 5". A value a line, what
/// nothing is known of left out; empty when that is all of them.
QString factsText(const tileir::Program &program, tileir::OpId op);

}  // namespace tileport::views
