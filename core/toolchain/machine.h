// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "plugin/front_end.h"

/// What `tileport doctor` says of the machine beside the front ends' own tools: nothing of it is needed to compare programs.
namespace tileport::toolchain {

/// The GPU with its driver, by nvidia-smi; the CUDA toolkit of the system with its tileiras ($CUDA_HOME, $CUDA_PATH, else PATH); and
/// the tileiras that --compile takes, with its parts (tileiras.h); $CUDA_HOME itself, from which tileiras takes libnvvm. Asks each program
/// for a few seconds at most. What is not there is in the list as Missing; CUDA_HOME only where it is set. Sources: Tile IR needs CUDA 13.1
/// and compute capability 8.0 (tileiras 13.4 --gpu-name; its documentation).
std::vector<plugin::Tool> machineTools(plugin::Host &host);

/// "NVIDIA H200, 9.0, 580.95.05": a line of nvidia-smi as a tool. Broken when it is another text.
plugin::Tool gpuOf(std::string_view line);

/// "13.4" of "Cuda compilation tools, release 13.4, V13.4.92"; empty when it is another text.
std::string_view cudaRelease(std::string_view text);

/// Whether a release such as "13.1" has Tile IR.
bool hasTileIr(std::string_view release);

}  // namespace tileport::toolchain
