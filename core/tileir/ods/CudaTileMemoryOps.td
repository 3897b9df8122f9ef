// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Views, memory accesses and the tokens that order them.
#ifndef TILEPORT_CUDA_TILE_MEMORY_OPS_TD
#define TILEPORT_CUDA_TILE_MEMORY_OPS_TD

include "CudaTileAttributes.td"

// ---- Views ---------------------------------------------------------------------------------------------------------

// Only the extents and strides that the type leaves open are operands.
def MakeTensorViewOp : TileOp<"make_tensor_view", 0x43, 1, [NoMemoryEffect, AttrSizedOperandSegments]> {
  let arguments = (ins ScalarPtrTile:$base, Variadic<ScalarIntTile>:$dynamicShape, Variadic<ScalarIntTile>:$dynamicStrides);
  let results = (outs TensorViewType:$result);
  let resultNames = ["tview"];
  let assemblyFormat = [{
    custom<TensorView>($base, type($base), $dynamicShape, type($dynamicShape), $dynamicStrides, type($dynamicStrides),
                       type($result)) attr-dict
  }];
}

class MakeViewOp<string mnemonic, int number, Type view, string cppType, string name, int minor>
    : TileOp<mnemonic, number, minor, [Pure, TypesMatchWith<"the view is of this tensor", "result", "tensor_view",
        "::llvm::cast<::tileport::cuda_tile::" # cppType # ">($_self).getTensorView()">]> {
  let arguments = (ins TensorViewType:$tensor_view);
  let results = (outs view:$result);
  let resultNames = [name];
  let assemblyFormat = "$tensor_view attr-dict `:` custom<BareType>(type($result))";
}

def MakePartitionViewOp : MakeViewOp<"make_partition_view", 0x42, PartitionViewType, "PartitionViewType", "pview", 1>;
def MakeGatherScatterViewOp
    : MakeViewOp<"make_gather_scatter_view", 0x73, GatherScatterViewType, "GatherScatterViewType", "gsview", 3>;
def MakeStridedViewOp : MakeViewOp<"make_strided_view", 0x74, StridedViewType, "StridedViewType", "sview", 3>;

class ShapeQueryOp<string mnemonic, int number, Type source> : TileOp<mnemonic, number, 1, [NoMemoryEffect]> {
  let arguments = (ins source:$src);
  let results = (outs Variadic<ScalarIntTile>:$result);
  let assemblyFormat = "$src attr-dict `:` custom<ShapeQuery>(type($src), type($result))";
}

def GetIndexSpaceShapeOp : ShapeQueryOp<"get_index_space_shape", 0x2D, AnyView>;
def GetTensorShapeOp : ShapeQueryOp<"get_tensor_shape", 0x2F, TensorViewType>;

// ---- Accesses through views ----------------------------------------------------------------------------------------

class AccessOp<string mnemonic, int number, int minor = 1, list<Trait> traits = []>
    : TileOp<mnemonic, number, minor, traits # [AttrSizedOperandSegments]>;

def LoadViewTkoOp : AccessOp<"load_view_tko", 0x3E> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, OptionalAttr<MemoryScopeAttr>:$memory_scope,
                       AnyView:$view, Variadic<IntTile>:$index, Optional<TokenType>:$token,
                       OptionalAttr<OptimizationHintsAttr>:$optimization_hints, Since<4, InboundsAttr>:$inbounds);
  let results = (outs AnyTile:$tile, TokenType:$result_token);
  let resultNames = ["tile", "result_token"];
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $view `[` $index `]` (`token` `=` $token^)?
    (`optimization_hints` `=` $optimization_hints^)? `` custom<SpacedInbounds>($inbounds) attr-dict
    `:` custom<BareType>(type($view)) `,` custom<IndexTypes>(type($index), ref($index))
    `->` custom<BareType>(type($tile)) `,` custom<BareType>(type($result_token))
  }];
}

def StoreViewTkoOp : AccessOp<"store_view_tko", 0x66> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, OptionalAttr<MemoryScopeAttr>:$memory_scope,
                       AnyTile:$tile, AnyView:$view, Variadic<IntTile>:$index, Optional<TokenType>:$token,
                       OptionalAttr<OptimizationHintsAttr>:$optimization_hints, Since<4, InboundsAttr>:$inbounds);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $tile `,` $view `[` $index `]` (`token` `=` $token^)?
    (`optimization_hints` `=` $optimization_hints^)? `` custom<SpacedInbounds>($inbounds) attr-dict
    `:` custom<BareType>(type($tile)) `,` custom<BareType>(type($view))
    `,` custom<IndexTypes>(type($index), ref($index)) `->` custom<BareType>(type($result_token))
  }];
}

