// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "tileir/cubin.h"
#include "tileir/cubin/elf.h"

namespace tileport::tileir::cubin {

/// Which symbols stand for code of which kernel, as positions in Cubin::kernels.
struct KernelPlaces {
  std::vector<std::optional<std::uint32_t>> ofSymbol;  ///< for each symbol of the file
  std::vector<std::uint64_t> starts;                   ///< for each kernel: where it begins in its section
};

/// Reads a line number section (DWARF 2 to 4, section 6.2 of the standard). A relocation at the operand of an opcode that sets
/// the address names the function; NVIDIA's extended opcode 90 says where a line was inlined.
LineTable readLineTable(const Elf &elf, std::string_view section, const KernelPlaces &kernels);

}  // namespace tileport::tileir::cubin
