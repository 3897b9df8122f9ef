// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/compilation.h"
#include "plugin/process_call.h"

/// Private to core/toolchain: what answers of tileiras mean.
namespace tileport::toolchain {

/// How a run ended, without its remarks. `hasCubin`: the file that it was to write is there. What the machine is to blame for is NotRun: a
/// signal that somebody sent, memory or room that ran out.
evidence::Compilation compilationOf(const plugin::ProcessAnswer &answer, const plugin::ProcessLimits &limits, bool hasCubin);

/// "13.4.92" of "... release 13.4, V13.4.92"; empty: it is another text.
std::string versionOfTileiras(std::string_view text);

/// "sm_80", ... of the list that `--help` prints of --gpu-name.
std::vector<std::string> gpusOfHelp(std::string_view help);

/// "13.1", ... of what `--list-versions` prints.
std::vector<std::string> versionsOfList(std::string_view list);

/// The first libnvvm of a toolkit's folder, in the places of a toolkit and of the Python packages; empty: none.
std::filesystem::path libnvvmBelow(const std::filesystem::path &toolkit);

}  // namespace tileport::toolchain
