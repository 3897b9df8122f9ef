// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"

/// MLIR, in a process of its own (app/tileport-mlir): its text parser cannot be cancelled and has crashed on bad input.
namespace tileport::toolchain {

/// Where the worker is: what TILEPORT_MLIR_WORKER names, else tileport-mlir beside our own program, else in
/// ../libexec/tileport from there.
Result<std::filesystem::path> findMlirWorker();

/// The text of a module in MLIR's canonical form (tileir/dialect.h says what that is), with locations where it has any. Errors
/// in the text carry its line and column; `name` stands for it. A worker that crashes, takes more than a minute or 4 GiB is an
/// error as well.
Result<std::string> canonicaliseWithMlir(std::string_view text, std::string_view name, const CancelToken &cancel = {});

}  // namespace tileport::toolchain
