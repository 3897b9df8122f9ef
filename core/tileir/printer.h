// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tileir/listing.h"
#include "tileir/program.h"

namespace tileport::tileir {

struct PrintOptions {
  bool locations = false;  ///< loc(...) after each op and the aliases, as `tileirdisasm -g`
  /// Not as tileirdisasm, but so that readText and MLIR read the hints back: keys that are no words in quotes, numbers with
  /// their type unless it is i32.
  bool readableHints = false;
};

/// Prints byte for byte as tileirdisasm 13.4 does (13.5, for programs of 13.5). The layout of each op comes from its assembly
/// format in ods/. Two things differ, neither of which an exporter writes: a key of hints with control characters is quoted,
/// and the name of an assume stops growing at 1,000 characters.
Listing print(const Program &program, const PrintOptions &options = {});

/// One type, attribute as it stands in the text: "tile<4xf32>", "div_by<16>".
std::string toText(const Program &program, TypeId type);
std::string toText(const Program &program, AttributeId attribute);

}  // namespace tileport::tileir
