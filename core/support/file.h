// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "support/result.h"

/// Files as a whole, with errors that say what is wrong and what to do.
namespace tileport {

/// The content of a regular file. A folder, a pipe or a device is refused by what it is, and never waited for; so is a file
/// of more than `largest` bytes, even one that grows while it is read.
Result<std::string> readFile(const std::filesystem::path &path, std::uint64_t largest);

/// Standard input up to its end, whatever it is, waiting for it. Errors as above, for the file "standard input".
Result<std::string> readStandardInput(std::uint64_t largest);

/// Puts `content` in the place of the file: whoever opens it finds the old content or the new one, never a part, whatever
/// interrupts the writing. It is written beside the file, brought to the disk, and renamed. A link stays and what it points to
/// is replaced, or made where there is nothing yet; permissions stay; on an error the old file stays as it was. A file that the
/// process may not write is refused, though its folder would allow to replace it. Other hard links to the file keep the old
/// content. A pipe or device, in whose place nothing can be put, is written into.
Result<void> replaceFile(const std::filesystem::path &path, std::string_view content);

/// The same of content that comes piece by piece. `write` is given what takes the pieces, which answers false when there is no use in more;
/// where `write` answers false, nothing is replaced, and the error is that it was given up.
using TakePiece = std::function<bool(std::string_view)>;
Result<void> replaceFile(const std::filesystem::path &path, const std::function<bool(const TakePiece &take)> &write);

}  // namespace tileport
