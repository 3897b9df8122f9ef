// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types, their numbers in bytecode, and the constraints that ops put on them.
#ifndef TILEPORT_CUDA_TILE_TYPES_TD
#define TILEPORT_CUDA_TILE_TYPES_TD

include "CudaTileEnums.td"

// ---- Types of MLIR itself that have a number -----------------------------------------------------------------------

def : TypeTag<"I1", 0>;
def : TypeTag<"I8", 1>;
def : TypeTag<"I16", 2>;
def : TypeTag<"I32", 3>;
def : TypeTag<"I64", 4>;
def : TypeTag<"F16", 5>;
def : TypeTag<"BF16", 6>;
def : TypeTag<"F32", 7>;
def : TypeTag<"TF32", 8>;
def : TypeTag<"F64", 9>;
def : TypeTag<"F8E4M3FN", 10>;
def : TypeTag<"F8E5M2", 11>;
def : TypeTag<"Function", 16>;
def : TypeTag<"F8E8M0FNU", 18, 2>;
def : TypeTag<"F4E2M1FN", 19, 3>;
def : TypeTag<"I4", 22, 3>;

// ---- Types of the dialect ------------------------------------------------------------------------------------------

class TileTypeDef<string name, string mnemonicText, int number, int minor = 1>
    : TypeDef<CudaTile_Dialect, name>, TypeTag<name, number, minor> {
  let mnemonic = mnemonicText;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def F8E5M3FNUType : TileTypeDef<"F8E5M3FNU", "fnv8E5M3FNU", 130, 4> {
  let summary = "unsigned 8-bit float of 5 exponent and 3 fraction bits";
  let hasCustomAssemblyFormat = 0;
  let genVerifyDecl = 0;
}

def PtrType : TileTypeDef<"Ptr", "ptr", 12> {
  let summary = "address of elements in device memory: ptr<f32>";
  let parameters = (ins "::mlir::Type":$pointee, OptionalParameter<"::tileport::cuda_tile::PtrAttrAttr">:$attribute);
}

def TileType : TileTypeDef<"Tile", "tile", 13> {
  let summary = "values that live in registers: tile<16x8xf32>, tile<ptr<f32>>";
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
}

def TensorViewType : TileTypeDef<"TensorView", "tensor_view", 14> {
  let summary = "strided tensor in memory: tensor_view<?x64xf16, strides=[?,1]>";
  let parameters = (ins "::mlir::Type":$elementType, ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$strides,
                        OptionalParameter<"::tileport::cuda_tile::PtrAttrAttr">:$attribute);
}

def PartitionViewType : TileTypeDef<"PartitionView", "partition_view", 15> {
  let summary = "tensor cut into tiles that touch: partition_view<tile=(16x8), tensor_view<...>>";
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape, "::tileport::cuda_tile::TensorViewType":$tensorView,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        OptionalParameter<"::tileport::cuda_tile::PaddingValueAttr">:$paddingValue);
}

def TokenType : TileTypeDef<"Token", "token", 17>, BuildableType<"$_builder.getType<::tileport::cuda_tile::TokenType>()"> {
  let summary = "order of memory accesses";
  let hasCustomAssemblyFormat = 0;
  let genVerifyDecl = 0;
}

def GatherScatterViewType : TileTypeDef<"GatherScatterView", "gather_scatter_view", 20, 3> {
  let summary = "tensor read at listed places along one dimension: gather_scatter_view<tile=(4x16), tensor_view<...>, sparse_dim=0>";
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape, "::tileport::cuda_tile::TensorViewType":$tensorView,
                        "uint32_t":$sparseDim, OptionalParameter<"::tileport::cuda_tile::PaddingValueAttr">:$paddingValue);
}

def StridedViewType : TileTypeDef<"StridedView", "strided_view", 21, 3> {
  let summary = "tensor cut into tiles that begin at every so many elements: strided_view<tile=(16x8), traversal_strides=[1,8], ...>";
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape, ArrayRefParameter<"int64_t">:$traversalStrides,
                        "::tileport::cuda_tile::TensorViewType":$tensorView, ArrayRefParameter<"int32_t">:$dimMap,
                        OptionalParameter<"::tileport::cuda_tile::PaddingValueAttr">:$paddingValue);
}

// ---- Constraints ---------------------------------------------------------------------------------------------------
// The tests are C++ functions of the dialect library: bool isTileOf(Type, bool (*elementTest)(Type)).

class TileOf<string elementTest, string description>
    : Type<CPred<"::tileport::cuda_tile::isTileOf($_self, ::tileport::cuda_tile::" # elementTest # ")">,
           "tile of " # description, "::tileport::cuda_tile::TileType">;

def AnyTile : TileOf<"isAnyElement", "any elements">;
def NumberTile : TileOf<"isNumberElement", "numbers">;
def BaseFloatTile : TileOf<"isBaseFloatElement", "f16, bf16, f32 or f64">;
def FloatTile : TileOf<"isFloatElement", "floats">;
def IntTile : TileOf<"isIntElement", "i1, i8, i16, i32 or i64">;
def PackedIntTile : TileOf<"isPackedIntElement", "i1, i4, i8, i16, i32 or i64">;
def BoolTile : TileOf<"isBoolElement", "i1">;
def I64Tile : TileOf<"isI64Element", "i64">;
def PtrTile : TileOf<"isPtrElement", "pointers">;
def IntOrPtrTile : TileOf<"isIntOrPtrElement", "integers or pointers">;

class ScalarTile<string elementTest, string description>
    : Type<CPred<"::tileport::cuda_tile::isScalarTileOf($_self, ::tileport::cuda_tile::" # elementTest # ")">,
           "one " # description, "::tileport::cuda_tile::TileType">;
def ScalarIntTile : ScalarTile<"isIntElement", "integer">;
def ScalarBoolTile : ScalarTile<"isBoolElement", "i1">,
    BuildableType<"::tileport::cuda_tile::TileType::get($_builder.getContext(), {}, $_builder.getI1Type())">;
def ScalarPtrTile : ScalarTile<"isPtrElement", "pointer">;
def ScalarI32Tile : ScalarTile<"isI32Element", "i32">,
    BuildableType<"::tileport::cuda_tile::TileType::get($_builder.getContext(), {}, $_builder.getI32Type())">;

def AnyView : AnyTypeOf<[PartitionViewType, StridedViewType, GatherScatterViewType], "view">;
def TileOrToken : AnyTypeOf<[AnyTile, TokenType], "tile or token">;
def ValueType : AnyTypeOf<[AnyTile, TokenType, TensorViewType, AnyView], "value of the dialect">;

#endif
