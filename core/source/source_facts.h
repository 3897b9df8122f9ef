// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"
#include "source/source_span.h"
#include "support/result.h"

/// What stands in a kernel's source, as a front end's driver reads it without running it (tileport-facts/1: docs/facts.md, and
/// docs/facts-rust.md for what it means in Rust). Texts are those of the source, on one line. An immutable value.
namespace tileport::source {

struct HintFact {
  std::string name;
  std::string value;  ///< the expression's text
  SourceSpan span;
};

struct GenericFact {
  enum class Kind : std::uint8_t { Const, Type, Lifetime };
  std::string name;
  Kind kind = Kind::Const;
  std::string type;  ///< of a const; the bounds of a type or lifetime
  SourceSpan span;
};

struct ParameterFact {
  enum class Form : std::uint8_t { Tensor, TensorMut, Pointer, Scalar, Unknown };
  std::string name;
  std::string type;       ///< the annotation's text; empty: there is none
  bool constant = false;  ///< Python: a ct.Constant. Rust has generics instead
  Form form = Form::Unknown;
  SourceSpan span;
};

struct ArgumentFact {
  std::string name;  ///< empty: passed by its place
  std::string text;
  SourceSpan span;
};

struct CallFact {
  std::string callee;    ///< of cuTile Python always "ct.load", whatever the file calls the module
  std::string receiver;  ///< the text before a method's dot; empty: no method
  std::vector<ArgumentFact> arguments;
  std::vector<std::string> generics;
  SourceSpan span;
  bool isUnsafe = false;
  bool unchecked = false;  ///< gives up bounds checks
  bool resolved = false;   ///< the callee is a function of this file
};

/// What runs where a branch goes one way.
struct BranchArm {
  std::string label;  ///< "then", "else" (of an elif the whole rest), or a pattern
  SourceSpan span;
};

struct BranchFact {
  std::string condition;
  bool constant = false;  ///< literals, constants and generics alone decide it
  bool hasElse = false;
  std::vector<BranchArm> arms;  ///< in the order of the source; empty: the driver does not say
  SourceSpan span;
};

struct LoopFact {
  std::string kind;              ///< "for", "while", "loop"
  std::string over;              ///< the iterator, or the condition of a while
  std::string variable;          ///< Rust: the pattern of a for
  std::optional<bool> constant;  ///< its bounds are constant; absent: the driver does not say (Python)
  SourceSpan span;
};

struct OutputFact {
  std::string name;
  std::string form;
  std::string type;
  std::string by;  ///< the method that makes a shared tensor writable; empty: its type does
};

/// What an entry of cuTile Rust has apart from its body.
struct EntryStructure {
  std::string visibility;  ///< "pub", "pub(crate)" or empty; so is the module's
  std::string moduleVisibility;
  bool inCutileModule = false;
  bool unsafeFn = false;
  std::vector<std::string> genericsOrder;
  std::vector<OutputFact> outputs;
};

struct FunctionFacts {
  std::string name;
  std::string module;   ///< Rust: "outer::inner"
  std::string factory;  ///< the function that makes the kernel; empty: it stands at the file's top
  SourceSpan span;      ///< with its decorators (Python), without its attributes (Rust)
  SourceSpan nameSpan;
  std::vector<HintFact> hints;
  std::vector<GenericFact> generics;
  std::vector<ParameterFact> parameters;
  bool isUnsafe = false;
  std::vector<CallFact> calls;
  std::vector<BranchFact> branches;
  std::vector<LoopFact> loops;
  std::vector<SourceSpan> unsafeBlocks;
  std::optional<EntryStructure> structure;  ///< of an entry of cuTile Rust
};

/// Host code that launches a kernel (Python).
struct LaunchFact {
  std::string kernel;                ///< as the call names it
  std::vector<std::string> kernels;  ///< those of this file that it may be; empty: that was not found out
  std::string function;              ///< the host function around it; empty: none
  std::string grid;
  std::string gridValue;                ///< what the grid's name stands for
  std::vector<ArgumentFact> arguments;  ///< named like the kernel's parameters, or one without a name when they were not found out
  std::vector<HintFact> hints;
  SourceSpan span;
};

struct SourceFacts {
  Language language = Language::Python;  ///< Python or Rust
  std::vector<FunctionFacts> kernels;
  std::vector<FunctionFacts> functions;
  std::vector<LaunchFact> launches;
};

using SourceFactsPtr = std::shared_ptr<const SourceFacts>;

/// Reads the `facts` member of a driver's answer, strictly: a member that nobody knows, a wrong type and a span that ends before it
/// begins are errors with line, column and JSON pointer. At most 64 MiB. `file` names the text in errors.
Result<SourceFactsPtr> readSourceFacts(std::string_view text, const std::string &file);

/// "tensor", "tensor_mut", "pointer", "scalar", "unknown": as the schema writes them.
std::string_view toText(ParameterFact::Form form);

/// The kernel of that name: "softmax", or "make_kernel:6" for the one that make_kernel makes. Where several bear it, the first in the
/// module whose last part is `module`, or else the first. Null when there is none.
const FunctionFacts *findKernel(const SourceFacts &facts, std::string_view name, std::string_view module = {});

}  // namespace tileport::source
