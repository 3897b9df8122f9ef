// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <unordered_set>

#include "tileir/consistency/check.h"

namespace tileport::tileir::consistency {

namespace {

/// The elements of a flat array, each of which belongs to one op or block.
class Claims {
 public:
  explicit Claims(std::size_t size) : taken_(size) {}

  /// Whether the elements are there and nobody's yet.
  bool take(Slice slice) {
    if (slice.first > taken_.size() || slice.count > taken_.size() - slice.first) return false;
    for (std::size_t i = slice.first; i < std::size_t{slice.first} + slice.count; ++i) {
      if (taken_[i]) return false;
      taken_[i] = true;
    }
    count_ += slice.count;
    return true;
  }
  bool all() const { return count_ == taken_.size(); }

 private:
  std::vector<bool> taken_;
  std::size_t count_ = 0;
};

class BodyChecker {
 public:
  explicit BodyChecker(const ProgramData &data)
      : data_(data),
        visible_(data.values.size()),
        operands_(data.operands.size()),
        segments_(data.segments.size()),
        attributeUses_(data.attributeUses.size()),
        blockOps_(data.blockOps.size()) {}

  void run() {
    for (const Global &global : data_.globals) checkGlobal(global);
    for (std::size_t i = 0; i < data_.functions.size(); ++i) checkFunction(FunctionId(i));
    // What was met named its one owner, so that equal numbers mean that everything was met once.
    requireAll(nextOp_ == data_.ops.size() && blockOps_.all(), "ops");
    requireAll(regions_ == data_.regions.size(), "regions");
    requireAll(blocks_ == data_.blocks.size(), "blocks");
    requireAll(values_ == data_.values.size(), "values");
    requireAll(operands_.all() && segments_.all(), "operands");
    requireAll(attributeUses_.all(), "attributes of ops");
  }

 private:
  /// Every failure inside of an op names it.
  void require(bool holds, const char *what) const {
    if (!holds) failHere(what);
  }
  [[noreturn]] void failHere(const std::string &what, ErrorKind kind = ErrorKind::Malformed) const {
    std::string op;
    if (current_.valid()) op = std::string(info(data_.ops[current_.index()].kind).mnemonic) + " #" + std::to_string(current_.value);
    fail(function_.empty() ? what : what + " in function " + std::string(function_), kind, std::move(op));
  }
  static void requireAll(bool holds, const std::string &what) {
    if (!holds) fail("there are " + what + " that belong to nothing");
  }

  void checkGlobal(const Global &global) {
    const auto need = [&global](bool holds, const char *what) {
      if (!holds) fail("global \"" + global.name + "\" " + what);
    };
    need(!global.name.empty(), "has no name");
    need(symbols_.insert(global.name).second, "has the name of another symbol");
    need(inside(global.type, data_.types) && data_.types[global.type.index()].kind == TypeKind::Tile, "has a type that is no tile");
    need(inside(global.value, data_.attributes), "has no value");
    const Attribute &value = data_.attributes[global.value.index()];
    need(value.kind == AttributeKind::Dense && value.type == global.type, "has a value that is not of its type");
  }

  void checkFunction(FunctionId id) {
    const Function &function = data_.functions[id.index()];
    const auto need = [&function](bool holds, const char *what) {
      if (!holds) fail("function \"" + function.name + "\" " + what);
    };
    need(!function.name.empty(), "has no name");
    need(symbols_.insert(function.name).second, "has the name of another symbol");
    need(inside(function.signature, data_.types) && data_.types[function.signature.index()].kind == TypeKind::Function,
         "has a signature that is no function type");
    need(hasLocation(function.location) && kindOf(function.location) != LocationKind::CallSite, "has a location that is no line");
    need(!function.hints.valid() || isOfKind(function.hints, AttributeKind::Hints), "has hints that are none");
    const std::vector<TypeId> &inputs = data_.types[function.signature.index()].inputs;
    need(function.argumentAttributes.empty() || function.argumentAttributes.size() == inputs.size(),
         "has attributes for another number of arguments");
    for (const AttributeId attributes : function.argumentAttributes) {
      need(isOfKind(attributes, AttributeKind::Dictionary), "has attributes of an argument that are no dictionary");
    }
    need(inside(function.body, data_.regions), "has no body");
    const Region &body = data_.regions[function.body.index()];
    need(!body.op.valid() && body.blocks.count == 1 && inside(body.blocks, data_.blocks), "has a body that is not one block of its own");
    const Slice arguments = data_.blocks[body.blocks.first].arguments;
    need(arguments.count == inputs.size() && inside(arguments, data_.values), "has another number of arguments than its signature");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      need(data_.values[arguments.first + i].type == inputs[i], "has an argument of another type than its signature");
    }
    function_ = function.name;
    checkRegion(function.body, id);
    function_ = {};
  }

