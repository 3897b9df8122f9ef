// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/value_names.h"

#include <algorithm>

#include "align/roles.h"
#include "support/fnv.h"
#include "support/utf8.h"
#include "tileir/printer.h"

namespace tileport::triage {

using tileir::OpId;
using tileir::OpKind;
using tileir::ValueId;

namespace {

/// A value that a loop carries may come in from another loop, and so on.
constexpr int kDeepest = 8;
/// A constant can have any number of elements.
constexpr std::size_t kLongest = 2000;

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '#' || c == '$' || c == '.' ||
         c == '-';
}

std::string mnemonicOf(const tileir::Program &program, OpId op) { return std::string(tileir::info(program.op(op).kind).mnemonic); }

std::string shorten(std::string text) {
  if (text.size() <= kLongest) return text;
  const std::string hash = hashText(text);
  text.resize(kLongest);
  return text + "... " + hash;
}

/// "load_view_tko in line 12" without the last three words.
std::string withoutLines(std::string text) {
  constexpr std::string_view kWords = " in line ";
  for (std::size_t at = text.find(kWords); at != std::string::npos; at = text.find(kWords, at)) {
    const std::size_t digits = at + kWords.size(), end = std::min(text.find_first_not_of("0123456789", digits), text.size());
    if (end == digits) at = end;
    else text.erase(at, end - at);
  }
  return text;
}

/// A head line without the names of the results.
std::string_view withoutResults(std::string_view text) {
  constexpr std::string_view kIs = " = ";
  const std::size_t at = text.starts_with('%') ? text.find(kIs) : std::string_view::npos;
  return at == std::string_view::npos ? text : text.substr(at + kIs.size());
}

}  // namespace

const ValueNames::Names &ValueNames::namesOf(tileir::FunctionId function) const {
  const auto [found, isNew] = names_.try_emplace(function);
  if (!isNew) return found->second;
  for (std::size_t i = 0; i < program_.valueCount(); ++i) {
    const ValueId value{i};
    if (program_.block(program_.value(value).block).function == function) found->second[program_.listing().valueNames[i]].push_back(value);
  }
  return found->second;
}

/// The value of that name in the innermost block around the place, or in a block of its op. Invalid when there is none.
ValueId ValueNames::find(std::string_view name, const Place &place) const {
  const Names &names = namesOf(place.function);
  const auto found = names.find(name);
  if (found == names.end()) return {};
  const auto in = [&](tileir::BlockId block) {
    const auto value =
        std::find_if(found->second.begin(), found->second.end(), [&](ValueId each) { return program_.value(each).block == block; });
    return value == found->second.end() ? ValueId() : *value;
  };
  if (!place.op.valid()) return in(program_.bodyOf(place.function));
  const Slice regions = program_.op(place.op).regions;
  for (std::uint32_t i = 0; i < regions.count; ++i) {
    const Slice blocks = program_.region(program_.region(place.op, i)).blocks;
    for (std::uint32_t k = 0; k < blocks.count; ++k)
      if (const ValueId value = in(tileir::BlockId(blocks.first + k)); value.valid()) return value;
  }
  for (OpId op = place.op; op.valid(); op = program_.region(program_.block(program_.op(op).block).region).op)
    if (const ValueId value = in(program_.op(op).block); value.valid()) return value;
  return {};
}

std::string ValueNames::strip(std::string_view text, const Place &place) const { return rewrite(text, place, Made::Named); }

std::string ValueNames::stripHeadLine(std::string_view line, const Place &place) const {
  return rewrite(withoutResults(line), place, Made::Unnamed);
}

std::string ValueNames::rewrite(std::string_view text, const Place &place, Made made) const {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (quoted || text[i] != '%' || !place.function.valid()) {
      result += text[i++];
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && isNameCharacter(text[end])) ++end;
    const ValueId found = find(text.substr(i, end - i), place);
    if (!found.valid()) {
      result += text[i++];
      continue;
    }
    const bool isMade = made == Made::Unnamed && isMadeByOp(found);
    result += isMade ? std::string("%") : meaning(found, 0);
    i = end;
    // "%tile (load_view_tko)" says it already, in other words.
    const std::string said = saidBehind(found);
    if (!said.empty() && text.substr(i).starts_with(said)) i += said.size();
  }
  return repairUtf8(shorten(withoutLines(std::move(result))));
}