def AtomicRedViewTkoOp : AccessOp<"atomic_red_view_tko", 0x75, 3> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, MemoryScopeAttr:$memory_scope, AnyView:$view,
                       Variadic<IntTile>:$index, AtomicRMWModeAttr:$mode, AnyTile:$value, Optional<TokenType>:$token,
                       Since<5, InboundsAttr>:$inbounds);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $view `[` $index `]` `,` custom<Keyword>($mode)
    `,` $value (`token` `=` $token^)? `` custom<SpacedInbounds>($inbounds) attr-dict
    `:` custom<BareType>(type($value)) `,` custom<BareType>(type($view))
    `,` custom<IndexTypes>(type($index), ref($index)) `->` custom<BareType>(type($result_token))
  }];
}

// ---- The same tensor in the memory of several devices ----------------------------------------------------------------

def ReductionDefault : DefaultValuedAttr<MultimemReductionKindAttr, "::tileport::cuda_tile::MultimemReductionKind::Add">;

def MultimemLoadReduceViewTkoOp : AccessOp<"multimem_load_reduce_view_tko", 0x7B, 5> {
  let arguments = (ins AnyView:$view, Variadic<IntTile>:$index, Optional<TokenType>:$token,
                       MemoryOrderingAttr:$memory_ordering_semantics, OptionalAttr<MemoryScopeAttr>:$memory_scope,
                       ReductionDefault:$reduction, InboundsAttr:$inbounds);
  let results = (outs AnyTile:$reduced_values, TokenType:$result_token);
  let resultNames = ["reduced_values", "result_token"];
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $view `[` $index `]` (`token` `=` $token^)?
    custom<Inbounds>($inbounds) attr-dict-with-keyword
    `:` custom<BareType>(type($view)) `,` custom<IndexTypes>(type($index), ref($index))
    (`,` custom<BareType>(type($token))^)? `->` custom<BareType>(type($reduced_values)) `,` custom<BareType>(type($result_token))
  }];
}

def MultimemReduceViewTkoOp : AccessOp<"multimem_reduce_view_tko", 0x7C, 5> {
  let arguments = (ins AnyView:$view, AnyTile:$tile, Variadic<IntTile>:$index, Optional<TokenType>:$token,
                       MemoryOrderingAttr:$memory_ordering_semantics, MemoryScopeAttr:$memory_scope,
                       ReductionDefault:$reduction, InboundsAttr:$inbounds);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $view `,` $tile `[` $index `]` (`token` `=` $token^)?
    custom<Inbounds>($inbounds) attr-dict-with-keyword
    `:` custom<BareType>(type($view)) `,` custom<BareType>(type($tile))
    `,` custom<IndexTypes>(type($index), ref($index)) (`,` custom<BareType>(type($token))^)?
    `->` custom<BareType>(type($result_token))
  }];
}

def MultimemStoreViewTkoOp : AccessOp<"multimem_store_view_tko", 0x7D, 5> {
  let arguments = (ins AnyView:$view, AnyTile:$tile, Variadic<IntTile>:$index, Optional<TokenType>:$token,
                       MemoryOrderingAttr:$memory_ordering_semantics, OptionalAttr<MemoryScopeAttr>:$memory_scope,
                       InboundsAttr:$inbounds);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $view `,` $tile `[` $index `]` (`token` `=` $token^)?
    custom<Inbounds>($inbounds) attr-dict-with-keyword
    `:` custom<BareType>(type($view)) `,` custom<BareType>(type($tile))
    `,` custom<IndexTypes>(type($index), ref($index)) (`,` custom<BareType>(type($token))^)?
    `->` custom<BareType>(type($result_token))
  }];
}

// ---- Accesses through pointers -------------------------------------------------------------------------------------

// A padding value may stand without a mask: in the text only the types tell which of them one operand is.
def LoadPtrTkoOp : AccessOp<"load_ptr_tko", 0x3D> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, OptionalAttr<MemoryScopeAttr>:$memory_scope,
                       PtrTile:$source, Optional<BoolTile>:$mask, Optional<AnyTile>:$paddingValue,
                       Optional<TokenType>:$token, OptionalAttr<OptimizationHintsAttr>:$optimization_hints);
  let results = (outs AnyTile:$result, TokenType:$result_token);
  let resultNames = ["result", "result_token"];
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $source (`,` $mask^)? (`,` $paddingValue^)?
    (`token` `` `=` `` $token^)? (`optimization_hints` `=` $optimization_hints^)? attr-dict
    `:` custom<BareType>(type($source)) (`,` custom<BareType>(type($mask))^)? (`,` custom<BareType>(type($paddingValue))^)?
    `->` custom<BareType>(type($result)) `,` custom<BareType>(type($result_token))
  }];
}

