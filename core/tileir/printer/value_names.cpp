// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/printer/value_names.h"

#include <memory_resource>
#include <unordered_map>
#include <unordered_set>

#include "tileir/printer/attribute_text.h"
#include "tileir/printer/float_text.h"
#include "tileir/printer/op_layout.h"
#include "tileir/printer/text_sink.h"

namespace tileport::tileir::printer {

namespace {

/// The name of an assume holds that of what it is about. A chain of assumes stops growing here, lest it fill the memory;
/// exporters write chains of three.
constexpr std::size_t kLongestSuggestion = 1000;

class ValueNamer {
 public:
  explicit ValueNamer(const Program &program)
      : program_(program), types_(program), names_(program.valueCount()), pool_(kPoolSize), used_(&pool_) {
    used_.reserve(program.valueCount());
  }

  std::vector<std::string> run() {
    for (const Function &function : program_.data().functions) nameRegion(function.body, {});
    return std::move(names_);
  }

 private:
  static constexpr std::size_t kPoolSize = 1 << 14;

  struct Counters {
    std::uint32_t value = 0;
    std::uint32_t argument = 0;
    std::uint32_t conflict = 0;
  };

  void nameRegion(RegionId region, Counters counters);
  void nameArguments(BlockId block, OpId owner, bool entryBlock);
  void nameResults(OpId id);
  void suggest(ValueId value, std::string_view name);
  void number(ValueId first, std::uint32_t count);
  void spreadGroup(ValueId first, std::uint32_t count);
  std::string suggestionFor(OpId id, std::size_t result);
  std::string assumeName(OpId id);
  std::string constantName(OpId id);

