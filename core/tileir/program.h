// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/ids.h"
#include "support/ranges.h"
#include "tileir/listing.h"
#include "tileir/op_info.h"
#include "tileir/program_ids.h"

/// One Tile IR module as an immutable value: flat arrays joined by ids, no pointer into MLIR, safe to share between
/// threads. Everything above core/tileir works on this value alone.
namespace tileport::tileir {

// ---- Types (tileir.md section 2) -------------------------------------------------------------------------------------

enum class TypeKind : std::uint8_t { Scalar, Token, Pointer, Tile, TensorView, PartitionView, StridedView, GatherScatterView, Function };

enum class ScalarKind : std::uint8_t {
  I1,
  I4,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  TF32,
  F64,
  F8E4M3FN,
  F8E5M2,
  F8E8M0FNU,
  F4E2M1FN,
  F8E5M3FNU,
};

/// The extent or stride of a tensor view that is only known at run time.
inline constexpr std::int64_t kDynamic = INT64_MIN;

struct Type {
  TypeKind kind = TypeKind::Token;
  ScalarKind scalar = ScalarKind::I1;   ///< Scalar
  TypeId element;                       ///< Pointer: pointee. Tile, TensorView: element. Views: the tensor view
  std::vector<std::int64_t> shape;      ///< Tile, TensorView: extents. Views: extents of the tile
  std::vector<std::int64_t> strides;    ///< TensorView: strides in elements. StridedView: traversal strides
  std::vector<std::int32_t> dimMap;     ///< PartitionView, StridedView: always full length
  std::optional<PaddingValue> padding;  ///< views; absent = undefined outside of the tensor
  std::optional<PtrAttr> pointerAttr;   ///< Pointer, TensorView (13.4)
  std::uint32_t sparseDim = 0;          ///< GatherScatterView
  std::vector<TypeId> inputs;           ///< Function
  std::vector<TypeId> results;          ///< Function

  bool operator==(const Type &) const = default;
};

// ---- Attributes (tileir.md section 3) --------------------------------------------------------------------------------

enum class AttributeKind : std::uint8_t {
  Integer,
  Float,
  Bool,
  Type,
  String,
  Symbol,
  Array,
  Dense,
  DivBy,
  SameElements,
  Dictionary,
  Hints,
  Bounded,
  Enum,
  Unit,
  I32Array,
  BoolArray,
};

struct Attribute {
  AttributeKind kind = AttributeKind::Unit;
  EnumKind enumKind{};                 ///< Enum
  TypeId type;                         ///< Integer, Float: scalar type. Dense: tile type. Type: the type
  std::uint64_t bits = 0;              ///< Integer, Float: the bits, zero-extended. Bool. Enum: ordinal. DivBy: the divisor
  std::optional<std::int64_t> first;   ///< Bounded: lower. DivBy: every
  std::optional<std::int64_t> second;  ///< Bounded: upper. DivBy: along
  std::string text;                    ///< String, Symbol: bytes as stored, without quotes
  std::vector<std::int64_t> numbers;   ///< I32Array, BoolArray, SameElements
  std::vector<AttributeId> items;      ///< Array: members. Dictionary, Hints: values (Hints: dictionaries)
  std::vector<std::string> keys;       ///< Dictionary, Hints (architectures): names, in file order, parallel to items
  std::string elements;                ///< Dense: raw little-endian elements as stored; one element only = splat
  bool splat = false;                  ///< Dense
  bool elided = false;                 ///< Dense: the text left the elements out; they are not known and `elements` is empty
};

// ---- Locations (tileir.md section 1.3) -------------------------------------------------------------------------------

enum class LocationKind : std::uint8_t { Unknown, CompileUnit, File, LexicalBlock, Line, Subprogram, CallSite };

/// One record of the debug section, kept as it stands.
struct Location {
  LocationKind kind = LocationKind::Unknown;
  LocationId scope;          ///< LexicalBlock: the scope. Line: the same; invalid where a text names none. Subprogram: the compile unit
  LocationId file;           ///< CompileUnit, LexicalBlock, Subprogram: a File
  LocationId callee;         ///< CallSite
  LocationId caller;         ///< CallSite
  std::string name;          ///< File: name. Line: file name. Subprogram: name
  std::string other;         ///< File: directory. Subprogram: linkage name
  std::uint64_t line = 0;    ///< one-based; 0 = none
  std::uint64_t column = 0;  ///< one-based; 0 = none. Subprogram: scope line
  bool declaration = false;  ///< Subprogram (13.5)
};

/// A place in a source file, resolved from records.
struct SourcePoint {
  std::string file;        ///< as the front end wrote it
  std::string directory;   ///< may be empty
  std::string function;    ///< name of the subprogram around it; may be empty
  std::uint32_t line = 0;  ///< one-based
  std::uint32_t column = 0;
};

// ---- Body ------------------------------------------------------------------------------------------------------------

struct NamedAttribute {
  std::uint16_t slot = 0;  ///< index into OpInfo::attributes
  AttributeId value;
};

struct Op {
  OpKind kind{};
  BlockId block;        ///< the block that it stands in
  OpId subtreeEnd;      ///< ops are numbered in pre-order: those nested in this one are (own id, subtreeEnd)
  LocationId location;  ///< invalid = unknown
  Slice operands;       ///< into ProgramData::operands
  Slice segments;       ///< into ProgramData::segments: one count per OpInfo::operands
  Slice attributes;     ///< into ProgramData::attributeUses; absent ones have no entry, in slot order
  Slice results;        ///< values numbered one after the other: ValueId first ... first + count
  Slice regions;        ///< regions numbered one after the other
};

struct Region {
  OpId op;       ///< its owner; invalid for the body of a function
  Slice blocks;  ///< blocks numbered one after the other
};

struct Block {
  RegionId region;
  FunctionId function;
  Slice arguments;  ///< values numbered one after the other
  Slice ops;        ///< into ProgramData::blockOps
};

struct Value {
  TypeId type;
  OpId op;                  ///< the op that it is a result of; invalid for a block argument
  BlockId block;            ///< for a block argument: its block; otherwise the op's block
  std::uint32_t index = 0;  ///< which result or argument
};

struct Function {
  std::string name;
  TypeId signature;
  RegionId body;                                ///< one region with one block; its block arguments are the entry's
  AttributeId hints;                            ///< Hints; invalid = none
  std::vector<AttributeId> argumentAttributes;  ///< 13.5: one Dictionary an argument, or empty
  LocationId location;
  bool isPrivate = false;
};

struct Global {
  std::string name;
  TypeId type;
  AttributeId value;  ///< Dense
  std::uint64_t alignment = 0;
  bool isPrivate = false;
  bool isConstant = false;
};

/// The parts of a program, to be filled by a reader or changed by a tool and then handed to Program::make.
struct ProgramData {
  Version version;
  std::optional<std::string> producer;
  std::vector<Type> types;
  std::vector<Attribute> attributes;
  std::vector<Location> locations;
  std::vector<Global> globals;
  std::vector<Function> functions;
  std::vector<Op> ops;
  std::vector<Region> regions;
  std::vector<Block> blocks;
  std::vector<Value> values;
  std::vector<ValueId> operands;
  std::vector<std::uint32_t> segments;
  std::vector<NamedAttribute> attributeUses;
  std::vector<OpId> blockOps;
};

class Program {
 public:
  /// `data` must be consistent (every id valid in its array, pre-order numbering); readers guarantee it.
  static std::shared_ptr<const Program> make(ProgramData data);