  void checkRegion(RegionId id, FunctionId function) {
    ++regions_;
    const Slice blocks = data_.regions[id.index()].blocks;
    require(inside(blocks, data_.blocks), "a region has blocks that there are not");
    require(blocks.count <= 1, "a region has more than one block");
    if (blocks.count == 0) return;
    const BlockId block(blocks.first);
    require(data_.blocks[block.index()].region == id && data_.blocks[block.index()].function == function, "a block is not where it says");
    checkBlock(block, function);
  }

  void checkBlock(BlockId id, FunctionId function) {
    ++blocks_;
    const Block &block = data_.blocks[id.index()];
    require(inside(block.arguments, data_.values), "a block has arguments that there are not");
    define(block.arguments, OpId(), id);
    require(block.ops.count != 0 && blockOps_.take(block.ops), "a block has no ops, or those of another one");
    const OpId outer = current_;
    for (std::size_t i = 0; i < block.ops.count; ++i) {
      const OpId op = data_.blockOps[block.ops.first + i];
      require(op == OpId(nextOp_) && inside(op, data_.ops), "the ops of a block are not numbered in pre-order");
      ++nextOp_;
      checkOp(op, id, function);
      require(info(data_.ops[op.index()].kind).terminator == (i + 1 == block.ops.count), "a block does not end in its only terminator");
      current_ = outer;
    }
    // Out of sight: nothing behind the block may use them.
    hide(block.arguments);
    for (std::size_t i = 0; i < block.ops.count; ++i) hide(data_.ops[data_.blockOps[block.ops.first + i].index()].results);
  }

  void checkOp(OpId id, BlockId block, FunctionId function) {
    const Op &op = data_.ops[id.index()];
    require(static_cast<std::size_t>(op.kind) < opKindCount(), "an op has no kind");
    current_ = id;
    const OpInfo &about = info(op.kind);
    require(about.inBody, "the op stands in a body, where it cannot");
    require(op.block == block, "the op is not in the block that it names");
    require(hasLocation(op.location), "the op has a location that is no place in a source");
    checkOperands(op, about);
    checkAttributes(op, about);
    require(inside(op.results, data_.values), "the op has results that there are not");
    checkResultCount(op, about);
    require(op.regions.count == about.regionCount && inside(op.regions, data_.regions), "the op has another number of regions");
    checkRegions(op, id, function);
    require(op.subtreeEnd == OpId(nextOp_), "the op does not end where it says");
    define(op.results, id, block);
  }

  void checkOperands(const Op &op, const OpInfo &about) {
    require(operands_.take(op.operands), "the op has operands that there are not, or those of another op");
    require(segments_.take(op.segments) && op.segments.count == about.operands.size(), "the op has another number of operand segments");
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < about.operands.size(); ++i) {
      const std::uint32_t count = data_.segments[op.segments.first + i];
      const Arity arity = about.operands[i].arity;
      require(arity == Arity::Variadic || count <= 1, "the op has more than one value for one operand");
      require(arity != Arity::Required || count == 1, "the op lacks an operand");
      sum += count;
    }
    require(sum == op.operands.count, "the op has another number of operands than its segments say");
    for (std::size_t i = 0; i < op.operands.count; ++i) {
      const ValueId operand = data_.operands[op.operands.first + i];
      require(inside(operand, data_.values) && visible_[operand.index()], "the op uses a value that is not defined there");
    }
  }

