// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileport/cubin_text.h"

#include "tileport/glyphs.h"

namespace tileport::cli {

namespace {

std::string bytes(std::uint64_t count, const char *of) { return std::to_string(count) + " bytes of " + of; }

std::string kernelLine(const tileir::CubinKernel &kernel) {
  std::string line = "kernel " + kernel.name + ": ";
  line += kernel.registers ? std::to_string(*kernel.registers) + " registers" : "registers not said";
  line += ", " + bytes(kernel.sharedMemory, "shared memory");
  if (kernel.stack) line += ", " + bytes(*kernel.stack, "stack");
  if (kernel.threads) {
    const auto &[x, y, z] = *kernel.threads;
    line += ", " + std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z) + " threads";
  }
  return line + ", " + bytes(kernel.codeSize, "code");
}

}  // namespace

std::string cubinHeader(const tileir::Cubin &cubin) {
  std::string first = "cubin for sm_" + std::to_string(cubin.sm);
  if (!cubin.assembler.empty()) first += ", " + cubin.assembler;
  if (!cubin.options.empty()) first += ", " + cubin.options;
  std::string header = "// " + clean(first) + "\n";
  for (const tileir::CubinKernel &kernel : cubin.kernels) header += "// " + clean(kernelLine(kernel)) + "\n";
  return header;
}

}  // namespace tileport::cli
