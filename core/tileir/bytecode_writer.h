// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "support/result.h"
#include "tileir/program.h"

namespace tileport::tileir {

/// The program as Tile IR bytecode of `version`, 13.1 to 13.5 (tileir.md sections 1 to 4), whatever version it was read from.
/// The same program gives the same bytes, with sections in the order of the official writer and every table without
/// repetition; types, attributes and locations that nothing uses are left out.
///
/// Nothing is dropped that would mean something: a part that is newer than `version` is refused (Unsupported, with the op and
/// what it is) unless reading the file fills in just what the program has, as a default does. Private entries cannot be
/// written from 13.5 on, constants whose elements are not known (Attribute::elided) not at all. A program that breaks the
/// rules of ProgramData where the bytes would mean something else is Malformed; regions and attributes nested deeper than the
/// reader takes are a Limit. Whether the program is valid is for the verifier to say.
Result<std::string> writeBytecode(const Program &program, Version version);
/// The same of a program that nothing has printed or checked yet.
Result<std::string> writeBytecode(const ProgramData &data, Version version);

}  // namespace tileport::tileir