  void checkAttributes(const Op &op, const OpInfo &about) {
    require(attributeUses_.take(op.attributes), "the op has attributes that there are not, or those of another op");
    std::size_t next = 0;
    for (std::size_t i = 0; i < op.attributes.count; ++i) {
      const NamedAttribute &use = data_.attributeUses[op.attributes.first + i];
      require(use.slot >= next && use.slot < about.attributes.size(), "the attributes of the op are not in the order of their slots");
      for (; next < use.slot; ++next) requireOptional(about.attributes[next]);
      const AttributeInfo &described = about.attributes[next++];
      if (!inside(use.value, data_.attributes) || !hasForm(data_, use.value, described)) {
        failHere("the op has a " + std::string(described.name) + " of another form");
      }
    }
    for (; next < about.attributes.size(); ++next) requireOptional(about.attributes[next]);
    if (op.kind != OpKind::Constant) return;
    const Attribute &value = data_.attributes[data_.attributeUses[op.attributes.first].value.index()];
    require(op.results.count == 1 && inside(op.results, data_.values) && value.type == data_.values[op.results.first].type,
            "the op has a value that is not of its type");
  }

  void requireOptional(const AttributeInfo &absent) const {
    const bool filledIn = absent.since <= data_.version || absent.defaultValue;
    if (!absent.optional && filledIn) failHere("the op lacks its " + std::string(absent.name));
  }

  void checkResultCount(const Op &op, const OpInfo &about) const {
    const bool variadic = !about.results.empty() && about.results.back().variadic;
    const std::size_t fixed = about.results.size() - variadic;
    require(variadic ? op.results.count >= fixed : op.results.count == fixed, "the op has another number of results");
  }

  void checkRegions(const Op &op, OpId id, FunctionId function) {
    if (op.regions.count == 0) return;
    if (++depth_ > kDeepestRegion) failHere("regions are nested too deep", ErrorKind::Limit);
    for (std::size_t i = 0; i < op.regions.count; ++i) {
      const RegionId region(op.regions.first + i);
      require(data_.regions[region.index()].op == id, "the op has the region of another op");
      // Only the second region (the else of an if) may be empty.
      require(i != 0 || data_.regions[region.index()].blocks.count != 0, "the op has a region without a block");
      checkRegion(region, function);
      current_ = id;
    }
    --depth_;
  }

  /// Values of one definition: each says so, and from now on they may be used.
  void define(Slice slice, OpId op, BlockId block) {
    values_ += slice.count;
    for (std::size_t i = 0; i < slice.count; ++i) {
      const Value &value = data_.values[slice.first + i];
      require(value.op == op && value.block == block && value.index == i, "a value is not where it says");
      require(inside(value.type, data_.types), "a value has no type");
      visible_[slice.first + i] = true;
    }
  }
  void hide(Slice slice) {
    for (std::size_t i = 0; i < slice.count; ++i) visible_[slice.first + i] = false;
  }

  bool isOfKind(AttributeId id, AttributeKind kind) const {
    return inside(id, data_.attributes) && data_.attributes[id.index()].kind == kind;
  }
  LocationKind kindOf(LocationId id) const { return id.valid() ? data_.locations[id.index()].kind : LocationKind::Unknown; }
  /// An unknown one, or a place in a source.
  bool hasLocation(LocationId id) const {
    if (!id.valid()) return true;
    if (!inside(id, data_.locations)) return false;
    const LocationKind kind = kindOf(id);
    return kind == LocationKind::Line || kind == LocationKind::CallSite || kind == LocationKind::Unknown;
  }

  const ProgramData &data_;
  std::vector<bool> visible_;  ///< by ValueId: may be used here
  Claims operands_, segments_, attributeUses_, blockOps_;
  std::unordered_set<std::string_view> symbols_;
  std::size_t nextOp_ = 0;
  std::size_t regions_ = 0, blocks_ = 0, values_ = 0;  ///< how many were met
  unsigned depth_ = 0;
  OpId current_;
  std::string_view function_;
};

}  // namespace

std::size_t opKindCount() {
  static const std::size_t count = [] {
    std::size_t most = 0;
    for (std::uint64_t opcode = 0; opcode <= 0xffff; ++opcode) {
      if (const auto kind = opKindOfOpcode(opcode)) most = std::max(most, static_cast<std::size_t>(*kind) + 1);
    }
    return most;
  }();
  return count;
}

void checkBodies(const ProgramData &data) { BodyChecker(data).run(); }

}  // namespace tileport::tileir::consistency