  const Program &program_;
  TypeText types_;
  std::vector<std::string> names_;
  std::pmr::monotonic_buffer_resource pool_;
  std::pmr::unordered_set<std::string_view> used_;  ///< without '%'; views into names_, whose strings do not move
  std::vector<std::string_view> order_;             ///< the used ones as they came, to forget those of a region
  std::unordered_map<std::uint32_t, std::string> assumeNames_;
  Counters next_;
};

void ValueNamer::nameRegion(RegionId region, Counters counters) {
  next_ = counters;
  const std::size_t mark = order_.size();
  const Slice blocks = program_.region(region).blocks;
  const OpId owner = program_.region(region).op;
  for (std::uint32_t i = 0; i < blocks.count; ++i) {
    const BlockId block(blocks.first + i);
    nameArguments(block, owner, i == 0);
    for (const OpId op : program_.ops(block)) nameResults(op);
  }
  const Counters after = next_;
  for (std::uint32_t i = 0; i < blocks.count; ++i) {
    for (const OpId op : program_.ops(BlockId(blocks.first + i))) {
      const Slice inner = program_.op(op).regions;
      for (std::uint32_t k = 0; k < inner.count; ++k) nameRegion(RegionId(inner.first + k), after);
    }
  }
  for (std::size_t i = mark; i < order_.size(); ++i) used_.erase(order_[i]);
  order_.resize(mark);
}

void ValueNamer::nameArguments(BlockId block, OpId owner, bool entryBlock) {
  const Slice arguments = program_.block(block).arguments;
  const OpKind kind = owner.valid() ? program_.op(owner).kind : OpKind::Entry;
  for (std::uint32_t i = 0; i < arguments.count; ++i) {
    const ValueId value(arguments.first + i);
    if (kind == OpKind::For && entryBlock) {
      suggest(value, i == 0 ? "loopIdx" : "iterArg" + std::to_string(i - 1));
    } else if (kind == OpKind::Reduce && entryBlock) {
      const std::string suffix = arguments.count > 2 ? std::to_string(i / 2) : "";
      suggest(value, (i % 2 == 0 ? "reduce_lhs" : "reduce_rhs") + suffix);
    } else if (entryBlock) {
      suggest(value, "arg" + std::to_string(next_.argument++));
    } else {
      number(value, 1);
    }
  }
}

void ValueNamer::nameResults(OpId id) {
  const Op &op = program_.op(id);
  if (op.results.count == 0) return;
  const ValueId first(op.results.first);
  if (namesEachResult(op.kind)) {
    const auto suggestions = layoutOf(op.kind).resultNames;
    for (std::uint32_t i = 0; i < op.results.count && i < suggestions.size(); ++i) suggest(ValueId(first.index() + i), suggestions[i]);
    return;
  }
  const std::string suggestion = suggestionFor(id, 0);
  if (suggestion.empty()) {
    number(first, op.results.count);
    return;
  }
  suggest(first, suggestion);
  if (op.results.count > 1) spreadGroup(first, op.results.count);
}

void ValueNamer::suggest(ValueId value, std::string_view name) {
  std::string &full = names_[value.index()];
  full.append("%").append(name);
  const std::size_t plain = full.size();
  for (bool taken = used_.contains(std::string_view(full).substr(1)); taken; taken = used_.contains(std::string_view(full).substr(1))) {
    full.resize(plain);
    full += '_';
    appendNumber(full, next_.conflict++);
  }
  full.reserve(full.size() + 2);  // spreadGroup appends to it; used_ must go on pointing to its characters
  used_.insert(std::string_view(full).substr(1));
  order_.push_back(std::string_view(full).substr(1));
}

void ValueNamer::number(ValueId first, std::uint32_t count) {
  std::string &name = names_[first.index()];
  name = '%';
  appendNumber(name, next_.value++);
  if (count > 1) spreadGroup(first, count);
}

void ValueNamer::spreadGroup(ValueId first, std::uint32_t count) {
  const std::string group = names_[first.index()];
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string name = group + '#';
    appendNumber(name, i);
    if (i == 0) {
      names_[first.index()] += "#0";
    } else {
      names_[first.index() + i] = std::move(name);
    }
  }
}

/// What the op suggests for one of its results; empty when it is numbered.
std::string ValueNamer::suggestionFor(OpId id, std::size_t result) {
  const OpKind kind = program_.op(id).kind;
  if (kind == OpKind::Constant) return constantName(id);
  if (kind == OpKind::Assume) return assumeName(id);
  const auto suggestions = layoutOf(kind).resultNames;
  return result < suggestions.size() ? std::string(suggestions[result]) : std::string();
}

std::string ValueNamer::assumeName(OpId id) {
  if (const auto known = assumeNames_.find(id.value); known != assumeNames_.end()) return known->second;
  std::string name = "assume";
  const Value &about = program_.value(program_.operands(id)[0]);
  if (about.op.valid()) {
    const std::string suggestion = suggestionFor(about.op, about.index);
    // Ops with regions take part in naming even where they suggest nothing.
    const bool names = !suggestion.empty() || program_.op(about.op).regions.count > 0;
    if (names && suggestion.size() < kLongestSuggestion) name += '_' + suggestion;
  }
  return assumeNames_[id.value] = name;
}

std::string ValueNamer::constantName(OpId id) {
  const Attribute &value = program_.attribute(program_.attributes(id)[0].value);
  const ScalarKind scalar = program_.type(program_.type(value.type).element).scalar;
  std::string name = "cst_";
  if (value.splat) {
    const std::uint64_t bits = elementBits(value, scalar, 0);
    if (scalar == ScalarKind::I1) return bits != 0 ? "true" : "false";
    if (!isFloat(scalar)) {
      AttributeText::appendInteger(name, bits, scalarWidth(scalar));
      name += '_';
    } else if (const FloatParts parts = takeApart(scalar, bits); parts.kind == FloatClass::NotANumber) {
      name += "NaN_";
    } else if (const auto whole = wholeNumber(parts)) {
      appendNumber(name, *whole);
      name += '_';
    }
  }
  return name.append(scalarText(scalar));
}

}  // namespace

std::vector<std::string> nameValues(const Program &program) { return ValueNamer(program).run(); }

bool namesEachResult(OpKind kind) { return layoutOf(kind).resultNames.size() > 1; }

std::string_view groupName(std::string_view firstName) { return firstName.substr(0, firstName.find('#')); }

}  // namespace tileport::tileir::printer
