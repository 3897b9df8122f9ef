// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/result.h"
#include "toolchain/store.h"

/// Private to core/toolchain: the lines that a driver answers (tileport-job/1 in docs/plugins.md), as values.
namespace tileport::toolchain {

struct ProgramAnswer {
  std::string id;
  std::string file;  ///< a plain name
  std::string symbol;
  std::vector<Dependency> dependencies;
};

struct FailureAnswer {
  std::string id;
  Error error;
};

/// What a source says, as tileport-facts/1.
struct FactsAnswer {
  std::string source;
  std::string facts;  ///< a JSON object
};

struct ProgressAnswer {
  std::string text;
};

struct EndAnswer {
  std::string frontEnd;
};

using DriverAnswer = std::variant<ProgramAnswer, FailureAnswer, FactsAnswer, ProgressAnswer, EndAnswer>;

/// Absent for a line that is no answer, whatever it is.
std::optional<DriverAnswer> readAnswer(std::string_view line);

/// Cuts a stream into lines, however its pieces come.
class LineReader {
 public:
  /// The lines that the piece completes, in order, without their ends. A line of more than 16 MiB is given up and comes out empty.
  std::vector<std::string> take(std::string_view piece);

 private:
  std::string rest_;
  bool tooLong_ = false;
};

}  // namespace tileport::toolchain
