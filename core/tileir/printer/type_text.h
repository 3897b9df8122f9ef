// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileir/program.h"

namespace tileport::tileir::printer {

std::string_view scalarText(ScalarKind scalar);
/// Bits of a scalar: 1 to 64.
unsigned scalarWidth(ScalarKind scalar);

/// The types of one program in text. Each is written once and kept; the views live as long as this.
class TypeText {
 public:
  explicit TypeText(const Program &program) : types_(program.data().types) {}
  /// Of a program that is still being made: `types` may grow meanwhile.
  explicit TypeText(const std::vector<Type> &types) : types_(types) {}

  /// Without the dialect's prefix, as ops print types.
  std::string_view bare(TypeId type);
  /// As an attribute holds it: !cuda_tile.tile<4xf32>, f32.
  std::string prefixed(TypeId type);

 private:
  void append(std::string &text, const Type &type);
  void appendView(std::string &text, const Type &type, std::string_view name);
  void appendTensorView(std::string &text, const Type &type);
  void appendFunction(std::string &text, const Type &type);

  const std::vector<Type> &types_;
  std::unordered_map<std::uint32_t, std::string> texts_;  // not by position: many are made for one type alone
};

}  // namespace tileport::tileir::printer
