// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/remark_places.h"

#include <algorithm>

#include "tileir/op_info.h"

namespace tileport::triage {

namespace {

using tileir::FunctionId;
using tileir::OpId;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// By the words in the names of both, which are tileiras' own (RemarkMemoryTmaLoadFailed) and the dialect's (load_view_tko).
bool canBeAbout(std::string_view remark, std::string_view mnemonic) {
  const bool loads = mnemonic.starts_with("load_"), stores = mnemonic.starts_with("store_"), multiplies = mnemonic.starts_with("mma");
  if (contains(remark, "Load")) return loads;
  if (contains(remark, "Store")) return stores;
  if (contains(remark, "MMA")) return multiplies;
  return loads || stores || multiplies || contains(mnemonic, "atomic");
}

std::string_view withoutFolders(std::string_view file) { return file.substr(file.rfind('/') + 1); }

}  // namespace

RemarkPlaces::RemarkPlaces(const tileir::Program &program) : program_(program) {
  for (std::size_t i = 0; i < program.opCount(); ++i) {
    const OpId op(i);
    if (!canBeAbout("", tileir::info(program.op(op).kind).mnemonic)) continue;
    const tileir::LocationId location = program.op(op).location;
    const auto points = location.valid() ? program.sourcePoints(location) : std::vector<tileir::SourcePoint>();
    if (points.empty() || points.front().line == 0) {
      distinct_ = false;
      continue;
    }
    auto &at = ops_[{std::string(withoutFolders(points.front().file)), points.front().line, points.front().column}];
    at.push_back(op);
    distinct_ = distinct_ && at.size() == 1;
  }
}

FunctionId RemarkPlaces::entryOf(const evidence::Remark &remark) const {
  for (std::size_t i = 0; i < program_.functionCount(); ++i)
    if (program_.function(FunctionId(i)).name == remark.function) return FunctionId(i);
  return program_.functionCount() == 1 ? FunctionId(std::size_t{0}) : FunctionId();
}

OpId RemarkPlaces::opOf(const evidence::Remark &remark) const {
  if (remark.op) return *remark.op < program_.opCount() ? OpId(*remark.op) : OpId();
  if (remark.line == 0) return {};
  const auto at = ops_.find({remark.file, remark.line, remark.column});
  if (at == ops_.end()) return {};
  OpId only;
  for (const OpId op : at->second) {
    if (program_.functionOf(op) != entryOf(remark) || !canBeAbout(remark.name, tileir::info(program_.op(op).kind).mnemonic)) continue;
    if (only.valid()) return {};
    only = op;
  }
  return only;
}

}  // namespace tileport::triage
