// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "invariants.h"

#include <numeric>
#include <vector>

#include "tileir/consistency.h"

namespace tileport::tileir::testing {

namespace {

class Checker {
 public:
  explicit Checker(const Program &program) : program_(program), data_(program.data()) {}

  std::string run() {
    if (const Result<void> consistent = checkConsistency(data_); !consistent) return consistent.error().toString();
    checkTypes();
    checkAttributes();
    checkLocations();
    for (const Global &global : data_.globals) {
      need(inside(global.type, data_.types), "a global's type");
      need(inside(global.value, data_.attributes) && program_.attribute(global.value).kind == AttributeKind::Dense, "a global's value");
    }
    for (std::size_t i = 0; i < data_.functions.size() && broken_.empty(); ++i) checkFunction(FunctionId(i));
    need(nextOp_ == data_.ops.size(), "every op stands in a block");
    checkListing();
    return broken_;
  }

 private:
  void need(bool holds, const char *what) {
    if (!holds && broken_.empty()) broken_ = what;
  }

  template <class Tag, class T>
  static bool inside(Id<Tag> id, const std::vector<T> &array) {
    return id.valid() && id.index() < array.size();
  }
  template <class Tag, class T>
  static bool insideOrAbsent(Id<Tag> id, const std::vector<T> &array) {
    return !id.valid() || id.index() < array.size();
  }
  template <class T>
  static bool inside(Slice slice, const std::vector<T> &array) {
    return slice.count == 0 || (slice.first < array.size() && slice.count <= array.size() - slice.first);
  }

  void checkTypes() {
    for (const Type &type : data_.types) {
      const bool hasElement = type.kind != TypeKind::Scalar && type.kind != TypeKind::Token && type.kind != TypeKind::Function;
      need(hasElement == type.element.valid() && insideOrAbsent(type.element, data_.types), "the element of a type");
      for (const TypeId id : type.inputs) need(inside(id, data_.types), "the input of a function type");
      for (const TypeId id : type.results) need(inside(id, data_.types), "the result of a function type");
      if (!broken_.empty() || !hasElement) continue;
      const TypeKind element = program_.type(type.element).kind;
      const bool view = type.kind != TypeKind::Pointer && type.kind != TypeKind::Tile && type.kind != TypeKind::TensorView;
      need(view ? element == TypeKind::TensorView
                : element == TypeKind::Scalar || (type.kind == TypeKind::Tile && element == TypeKind::Pointer),
           "the kind of a type's element");
    }
  }

  void checkAttributes() {
    for (std::size_t i = 0; i < data_.attributes.size(); ++i) {
      const Attribute &attribute = data_.attributes[i];
      need(insideOrAbsent(attribute.type, data_.types), "the type of an attribute");
      for (const AttributeId item : attribute.items) need(inside(item, data_.attributes), "the member of an attribute");
      if (attribute.kind == AttributeKind::Dictionary || attribute.kind == AttributeKind::Hints) {
        need(attribute.keys.size() == attribute.items.size(), "the keys of a dictionary");
      }
      if (attribute.kind == AttributeKind::Enum) need(attribute.bits < enumCount(attribute.enumKind), "an ordinal");
    }
  }

  void checkLocations() {
    for (std::size_t i = 0; i < data_.locations.size(); ++i) {
      const Location &location = data_.locations[i];
      for (const LocationId id : {location.scope, location.file, location.callee, location.caller}) {
        need(insideOrAbsent(id, data_.locations), "the part of a location");
      }
      if (broken_.empty()) program_.sourcePoints(LocationId(i));
    }
  }

  void checkFunction(FunctionId id) {
    const Function &function = program_.function(id);
    need(!function.name.empty(), "the name of a function");
    need(inside(function.signature, data_.types) && program_.type(function.signature).kind == TypeKind::Function, "a signature");
    need(inside(function.body, data_.regions) && insideOrAbsent(function.location, data_.locations), "a function's body or location");
    need(insideOrAbsent(function.hints, data_.attributes), "a function's hints");
    if (!broken_.empty()) return;
    const Region &body = program_.region(function.body);
    need(!body.op.valid() && body.blocks.count == 1, "a function's region");
    const std::vector<TypeId> &inputs = program_.type(function.signature).inputs;
    need(function.argumentAttributes.empty() || function.argumentAttributes.size() == inputs.size(), "argument attributes");
    seen_.assign(data_.values.size(), false);
    checkRegion(function.body, id);
    if (!broken_.empty()) return;
    const Slice arguments = program_.block(program_.bodyOf(id)).arguments;
    need(arguments.count == inputs.size(), "the arguments of an entry");
    for (std::size_t i = 0; i < inputs.size() && broken_.empty(); ++i) {
      need(program_.value(program_.argument(program_.bodyOf(id), i)).type == inputs[i], "the type of an entry's argument");
    }
  }

