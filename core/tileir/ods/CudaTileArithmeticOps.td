// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element by element: float, math, integer, comparison, conversion. And matrix products.
#ifndef TILEPORT_CUDA_TILE_ARITHMETIC_OPS_TD
#define TILEPORT_CUDA_TILE_ARITHMETIC_OPS_TD

include "CudaTileAttributes.td"

// ---- Shapes of ops that many share ---------------------------------------------------------------------------------

class ElementwiseOp<string mnemonic, int number, int minor = 1, list<Trait> traits = []>
    : TileOp<mnemonic, number, minor, traits # [SameOperandsAndResultType]>;

class UnaryOp<string mnemonic, int number, Type type, int minor = 1>
    : ElementwiseOp<mnemonic, number, minor, [Pure]> {
  let arguments = (ins type:$source);
  let results = (outs type:$result);
  let assemblyFormat = "$source attr-dict `:` custom<BareType>(type($result))";
}

class BinaryOp<string mnemonic, int number, Type type, int minor = 1, list<Trait> traits = [Pure]>
    : ElementwiseOp<mnemonic, number, minor, traits> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<BareType>(type($result))";
}

class RoundedBinaryOp<string mnemonic, int number, list<Trait> traits = [Pure]>
    : ElementwiseOp<mnemonic, number, 1, traits> {
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs, RoundingModeAttr:$rounding_mode, UnitAttr:$flush_to_zero);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<FloatRounding>($rounding_mode) (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<BareType>(type($result))
  }];
}

class ExtremeFloatOp<string mnemonic, int number> : ElementwiseOp<mnemonic, number, 1, [Pure, Commutative]> {
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs, UnitAttr:$propagate_nan, UnitAttr:$flush_to_zero);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`flush_to_zero` $flush_to_zero^)? (`propagate_nan` $propagate_nan^)? attr-dict
    `:` custom<BareType>(type($result))
  }];
}

class FlushingUnaryOp<string mnemonic, int number> : ElementwiseOp<mnemonic, number, 1, [Pure]> {
  let arguments = (ins BaseFloatTile:$source, UnitAttr:$flush_to_zero);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = "$source (`flush_to_zero` $flush_to_zero^)? attr-dict `:` custom<BareType>(type($result))";
}

class RoundedMathOp<string mnemonic, int number, int roundingMinor> : ElementwiseOp<mnemonic, number, 1, [Pure]> {
  let arguments = (ins BaseFloatTile:$source, Since<roundingMinor, RoundingDefault<"Full">>:$rounding_mode);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = "$source custom<MathRounding>($rounding_mode) attr-dict `:` custom<BareType>(type($result))";
}

class OverflowBinaryOp<string mnemonic, int number, list<Trait> traits = [Pure]>
    : ElementwiseOp<mnemonic, number, 1, traits> {
  let arguments = (ins IntTile:$lhs, IntTile:$rhs, OverflowDefault<"None">:$overflow);
  let results = (outs IntTile:$result);
  let assemblyFormat = "$lhs `,` $rhs (`overflow` `` $overflow^)? attr-dict `:` custom<BareType>(type($result))";
}

class SignedBinaryOp<string mnemonic, int number, list<Trait> traits = [Pure]>
    : ElementwiseOp<mnemonic, number, 1, traits> {
  let arguments = (ins IntTile:$lhs, IntTile:$rhs, SignednessAttr:$signedness);
  let results = (outs IntTile:$result);
  let assemblyFormat = "$lhs `,` $rhs custom<Keyword>($signedness) attr-dict `:` custom<BareType>(type($result))";
}

