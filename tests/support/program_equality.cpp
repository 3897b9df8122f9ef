// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/program_equality.h"

#include <map>
#include <optional>
#include <vector>

namespace tileport::test {

using namespace tileir;

namespace {

/// Equal things of both programs get the same number, and different ones different numbers.
using Numbers = std::map<std::string, std::uint32_t>;

class Key {
 public:
  explicit Key(char kind) : text_(1, kind) {}
  Key &add(std::uint64_t number) {
    text_.append(reinterpret_cast<const char *>(&number), sizeof number);
    return *this;
  }
  Key &add(std::string_view text) {
    add(text.size());
    text_ += text;
    return *this;
  }
  Key &add(const std::optional<std::int64_t> &number) {
    return add(number.has_value()).add(static_cast<std::uint64_t>(number.value_or(0)));
  }
  template <class Number>
  Key &addAll(const std::vector<Number> &numbers) {
    add(numbers.size());
    for (const Number number : numbers) add(static_cast<std::uint64_t>(number));
    return *this;
  }
  std::uint32_t numberIn(Numbers &numbers) const {
    return numbers.emplace(text_, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
  }

 private:
  std::string text_;
};

/// Numbers what one program has; 0 stands for absence.
class Side {
 public:
  Side(const Program &program, Numbers &numbers)
      : program_(program),
        numbers_(numbers),
        types_(program.data().types.size()),
        attributes_(program.data().attributes.size()),
        locations_(program.data().locations.size()) {}

  std::uint32_t of(TypeId id) {
    return remember(id, types_, [this](TypeId each) { return make(program_.type(each)); });
  }
  std::uint32_t of(AttributeId id) {
    return remember(id, attributes_, [this](AttributeId each) { return make(program_.attribute(each)); });
  }
  std::uint32_t of(LocationId id) {
    return remember(id, locations_, [this](LocationId each) { return make(program_.location(each)); });
  }

 private:
  template <class AnyId, class Make>
  std::uint32_t remember(AnyId id, std::vector<std::optional<std::uint32_t>> &known, const Make &make) {
    if (!id.valid()) return 0;
    if (!known[id.index()]) {
      const std::uint32_t number = make(id);
      known[id.index()] = number;
    }
    return *known[id.index()];
  }

  template <class AnyId>
  std::vector<std::uint32_t> ofAll(const std::vector<AnyId> &ids) {
    std::vector<std::uint32_t> numbers;
    for (const AnyId id : ids) numbers.push_back(of(id));
    return numbers;
  }

  std::uint32_t make(const Type &type) {
    Key key('t');
    key.add(static_cast<std::uint64_t>(type.kind)).add(static_cast<std::uint64_t>(type.scalar)).add(of(type.element));
    key.addAll(type.shape).addAll(type.strides).addAll(type.dimMap).add(type.sparseDim);
    key.add(type.padding ? static_cast<std::uint64_t>(*type.padding) + 1 : 0);
    key.add(type.pointerAttr ? static_cast<std::uint64_t>(*type.pointerAttr) + 1 : 0);
    return key.addAll(ofAll(type.inputs)).addAll(ofAll(type.results)).numberIn(numbers_);
  }

  std::uint32_t make(const Attribute &attribute) {
    Key key('a');
    key.add(static_cast<std::uint64_t>(attribute.kind)).add(static_cast<std::uint64_t>(attribute.enumKind)).add(of(attribute.type));
    key.add(attribute.bits).add(attribute.first).add(attribute.second).add(attribute.text).addAll(attribute.numbers);
    key.addAll(ofAll(attribute.items)).add(attribute.keys.size());
    for (const std::string &name : attribute.keys) key.add(name);
    return key.add(attribute.elements).add(attribute.splat).add(attribute.elided).numberIn(numbers_);
  }

  std::uint32_t make(const Location &location) {
    if (location.kind == LocationKind::Unknown) return 0;
    Key key('l');
    key.add(static_cast<std::uint64_t>(location.kind)).add(of(location.scope)).add(of(location.file));
    key.add(of(location.callee)).add(of(location.caller)).add(location.name).add(location.other);
    return key.add(location.line).add(location.column).add(location.declaration).numberIn(numbers_);
  }

  const Program &program_;
  Numbers &numbers_;
  std::vector<std::optional<std::uint32_t>> types_;
  std::vector<std::optional<std::uint32_t>> attributes_;
  std::vector<std::optional<std::uint32_t>> locations_;
};

class Comparison {
 public:
  Comparison(const Program &a, const Program &b, EqualityOptions options)
      : a_(a), b_(b), options_(options), sideA_(a, numbers_), sideB_(b, numbers_), values_(a.valueCount()) {}

