// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/writer/context.h"

#include <utility>

namespace tileport::tileir::writer {

Error Context::errorHere(ErrorKind kind, std::string message) const {
  Error error;
  error.kind = kind;
  error.message = std::move(message);
  if (op_.valid()) error.place.op = std::string(info(data_.ops[op_.index()].kind).mnemonic) + " #" + std::to_string(op_.value);
  return error;
}

void Context::exceed(Version since, std::string what) {
  if (!measures_) {
    throw Failure{errorHere(ErrorKind::Unsupported, what + " needs bytecode " + toString(since) + ", not " + toString(version_)), true};
  }
  limit_ = since;
  needed_ = {since, std::move(what), op_};
}

void Context::fail(ErrorKind kind, std::string message, std::string advice) const {
  Error error = errorHere(kind, std::move(message));
  error.advice = std::move(advice);
  throw Failure{std::move(error), false};
}

void Context::failMalformed(std::string message) const {
  fail(ErrorKind::Malformed, std::move(message), "Verify the program; it breaks a rule of its format.");
}

}  // namespace tileport::tileir::writer
