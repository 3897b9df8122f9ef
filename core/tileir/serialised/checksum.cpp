// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/serialised/checksum.h"

#include <bit>
#include <cstddef>

namespace tileport::tileir::serialised {

namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4F;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63;
constexpr std::uint64_t kPrime5 = 0x27D4EB2F165667C5;

std::uint64_t word(std::string_view bytes, std::size_t at, unsigned size) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < size; ++i) number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return number;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t input) { return std::rotl(lane + input * kPrime2, 31) * kPrime1; }

std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) { return (hash ^ round(0, lane)) * kPrime1 + kPrime4; }

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  std::size_t at = 0;
  std::uint64_t hash = kPrime5;
  if (bytes.size() >= 32) {
    std::uint64_t lanes[] = {kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
    for (; at + 32 <= bytes.size(); at += 32) {
      for (std::size_t i = 0; i < 4; ++i) lanes[i] = round(lanes[i], word(bytes, at + 8 * i, 8));
    }
    hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes) hash = merge(hash, lane);
  }
  hash += bytes.size();
  for (; at + 8 <= bytes.size(); at += 8) hash = std::rotl(hash ^ round(0, word(bytes, at, 8)), 27) * kPrime1 + kPrime4;
  for (; at + 4 <= bytes.size(); at += 4) hash = std::rotl(hash ^ (word(bytes, at, 4) * kPrime1), 23) * kPrime2 + kPrime3;
  for (; at < bytes.size(); ++at) hash = std::rotl(hash ^ (word(bytes, at, 1) * kPrime5), 11) * kPrime1;
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

}  // namespace tileport::tileir::serialised