  void checkRegion(RegionId id, FunctionId function) {
    need(inside(id, data_.regions), "a region");
    if (!broken_.empty()) return;
    const Slice blocks = program_.region(id).blocks;
    need(inside(blocks, data_.blocks), "the blocks of a region");
    for (std::size_t i = 0; i < blocks.count && broken_.empty(); ++i) checkBlock(program_.block(id, i), id, function);
  }

  void checkBlock(BlockId id, RegionId region, FunctionId function) {
    const Block &block = program_.block(id);
    need(block.region == region && block.function == function, "a block's owner");
    need(inside(block.arguments, data_.values) && inside(block.ops, data_.blockOps) && block.ops.count != 0, "a block's slices");
    for (std::size_t i = 0; i < block.arguments.count && broken_.empty(); ++i) {
      const Value &value = program_.value(program_.argument(id, i));
      need(!value.op.valid() && value.block == id && value.index == i && inside(value.type, data_.types), "a block's argument");
      seen_[program_.argument(id, i).index()] = true;
    }
    for (std::size_t i = 0; i < block.ops.count && broken_.empty(); ++i) {
      const OpId op = program_.ops(id)[i];
      need(op.index() == nextOp_++ && op.index() < data_.ops.size(), "the numbering of ops");
      if (broken_.empty()) checkOp(op, id, function);
      if (broken_.empty()) need(info(program_.op(op).kind).terminator == (i + 1 == block.ops.count), "a block's terminator");
    }
  }

  void checkOp(OpId id, BlockId block, FunctionId function) {
    const Op &op = program_.op(id);
    const OpInfo &about = info(op.kind);
    need(about.inBody && op.block == block && insideOrAbsent(op.location, data_.locations), "an op's place");
    need(inside(op.operands, data_.operands) && inside(op.segments, data_.segments) && inside(op.results, data_.values) &&
             inside(op.attributes, data_.attributeUses) && inside(op.regions, data_.regions),
         "an op's slices");
    need(op.segments.count == about.operands.size() && op.regions.count == about.regionCount, "an op's segments or regions");
    if (!broken_.empty()) return;
    const auto counts = data_.segments.begin() + op.segments.first;
    need(std::accumulate(counts, counts + op.segments.count, std::uint64_t{0}) == op.operands.count, "the sum of segments");
    for (const ValueId operand : program_.operands(id)) need(inside(operand, data_.values) && seen_[operand.index()], "an operand");
    checkUses(id, about);
    for (std::size_t i = 0; i < op.regions.count && broken_.empty(); ++i) {
      need(program_.region(program_.region(id, i)).op == id, "a region's owner");
      checkRegion(program_.region(id, i), function);
    }
    need(op.subtreeEnd.index() == nextOp_, "the end of an op's subtree");
    for (std::size_t i = 0; i < op.results.count && broken_.empty(); ++i) {
      const Value &value = program_.value(program_.result(id, i));
      need(value.op == id && value.block == block && value.index == i && inside(value.type, data_.types), "an op's result");
      seen_[program_.result(id, i).index()] = true;
    }
  }

  void checkUses(OpId id, const OpInfo &about) {
    int last = -1;
    for (const NamedAttribute &use : program_.attributes(id)) {
      need(use.slot < about.attributes.size() && use.slot > last && inside(use.value, data_.attributes), "an op's attributes");
      last = use.slot;
    }
  }

  void checkListing() {
    const Listing &listing = program_.listing();
    for (std::size_t i = 0; i < listing.lineCount() && broken_.empty(); ++i) {
      need(listing.lineStarts[i] <= listing.text.size(), "a line's start");
      if (broken_.empty()) listing.line(LineIndex(i));
    }
    for (const LineRange &lines : listing.opLines) need(lines.first < lines.end && lines.end <= listing.lineCount(), "an op's lines");
    for (const Span &span : listing.spans) {
      need(inside(span.line, listing.lineStarts) && span.columns.begin <= span.columns.end, "a span");
      if (broken_.empty()) need(span.columns.end <= listing.line(span.line).size(), "the columns of a span");
    }
  }

  const Program &program_;
  const ProgramData &data_;
  std::string broken_;
  std::size_t nextOp_ = 0;
  std::vector<bool> seen_;
};

}  // namespace

std::string brokenInvariant(const Program &program) { return Checker(program).run(); }

}  // namespace tileport::tileir::testing
