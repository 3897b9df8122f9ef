// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cuda_tile dialect and the classes that its ops, types and attributes are written with.
#ifndef TILEPORT_CUDA_TILE_BASE_TD
#define TILEPORT_CUDA_TILE_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"

def CudaTile_Dialect : Dialect {
  let name = "cuda_tile";
  let cppNamespace = "::tileport::cuda_tile";
  let summary = "Tile kernels as front ends hand them to the compiler";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = "void registerTypes(); void registerAttributes();";
}

// An op with its number in bytecode and the minor version (13.x) that brought it.
class TileOp<string mnemonic, int number, int minor = 1, list<Trait> traits = []>
    : Op<CudaTile_Dialect, mnemonic, traits # [OpAsmOpInterface]> {
  int opcode = number;
  int sinceMinor = minor;

  // What the printer suggests to call the results; empty = they are numbered. One name for all results makes a group
  // (%for:2); a list as long as the results names each.
  list<string> resultNames = [];

  // Module, entry and global have numbers but never stand in a body.
  bit inBody = 1;

  // What MLIR's parser and printer ask of every op: how values are named, and that ops in regions need no prefix.
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral resultNames = "}] # !interleave(resultNames, " ") # [{";
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
    void getAsmResultNames(::mlir::OpAsmSetValueNameFn setName) {
      ::tileport::cuda_tile::nameResults(getOperation(), resultNames, setName);
    }
    void getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName) {
      ::tileport::cuda_tile::nameArguments(getOperation(), region, setName);
    }
  }];
}

// An operand, attribute or result that is younger than its op. Files of older versions do not hold it.
class Since<int minor, Constraint what> : Arg<what> {
  int sinceMinor = minor;
}

// How an attribute that MLIR knows under no fitting name is written in bytecode: an enumerator of AttributeForm.
class BytecodeForm<string form> {
  string bytecodeForm = form;
}

// The number that stands before a type or attribute record, and the minor version that brought it.
class BytecodeTag<string symbol, int number, int minor> {
  string tagSymbol = symbol;
  int tag = number;
  int sinceMinor = minor;
}
class TypeTag<string symbol, int number, int minor = 1> : BytecodeTag<symbol, number, minor>;
class AttributeTag<string symbol, int number, int minor = 1> : BytecodeTag<symbol, number, minor>;

#endif
