// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Module, entry, globals; loops and branches; where a block of the grid is; facts.
#ifndef TILEPORT_CUDA_TILE_CONTROL_OPS_TD
#define TILEPORT_CUDA_TILE_CONTROL_OPS_TD

include "CudaTileAttributes.td"

// ---- Module level --------------------------------------------------------------------------------------------------

def ModuleOp : TileOp<"module", 0x4B, 1, [IsolatedFromAbove, NoTerminator, SingleBlock, SymbolTable, Symbol]> {
  let arguments = (ins SymbolNameAttr:$sym_name, Since<3, OptionalAttr<StrAttr>>:$producer);
  let regions = (region SizedRegion<1>:$body);
  let inBody = 0;
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}

def EntryOp : TileOp<"entry", 0x16, 1, [IsolatedFromAbove, SingleBlock, Symbol]> {
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$function_type,
                       Since<5, OptionalAttr<ArrayAttr>>:$arg_attrs,
                       OptionalAttr<OptimizationHintsAttr>:$optimization_hints);
  let regions = (region SizedRegion<1>:$body);
  let inBody = 0;
  let assemblyFormat = [{
    $sym_name `` custom<EntryArguments>($function_type, $arg_attrs, $optimization_hints, $body) attr-dict
  }];
}

def GlobalOp : TileOp<"global", 0x31, 1, [Symbol]> {
  let arguments = (ins SymbolNameAttr:$sym_name, DenseValueAttr:$value, DefaultValuedAttr<I64Attr, "0">:$alignment,
                       Since<3, UnitAttr>:$constant,
                       Since<3, DefaultValuedAttr<SymbolVisibilityAttr, "::tileport::cuda_tile::SymbolVisibility::Public">>:$symbol_visibility);
  let inBody = 0;
  let assemblyFormat = [{
    custom<Visibility>($symbol_visibility) (`constant` $constant^)? $sym_name (`alignment` `=` $alignment^)?
    custom<DenseValueAndType>($value) attr-dict
  }];
}

def GetGlobalOp : TileOp<"get_global", 0x2C, 1, [Pure]> {
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs ScalarPtrTile:$result);
  let assemblyFormat = "$name attr-dict `:` custom<BareType>(type($result))";
}

// ---- Loops and branches --------------------------------------------------------------------------------------------

def ForOp : TileOp<"for", 0x29, 1, [RecursiveMemoryEffects, SingleBlock, AllTypesMatch<["lowerBound", "upperBound", "step"]>]> {
  let arguments = (ins ScalarIntTile:$lowerBound, ScalarIntTile:$upperBound, ScalarIntTile:$step,
                       Variadic<TileOrToken>:$initValues, Since<2, UnitAttr>:$unsignedCmp);
  let results = (outs Variadic<TileOrToken>:$resultValues);
  let regions = (region SizedRegion<1>:$region);
  let resultNames = ["for"];
  let assemblyFormat = [{
    (`unsigned` $unsignedCmp^)?
    custom<ForLoop>($lowerBound, $upperBound, $step, type($lowerBound), $initValues, type($initValues),
                    type($resultValues), $region)
    attr-dict
  }];
}

// Runs until a break.
def LoopOp : TileOp<"loop", 0x41, 1, [RecursiveMemoryEffects, SingleBlock]> {
  let arguments = (ins Variadic<TileOrToken>:$initValues);
  let results = (outs Variadic<TileOrToken>:$resultValues);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    custom<Loop>($initValues, type($initValues), type($resultValues), $region) attr-dict
  }];
}

def IfOp : TileOp<"if", 0x32, 1, [RecursiveMemoryEffects, NoRegionArguments]> {
  let arguments = (ins ScalarBoolTile:$condition);
  let results = (outs Variadic<ValueType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, MaxSizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition (`->` `(` custom<BareType>(type($results))^ `)`)? custom<BranchRegion>($thenRegion)
    (`else` custom<BranchRegion>($elseRegion)^)? attr-dict
  }];
}

class TerminatorOp<string mnemonic, int number> : TileOp<mnemonic, number, 1, [Terminator]> {
  let arguments = (ins Variadic<ValueType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` custom<BareType>(type($operands)))?";
}

def BreakOp : TerminatorOp<"break", 0x0A>;
def ContinueOp : TerminatorOp<"continue", 0x11>;
def ReturnOp : TerminatorOp<"return", 0x5C>;
def YieldOp : TerminatorOp<"yield", 0x6D>;

// ---- Facts and the grid --------------------------------------------------------------------------------------------

def AssertOp : TileOp<"assert", 0x05> {
  let arguments = (ins BoolTile:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` custom<BareType>(type($condition))";
}

// Its name says whose fact it is: %assume_tview.
def AssumeOp : TileOp<"assume", 0x06, 1, [AllTypesMatch<["value", "result"]>]> {
  let arguments = (ins ValueType:$value, PredicateAttr:$predicate);
  let results = (outs ValueType:$result);
  let assemblyFormat = "custom<Predicate>($predicate) `,` $value attr-dict `:` custom<BareType>(type($value))";
}

def GetTileBlockIdOp : TileOp<"get_tile_block_id", 0x30, 1, [Pure]> {
  let results = (outs ScalarI32Tile:$blockId_x, ScalarI32Tile:$blockId_y, ScalarI32Tile:$blockId_z);
  let resultNames = ["blockId_x", "blockId_y", "blockId_z"];
  let assemblyFormat = "attr-dict `:` custom<BareType>(type($blockId_x))";
}

def GetNumTileBlocksOp : TileOp<"get_num_tile_blocks", 0x2E, 1, [Pure]> {
  let results = (outs ScalarI32Tile:$gridSize_x, ScalarI32Tile:$gridSize_y, ScalarI32Tile:$gridSize_z);
  let resultNames = ["gridSize_x", "gridSize_y", "gridSize_z"];
  let assemblyFormat = "attr-dict `:` custom<BareType>(type($gridSize_x))";
}

#endif
