// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/cancel.h"
#include "support/result.h"

/// What a cubin of tileiras or ptxas says of its kernels and embeds (toolchain.md section 4): an ELF file for NVIDIA's
/// machine 190. Facts marked [V] were compared with cuobjdump, nvdisasm and readelf.
namespace tileport::tileir {

/// One parameter of a kernel in its parameter block.
struct KernelParameter {
  std::uint32_t offset = 0;  ///< bytes
  std::uint32_t size = 0;    ///< bytes
};

/// One entry. What the file does not say is absent.
struct CubinKernel {
  std::string name;                             ///< its symbol
  std::uint64_t codeSize = 0;                   ///< bytes of machine code: the symbol's size [V]
  std::optional<std::uint32_t> registers;       ///< of a thread: .nv.info attribute 2F [V]
  std::uint64_t sharedMemory = 0;               ///< static, bytes of a block: size of .nv.shared.<name> [V]
  std::optional<std::uint32_t> stack;           ///< bytes of a thread: attribute 11, the frame. Spilled registers lie in it [V]
  std::optional<std::uint32_t> minimumStack;    ///< bytes of a thread: attribute 12, with the functions that it calls
  std::uint64_t constantBank = 0;               ///< bytes of bank 0, in which the parameters stand: size of .nv.constant0.<name> [V]
  std::optional<std::uint32_t> parameterBytes;  ///< attribute 19 [V]
  std::vector<KernelParameter> parameters;      ///< in their order: attribute 17, from sm_90 on 45 [V]
  std::optional<std::array<std::uint32_t, 3>> threads;  ///< of a block, where it is fixed: attribute 10 [V]
};

/// From `address` on, up to the next row of the same kernel, the machine code comes of this line.
struct LineRow {
  std::optional<std::uint32_t> kernel;  ///< position in Cubin::kernels; absent for a function that is no entry
  std::uint64_t address = 0;            ///< bytes from the start of the kernel
  std::optional<std::uint32_t> file;    ///< position in LineTable::files; absent where the table names none
  std::uint32_t line = 0;               ///< one-based; 0 = none
  std::uint32_t column = 0;             ///< one-based; 0 = none
  /// Position in LineTable::rows of the place that the line was inlined at: always an earlier one.
  std::optional<std::uint32_t> inlinedAt;
  bool end = false;  ///< behind the last instruction of a sequence: only the address counts
};

/// A line table of the DWARF forms 2 to 4, row for row. Empty when the cubin has none.
struct LineTable {
  std::vector<std::string> files;  ///< with their folder, as the compiler wrote them
  std::vector<LineRow> rows;       ///< as they stand; addresses ascend from the start of a sequence to its end
};

/// A Tile IR module in text form: section .nv.tileir.debug_txt.<hash>.
struct EmbeddedText {
  std::string file;  ///< the section's name, which is also that of the file in line tables
  std::string text;  ///< as tileirdisasm prints it, without the last line end [V]
};

struct Cubin {
  std::uint32_t sm = 0;   ///< 100 for sm_100
  std::string assembler;  ///< "Cuda compilation tools, release 13.4, V13.4.92"; empty when not said
  std::string options;    ///< of the assembler: "-O 3 -arch sm_100a"; empty when not said
  std::vector<CubinKernel> kernels;
  std::vector<EmbeddedText> tileIr;
  std::optional<std::string> ptx;  ///< section .nv_debug_ptx_txt, its lines ended by '\n'
  LineTable sourceLines;           ///< section .debug_line: machine code to the lines of the front end's source
  LineTable tileIrLines;           ///< section .nv.tileir.debug_line: machine code to the lines of the embedded Tile IR text
  LineTable ptxLines;              ///< section .nv_debug_line_sass: machine code to the lines of `ptx`
};

/// Reads a cubin. No length, offset or index is trusted; work and memory are bounded by the size of `bytes`. Other ELF files
/// and other machines are Unsupported. Errors carry the section and the byte offset; `name` stands for the file.
Result<Cubin> readCubin(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel = {});

/// The one Tile IR text that a cubin embeds. An error says how to make a cubin that has one, or which ones there are.
Result<std::string_view> tileIrTextOf(const Cubin &cubin);

/// Whether the bytes begin with the magic number of ELF.
bool looksLikeElf(std::span<const std::byte> bytes);

}  // namespace tileport::tileir
