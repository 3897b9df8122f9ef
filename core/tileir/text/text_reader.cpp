// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text_reader.h"

#include "tileir/text/module_reader.h"

namespace tileport::tileir {

namespace {

constexpr std::size_t kLargestText = std::size_t{256} << 20;

}  // namespace

Result<ProgramPtr> readText(std::string_view text, std::string_view name, const CancelToken &cancel) {
  if (text.size() > kLargestText) {
    Error error;
    error.kind = ErrorKind::Limit;
    error.message = "the text is larger than 256 MiB";
    error.place.file = name;
    error.advice = "Choose the text of a kernel; kernels take some kilobytes.";
    return error;
  }
  try {
    text::Scanner scanner(text, name, cancel);
    scanner.stopIfCancelled();
    ProgramData data = text::readModule(scanner);
    scanner.stopIfCancelled();
    return Program::make(std::move(data));
  } catch (text::Failure &failure) {
    return std::move(failure.error);
  }
}

}  // namespace tileport::tileir