// Named x, y where the two sides are not alike in kind.
class PairOp<string mnemonic, int number, Type type, int minor, list<Trait> traits>
    : ElementwiseOp<mnemonic, number, minor, traits> {
  let arguments = (ins type:$x, type:$y);
  let results = (outs type:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` custom<BareType>(type($result))";
}

// ---- Float ---------------------------------------------------------------------------------------------------------

def AbsFOp : UnaryOp<"absf", 0x00, BaseFloatTile>;
def AddFOp : RoundedBinaryOp<"addf", 0x02, [Pure, Commutative]>;
def CeilOp : UnaryOp<"ceil", 0x0D, BaseFloatTile>;
def CosOp : UnaryOp<"cos", 0x12, BaseFloatTile>;
def CoshOp : UnaryOp<"cosh", 0x13, BaseFloatTile>;
def ExpOp : RoundedMathOp<"exp", 0x17, 3>;
def Exp2Op : FlushingUnaryOp<"exp2", 0x18>;
def FloorOp : UnaryOp<"floor", 0x27, BaseFloatTile>;
def LogOp : UnaryOp<"log", 0x3F, BaseFloatTile>;
def Log2Op : UnaryOp<"log2", 0x40, BaseFloatTile>;
def MaxFOp : ExtremeFloatOp<"maxf", 0x45>;
def MinFOp : ExtremeFloatOp<"minf", 0x47>;
def MulFOp : RoundedBinaryOp<"mulf", 0x4C, [Pure, Commutative]>;
def NegFOp : UnaryOp<"negf", 0x4F, BaseFloatTile>;
def RemFOp : BinaryOp<"remf", 0x59, BaseFloatTile>;
def RsqrtOp : FlushingUnaryOp<"rsqrt", 0x5D>;
def SinOp : UnaryOp<"sin", 0x62, BaseFloatTile>;
def SinhOp : UnaryOp<"sinh", 0x63, BaseFloatTile>;
def SubFOp : RoundedBinaryOp<"subf", 0x67>;
def TanOp : UnaryOp<"tan", 0x69, BaseFloatTile>;
def TanhOp : RoundedMathOp<"tanh", 0x6A, 2>;
def Atan2Op : PairOp<"atan2", 0x6E, BaseFloatTile, 2, [Pure]>;

// Also takes approx and full.
def DivFOp : RoundedBinaryOp<"divf", 0x14>;

def FmaOp : ElementwiseOp<"fma", 0x28, 1, [Pure]> {
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs, BaseFloatTile:$acc, RoundingModeAttr:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<FloatRounding>($rounding_mode) (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<BareType>(type($result))
  }];
}

def SqrtOp : ElementwiseOp<"sqrt", 0x64, 1, [Pure]> {
  let arguments = (ins BaseFloatTile:$source, RoundingModeAttr:$rounding_mode, UnitAttr:$flush_to_zero);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $source custom<FloatRounding>($rounding_mode) (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<BareType>(type($result))
  }];
}

// Files and texts before 13.4 call it pow.
def FPowFOp : ElementwiseOp<"fpowf", 0x54, 1, [Pure]> {
  let arguments = (ins BaseFloatTile:$source, BaseFloatTile:$exponent);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = "$source `,` $exponent attr-dict `:` custom<BareType>(type($result))";
}

def FPowIOp : TileOp<"fpowi", 0x79, 4, [Pure, AllTypesMatch<["source", "result"]>]> {
  let arguments = (ins BaseFloatTile:$source, IntTile:$exponent);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `,` $exponent attr-dict `:` custom<BareType>(type($source)) `,` custom<BareType>(type($exponent))
  }];
}

def CmpFOp : TileOp<"cmpf", 0x0E, 1, [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let arguments = (ins ComparisonPredicateAttr:$comparison_predicate, ComparisonOrderingAttr:$comparison_ordering,
                       BaseFloatTile:$lhs, BaseFloatTile:$rhs);
  let results = (outs BoolTile:$result);
  let assemblyFormat = [{
    custom<Keyword>($comparison_predicate) custom<Keyword>($comparison_ordering) $lhs `,` $rhs attr-dict
    `:` custom<BareType>(type($lhs)) `->` custom<BareType>(type($result))
  }];
}

// ---- Integer -------------------------------------------------------------------------------------------------------

def AbsIOp : UnaryOp<"absi", 0x01, IntTile>;
def AddIOp : OverflowBinaryOp<"addi", 0x03, [Pure, Commutative]>;
def AndIOp : BinaryOp<"andi", 0x04, IntTile, 1, [Pure, Commutative]>;
def MaxIOp : SignedBinaryOp<"maxi", 0x46, [Pure, Commutative]>;
def MinIOp : SignedBinaryOp<"mini", 0x48, [Pure, Commutative]>;
def MulhiIOp : PairOp<"mulhii", 0x4D, IntTile, 1, [Pure, Commutative]>;
def MulIOp : OverflowBinaryOp<"muli", 0x4E, [Pure, Commutative]>;
def OrIOp : BinaryOp<"ori", 0x52, IntTile, 1, [Pure, Commutative]>;
def RemIOp : SignedBinaryOp<"remi", 0x5A, [NoMemoryEffect]>;
def ShLIOp : OverflowBinaryOp<"shli", 0x60>;
def ShRIOp : SignedBinaryOp<"shri", 0x61>;
def SubIOp : OverflowBinaryOp<"subi", 0x68>;
def XOrIOp : BinaryOp<"xori", 0x6C, IntTile, 1, [Pure, Commutative]>;

// Division by zero is undefined: it must not be moved to where it would not have run.
def DivIOp : ElementwiseOp<"divi", 0x15, 1, [NoMemoryEffect]> {
  let arguments = (ins IntTile:$lhs, IntTile:$rhs, SignednessAttr:$signedness, RoundingDefault<"Zero">:$rounding);
  let results = (outs IntTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<Keyword>($signedness) (`rounding` `` $rounding^)? attr-dict
    `:` custom<BareType>(type($result))
  }];
}

def NegIOp : ElementwiseOp<"negi", 0x50, 1, [Pure]> {
  let arguments = (ins IntTile:$source, Since<2, OverflowDefault<"None">>:$overflow);
  let results = (outs IntTile:$result);
  let assemblyFormat = "$source (`overflow` `` $overflow^)? attr-dict `:` custom<BareType>(type($result))";
}

def CmpIOp : TileOp<"cmpi", 0x0F, 1, [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let arguments = (ins ComparisonPredicateAttr:$comparison_predicate, IntTile:$lhs, IntTile:$rhs,
                       SignednessAttr:$signedness);
  let results = (outs BoolTile:$result);
  let assemblyFormat = [{
    custom<Keyword>($comparison_predicate) $lhs `,` $rhs `,` custom<Keyword>($signedness) attr-dict
    `:` custom<BareType>(type($lhs)) `->` custom<BareType>(type($result))
  }];
}

// ---- Matrix --------------------------------------------------------------------------------------------------------

class MatrixOp<string mnemonic, int number, int minor = 1>
    : TileOp<mnemonic, number, minor, [Pure, AllTypesMatch<["acc", "result"]>]>;

def MmaFOp : MatrixOp<"mmaf", 0x49> {
  let arguments = (ins FloatTile:$lhs, FloatTile:$rhs, FloatTile:$acc, Since<3, UnitAttr>:$fast_acc);
  let results = (outs FloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`fast_acc` $fast_acc^)? attr-dict
    `:` custom<BareType>(type($lhs)) `,` custom<BareType>(type($rhs)) `,` custom<BareType>(type($acc))
  }];
}

def MmaIOp : MatrixOp<"mmai", 0x4A> {
  let arguments = (ins IntTile:$lhs, IntTile:$rhs, IntTile:$acc, SignednessAttr:$signedness_lhs,
                       SignednessAttr:$signedness_rhs);
  let results = (outs IntTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<Keyword>($signedness_lhs) custom<Keyword>($signedness_rhs) attr-dict
    `:` custom<BareType>(type($lhs)) `,` custom<BareType>(type($rhs)) `,` custom<BareType>(type($acc))
  }];
}

def MmaFScaledOp : MatrixOp<"mmaf_scaled", 0x72, 3> {
  let arguments = (ins FloatTile:$lhs, FloatTile:$rhs, FloatTile:$acc, FloatTile:$lhs_scale, FloatTile:$rhs_scale);
  let results = (outs FloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `,` $lhs_scale `,` $rhs_scale attr-dict
    `:` custom<BareType>(type($lhs)) `,` custom<BareType>(type($rhs)) `,` custom<BareType>(type($acc))
    `,` custom<BareType>(type($lhs_scale)) `,` custom<BareType>(type($rhs_scale))
  }];
}

// ---- Conversion ----------------------------------------------------------------------------------------------------

class RetypeOp<string mnemonic, int number, Type from, Type to, int minor = 1> : TileOp<mnemonic, number, minor, [Pure]> {
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<BareType>(type($source)) `->` custom<BareType>(type($result))
  }];
}

class ConversionOp<string mnemonic, int number> : TileOp<mnemonic, number, 1, [Pure]>;

def BitcastOp : RetypeOp<"bitcast", 0x09, NumberTile, NumberTile>;
def IntToPtrOp : RetypeOp<"int_to_ptr", 0x33, I64Tile, PtrTile>;
def PtrToIntOp : RetypeOp<"ptr_to_int", 0x56, PtrTile, I64Tile>;
def PtrToPtrOp : RetypeOp<"ptr_to_ptr", 0x57, PtrTile, PtrTile>;
def PackOp : RetypeOp<"pack", 0x6F, NumberTile, IntTile, 3>;
def UnpackOp : RetypeOp<"unpack", 0x70, IntTile, NumberTile, 3>;

def ExtIOp : ConversionOp<"exti", 0x25> {
  let arguments = (ins PackedIntTile:$from, SignednessAttr:$signedness);
  let results = (outs PackedIntTile:$to);
  let assemblyFormat = [{
    $from custom<Keyword>($signedness) attr-dict `:` custom<BareType>(type($from)) `->` custom<BareType>(type($to))
  }];
}

def TruncIOp : ConversionOp<"trunci", 0x6B> {
  let arguments = (ins PackedIntTile:$from, OverflowDefault<"None">:$overflow);
  let results = (outs PackedIntTile:$to);
  let assemblyFormat = [{
    $from (`overflow` `` $overflow^)? attr-dict `:` custom<BareType>(type($from)) `->` custom<BareType>(type($to))
  }];
}

def FToFOp : ConversionOp<"ftof", 0x2A> {
  let arguments = (ins FloatTile:$from, RoundingDefault<"NearestEven">:$rounding_mode);
  let results = (outs FloatTile:$to);
  let assemblyFormat = [{
    $from custom<FloatRounding>($rounding_mode) attr-dict
    `:` custom<BareType>(type($from)) `->` custom<BareType>(type($to))
  }];
}

def FToIOp : ConversionOp<"ftoi", 0x2B> {
  let arguments = (ins FloatTile:$from, SignednessAttr:$signedness, RoundingModeAttr:$rounding_mode,
                       Since<4, UnitAttr>:$saturating);
  let results = (outs IntTile:$to);
  let assemblyFormat = [{
    $from custom<Keyword>($signedness) custom<ToIntegerRounding>($rounding_mode) (`saturating` $saturating^)? attr-dict
    `:` custom<BareType>(type($from)) `->` custom<BareType>(type($to))
  }];
}

def IToFOp : ConversionOp<"itof", 0x3B> {
  let arguments = (ins IntTile:$from, SignednessAttr:$signedness, RoundingModeAttr:$rounding_mode);
  let results = (outs FloatTile:$to);
  let assemblyFormat = [{
    $from custom<Keyword>($signedness) custom<FloatRounding>($rounding_mode) attr-dict
    `:` custom<BareType>(type($from)) `->` custom<BareType>(type($to))
  }];
}

#endif
