// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/report.h"

/// What every form of a report shows, looked up once: pairs that nobody classified have findings here as well.
namespace tileport::report {

/// Where a finding stands on one side.
struct ShownPlace {
  LineRange lines;  ///< in the side's listing
  std::optional<workspace::SourcePlace> source;
};

struct ShownFinding {
  const triage::Finding *finding = nullptr;
  std::string name;       ///< "load_view_tko", "entry @softmax"; of an equivalence "divi" or its rule
  std::string part;       ///< "hint sm_100.latency"; of an equivalence "rule ceil_div"
  std::string reference;  ///< the value on this side; empty = absent
  std::string port;
  std::optional<ShownPlace> referencePlace;
  std::optional<ShownPlace> portPlace;
  std::optional<std::size_t> row;  ///< of the side by side view: the first that it stands on

  std::string title() const;  ///< "load_view_tko: hint sm_100.latency"
  bool isDivergent() const;   ///< DIFFERS, MISSING or EXTRA
};

struct ShownPair {
  const Pair *pair = nullptr;
  triage::TriagePtr triage;  ///< never null
  std::vector<ShownFinding> findings;

  const workspace::Review *review() const { return pair->review.get(); }
  std::string title() const;  ///< "softmax / f16-1x1024"
  triage::Verdict verdict() const { return triage->verdict; }
  triage::Impact impact() const;  ///< the furthest reach of each part, of findings that are no MATCH
};

ShownPair shown(const Pair &pair);

/// The four parts by name: "result", "precision", "contract", "performance".
std::array<std::pair<std::string_view, triage::Reach>, 4> partsOf(const triage::Impact &impact);

/// "line 4", "lines 4-6", "" of none. One-based.
std::string linesText(LineRange lines);
/// "kernel.rs:12:5".
std::string placeText(const workspace::SourcePlace &place);
/// "line 4, kernel.rs:12:5"; "no place known".
std::string placeText(const ShownPlace &place);

/// "compiled, 5 remarks (bytecode 13.3, as it was read)".
std::string compiledText(const evidence::Compilation &side);

/// "cuTile Python 1.7.0" or "not known".
std::string orUnknown(const std::string &text);

/// "1 finding", "2 findings".
std::string plural(std::size_t count, const std::string &noun);

}  // namespace tileport::report
