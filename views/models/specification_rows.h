// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "align/alignment.h"
#include "specification/specification.h"
#include "support/ranges.h"
#include "workspace/workspace.h"

/// A hidden specification as rows of a tree. Pure functions; what they say is decided in core.
namespace tileport::views {

struct SpecificationRow {
  enum class Kind : std::uint8_t {
    Section,  ///< a heading: `what` alone
    Known,
    Unknown,  ///< `value` says why, after a question mark
    Open,     ///< known, and worth a look: `value` begins with an exclamation mark
  };
  Kind kind = Kind::Known;
  QString what;
  QString value;
  std::vector<specification::Evidence> evidence;
  std::vector<SpecificationRow> children;
};

/// Of one side of a variant: symbol, constants, tensors, scalars, hints, branches, host code, and what is not known.
std::vector<SpecificationRow> sideRows(const specification::SideSpecification &side);

/// The entries that a port of the operator needs, and why. Those that `variant` needs say so and come first.
std::vector<SpecificationRow> entryRows(const specification::HiddenSpecification &op, const std::string &variant);

/// "launch: args TILE", "program, line 31", "softmax.py:14:5", "symbol: parameter 3".
QString evidenceText(const specification::Evidence &evidence);

/// The files that the panes show.
struct ShownSides {
  std::optional<workspace::SideFiles> reference;
  std::optional<workspace::SideFiles> port;
};

/// A line of a pane.
struct EvidencePlace {
  align::Side side = align::Side::Reference;
  bool inSource = false;  ///< else in the program's listing
  LineIndex line;

  auto operator<=>(const EvidencePlace &) const = default;
};

/// Where in the panes it stands. Absent where it has no line, or is in a file that no pane shows.
std::optional<EvidencePlace> placeOf(const specification::Evidence &evidence, const ShownSides &shown);

}  // namespace tileport::views
