// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enumerations. The position of a case is its number in bytecode.
#ifndef TILEPORT_CUDA_TILE_ENUMS_TD
#define TILEPORT_CUDA_TILE_ENUMS_TD

include "CudaTileBase.td"

class TileCase<string symbol, int ordinal, string text, int minor = 1> : I32EnumAttrCase<symbol, ordinal, text> {
  int sinceMinor = minor;
}

class TileEnum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tileport::cuda_tile";
  let genSpecializedAttr = 0;
}

// Prints as #cuda_tile.<mnemonic><case>; ops print the bare word by custom<Keyword>.
class TileEnumAttr<TileEnum values, string mnemonic> : EnumAttr<CudaTile_Dialect, values, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Signedness : TileEnum<"Signedness", "how integers are understood", [
  TileCase<"Unsigned", 0, "unsigned">, TileCase<"Signed", 1, "signed">]>;
def SignednessAttr : TileEnumAttr<Signedness, "signedness">;

def IntegerOverflow : TileEnum<"IntegerOverflow", "what an integer op promises about wrapping", [
  TileCase<"None", 0, "none">, TileCase<"NoSignedWrap", 1, "no_signed_wrap">,
  TileCase<"NoUnsignedWrap", 2, "no_unsigned_wrap">, TileCase<"NoWrap", 3, "no_wrap">]>;
def IntegerOverflowAttr : TileEnumAttr<IntegerOverflow, "overflow">;

def RoundingMode : TileEnum<"RoundingMode", "how a result is rounded", [
  TileCase<"NearestEven", 0, "nearest_even">, TileCase<"Zero", 1, "zero">, TileCase<"NegativeInf", 2, "negative_inf">,
  TileCase<"PositiveInf", 3, "positive_inf">, TileCase<"Approx", 4, "approx">, TileCase<"Full", 5, "full">,
  TileCase<"NearestIntToZero", 6, "nearest_int_to_zero">, TileCase<"NearestAway", 7, "nearest_away", 4>]>;
def RoundingModeAttr : TileEnumAttr<RoundingMode, "rounding">;

def ComparisonOrdering : TileEnum<"ComparisonOrdering", "what a comparison with NaN gives", [
  TileCase<"Unordered", 0, "unordered">, TileCase<"Ordered", 1, "ordered">]>;
def ComparisonOrderingAttr : TileEnumAttr<ComparisonOrdering, "comparison_ordering">;

def ComparisonPredicate : TileEnum<"ComparisonPredicate", "which comparison", [
  TileCase<"Equal", 0, "equal">, TileCase<"NotEqual", 1, "not_equal">, TileCase<"LessThan", 2, "less_than">,
  TileCase<"LessThanOrEqual", 3, "less_than_or_equal">, TileCase<"GreaterThan", 4, "greater_than">,
  TileCase<"GreaterThanOrEqual", 5, "greater_than_or_equal">]>;
def ComparisonPredicateAttr : TileEnumAttr<ComparisonPredicate, "comparison_predicate">;

def AtomicRMWMode : TileEnum<"AtomicRMWMode", "what an atomic op does with memory", [
  TileCase<"And", 0, "and">, TileCase<"Or", 1, "or">, TileCase<"Xor", 2, "xor">, TileCase<"Add", 3, "add">,
  TileCase<"AddF", 4, "addf">, TileCase<"Max", 5, "max">, TileCase<"Min", 6, "min">, TileCase<"UMax", 7, "umax">,
  TileCase<"UMin", 8, "umin">, TileCase<"Xchg", 9, "xchg">]>;
def AtomicRMWModeAttr : TileEnumAttr<AtomicRMWMode, "atomic_rmw_mode">;

def MemoryScope : TileEnum<"MemoryScope", "who sees an access in order", [
  TileCase<"TlBlk", 0, "tl_blk">, TileCase<"Device", 1, "device">, TileCase<"Sys", 2, "sys">]>;
def MemoryScopeAttr : TileEnumAttr<MemoryScope, "memory_scope">;

def MemoryOrdering : TileEnum<"MemoryOrdering", "how an access is ordered", [
  TileCase<"Weak", 0, "weak">, TileCase<"Relaxed", 1, "relaxed">, TileCase<"Acquire", 2, "acquire">,
  TileCase<"Release", 3, "release">, TileCase<"AcqRel", 4, "acq_rel">]>;
def MemoryOrderingAttr : TileEnumAttr<MemoryOrdering, "memory_ordering">;

def PaddingValue : TileEnum<"PaddingValue", "what a view reads outside of its tensor", [
  TileCase<"Zero", 0, "zero">, TileCase<"NegZero", 1, "neg_zero">, TileCase<"Nan", 2, "nan">,
  TileCase<"PosInf", 3, "pos_inf">, TileCase<"NegInf", 4, "neg_inf">]>;
def PaddingValueAttr : TileEnumAttr<PaddingValue, "padding_value">;

def SymbolVisibility : TileEnum<"SymbolVisibility", "who may use a symbol", [
  TileCase<"Public", 0, "public">, TileCase<"Private", 1, "private">]>;
def SymbolVisibilityAttr : TileEnumAttr<SymbolVisibility, "symbol_visibility">;

def PtrAttr : TileEnum<"PtrAttr", "what kind of memory a pointer leads to", [
  TileCase<"None", 0, "none", 4>, TileCase<"Unicast", 1, "unicast", 5>, TileCase<"Multicast", 2, "multicast", 5>]>;
def PtrAttrAttr : TileEnumAttr<PtrAttr, "ptr_attr">;

def MultimemReductionKind : TileEnum<"MultimemReductionKind", "what a reduction over several devices' memory does", [
  TileCase<"Add", 0, "add", 5>, TileCase<"Min", 1, "min", 5>, TileCase<"Max", 2, "max", 5>,
  TileCase<"And", 3, "and", 5>, TileCase<"Or", 4, "or", 5>, TileCase<"Xor", 5, "xor", 5>,
  TileCase<"UMin", 6, "umin", 5>, TileCase<"UMax", 7, "umax", 5>]>;
def MultimemReductionKindAttr : TileEnumAttr<MultimemReductionKind, "multimem_reduction_kind">;

#endif
