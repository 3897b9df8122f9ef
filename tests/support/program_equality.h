// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "tileir/program.h"

namespace tileport::test {

struct EqualityOptions {
  bool version = true;    ///< the bytecode version, too
  bool locations = true;  ///< the locations, too; unknown is unknown, however it is held
};

/// The first thing in which two programs differ that a program can mean: structure, kinds, types, attributes, hints, names,
/// producer. Ids do not matter, nor how tables are ordered, nor what nothing uses. Empty when they are equal.
std::string differenceOf(const tileir::Program &a, const tileir::Program &b, EqualityOptions options = {});

}  // namespace tileport::test