  const ProgramData &data() const { return data_; }
  Version version() const { return data_.version; }

  const Type &type(TypeId id) const { return data_.types[id.index()]; }
  const Attribute &attribute(AttributeId id) const { return data_.attributes[id.index()]; }
  const Location &location(LocationId id) const { return data_.locations[id.index()]; }
  const Op &op(OpId id) const { return data_.ops[id.index()]; }
  const Region &region(RegionId id) const { return data_.regions[id.index()]; }
  const Block &block(BlockId id) const { return data_.blocks[id.index()]; }
  const Value &value(ValueId id) const { return data_.values[id.index()]; }
  const Function &function(FunctionId id) const { return data_.functions[id.index()]; }

  std::size_t opCount() const { return data_.ops.size(); }
  std::size_t valueCount() const { return data_.values.size(); }
  std::size_t functionCount() const { return data_.functions.size(); }

  /// All operands, and those of one declared operand (`position` counts in OpInfo::operands; optional: 0 or 1).
  std::span<const ValueId> operands(OpId id) const;
  std::span<const ValueId> operands(OpId id, std::size_t position) const;
  std::span<const NamedAttribute> attributes(OpId id) const;
  /// Invalid when the op does not have it.
  AttributeId attribute(OpId id, std::string_view name) const;
  std::span<const OpId> ops(BlockId id) const;
  /// The n-th result, region of an op; block of a region; argument of a block.
  ValueId result(OpId id, std::size_t n) const { return ValueId(op(id).results.first + n); }
  RegionId region(OpId id, std::size_t n) const { return RegionId(op(id).regions.first + n); }
  BlockId block(RegionId id, std::size_t n) const { return BlockId(region(id).blocks.first + n); }
  ValueId argument(BlockId id, std::size_t n) const { return ValueId(block(id).arguments.first + n); }
  /// The one block of a function's body.
  BlockId bodyOf(FunctionId id) const { return block(function(id).body, 0); }
  FunctionId functionOf(OpId id) const { return block(op(id).block).function; }

  /// The places behind a location, the innermost first, then its callers. Empty when unknown.
  std::vector<SourcePoint> sourcePoints(LocationId id) const;

  /// The text without locations, as tileirdisasm prints it, with each op's lines. Made once, with the program.
  const Listing &listing() const { return listing_; }

 private:
  explicit Program(ProgramData data) : data_(std::move(data)) {}
  ProgramData data_;
  Listing listing_;
};

using ProgramPtr = std::shared_ptr<const Program>;

}  // namespace tileport::tileir
