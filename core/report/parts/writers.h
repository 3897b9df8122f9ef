// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include "report/parts/kept.h"

/// A writer of each form (report.h).
namespace tileport::report {

std::unique_ptr<Writer> markdownWriter(Report head, std::size_t pairs);
std::unique_ptr<Writer> htmlWriter(Report head, std::size_t pairs);
std::unique_ptr<Writer> jsonWriter(Report head, std::size_t pairs);
std::unique_ptr<Writer> sarifWriter(Report head, std::size_t pairs);

}  // namespace tileport::report
