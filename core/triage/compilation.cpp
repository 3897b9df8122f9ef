// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/compilation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "support/fnv.h"
#include "tileir/op_info.h"
#include "triage/remark_places.h"

namespace tileport::triage {

namespace {

using evidence::Compilation;
using evidence::Remark;
using tileir::FunctionId;
using tileir::OpId;
using What = CompileDifference::What;

/// What tells one remark from another, wherever each was made.
using Key = std::tuple<std::string, Remark::Kind, std::string, std::string>;
Key keyOf(const Remark &remark) {
  // A hint of `default` holds as one of the architecture does; the cubins are the same to the byte.
  if (remark.name == "RemarkHintDefault") {
    std::string text = textOf(remark);
    if (const std::size_t at = text.find("used default "); at != std::string::npos) text.erase(at + 5, 8);
    return {"RemarkHint", remark.kind, remark.pass, std::move(text)};
  }
  return {remark.name, remark.kind, remark.pass, textOf(remark)};
}
const std::string &nameOf(const Key &key) { return std::get<0>(key); }
const std::string &shownOf(const Key &key) { return std::get<3>(key); }

using Counts = std::map<Key, std::uint32_t>;

/// What is in `mine` more often than in `other`, and how much more where that is not once.
std::string surplus(const Counts &mine, const Counts &other) {
  std::string text;
  for (const auto &[key, count] : mine) {
    const auto at = other.find(key);
    const std::uint32_t there = at == other.end() ? 0 : at->second;
    if (count <= there) continue;
    text += text.empty() ? "" : "; ";
    if (count > 1)
      text += there == 0 ? std::to_string(count) + " times " : std::to_string(count) + " times, not " + std::to_string(there) + ", ";
    text += shownOf(key);
  }
  return text;
}

/// The remarks of one side, laid out by entries and, where they can be told apart, by ops.
class SideRemarks {
 public:
  /// Takes those of the pass "Hints", or all others.
  SideRemarks(const std::vector<Remark> &remarks, const tileir::Program &program, bool ofHints) : places_(program) {
    for (const Remark &remark : remarks) {
      if ((remark.pass == "Hints") != ofHints) continue;
      const OpId op = remark.times == 1 || remark.op ? places_.opOf(remark) : OpId();
      all_.push_back({keyOf(remark), remark.times, places_.entryOf(remark), op});
      if (!op.valid()) loose_.insert({all_.back().entry, nameOf(all_.back().key)});
    }
  }

  using Names = std::set<std::pair<FunctionId, std::string>>;
  /// Entries and names of remarks of which some are about no single op.
  const Names &loose() const { return loose_; }

  Counts ofEntry(FunctionId entry, const std::set<std::string> &names) const {
    Counts counts;
    for (const Each &each : all_)
      if (each.entry == entry && names.contains(nameOf(each.key))) counts[each.key] += each.times;
    return counts;
  }

  /// Of the entry's ops, all but the remarks of these names.
  std::map<OpId, Counts> ofOps(FunctionId entry, const std::set<std::string> &without) const {
    std::map<OpId, Counts> ops;
    for (const Each &each : all_)
      if (each.entry == entry && !without.contains(nameOf(each.key))) ops[each.op][each.key] += each.times;
    return ops;
  }

 private:
  struct Each {
    Key key;
    std::uint32_t times;
    FunctionId entry;
    OpId op;
  };

  RemarkPlaces places_;
  std::vector<Each> all_;
  Names loose_;
};

class RemarkComparison {
 public:
  RemarkComparison(const evidence::CompiledPair &compiled, const align::Alignment &alignment, What what)
      : alignment_(alignment),
        what_(what),
        reference_(compiled.reference.remarks, *alignment.reference, what == What::HintRemarks),
        port_(compiled.port.remarks, *alignment.port, what == What::HintRemarks) {}

  std::vector<CompileDifference> run() {
    for (const align::EntryPair &pair : alignment_.entries) entries(pair.reference, pair.port);
    entries({}, {});
    return std::move(differences_);
  }

 private:
  void entries(FunctionId reference, FunctionId port) {
    std::set<std::string> loose;
    for (const auto &[entry, name] : reference_.loose())
      if (entry == reference) loose.insert(name);
    for (const auto &[entry, name] : port_.loose())
      if (entry == port) loose.insert(name);
    ops(reference, port, loose);
    const Counts left = reference_.ofEntry(reference, loose), right = port_.ofEntry(port, loose);
    if (left == right) return;
    CompileDifference difference = remarks(reference, port, left, right);
    difference.name = port.valid() ? "entry @" + alignment_.port->function(port).name : "the program";
    differences_.push_back(std::move(difference));
  }

