// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// What tileport-mlir and its client agree on: the command is the only argument, the text comes on standard input and goes to
/// standard output. An error is one line on standard error, "line:column: message", and one of these exit codes.
namespace tileport::toolchain {

inline constexpr const char *kCanonicalise = "canonicalise";

inline constexpr int kTextRefused = 1;
inline constexpr int kWrongCall = 2;
inline constexpr int kCannotTransfer = 3;  ///< standard input or output failed
inline constexpr int kTextTooDeep = 4;
inline constexpr int kOutOfMemory = 5;

}  // namespace tileport::toolchain