  std::string run() {
    if (options_.version) need(a_.version() == b_.version(), "version");
    need(a_.data().producer == b_.data().producer, "producer");
    need(a_.data().globals.size() == b_.data().globals.size(), "number of globals");
    need(a_.functionCount() == b_.functionCount(), "number of functions");
    need(a_.opCount() == b_.opCount(), "number of ops");
    for (std::size_t i = 0; ok() && i < a_.data().globals.size(); ++i) compare(a_.data().globals[i], b_.data().globals[i]);
    for (std::size_t i = 0; ok() && i < a_.functionCount(); ++i) compare(a_.function(FunctionId(i)), b_.function(FunctionId(i)));
    return difference_;
  }

 private:
  bool ok() const { return difference_.empty(); }
  void need(bool equal, const char *what) {
    if (equal || !ok()) return;
    difference_ = where_ + what;
  }
  template <class AnyId>
  bool same(AnyId a, AnyId b) {
    return sideA_.of(a) == sideB_.of(b);
  }
  bool sameLocation(LocationId a, LocationId b) { return !options_.locations || same(a, b); }

  void compare(const Global &a, const Global &b) {
    where_ = "global " + a.name + ": ";
    need(a.name == b.name && a.alignment == b.alignment && a.isPrivate == b.isPrivate && a.isConstant == b.isConstant, "name or flags");
    need(same(a.type, b.type) && same(a.value, b.value), "type or value");
  }

  void compare(const Function &a, const Function &b) {
    where_ = "function " + a.name + ": ";
    need(a.name == b.name && a.isPrivate == b.isPrivate && same(a.signature, b.signature), "name, visibility or type");
    need(same(a.hints, b.hints), "hints");
    need(a.argumentAttributes.size() == b.argumentAttributes.size(), "number of argument attributes");
    for (std::size_t i = 0; ok() && i < a.argumentAttributes.size(); ++i) {
      need(same(a.argumentAttributes[i], b.argumentAttributes[i]), "argument attributes");
    }
    need(sameLocation(a.location, b.location), "location");
    if (ok()) compareRegions(a.body, b.body);
  }

  void compareRegions(RegionId a, RegionId b) {
    const std::uint32_t count = a_.region(a).blocks.count;
    need(count == b_.region(b).blocks.count, "number of blocks");
    for (std::uint32_t i = 0; ok() && i < count; ++i) compareBlocks(a_.block(a, i), b_.block(b, i));
  }

  void compareBlocks(BlockId a, BlockId b) {
    compareValues(a_.block(a).arguments, b_.block(b).arguments, "block arguments");
    const auto opsA = a_.ops(a), opsB = b_.ops(b);
    need(opsA.size() == opsB.size(), "number of ops in a block");
    for (std::size_t i = 0; ok() && i < opsA.size(); ++i) compareOps(opsA[i], opsB[i]);
  }

  void compareValues(Slice a, Slice b, const char *what) {
    need(a.count == b.count, what);
    for (std::uint32_t i = 0; ok() && i < a.count; ++i) {
      const ValueId first(std::size_t{a.first} + i), second(std::size_t{b.first} + i);
      need(same(a_.value(first).type, b_.value(second).type), what);
      values_[first.index()] = second;
    }
  }

  void compareOps(OpId idA, OpId idB) {
    const Op &a = a_.op(idA), &b = b_.op(idB);
    where_ = std::string(info(a.kind).mnemonic) + " #" + std::to_string(idA.value) + ": ";
    need(idA == idB && a.subtreeEnd == b.subtreeEnd && a.kind == b.kind, "number, extent or kind");
    need(sameLocation(a.location, b.location), "location");
    need(a.operands.count == b.operands.count && a.segments.count == b.segments.count, "number of operands");
    for (std::uint32_t i = 0; ok() && i < a.operands.count; ++i)
      need(values_[a_.operands(idA)[i].index()] == b_.operands(idB)[i], "operand");
    for (std::uint32_t i = 0; ok() && i < a.segments.count; ++i) {
      need(a_.data().segments[a.segments.first + i] == b_.data().segments[b.segments.first + i], "segments");
    }
    need(a.attributes.count == b.attributes.count, "number of attributes");
    for (std::uint32_t i = 0; ok() && i < a.attributes.count; ++i) {
      const NamedAttribute useA = a_.attributes(idA)[i], useB = b_.attributes(idB)[i];
      need(useA.slot == useB.slot && same(useA.value, useB.value), "attributes");
    }
    need(a.regions.count == b.regions.count, "number of regions");
    for (std::uint32_t i = 0; ok() && i < a.regions.count; ++i) compareRegions(a_.region(idA, i), b_.region(idB, i));
    if (ok()) compareValues(a.results, b.results, "results");
  }

  const Program &a_;
  const Program &b_;
  EqualityOptions options_;
  Numbers numbers_;
  Side sideA_;
  Side sideB_;
  std::vector<ValueId> values_;  ///< by value of a: the one of b
  std::string where_;
  std::string difference_;
};

}  // namespace

std::string differenceOf(const Program &a, const Program &b, EqualityOptions options) { return Comparison(a, b, options).run(); }

}  // namespace tileport::test
