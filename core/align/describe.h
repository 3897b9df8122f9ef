// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "align/alignment.h"

namespace tileport::align {

/// How values and ops of one program are named to a person, and where they stand in its listing.
class Describer {
 public:
  explicit Describer(const tileir::Program &program) : program_(program) {}

  /// "%tile (load_view_tko)", "8 : i32", "%arg3 (stride 0 of tensor 0)".
  std::string value(tileir::ValueId value) const;
  /// The head line of the op without its indent.
  std::string headLine(tileir::OpId op) const;
  std::string type(tileir::TypeId type) const;
  /// Empty for an invalid id.
  std::string attribute(tileir::AttributeId attribute) const;

  Subject subject(tileir::OpId op) const;
  Subject subject(tileir::FunctionId function) const;

  /// Where a part of the op stands. `within` narrows the mark to that piece of the part's text where it is found.
  std::vector<TextMark> marks(tileir::OpId op, tileir::SpanKind kind, std::uint32_t index = 0, std::string_view within = {}) const;
  std::vector<TextMark> marks(tileir::FunctionId function, tileir::SpanKind kind, std::uint32_t index = 0,
                              std::string_view within = {}) const;

 private:
  std::vector<TextMark> collect(LineRange lines, tileir::OpId op, tileir::FunctionId function, tileir::SpanKind kind, std::uint32_t index,
                                std::string_view within) const;
  const tileir::Program &program_;
  mutable std::map<tileir::FunctionId, std::vector<ArgumentRole>> roles_;  ///< made when first asked for
};

}  // namespace tileport::align
