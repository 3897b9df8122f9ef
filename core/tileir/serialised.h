// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

/// The compact form of a program, for caches and for pipes between processes of one version of Tileport. It is no format for
/// exchange: another version refuses it, and whoever holds it makes it again from the file that it came of.
///
/// Layout: magic of 8 bytes, u32 schema number, u64 length of the payload, u64 XXH64 of the payload (seed 0), payload. Little
/// endian; serialised/coding.h and serialised/body_coding.h describe the payload.
namespace tileport::tileir {

/// All of a consistent program (consistency.h), without its listing, which follows from it. The same program gives the same
/// bytes on every platform.
std::string serialise(const Program &program);

/// The program that `serialise` was given: every array of its data is the same. The bytes are not trusted: a damaged or
/// forged input gives an error (Malformed, or Limit when it stands for more than 16 MiB + 1 KiB a byte) or a consistent
/// program. Another schema number is Unsupported. `name` stands for the file in errors.
Result<ProgramPtr> deserialise(std::span<const std::byte> bytes, std::string_view name, const CancelToken &cancel = {});

/// Whether the bytes begin with the magic number of the serialised form, of any schema.
bool looksSerialised(std::span<const std::byte> bytes);

}  // namespace tileport::tileir
