// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "specification/specification.h"

/// Private to core/specification: what a program of cuTile Rust itself says of its specialisation, where no launch does.
namespace tileport::specification {

/// Element types of tensors and of the type generics that name them, and what the program assumes of them. Const generics leave nothing in
/// a program that could be told from other constants, so they are not in it. Null where the arguments are not those that the calling
/// convention gives the kernel's parameters.
std::shared_ptr<const evidence::Specialisation> specialisationOfProgram(const tileir::Program &program,
                                                                        const source::FunctionFacts &kernel);

}  // namespace tileport::specification