  void ops(FunctionId reference, FunctionId port, const std::set<std::string> &loose) {
    const std::map<OpId, Counts> left = reference_.ofOps(reference, loose);
    std::map<OpId, Counts> right = port_.ofOps(port, loose);
    for (const auto &[op, counts] : left) {
      const OpId partner = alignment_.portOf[op.index()];
      const auto at = right.find(partner);
      if (at == right.end()) add(reference, port, op, partner, counts, {});
      else if (at->second != counts) add(reference, port, op, partner, counts, at->second);
      if (at != right.end()) right.erase(at);
    }
    for (const auto &[op, counts] : right) add(reference, port, alignment_.referenceOf[op.index()], op, {}, counts);
  }

  void add(FunctionId referenceEntry, FunctionId portEntry, OpId reference, OpId port, const Counts &left, const Counts &right) {
    CompileDifference difference = remarks(referenceEntry, portEntry, left, right);
    difference.reference = reference;
    difference.port = port;
    const tileir::Program &program = reference.valid() ? *alignment_.reference : *alignment_.port;
    difference.name = tileir::info(program.op(reference.valid() ? reference : port).kind).mnemonic;
    differences_.push_back(std::move(difference));
  }

  CompileDifference remarks(FunctionId reference, FunctionId port, const Counts &left, const Counts &right) const {
    CompileDifference difference;
    difference.what = what_;
    difference.onReference = difference.onPort = true;
    difference.referenceEntry = reference;
    difference.portEntry = port;
    difference.referenceText = surplus(left, right);
    difference.portText = surplus(right, left);
    return difference;
  }

  const align::Alignment &alignment_;
  What what_;
  SideRemarks reference_, port_;
  std::vector<CompileDifference> differences_;
};

What whatOf(Compilation::End end) {
  switch (end) {
    case Compilation::End::Crashed: return What::Crash;
    case Compilation::End::Refused: return What::Refusal;
    case Compilation::End::Unfinished: return What::Unfinished;
    default: return What::NotRun;
  }
}

}  // namespace

std::vector<CompileDifference> compareCompilations(const evidence::CompiledPair &compiled, const align::Alignment &alignment) {
  using End = Compilation::End;
  const Compilation &reference = compiled.reference, &port = compiled.port;
  if (reference.end == End::Compiled && port.end == End::Compiled) {
    if (reference.hasRemarks() && port.hasRemarks()) {
      std::vector<CompileDifference> remarks = RemarkComparison(compiled, alignment, What::Remarks).run();
      for (CompileDifference &each : RemarkComparison(compiled, alignment, What::HintRemarks).run()) remarks.push_back(std::move(each));
      return remarks;
    }
    CompileDifference difference;
    difference.what = What::NoRemarks;
    difference.onReference = !reference.hasRemarks();
    difference.onPort = !port.hasRemarks();
    difference.name = "the program";
    difference.referenceText = reference.hasRemarks() ? "read" : reference.remarksUnknown;
    difference.portText = port.hasRemarks() ? "read" : port.remarksUnknown;
    return {difference};
  }
  std::vector<CompileDifference> differences;
  // One of each way to fail: the other side's failure does not hide this one.
  for (const End end : {End::Crashed, End::Refused, End::Unfinished, End::NotRun}) {
    if (reference.end != end && port.end != end) continue;
    CompileDifference difference;
    difference.what = whatOf(end);
    difference.onReference = reference.end == end;
    difference.onPort = port.end == end;
    difference.name = "the program";
    difference.referenceText = reference.how;
    difference.portText = port.how;
    differences.push_back(std::move(difference));
  }
  return differences;
}

bool tellsOpsApart(const tileir::Program &program) { return RemarkPlaces(program).areDistinct(); }

bool areRemarks(What what) { return what == What::Remarks || what == What::HintRemarks; }

std::string_view toText(What what) {
  switch (what) {
    case What::Crash: return "crash";
    case What::Refusal: return "refusal";
    case What::Unfinished: return "unfinished";
    case What::NotRun: return "not_run";
    case What::Remarks: return "remarks";
    case What::HintRemarks: return "hint_remarks";
    case What::NoRemarks: return "no_remarks";
  }
  return "";
}

std::string anchorOfCompilation(const CompileDifference &difference, const align::Alignment &alignment) {
  std::string whole =
      std::string(toText(difference.what)) + '\x1f' + (difference.onReference ? 'r' : '-') + (difference.onPort ? 'p' : '-');
  // The port's kernel, whatever variant; with several of them all.
  const tileir::Program &port = *alignment.port;
  for (std::size_t i = 0; i < port.functionCount(); ++i) whole += '\x1f' + port.function(FunctionId(i)).name;
  whole += '\x1f' + (areRemarks(difference.what) ? difference.name : std::string());
  return std::string(toText(difference.what)) + ".compilation." + hashText(whole);
}

}  // namespace tileport::triage
