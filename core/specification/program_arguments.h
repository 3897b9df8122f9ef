// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "specification/specification.h"

/// Private to core/specification: which arguments of an entry a parameter of the kernel became, and what the program does with them.
namespace tileport::specification {

/// What an entry's argument is told to be by one `assume`.
struct Assumption {
  std::int64_t divisor = 1;           ///< div_by; 1: it is another one
  std::optional<std::int64_t> least;  ///< bounded
  tileir::OpId op;
};

struct ArgumentUse {
  std::string parameter;
  enum class Part : std::uint8_t { Base, Extent, Stride, Scalar };
  Part part = Part::Scalar;
  std::uint32_t axis = 0;
  std::vector<Assumption> assumptions;  ///< all that stand on it, in the order of the program
  bool viewed = false;                  ///< Base: a tensor view is made of it
  bool addressed = false;               ///< Base: addresses are calculated from it
  bool used = false;                    ///< by something else than an assume
  tileir::OpId firstUse;                ///< of a base: that decided `viewed` or `addressed`
};

/// The arguments of the first entry in order, or nothing when the calling convention (a base, n extents, n strides a tensor, one
/// argument a scalar; tileir/program.h has types to check it by) does not come out at what the entry has. `order` are the names of the
/// parameters in the source's order; where it is empty tensors stand before scalars.
std::vector<ArgumentUse> argumentUses(const tileir::Program &program, const evidence::Specialisation &specialisation,
                                      const std::vector<std::string> &order);

/// Whether an op has an operand for a mask, and whether it is given.
enum class Mask : std::uint8_t { None, Absent, Given };
Mask maskOf(const tileir::Program &program, tileir::OpId op);

}  // namespace tileport::specification
