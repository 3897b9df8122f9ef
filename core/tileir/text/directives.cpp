// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tileir/text/directives.h"

#include "tileir/text/op_reader.h"

namespace tileport::tileir::text {

namespace {

using WrittenTypes = std::vector<OpReader::WrittenType>;

/// rounding<mode>, which is `usual` when it is left out.
void readRounding(OpReader &reader, std::size_t slot, RoundingMode usual) {
  if (reader.in().takeWord("rounding")) return reader.readAttribute(slot);
  reader.implyAttribute(slot, reader.attributePool().enumerator(EnumKind::RoundingMode, static_cast<std::uint64_t>(usual)));
}

void readEnumerator(OpReader &reader, std::size_t slot) {
  const EnumKind kind = reader.about().attributes[slot].enumKind;
  reader.setAttribute(slot, reader.attributePool().enumerator(kind, text::readEnumerator(reader.in(), kind)));
}

void readInbounds(OpReader &reader, std::size_t slot) {
  if (!reader.in().takeWord("inbounds")) return;
  reader.in().expect('=');
  reader.readAttribute(slot);
}

WrittenTypes readTypes(OpReader &reader) {
  WrittenTypes types;
  do {
    types.push_back(reader.readType());
  } while (reader.in().take(','));
  return types;
}

void addResults(OpReader &reader, std::size_t declared, const WrittenTypes &types) {
  for (const OpReader::WrittenType &type : types) reader.addResult(declared, type.type, type.offset);
}

/// shape = [%n, 64]: operands, and a number where the type has it.
std::vector<std::int64_t> readExtents(OpReader &reader, std::string_view key, std::size_t declared) {
  std::vector<std::int64_t> extents;
  reader.in().expectAll(key);
  if (reader.in().take(']')) return extents;
  do {
    if (reader.in().peek() == '%') {
      extents.push_back(kDynamic);
      reader.readOperand(declared);
    } else {
      extents.push_back(reader.in().integer("an operand or a number"));
    }
  } while (reader.in().take(','));
  reader.in().expect(']');
  return extents;
}

/// iter_values(%iterArg0 = %x, ...): the arguments that they are called, without types yet; or nothing.
std::vector<BlockArgument> readInitialValues(OpReader &reader, std::size_t declared) {
  std::vector<BlockArgument> arguments;
  if (!reader.in().takeWord("iter_values")) return arguments;
  reader.in().expect('(');
  if (reader.in().take(')')) return arguments;
  do {
    arguments.push_back({reader.readArgumentName(), TypeId()});
    reader.in().expect('=');
    reader.readOperand(declared);
  } while (reader.in().take(','));
  reader.in().expect(')');
  return arguments;
}

/// Gives the arguments the types, which are those of what they begin with.
void giveTypes(OpReader &reader, std::size_t declared, std::span<BlockArgument> arguments, const WrittenTypes &types, std::size_t offset) {
  if (arguments.size() != types.size()) {
    reader.in().fail(offset, "expected " + std::to_string(arguments.size()) + (arguments.size() == 1 ? " type" : " types") +
                                 " for the iter_values, found " + std::to_string(types.size()));
  }
  for (std::size_t i = 0; i < types.size(); ++i) arguments[i].type = types[i].type;
  if (!types.empty()) reader.checkOperandTypes(declared, types);
}

/// (%a: type, ...) and then the character.
std::vector<BlockArgument> readArguments(OpReader &reader) {
  std::vector<BlockArgument> arguments;
  reader.in().expect('(');
  if (reader.in().take(')')) return arguments;
  do {
    const ValueName name = reader.readArgumentName();
    reader.in().expect(':');
    arguments.push_back({name, reader.types().read()});
  } while (reader.in().take(','));
  reader.in().expect(')');
  return arguments;
}

}  // namespace

// ---- Types -----------------------------------------------------------------------------------------------------------

void readBareType(OpReader &reader, Parameters parameters) {
  if (parameters[0].kind == printer::LayoutParameter::OperandType) {
    reader.readOperandTypes(parameters[0].index);
  } else {
    reader.readResultTypes(parameters[0].index);
  }
}

// After the one type of all indices a comma may lead to the type of a token.
void readIndexTypes(OpReader &reader, Parameters parameters) {
  const std::size_t declared = parameters[0].index;
  const std::size_t count = reader.operandCount(declared);
  // No view is indexed by nothing, and what is printed for it could not be read.
  if (count == 0) reader.in().fail(reader.in().here(), "the type of indices, and no index in the brackets");
  WrittenTypes types{reader.readType()};
  while (types.size() < count) {
    const std::size_t start = reader.in().here();
    if (!reader.in().take(',')) break;
    if (reader.in().peekWord() != "tile" && !reader.in().ahead("!cuda_tile.tile")) {
      reader.in().goBack(start);
      break;
    }
    types.push_back(reader.readType());
  }
  if (types.size() != 1 && types.size() != count) reader.in().expected("',' and the type of another index");
  reader.checkOperandTypes(declared, types);
}

void readShapeQuery(OpReader &reader, Parameters parameters) {
  reader.readOperandTypes(parameters[0].index);
  reader.in().expectArrow();
  const OpReader::WrittenType result = reader.readType();
  // One number a dimension, of the tensor or of the view's tile; what is neither has none.
  const Type &source = reader.typePool()[reader.operandType(parameters[0].index)];
  const std::size_t rank = source.kind == TypeKind::Tile ? 0 : source.shape.size();
  for (std::size_t i = 0; i < rank; ++i) reader.addResult(parameters[1].index, result.type, result.offset);
}

// ---- Words -----------------------------------------------------------------------------------------------------------

void readKeyword(OpReader &reader, Parameters parameters) { readEnumerator(reader, parameters[0].index); }

void readFloatRounding(OpReader &reader, Parameters parameters) { readRounding(reader, parameters[0].index, RoundingMode::NearestEven); }

void readMathRounding(OpReader &reader, Parameters parameters) { readRounding(reader, parameters[0].index, RoundingMode::Full); }

void readToIntegerRounding(OpReader &reader, Parameters parameters) {
  readRounding(reader, parameters[0].index, RoundingMode::NearestIntToZero);
}

/// The ordering, then a scope where there is one; the operand after them begins with %.
void readOrdering(OpReader &reader, Parameters parameters) {
  readEnumerator(reader, parameters[0].index);
  const std::size_t scope = parameters[1].index;
  if (reader.in().peek() != '%' || !reader.about().attributes[scope].optional) readEnumerator(reader, scope);
}

// ---- Attributes ------------------------------------------------------------------------------------------------------

void readPredicate(OpReader &reader, Parameters parameters) { reader.readAttribute(parameters[0].index); }

/// The type behind the value is that of the result.
void readDenseValue(OpReader &reader, Parameters parameters) {
  const std::size_t start = reader.in().here();
  Attribute value = readDense(reader.in(), reader.types(), reader.typePool());
  reader.addResult(parameters[1].index, value.type, start);
  reader.setAttribute(parameters[0].index, reader.attributePool().intern(std::move(value)));
}

void readInbounds(OpReader &reader, Parameters parameters) { readInbounds(reader, parameters[0].index); }

void readSpacedInbounds(OpReader &reader, Parameters parameters) { readInbounds(reader, parameters[0].index); }

// ---- Views -----------------------------------------------------------------------------------------------------------

// [type of base,] [type of the operands] `->` view; or the view alone.
void readTensorView(OpReader &reader, Parameters parameters) {
  enum { Base, BaseType, Shape, ShapeType, Strides, StridesType, Result };
  Scanner &in = reader.in();
  TypePool &pool = reader.typePool();
  reader.readOperand(parameters[Base].index);
  const std::vector<std::int64_t> extents = readExtents(reader, ", shape = [", parameters[Shape].index);
  const std::vector<std::int64_t> steps = readExtents(reader, ", strides = [", parameters[Strides].index);
  in.expect(':');
  WrittenTypes types = readTypes(reader);
  OpReader::WrittenType result = types.back();
  if (in.takeArrow()) {
    result = reader.readType();
  } else {
    types.pop_back();
  }
  const Type view = pool[result.type];
  if (view.kind != TypeKind::TensorView) in.fail(result.offset, "expected a tensor_view, found " + pool.text(result.type));
  if (view.shape != extents || view.strides != steps)
    in.fail(result.offset, "expected a tensor_view of the shape and strides that the op names");
  const TypeId base = pool.tileOf(pool.pointerTo(view.element, view.pointerAttr));
  reader.checkOperandTypes(parameters[Base].index, WrittenTypes{{base, result.offset}});
  if (!types.empty() && types.front().type == base) types.erase(types.begin());
  const std::size_t dynamic = reader.operandCount(parameters[Shape].index) + reader.operandCount(parameters[Strides].index);
  if (types.size() != (dynamic == 0 ? 0 : 1))
    in.fail(result.offset,
            dynamic == 0 ? "expected no type before that of the view" : "expected one type for all extents and strides that are operands");
  if (dynamic != 0) {
    reader.checkOperandTypes(parameters[Shape].index, types);
    reader.checkOperandTypes(parameters[Strides].index, types);
  }
  reader.addResult(parameters[Result].index, result.type, result.offset);
}

// ---- Regions ---------------------------------------------------------------------------------------------------------

void readForLoop(OpReader &reader, Parameters parameters) {
  enum { Lower, Upper, Step, BoundType, Initial, InitialType, Result, Body };
  Scanner &in = reader.in();
  std::vector<BlockArgument> arguments{{reader.readArgumentName(), TypeId()}};
  in.expectAll("in (");
  reader.readOperand(parameters[Lower].index);
  in.expectWord("to");
  reader.readOperand(parameters[Upper].index);
  in.expectAll(", step");
  reader.readOperand(parameters[Step].index);
  in.expectAll(") :");
  const WrittenTypes bound{reader.readType()};
  for (const int operand : {Lower, Upper, Step}) reader.checkOperandTypes(parameters[operand].index, bound);
  arguments[0].type = bound[0].type;
  const std::vector<BlockArgument> carried = readInitialValues(reader, parameters[Initial].index);
  arguments.insert(arguments.end(), carried.begin(), carried.end());
  if (!carried.empty()) {
    in.expectArrow();
    const std::size_t start = in.here();
    in.expect('(');
    const WrittenTypes types = readTypes(reader);
    in.expect(')');
    giveTypes(reader, parameters[Initial].index, std::span(arguments).subspan(1), types, start);
    addResults(reader, parameters[Result].index, types);
  }
  reader.readRegion(parameters[Body].index, arguments, ImpliedEnd::Continue);
}

// Without iter_values the types are those of the results.
void readLoop(OpReader &reader, Parameters parameters) {
  enum { Initial, InitialType, Result, Body };
  Scanner &in = reader.in();
  std::vector<BlockArgument> arguments = readInitialValues(reader, parameters[Initial].index);
  const std::size_t start = in.here();
  WrittenTypes types;
  if (in.take(':')) types = readTypes(reader);
  if (arguments.empty()) {
    addResults(reader, parameters[Result].index, types);
  } else {
    giveTypes(reader, parameters[Initial].index, arguments, types, start);
    if (in.takeArrow()) addResults(reader, parameters[Result].index, readTypes(reader));
  }
  reader.readRegion(parameters[Body].index, arguments, ImpliedEnd::Continue);
}

void readBranchRegion(OpReader &reader, Parameters parameters) { reader.readRegion(parameters[0].index, {}, ImpliedEnd::Yield); }

// cutile-rs prints the arguments inside of the brace, as a label.
void readArgumentRegion(OpReader &reader, Parameters parameters) {
  if (reader.in().take('{')) {
    reader.in().expectAll("^bb0");
    const std::vector<BlockArgument> arguments = readArguments(reader);
    reader.in().expect(':');
    return reader.readOpenRegion(parameters[0].index, arguments, ImpliedEnd::None);
  }
  const std::vector<BlockArgument> arguments = readArguments(reader);
  reader.readRegion(parameters[0].index, arguments, ImpliedEnd::None);
}

}  // namespace tileport::tileir::text