/// Neither a constant nor an argument nor a token.
bool ValueNames::isMadeByOp(ValueId given) const {
  const tileir::Value &v = program_.value(behind(given));
  return v.op.valid() && program_.op(v.op).kind != OpKind::Constant && program_.type(v.type).kind != tileir::TypeKind::Token;
}

/// What a text about a divergence puts behind a value's name.
std::string ValueNames::saidBehind(ValueId value) const {
  const tileir::Value &v = program_.value(value);
  if (v.op.valid()) return " (" + mnemonicOf(program_, v.op) + ")";
  return program_.region(program_.block(v.block).region).op.valid() ? std::string() : " (" + argumentMeaning(value, 0) + ")";
}

/// What is assumed of a value is a fact, and said as one; a splat is a constant however it is spelt.
ValueId ValueNames::behind(ValueId value) const {
  const auto through = [&](ValueId from, auto passes) {
    while (program_.value(from).op.valid() && passes(program_.op(program_.value(from).op).kind))
      from = program_.operands(program_.value(from).op)[0];
    return from;
  };
  value = through(value, [](OpKind kind) { return kind == OpKind::Assume; });
  const ValueId source =
      through(value, [](OpKind kind) { return kind == OpKind::Assume || kind == OpKind::Reshape || kind == OpKind::Broadcast; });
  const OpId op = program_.value(source).op;
  const bool isSplat = op.valid() && program_.op(op).kind == OpKind::Constant && program_.attribute(program_.attribute(op, "value")).splat;
  return isSplat ? source : value;
}

std::string ValueNames::meaning(ValueId value, int depth) const {
  value = behind(value);
  const tileir::Value &v = program_.value(value);
  if (program_.type(v.type).kind == tileir::TypeKind::Token) return "token";
  if (!v.op.valid()) return argumentMeaning(value, depth);
  const tileir::Op &op = program_.op(v.op);
  if (op.kind == OpKind::Constant) return tileir::toText(program_, program_.attribute(v.op, "value"));
  const std::string mnemonic = mnemonicOf(program_, v.op);
  if (op.kind == OpKind::For) return "result of for, " + carried(v.op, v.index, depth);
  const auto &results = tileir::info(op.kind).results;
  if (op.results.count == 1) return mnemonic;
  // By name where it has one: tile and result_token of a load. The axes of a block id have.
  const bool named = v.index < results.size() && !results[v.index].variadic;
  return mnemonic + " " + (named ? std::string(results[v.index].name) : std::to_string(v.index));
}

std::string ValueNames::argumentMeaning(ValueId value, int depth) const {
  const tileir::Value &v = program_.value(value);
  const tileir::Block &block = program_.block(v.block);
  const OpId owner = program_.region(block.region).op;
  if (!owner.valid()) {
    std::vector<align::ArgumentRole> &roles = roles_[block.function];
    if (roles.empty()) roles = align::argumentRoles(program_, block.function);
    return roles[v.index].toString();
  }
  const std::string mnemonic = mnemonicOf(program_, owner);
  const OpKind kind = program_.op(owner).kind;
  if (kind == OpKind::For && v.index == 0) return "index of for";
  if (kind == OpKind::For) return "carried by for, " + carried(owner, v.index - 1, depth);
  if (kind == OpKind::Loop) return "carried by loop, " + carried(owner, v.index, depth);
  return "argument " + std::to_string(v.index) + " of " + mnemonic;
}

/// By what comes in first, since positions shift when another value is carried too.
std::string ValueNames::carried(OpId loop, std::uint32_t position, int depth) const {
  const tileir::OpKind kind = program_.op(loop).kind;
  const auto initial = program_.operands(loop, kind == OpKind::For ? 3 : 0);
  if (position >= initial.size() || depth >= kDeepest) return "...";
  return "at first " + meaning(initial[position], depth + 1) + " : " + tileir::toText(program_, program_.value(initial[position]).type);
}

std::string ValueNames::regions(OpId op) const {
  std::vector<std::string> around;
  for (tileir::RegionId region = program_.block(program_.op(op).block).region; program_.region(region).op.valid();) {
    const OpId owner = program_.region(region).op;
    const bool isElse = program_.op(owner).kind == OpKind::If && region != program_.region(owner, 0);
    around.push_back(mnemonicOf(program_, owner) + (isElse ? " else" : ""));
    region = program_.block(program_.op(owner).block).region;
  }
  std::string path;
  for (auto each = around.rbegin(); each != around.rend(); ++each) path += (path.empty() ? "" : "/") + *each;
  return path;
}

}  // namespace tileport::triage
