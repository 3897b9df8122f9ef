// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/process_call.h"
#include "support/cancel.h"
#include "support/result.h"

/// Runs other people's programs, which may crash, hang, fill the memory or write without end, and stays in charge of them.
/// POSIX and the standard library alone; `runProcess` is synchronous, any thread may call it, and several may at once.
namespace tileport::toolchain {

using plugin::ProcessAnswer;
using plugin::ProcessCall;
using plugin::ProcessEnd;
using plugin::ProcessLimits;

/// Called in the thread of `runProcess` with what has just come on standard output, whole lines or not.
using OutputReader = std::function<void(std::string_view)>;

/// Starts the program in a process group of its own, feeds and reads it until it ends, and then ends whatever is left of the
/// group: nothing that it started in its group outlives the call. (What moves to another group or session on purpose does; its
/// hold on the pipes is not waited for.) Should our thread end first, the process is killed by the kernel. It gets no
/// descriptor of ours but the three pipes, default signal handling, and writes no core file.
///
/// The error is that the program could not be started, and why; how it went is in the answer, which holds all of the output
/// also when `reader` saw it.
Result<ProcessAnswer> runProcess(const ProcessCall &call, const CancelToken &cancel = {}, const OutputReader &reader = {});

/// The path of the program that a name without a slash means; absent when PATH has none.
std::optional<std::filesystem::path> findInPath(const std::string &name);

}  // namespace tileport::toolchain
