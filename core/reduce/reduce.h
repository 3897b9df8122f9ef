// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "support/cancel.h"
#include "support/result.h"
#include "tileir/program.h"
#include "tileir/program_reader.h"

/// Makes a program smaller while it keeps what somebody is interested in: delta debugging on the tree of the program, so that
/// every candidate is a valid program. Pure and synchronous; whoever answers for the candidates runs what there is to run.
namespace tileport::reduce {

/// What is asked about: a program that keeps the rules of Tile IR, and itself in the form that was asked for.
struct Candidate {
  tileir::ProgramPtr program;
  std::string content;
};

/// The program as bytecode of its version, or as text that can be read again. Error: the form cannot hold it.
Result<std::string> contentOf(const tileir::Program &program, tileir::ProgramForm form);

/// The position of the first candidate that is interesting; absent when none is. It gets at most Options::batch of them and may
/// try all at once: what it finds out of those behind the first is not asked for. An error ends the reduction.
using Predicate = std::function<Result<std::optional<std::size_t>>(std::span<const Candidate>)>;

/// For who answers for one program at a time.
Predicate oneByOne(std::function<bool(const tileir::Program &)> isInteresting);

struct Options {
  tileir::ProgramForm form = tileir::ProgramForm::Bytecode;  ///< of Candidate::content: Bytecode, of the program's version, or Text
  std::size_t batch = 1;                                     ///< the result does not depend on it
  std::size_t mostRuns = SIZE_MAX;                           ///< candidates to ask about before it stops
};

struct Progress {
  std::string_view pass;  ///< "drop ops"
  std::size_t runs = 0;   ///< candidates asked about so far
  std::size_t ops = 0;    ///< of the best so far
};

enum class Ending : std::uint8_t {
  Complete,        ///< nothing that is tried makes it smaller
  Stopped,         ///< cancelled, out of runs, or `error`; the best so far is still right
  NotInteresting,  ///< the program itself is not: nothing was done
  Unsteady,        ///< what was interesting was not when it was asked about once more
};

struct Reduction {
  Ending ending = Ending::Complete;
  Candidate best;
  std::size_t runs = 0;        ///< candidates that were asked about
  std::size_t known = 0;       ///< that had been asked about before
  std::size_t invalid = 0;     ///< that broke a rule of Tile IR or cannot be written, and were not asked about
  std::size_t rounds = 0;      ///< of all passes
  std::optional<Error> error;  ///< of the predicate, when that is why it stopped
};

/// Coarse to fine, to a fixpoint: entries and globals; ops with what only they need; regions for one of their arms or one of
/// their turns; what is carried; optional operands; arguments of entries; optional attributes and hints; constants; the extents
/// of tiles, one extent the same everywhere; at last debug locations. A result that is still needed becomes an operand, a constant
/// or an earlier value of its type. What comes out of a complete reduction is 1-minimal: no single one of these steps leaves it
/// interesting. It is never of more ops than `program`. The same program and answers give the same result.
///
/// Error: `program` breaks a rule of Tile IR, or cannot be written in the form.
Result<Reduction> reduce(const tileir::ProgramPtr &program, const Predicate &predicate, const Options &options = {},
                         const CancelToken &cancel = {}, const std::function<void(const Progress &)> &progress = {});

}  // namespace tileport::reduce
