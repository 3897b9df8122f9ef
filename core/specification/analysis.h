// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "specification/specification.h"
#include "support/result.h"

/// analysis.json: what the first stage of a conversion writes of a reference, and what the later ones rest on. docs/analysis.md has the
/// members and what is asked of each.
namespace tileport::specification {

struct AnalysisFinding {
  enum class Severity : std::uint8_t {
    Error,    ///< the pipeline's own validator refuses it too, or it is plainly wrong
    Warning,  ///< the validator warns too, or it is likely to be wrong
    Note,     ///< something that could not be checked, and why
  };
  Severity severity = Severity::Error;
  std::string member;  ///< "kernel_variants[0].reference_ir"; empty: the whole
  /// What is wrong and where; what to do is its advice. The place has file, line and column.
  Error error;

  /// One line: "file:line:column: error: member ... . Advice."
  std::string toString() const;
};

/// What lies beside an analysis. Paths are relative to the kernel's output folder, of which the analysis is reference/analysis.json.
struct AnalysisFiles {
  /// Whether it is a file in that folder, whatever links lead to.
  std::function<bool(const std::string &path)> exists;
  /// Texts of the reference's source that are at hand; empty: none.
  std::vector<std::string> sources;
  /// Why a file of that folder that exists is no program; empty: it is one.
  std::function<std::string(const std::string &path)> programFault;
};

/// Every finding, in the order of the text; empty: there is nothing to say against it. A text that is no JSON, or gives a member twice,
/// has one finding.
std::vector<AnalysisFinding> checkAnalysis(std::string_view text, const std::string &file, const AnalysisFiles &files);

/// True when nothing worse than warnings was found.
bool passes(const std::vector<AnalysisFinding> &findings);

/// A first analysis.json of an operator: what its hidden specification tells. Everything else (tolerances, measured times, which tests run
/// what) is null or empty, which checkAnalysis names as missing. A structural entry is a variant of the kernel; `source` names the
/// reference's file.
std::string draftAnalysis(const HiddenSpecification &specification, const std::string &source);

}  // namespace tileport::specification
