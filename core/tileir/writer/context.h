// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "support/result.h"
#include "tileir/bytecode/format.h"
#include "tileir/needed_version.h"
#include "tileir/program.h"

namespace tileport::tileir::writer {

using namespace bytecode;

/// Thrown where a program cannot be written and caught once, in bytecode_writer.cpp. It never leaves the folder.
struct Failure {
  Error error;
  bool tooOld = false;  ///< a newer version could hold what is refused
};

enum class Purpose : std::uint8_t {
  Write,    ///< a version: what it does not have is refused
  Measure,  ///< the newest version, to learn which one is needed
};

/// What each step of one writing shares: the program, the version, and where the writer is. Everything that is newer than
/// 13.1 passes through `require`; so the version that a program needs is what its writing asks for, and nothing else.
class Context {
 public:
  Context(const ProgramData &data, Version version, Purpose purpose)
      : data_(data), version_(version), limit_(purpose == Purpose::Write ? version : kOldest), measures_(purpose == Purpose::Measure) {}

  const ProgramData &data() const { return data_; }
  Version version() const { return version_; }
  bool has(Version since) const { return since <= version_; }
  bool measures() const { return measures_; }

  /// The op that errors name from now on.
  void enterOp(OpId op) { op_ = op; }
  void leaveOps() { op_ = OpId(); }

  /// The program has something that came with `since`; `describe` gives its name as a string: "op atan2".
  template <class Describe>
  void require(Version since, const Describe &describe) {
    if (limit_ < since) exceed(since, describe());
  }
  const NeededVersion &needed() const { return needed_; }

  [[noreturn]] void fail(ErrorKind kind, std::string message, std::string advice) const;
  /// The program is not what ProgramData promises.
  [[noreturn]] void failMalformed(std::string message) const;
  void expect(bool holds, const char *message) const {
    if (!holds) failMalformed(message);
  }

 private:
  void exceed(Version since, std::string what);
  Error errorHere(ErrorKind kind, std::string message) const;

  const ProgramData &data_;
  Version version_;
  Version limit_;  ///< the newest version that was met, or that may be
  bool measures_;
  OpId op_;
  NeededVersion needed_{kOldest, {}, {}};
};

}  // namespace tileport::tileir::writer
