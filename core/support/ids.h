// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace tileport {

/// A number that names one thing of one kind. Ids of different tags do not convert into one another, so that an op is
/// never looked up by a value's number. The default id is invalid and stands for absence.
template <class Tag>
struct Id {
  static constexpr std::uint32_t kInvalid = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = kInvalid;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t number) : value(static_cast<std::uint32_t>(number)) {}

  constexpr bool valid() const { return value != kInvalid; }
  constexpr explicit operator bool() const { return valid(); }
  /// The position in the array that holds the things of this kind. Only for a valid id.
  constexpr std::size_t index() const { return value; }

  constexpr auto operator<=>(const Id &) const = default;
};

}  // namespace tileport

template <class Tag>
struct std::hash<tileport::Id<Tag>> {
  std::size_t operator()(tileport::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
