// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target with a precompiled header needs a file.
