// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

namespace tileport::tileir {

/// Reads Tile IR text (tileir.md section 6): what tileirdisasm prints with and without -g, what cuda-tile-opt and Triton's
/// Tile IR back end print around and before it (module, dialect prefixes), and cutile-rs's own dump as far as it is complete.
///
/// The program is what the bytecode reader makes of the same program: defaults are filled in, an empty yield or continue that
/// the text leaves out is put back. A text names no version; the program gets the oldest that can hold it. Types are checked as
/// far as the text does not say them: a value's written type must be that of its definition. Nothing else is verified.
///
/// Only the first error is reported, with line, column (one-based, in bytes) and op. Work and memory are bounded by the size of
/// `text`. `name` stands for the file in errors.
Result<ProgramPtr> readText(std::string_view text, std::string_view name, const CancelToken &cancel = {});

}  // namespace tileport::tileir
