// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/compile_findings.h"

#include <algorithm>

#include "tileir/op_info.h"

namespace tileport::triage {

namespace {

using evidence::Compilation;
using What = CompileDifference::What;

constexpr std::size_t kMostPrinted = 1000, kMostViews = 64;

/// The end of what was printed, its lines in one.
std::string printedText(const Compilation &side) {
  std::string_view rest = side.output;
  while (!rest.empty() && (rest.back() == '\n' || rest.back() == ' ')) rest.remove_suffix(1);
  const bool isCut = rest.size() > kMostPrinted;
  if (isCut) rest.remove_prefix(rest.size() - kMostPrinted);
  std::string text = isCut ? "..." : "";
  for (const char each : rest) {
    if (each == '\n') text += " | ";
    else text += each;
  }
  return text;
}

std::string sideText(const evidence::CompiledPair &compiled, const Compilation &side, const char *name) {
  std::string text = std::string("the ") + name + (side.bytecode.empty() ? "" : " (" + side.bytecode + ")") + ", " + compiled.tool +
                     " for " + compiled.gpuName + ": " + side.how;
  const std::string printed = printedText(side);
  if (side.end != Compilation::End::Compiled && !printed.empty()) text += "; it printed: " + printed;
  return text;
}

std::string remarksText(const std::string &remarks) { return remarks.empty() ? "nothing that the other does not get" : remarks; }

std::string lineOf(const tileir::Program &program, tileir::OpId op) {
  return "line " + std::to_string(program.listing().opLines[op.index()].first + 1);
}

Evidence remarkEvidence(const evidence::CompiledPair &compiled, const CompileDifference &difference) {
  return {Evidence::Kind::Compiler,
          compiled.tool + " for " + compiled.gpuName + " remarks on " + difference.name + ": in the reference " +
              remarksText(difference.referenceText) + "; in the port " + remarksText(difference.portText),
          "", 0, 0};
}

/// The op, and what makes the views that it takes: whether TMA can load a tile is decided there. A hint is its own.
std::vector<tileir::OpId> opsBehind(const tileir::Program &program, tileir::OpId op, What what) {
  std::vector<tileir::OpId> ops;
  if (op.valid()) ops.push_back(op);
  if (what == What::HintRemarks) return ops;
  for (std::size_t i = 0; i < ops.size() && ops.size() < kMostViews; ++i)
    for (const tileir::ValueId operand : program.operands(ops[i])) {
      const tileir::OpId maker = program.value(operand).op;
      if (maker.valid() && tileir::info(program.op(maker).kind).mnemonic.ends_with("_view")) ops.push_back(maker);
    }
  return ops;
}

/// On one side: where a difference is to be told of.
struct Touched {
  std::vector<tileir::OpId> ops;  ///< empty: the entry
  tileir::FunctionId entry;

  bool has(const std::optional<align::Subject> &subject) const {
    if (!subject) return false;
    if (ops.empty()) return entry.valid() && !subject->op.valid() && subject->function == entry;
    return subject->op.valid() && std::find(ops.begin(), ops.end(), subject->op) != ops.end();
  }
};

}  // namespace

Programs programsFor(const CompileGrounds &grounds, const std::vector<Finding> &findings) {
  const align::Alignment &alignment = grounds.alignment;
  const auto isNoted = [](const Finding &finding) { return finding.divergence && finding.severity != Severity::Info; };
  if (std::any_of(findings.begin(), findings.end(), isNoted)) return Programs::Different;
  if (alignment.undecided || alignment.conditional() || grounds.isRefuted) return Programs::Unknown;
  // Hints were compared for some architectures alone: of the others nothing is known.
  const auto &known = alignment.hintArchitectures;
  if (!known.empty() && std::find(known.begin(), known.end(), grounds.compiled.gpuName) == known.end()) return Programs::Unknown;
  if (grounds.assumptions) return *grounds.assumptions == 0 ? Programs::Same : Programs::Unknown;
  // No certificate is written over an op that nothing reads; that there is one more is INFO.
  return alignment.divergences.empty() ? Programs::Unknown : Programs::Same;
}

Case caseOf(const CompileDifference &difference, Programs programs, const align::Alignment &alignment) {
  Case each;
  each.compilation = programs;
  each.subject = !areRemarks(difference.what) ? "program" : difference.reference.valid() || difference.port.valid() ? "op" : "entry";
  if (difference.reference.valid()) each.op = tileir::info(alignment.reference->op(difference.reference).kind).mnemonic;
  else if (difference.port.valid()) each.op = tileir::info(alignment.port->op(difference.port).kind).mnemonic;
  each.name = difference.name;
  each.what = toText(difference.what);
  each.reference = difference.referenceText;
  each.port = difference.portText;
  each.has = difference.onReference && difference.onPort ? Has::Both : difference.onReference ? Has::Reference : Has::Port;
  return each;
}

std::vector<Evidence> evidenceOf(const CompileGrounds &grounds, const CompileDifference &difference) {
  std::vector<Evidence> evidence;
  if (areRemarks(difference.what)) {
    evidence.push_back(remarkEvidence(grounds.compiled, difference));
    for (const auto &[name, op, program] : {std::tuple("reference", difference.reference, grounds.alignment.reference.get()),
                                            std::tuple("port", difference.port, grounds.alignment.port.get())}) {
      if (!op.valid()) continue;
      const std::uint32_t line = program->listing().opLines[op.index()].first + 1;
      evidence.push_back({Evidence::Kind::Listing, lineOf(*program, op) + " of the " + name + "'s listing", "", line, 0});
    }
  } else {
    evidence.push_back({Evidence::Kind::Compiler, sideText(grounds.compiled, grounds.compiled.reference, "reference"), "", 0, 0});
    evidence.push_back({Evidence::Kind::Compiler, sideText(grounds.compiled, grounds.compiled.port, "port"), "", 0, 0});
  }
  return evidence;
}

std::vector<bool> addRemarkEvidence(const CompileGrounds &grounds, std::vector<Finding> &findings) {
  std::vector<bool> told(grounds.differences.size(), false);
  for (std::size_t i = 0; i < grounds.differences.size(); ++i) {
    const CompileDifference &each = grounds.differences[i];
    if (!areRemarks(each.what)) continue;
    const Touched reference{opsBehind(*grounds.alignment.reference, each.reference, each.what), each.referenceEntry};
    const Touched port{opsBehind(*grounds.alignment.port, each.port, each.what), each.portEntry};
    const bool ofOps = each.reference.valid() || each.port.valid();
    for (Finding &finding : findings) {
      if (!finding.divergence) continue;
      const align::Divergence &divergence = grounds.alignment.divergences[*finding.divergence];
      // Of ops a side without one has no part in it.
      const bool isAbout = (!(ofOps && reference.ops.empty()) && reference.has(divergence.reference)) ||
                           (!(ofOps && port.ops.empty()) && port.has(divergence.port));
      if (!isAbout) continue;
      finding.evidence.push_back(remarkEvidence(grounds.compiled, each));
      told[i] = true;
    }
  }
  return told;
}

}  // namespace tileport::triage
