// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and their numbers in bytecode.
#ifndef TILEPORT_CUDA_TILE_ATTRIBUTES_TD
#define TILEPORT_CUDA_TILE_ATTRIBUTES_TD

include "CudaTileTypes.td"

// ---- Attributes of MLIR itself that have a number ------------------------------------------------------------------

def : AttributeTag<"Integer", 1>;
def : AttributeTag<"Float", 2>;
def : AttributeTag<"Bool", 3>;
def : AttributeTag<"Type", 4>;
def : AttributeTag<"String", 5>;
def : AttributeTag<"Array", 6>;
def : AttributeTag<"Dense", 7>;
def : AttributeTag<"Dictionary", 10>;
def : AttributeTag<"MultimemReductionKind", 13, 5>;

// ---- Facts that an assume states -----------------------------------------------------------------------------------

class TileAttrDef<string name, string mnemonicText> : AttrDef<CudaTile_Dialect, name> {
  let mnemonic = mnemonicText;
}

def DivByAttr : TileAttrDef<"DivBy", "div_by">, AttributeTag<"DivBy", 8> {
  let summary = "divisible: div_by<16>, div_by<4, every 4 along 0>";
  let parameters = (ins "uint64_t":$divisor, "std::optional<int64_t>":$every, "std::optional<int64_t>":$along);
  let hasCustomAssemblyFormat = 1;
}

def SameElementsAttr : TileAttrDef<"SameElements", "same_elements">, AttributeTag<"SameElements", 9> {
  let summary = "runs of equal elements, one length a dimension: same_elements<[2, 4]>";
  let parameters = (ins ArrayRefParameter<"int64_t">:$values);
  let assemblyFormat = "`<` `[` $values `]` `>`";
}

def BoundedAttr : TileAttrDef<"Bounded", "bounded">, AttributeTag<"Bounded", 12> {
  let summary = "within limits, both included: bounded<0, ?>";
  let parameters = (ins "std::optional<int64_t>":$lower, "std::optional<int64_t>":$upper);
  let hasCustomAssemblyFormat = 1;
}

def OptimizationHintsAttr : TileAttrDef<"OptimizationHints", "optimization_hints">, AttributeTag<"Hints", 11>,
                            BytecodeForm<"Hints"> {
  let summary = "advice for each architecture: <sm_100 = {latency = 3}>";
  let parameters = (ins "::mlir::DictionaryAttr":$value);
  let hasCustomAssemblyFormat = 1;
}

// ---- What ops hold -------------------------------------------------------------------------------------------------

def PredicateAttr : AnyAttrOf<[DivByAttr, SameElementsAttr, BoundedAttr], "fact about a value", "::mlir::Attribute">,
                    BytecodeForm<"Tagged">;

// Dense elements in a tensor type of the tile's shape and elements (dialect/dense.h).
def DenseValueAttr : Attr<CPred<"::tileport::cuda_tile::isDenseValue($_self)">, "dense elements of a tile">,
                     BytecodeForm<"Dense"> {
  let storageType = "::mlir::DenseElementsAttr";
  let returnType = "::mlir::DenseElementsAttr";
  let convertFromStorage = "$_self";
}

// One flag an index: this access stays inside of the tensor.
def InboundsAttr : DefaultValuedAttr<DenseBoolArrayAttr, "{}">;

class OverflowDefault<string symbol> : DefaultValuedAttr<IntegerOverflowAttr, "::tileport::cuda_tile::IntegerOverflow::" # symbol>;
class RoundingDefault<string symbol> : DefaultValuedAttr<RoundingModeAttr, "::tileport::cuda_tile::RoundingMode::" # symbol>;

// ---- Debug information ---------------------------------------------------------------------------------------------

def DIFileAttr : TileAttrDef<"DIFile", "di_file"> {
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::StringAttr":$directory);
  let assemblyFormat = "`<` $name `in` $directory `>`";
}

def DICompileUnitAttr : TileAttrDef<"DICompileUnit", "di_compile_unit"> {
  let parameters = (ins "::tileport::cuda_tile::DIFileAttr":$file);
  let assemblyFormat = "`<` struct(params) `>`";
}

def DILexicalBlockAttr : TileAttrDef<"DILexicalBlock", "di_lexical_block"> {
  let parameters = (ins "::mlir::Attribute":$scope, "::tileport::cuda_tile::DIFileAttr":$file, "unsigned":$line, "unsigned":$column);
  let assemblyFormat = "`<` struct(params) `>`";
}

// No enumeration of the dialect: a bit of a debug record in bytecode.
def SubprogramFlags : I32EnumAttr<"SubprogramFlags", "what a subprogram is", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Declaration", 1, "declaration">]> {
  let cppNamespace = "::tileport::cuda_tile";
}

def DISubprogramAttr : TileAttrDef<"DISubprogram", "di_subprogram"> {
  let parameters = (ins "::tileport::cuda_tile::DIFileAttr":$file, "unsigned":$line, "::mlir::StringAttr":$name,
                        "::mlir::StringAttr":$linkageName, "::tileport::cuda_tile::DICompileUnitAttr":$compileUnit,
                        "unsigned":$scopeLine,
                        DefaultValuedParameter<"::tileport::cuda_tile::SubprogramFlags",
                                               "::tileport::cuda_tile::SubprogramFlags::None">:$flags);
  let assemblyFormat = "`<` struct(params) `>`";
}

// A place in a source file and the scope that it lies in. A location to MLIR: it may follow an op.
def DILocAttr : AttrDef<CudaTile_Dialect, "DILoc", [NativeAttrTrait<"IsLocation">], "::mlir::LocationAttr"> {
  let mnemonic = "di_loc";
  let parameters = (ins "::mlir::LocationAttr":$sourceLoc, "::mlir::Attribute":$scope);
  let assemblyFormat = "`<` $sourceLoc `in` $scope `>`";
}

#endif
