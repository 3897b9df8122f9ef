// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/content_hash.h"

#include <QtCore/QCryptographicHash>

#include "support/file.h"

namespace tileport::toolchain {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;

}  // namespace

std::string contentHash(std::string_view content) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(QByteArray::fromRawData(content.data(), static_cast<qsizetype>(content.size())));
  return hash.result().toHex().toStdString();
}

std::optional<std::string> FileHashes::of(const std::filesystem::path &file) {
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(file);
  if (known != known_.end()) return known->second;
  const Result<std::string> content = readFile(file, kLargestFile);
  return known_[file] = content ? std::optional(contentHash(*content)) : std::nullopt;
}

}  // namespace tileport::toolchain
