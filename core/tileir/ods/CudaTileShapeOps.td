// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making tiles, changing their shape, and folding them along a dimension.
#ifndef TILEPORT_CUDA_TILE_SHAPE_OPS_TD
#define TILEPORT_CUDA_TILE_SHAPE_OPS_TD

include "CudaTileArithmeticOps.td"

// Its name says value and type: %cst_1_i32.
def ConstantOp : TileOp<"constant", 0x10, 1, [Pure, ConstantLike]> {
  let arguments = (ins DenseValueAttr:$value);
  let results = (outs NumberTile:$result);
  let hasFolder = 1;  // what makes it a constant to MLIR
  let assemblyFormat = "custom<DenseValue>($value, type($result)) attr-dict";
}

def IotaOp : TileOp<"iota", 0x3A, 1, [Pure]> {
  let results = (outs IntTile:$result);
  let assemblyFormat = "attr-dict `:` custom<BareType>(type($result))";
}

def ReshapeOp : RetypeOp<"reshape", 0x5B, AnyTile, AnyTile> { let resultNames = ["reshape"]; }
def BroadcastOp : RetypeOp<"broadcast", 0x0B, AnyTile, AnyTile> { let resultNames = ["bcast"]; }

def PermuteOp : TileOp<"permute", 0x53, 1, [Pure]> {
  let arguments = (ins AnyTile:$source, DenseI32ArrayAttr:$permutation);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` custom<BareType>(type($source)) `->` custom<BareType>(type($result))
  }];
}

def CatOp : TileOp<"cat", 0x0C, 1, [Pure]> {
  let arguments = (ins AnyTile:$lhs, AnyTile:$rhs, I64Attr:$dim);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict
    `:` custom<BareType>(type($lhs)) `,` custom<BareType>(type($rhs)) `->` custom<BareType>(type($result))
  }];
}

def ExtractOp : TileOp<"extract", 0x26, 1, [Pure]> {
  let arguments = (ins AnyTile:$source, Variadic<ScalarI32Tile>:$indices);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` custom<BareType>(type($source)) `->` custom<BareType>(type($result))
  }];
}

def InsertOp : TileOp<"insert", 0x76, 4, [Pure, AllTypesMatch<["destination", "result"]>]> {
  let arguments = (ins AnyTile:$source, AnyTile:$destination, Variadic<ScalarI32Tile>:$indices);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $indices `]` attr-dict
    `:` custom<BareType>(type($source)) `,` custom<BareType>(type($destination))
  }];
}

def SelectOp : TileOp<"select", 0x5F, 1, [Pure, AllTypesMatch<["val_if_true", "val_if_false", "result"]>]> {
  let arguments = (ins BoolTile:$cond, AnyTile:$val_if_true, AnyTile:$val_if_false);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $cond `,` $val_if_true `,` $val_if_false attr-dict
    `:` custom<BareType>(type($cond)) `,` custom<BareType>(type($result))
  }];
}

def OffsetOp : TileOp<"offset", 0x51, 1, [Pure]> {
  let arguments = (ins PtrTile:$ptr, IntTile:$offset);
  let results = (outs PtrTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict
    `:` custom<BareType>(type($ptr)) `,` custom<BareType>(type($offset)) `->` custom<BareType>(type($result))
  }];
}

// The region's arguments are lhs0, rhs0, lhs1, rhs1, ...: one pair an operand.
def ReduceOp : TileOp<"reduce", 0x58, 1, [RecursiveMemoryEffects, SingleBlock]> {
  let arguments = (ins Variadic<AnyTile>:$operands, I32Attr:$dim, ArrayAttr:$identities);
  let results = (outs Variadic<AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let resultNames = ["reduce"];
  let assemblyFormat = [{
    $operands `dim` `` `=` `` $dim `identities` `` `=` `` $identities attr-dict
    `:` custom<BareType>(type($operands)) `->` custom<BareType>(type($results)) custom<ArgumentRegion>($body)
  }];
}

def ScanOp : TileOp<"scan", 0x5E, 1, [RecursiveMemoryEffects, SingleBlock]> {
  let arguments = (ins Variadic<AnyTile>:$operands, I32Attr:$dim, BoolAttr:$reverse, ArrayAttr:$identities);
  let results = (outs Variadic<AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $operands `dim` `` `=` `` $dim `reverse` `` `=` `` $reverse `identities` `` `=` `` $identities attr-dict
    `:` custom<BareType>(type($operands)) `->` custom<BareType>(type($results)) custom<ArgumentRegion>($body)
  }];
}

#endif
