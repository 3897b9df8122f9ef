// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/round_trip.h"

#include <algorithm>
#include <span>

#include "support/program_equality.h"
#include "tileir/bytecode_reader.h"
#include "tileir/bytecode_writer.h"
#include "tileir/needed_version.h"
#include "tileir/printer.h"

namespace tileport::test {

using namespace tileir;

namespace {

Result<ProgramPtr> readBack(const std::string &bytes) { return readBytecode(std::as_bytes(std::span(bytes)), "written"); }

std::string brokenRefusal(const Program &program, Version version, const NeededVersion &needed) {
  const auto bytes = writeBytecode(program, version);
  if (bytes) return "it was written although it needs " + toString(needed.version) + " for " + needed.because;
  const Error &error = bytes.error();
  if (error.kind != ErrorKind::Unsupported) return "it was refused otherwise: " + error.toString();
  if (version >= needed.version)
    return error.message.find("private") != std::string::npos ? "" : "not for being private: " + error.toString();
  if (error.advice.find(toString(needed.version)) == std::string::npos) return "the advice names another version: " + error.toString();
  // One version below, the first thing that does not fit is the one that neededVersion found.
  if (version.minor + 1 != needed.version.minor) return {};
  const std::string op =
      needed.op.valid() ? std::string(info(program.op(needed.op).kind).mnemonic) + " #" + std::to_string(needed.op.value) : "";
  if (error.message != needed.because + " needs bytecode " + toString(needed.version) + ", not " + toString(version) ||
      error.place.op != op) {
    return "the refusal and the needed version name other things: " + error.toString() + " / " + needed.because;
  }
  return {};
}

std::string brokenWriting(const Program &program, Version version, bool mayExceedLimits) {
  const auto bytes = writeBytecode(program, version);
  if (!bytes) return "it was not written: " + bytes.error().toString();
  if (const auto again = writeBytecode(program, version); !again || *again != *bytes) return "the second time gave other bytes";
  const auto read = readBack(*bytes);
  if (!read) {
    if (mayExceedLimits && read.error().kind == ErrorKind::Limit) return {};
    return "it was not read back: " + read.error().toString();
  }
  if ((*read)->version() != version) return "it was read back as another version";
  const EqualityOptions options{.version = program.version() == version};
  if (const std::string difference = differenceOf(program, **read, options); !difference.empty())
    return "it came back otherwise: " + difference;
  if ((*read)->listing().text != program.listing().text) return "its text is another one";
  if (print(**read, {.locations = true}).text != print(program, {.locations = true}).text) return "its text with locations is another one";
  const auto rewritten = writeBytecode(**read, version);
  if (!rewritten || *rewritten != *bytes) return "what was read back gives other bytes";
  return {};
}

}  // namespace

std::vector<Version> allVersions() { return {{13, 1}, {13, 2}, {13, 3}, {13, 4}, {13, 5}}; }

std::string toString(Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

bool canHold(const Program &program, Version version) {
  const auto &functions = program.data().functions;
  const bool isPrivate = std::any_of(functions.begin(), functions.end(), [](const Function &each) { return each.isPrivate; });
  return neededVersion(program.data()).version <= version && !(isPrivate && version >= Version{13, 5});
}

std::string brokenRoundTrip(const Program &program, RoundTripOptions options) {
  const NeededVersion needed = neededVersion(program.data());
  if (program.version() < needed.version) return "it is said to need more than its version, for " + needed.because;
  if (needed.because.empty() != (needed.version == Version{13, 1})) return "there is no reason for the needed version";
  for (const Version version : allVersions()) {
    if (!options.allVersions && version != program.version()) continue;
    const std::string broken =
        canHold(program, version) ? brokenWriting(program, version, options.mayExceedLimits) : brokenRefusal(program, version, needed);
    if (!broken.empty()) return toString(version) + ": " + broken;
  }
  return {};
}

}  // namespace tileport::test
