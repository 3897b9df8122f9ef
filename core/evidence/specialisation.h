// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/constant.h"
#include "evidence/symbol.h"
#include "support/result.h"

/// What a variant of a kernel is specialised to: the same value from a reference of cuTile Python and from a port of cuTile Rust.
/// A specialisation is what goes into the program: constants, element types, facts on arguments, hints. Extents, strides and
/// scalars as launched are beside it: they say what the variant is for, and where the facts come from.
namespace tileport::evidence {

enum class Side : std::uint8_t { Reference, Port };

struct NamedConstant {
  std::string name;
  Constant value;

  bool operator==(const NamedConstant &) const = default;
};

/// An array argument. Extents and strides count elements, outermost axis first.
struct TensorSpecialisation {
  std::string name;
  std::string elementType;            ///< canonical (element_type.h); empty: not recorded, as of a raw pointer
  std::optional<std::uint32_t> rank;  ///< absent: not recorded, as of a raw pointer
  std::vector<std::int64_t> extents;  ///< as launched; empty: not recorded
  std::vector<std::int64_t> strides;  ///< as launched; empty: not recorded
  std::vector<AxisFacts> axes;        ///< what the compiler may assume, one for each axis; empty without a rank
  std::int64_t baseDivisor = 1;       ///< of the base address, in bytes; 1: nothing is assumed
  std::optional<bool> disjoint;       ///< no two indices name one element; absent: not recorded
  bool isPointer = false;             ///< a raw pointer: extents and strides are scalars of their own
  bool isList = false;                ///< a list of arrays: what is said holds for each of them

  bool operator==(const TensorSpecialisation &) const = default;
};

/// A scalar argument.
struct ScalarSpecialisation {
  std::string name;
  std::string elementType;        ///< canonical; empty: not recorded, as in cuTile Rust's variants
  std::optional<Constant> value;  ///< as launched; absent: not recorded. Not part of the program
  std::int64_t divisor = 1;       ///< the compiler may assume that it is a multiple; 1: nothing is assumed

  bool operator==(const ScalarSpecialisation &) const = default;
};

struct Hint {
  std::string name;    ///< canonical, see canonicalHint()
  std::string target;  ///< "sm_90", or "default" beside others; empty: for all
  std::int64_t value = 0;

  bool operator==(const Hint &) const = default;
};

struct Specialisation {
  Side side = Side::Reference;
  std::string op;                        ///< the operator; empty: not recorded
  std::string module;                    ///< of the source; empty: not recorded
  std::string kernel;                    ///< the function in the source
  std::string entry;                     ///< its name in the program: a mangled symbol, or "<kernel>_entry"; empty: not recorded
  std::string variant;                   ///< the name that people gave it. Never used to pair; empty: not recorded
  std::string target;                    ///< "sm_100"; empty: not recorded, as in cuTile Python
  std::uint32_t convention = 0;          ///< cuTile Python's calling convention; 0: not recorded, or a port
  bool hasLaunch = true;                 ///< false of a bare symbol: extents, strides, scalars as launched, hints are not known
  std::uint32_t parameterCount = 0;      ///< of the function; tuples and lists count as one
  std::vector<NamedConstant> constants;  ///< in the order of the source, so are the others. A port's type generics are among them
  std::vector<TensorSpecialisation> tensors;
  std::vector<ScalarSpecialisation> scalars;
  std::vector<Hint> hints;  ///< by name and target. A hint that is absent was not set by the launch

  bool operator==(const Specialisation &) const = default;
};

/// One name for a hint of the entry: num_cta_in_cga (cuTile Python: num_ctas), num_worker_warps_per_cta (num_worker_warps),
/// occupancy, opt_level, max_divisibility. Others stay as they are.
/// Sources: plugins/cutile_python/README.md; compile options of cutile 0.2.0 and 0.5.0.
std::string canonicalHint(std::string_view name);

/// From a symbol alone. Its parameters have no names: they are "#0", "#1", ..., the items of tuples and dataclasses "#2.0".
/// Nothing is known of extents, strides and hints. Errors are demangle()'s.
Result<Specialisation> specialisationOfSymbol(std::string_view symbol);

/// One launch of a reference, as plugins/cutile_python/README.md has it. Facts come from the symbol when it is given and from
/// the rule of cuTile Python's JIT otherwise; a symbol that contradicts the arguments is an error. Errors are Malformed, with
/// file, line and the JSON pointer in the message. `firstLine` is the line of the file in which the text begins.
Result<Specialisation> readReferenceLaunch(std::string_view json, const std::string &file, std::uint32_t firstLine = 1);

/// One variant of a port, as plugins/cutile_rust/README.md has it. A tensor whose `specialization` is not given gets the facts
/// that the front end works out of its extents, strides and alignment. Errors as above.
Result<Specialisation> readPortVariant(std::string_view json, const std::string &file, std::uint32_t firstLine = 1);

/// One object a line; blank lines are passed over. The first error ends it.
Result<std::vector<Specialisation>> readReferenceLaunches(std::string_view text, const std::string &file);
Result<std::vector<Specialisation>> readPortVariants(std::string_view text, const std::string &file);

/// The same with the parameters of a specialisation of a symbol named in order: "#0" is names[0]. Anything else stays as it is,
/// and so does all of it when there are not as many names as parameters.
Specialisation withParameterNames(Specialisation specialisation, const std::vector<std::string> &names);

/// What cuTile Python's JIT assumes of an array argument that is launched so: the rule of plugins/cutile_python/README.md.
ArrayFacts factsOfLaunch(const std::string &elementType, const std::vector<std::int64_t> &extents, const std::vector<std::int64_t> &strides,
                         bool baseAligned16);

/// Null when there is none of that name.
const NamedConstant *findConstant(const Specialisation &specialisation, std::string_view name);
const TensorSpecialisation *findTensor(const Specialisation &specialisation, std::string_view name);
const ScalarSpecialisation *findScalar(const Specialisation &specialisation, std::string_view name);

}  // namespace tileport::evidence
