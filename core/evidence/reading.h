// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "evidence/specialisation.h"
#include "json/json.h"

/// Private to core/evidence: what the readers of both sides' records share.
namespace tileport::evidence {

using json::JsonAt;
using json::JsonNode;

/// Adds what a parameter of a symbol says, its items as "name.0", "name.1", ...
void addParameter(Specialisation &into, const std::string &name, const Parameter &parameter);

/// op, module, kernel, variant: each may be absent.
Result<void> readNames(const JsonAt &record, Specialisation &into);

/// The canonical name of the type that a string names.
Result<std::string> readElementType(const JsonAt &value);

/// A number or a truth value.
Result<Constant> readNumber(const JsonAt &value);

/// Adds each hint of the object that is not null, sorted by name and target: {"occupancy": 2, "num_ctas": {"sm_80": 2}}, or
/// "ByTarget(sm_80=2, default=4)" as cuTile Python prints it.
Result<void> readHints(const JsonAt &hints, Specialisation &into);

/// `extents` and `strides` of `tensor`: two arrays of one length, no extent negative.
Result<void> readShape(const JsonAt &extents, const JsonAt &strides, TensorSpecialisation &tensor);

}  // namespace tileport::evidence