def StorePtrTkoOp : AccessOp<"store_ptr_tko", 0x65> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, OptionalAttr<MemoryScopeAttr>:$memory_scope,
                       PtrTile:$destination, AnyTile:$value, Optional<BoolTile>:$mask, Optional<TokenType>:$token,
                       OptionalAttr<OptimizationHintsAttr>:$optimization_hints);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $destination `,` $value (`,` $mask^)?
    (`token` `` `=` `` $token^)? (`optimization_hints` `=` $optimization_hints^)? attr-dict
    `:` custom<BareType>(type($destination)) `,` custom<BareType>(type($value)) (`,` custom<BareType>(type($mask))^)?
    `->` custom<BareType>(type($result_token))
  }];
}

def AtomicRmwTkoOp : AccessOp<"atomic_rmw_tko", 0x08> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, MemoryScopeAttr:$memory_scope, PtrTile:$pointers,
                       AtomicRMWModeAttr:$mode, AnyTile:$arg, Optional<BoolTile>:$mask, Optional<TokenType>:$token);
  let results = (outs AnyTile:$result, TokenType:$result_token);
  let resultNames = ["result", "result_token"];
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $pointers `,` custom<Keyword>($mode) `,` $arg
    (`,` $mask^)? (`token` `` `=` `` $token^)? attr-dict
    `:` custom<BareType>(type($pointers)) `,` custom<BareType>(type($arg)) (`,` custom<BareType>(type($mask))^)?
    `->` custom<BareType>(type($result)) `,` custom<BareType>(type($result_token))
  }];
}

def AtomicCasTkoOp : AccessOp<"atomic_cas_tko", 0x07, 1, [AllTypesMatch<["cmp", "val"]>]> {
  let arguments = (ins MemoryOrderingAttr:$memory_ordering_semantics, MemoryScopeAttr:$memory_scope, PtrTile:$pointers,
                       AnyTile:$cmp, AnyTile:$val, Optional<BoolTile>:$mask, Optional<TokenType>:$token);
  let results = (outs AnyTile:$result, TokenType:$result_token);
  let resultNames = ["result", "result_token"];
  let assemblyFormat = [{
    custom<Ordering>($memory_ordering_semantics, $memory_scope) $pointers `,` $cmp `,` $val (`,` $mask^)?
    (`token` `` `=` `` $token^)? attr-dict
    `:` custom<BareType>(type($pointers)) `,` custom<BareType>(type($val)) (`,` custom<BareType>(type($mask))^)?
    `->` custom<BareType>(type($result)) `,` custom<BareType>(type($result_token))
  }];
}

def AllocaOp : TileOp<"alloca", 0x71, 3> {
  let arguments = (ins I64Attr:$num_elem, I64Attr:$alignment, UnitAttr:$global);
  let results = (outs ScalarPtrTile:$result);
  let assemblyFormat = [{
    `num_elem` `=` $num_elem `,` `alignment` `=` $alignment (`global` $global^)? attr-dict
    `:` custom<BareType>(type($result))
  }];
}

// ---- Tokens and what they order ------------------------------------------------------------------------------------

def MakeTokenOp : TileOp<"make_token", 0x44, 1, [Pure]> {
  let results = (outs TokenType:$result);
  let assemblyFormat = "attr-dict `:` custom<BareType>(type($result))";
}

def JoinTokensOp : TileOp<"join_tokens", 0x3C, 1, [Pure]> {
  let arguments = (ins Variadic<TokenType>:$tokens);
  let results = (outs TokenType:$result);
  let assemblyFormat = "$tokens attr-dict `:` custom<BareType>(type($result))";
}

// Files of 13.1 have neither token.
def PrintTkoOp : TileOp<"print_tko", 0x55, 1, [AttrSizedOperandSegments]> {
  let arguments = (ins StrAttr:$str, Variadic<AnyTile>:$args, Since<2, Optional<TokenType>>:$token);
  let results = (outs Since<2, Optional<TokenType>>:$result_token);
  let assemblyFormat = [{
    $str (`,` $args^)? (`token` `` `=` `` $token^)? attr-dict (`:` custom<BareType>(type($args))^)?
    (`->` custom<BareType>(type($result_token))^)?
  }];
}

class DependentLaunchOp<string mnemonic, int number> : TileOp<mnemonic, number, 4> {
  let arguments = (ins Optional<TokenType>:$token);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = "(`token` `=` $token^)? attr-dict `->` custom<BareType>(type($result_token))";
}

def GdcLaunchDependentsTkoOp : DependentLaunchOp<"gdc_launch_dependents_tko", 0x77>;
def GdcWaitTkoOp : DependentLaunchOp<"gdc_wait_tko", 0x78>;

def MemoryFenceAliasTkoOp : TileOp<"memory_fence_alias_tko", 0x7A, 4> {
  let arguments = (ins TokenType:$token);
  let results = (outs TokenType:$result_token);
  let assemblyFormat = "$token attr-dict";
}

#endif
