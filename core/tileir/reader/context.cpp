// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/reader/context.h"

#include <algorithm>
#include <cstdio>

namespace tileport::tileir::reader {

namespace {

// The fixed part lets small files repeat long names as much as they like.
constexpr std::uint64_t kFixedBudget = std::uint64_t{16} << 20;
constexpr std::uint64_t kLargestBudget = std::uint64_t{2} << 30;

std::string adviceFor(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Malformed: return "The file is damaged or cut short; export it again.";
    case ErrorKind::Unsupported: return "Export the program as bytecode 13.1 to 13.5 without preview content.";
    case ErrorKind::Limit: return "No exporter is known to write such a file; check where it comes from.";
    default: return {};
  }
}

}  // namespace

Context::Context(std::span<const std::byte> file, std::string_view name, const CancelToken &cancel, std::uint64_t budgetPerByte)
    : file_(file), name_(name), cancel_(cancel), budget_(std::min(kFixedBudget + budgetPerByte * file.size(), kLargestBudget)) {}

void Context::stopIfCancelled() const {
  if (cancel_.cancelled()) fail(ErrorKind::Cancelled, "reading was cancelled", std::nullopt, {});
}

void Context::charge(std::uint64_t bytes, std::uint64_t offset, std::string_view section) {
  if (bytes > budget_) {
    fail(ErrorKind::Limit, "the program is too large for a file of " + std::to_string(file_.size()) + " bytes", offset, section);
  }
  budget_ -= bytes;
}

void Context::fail(ErrorKind kind, std::string message, std::optional<std::uint64_t> offset, std::string_view section,
                   std::string advice) const {
  Error error;
  error.kind = kind;
  error.message = std::move(message);
  error.place.file = name_;
  error.place.byteOffset = offset;
  error.place.section = section;
  if (op_) error.place.op = std::string(info(op_->kind).mnemonic) + " #" + std::to_string(op_->number);
  error.advice = advice.empty() ? adviceFor(kind) : std::move(advice);
  throw Failure{std::move(error)};
}

std::string hex(std::uint64_t number) {
  char buffer[24];
  std::snprintf(buffer, sizeof buffer, "0x%llx", static_cast<unsigned long long>(number));
  return buffer;
}

}  // namespace tileport::tileir::reader
