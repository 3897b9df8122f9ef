// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "oracle/float_format.h"
#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"

/// What a program computes, worked out on the CPU op by op in the order in which the program states them. README.md says what of
/// that is promised by Tile IR and what is not.
namespace tileport::oracle {

/// A tensor's memory, before or after a run.
struct Buffer {
  std::string name;
  tileir::ScalarKind element = tileir::ScalarKind::I8;  ///< what the bytes are shown and compared as
  std::vector<std::byte> bytes;
  std::uint64_t base = 0;  ///< its address; 0: a multiple of 256 of the run's choice
  /// After a run: how far each element may lie from what a program of this meaning may give; empty = nowhere.
  std::vector<double> errors;
};

/// An argument of the entry: an address in a buffer, or a number.
struct BufferArgument {
  std::size_t buffer = 0;
  std::uint64_t byteOffset = 0;
};
struct ScalarArgument {
  std::uint64_t bits = 0;
};
using Argument = std::variant<BufferArgument, ScalarArgument>;

struct Options {
  /// Elements computed, loaded and stored, matrix products counted by multiplication. A run that needs more stops with a fault.
  /// Each needs up to 20 bytes while its value is held, so that this also bounds the memory.
  std::uint64_t elementLimit = std::uint64_t{1} << 27;
  /// What ftof makes of numbers beyond the largest one of an 8-bit float. Tile IR does not say; GPUs convert with saturation.
  Overflow smallFloatOverflow = Overflow::Saturate;
  /// Whether unordered accesses to the same bytes are looked for.
  bool findRaces = true;
  CancelToken cancel;
};

struct Launch {
  std::string entry;  ///< may be empty when the program has one
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  /// The tile blocks by number (x fastest) in the order in which they run, one after the other; empty: 0, 1, 2 ... Those that it does
  /// not name do not run where `partial` says that some may be missing, and are an error otherwise.
  std::vector<std::uint64_t> order;
  bool partial = false;
  std::vector<Buffer> buffers;
  std::vector<Argument> arguments;
  Options options;
};

enum class FaultKind : std::uint8_t {
  OutOfBounds,
  Misaligned,
  UndefinedValue,      ///< one reaches memory, an address, a mask, a branch or a bound of a loop
  UndefinedBehaviour,  ///< an op does what its description leaves undefined at once
  FalseAssumption,
  FailedAssertion,
  Budget,
  Cancelled,
  Unsupported,
};
std::string_view toText(FaultKind kind);

/// Why a run stopped.
struct Fault {
  FaultKind kind = FaultKind::Unsupported;
  tileir::OpId op;
  std::array<std::uint32_t, 3> block{};  ///< of the grid
  std::string message;

  /// "out of bounds in load_ptr_tko, line 12, block (0, 1, 0): ...".
  std::string toString(const tileir::Program &program) const;
};

enum class HazardKind : std::uint8_t {
  Race,               ///< two accesses to the same bytes, one of them a write, with nothing that orders them
  UncertainDecision,  ///< a branch, address, mask or bound depends on a number that may be another one
  WrongIdentity,      ///< the identity of a reduction changes what it is combined with
};
std::string_view toText(HazardKind kind);

/// What makes the outcome depend on more than the inputs. The run goes on.
struct Hazard {
  HazardKind kind = HazardKind::Race;
  tileir::OpId op;
  tileir::OpId other;  ///< Race: the earlier access
  std::array<std::uint32_t, 3> block{};
  std::string message;
};

struct Outcome {
  std::vector<Buffer> buffers;  ///< those of the launch, as far as the run got
  std::vector<Buffer> globals;  ///< of the program, in its order
  std::optional<Fault> fault;
  std::vector<Hazard> hazards;  ///< one a pair of ops and kind, the first 100
  std::vector<std::string> prints;
  std::uint64_t elements = 0;  ///< spent of Options::elementLimit

  bool ok() const { return !fault; }
};

/// Runs an entry. An error when the program breaks a rule of Tile IR or the launch does not fit it; what goes wrong on the way is in the
/// outcome.
Result<Outcome> run(const tileir::Program &program, const Launch &launch);

/// Why an op is not interpreted; empty when it is.
std::string_view refusal(tileir::OpKind kind);

}  // namespace tileport::oracle
