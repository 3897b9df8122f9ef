// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/op_cases.h"

namespace tileport::oracle {

namespace {

using enum tileir::ScalarKind;

// NaN is 0x7FC00000, infinities are 0x7F800000 and 0xFF800000, -0 is 0x80000000, the smallest number 0x00000001.
constexpr OpCase kCases[] = {
    {"addi wraps", R"(
  %x = constant <i32: [2147483647, -1, 5, 0]> : tile<4xi32>
  %y = constant <i32: [1, -1, -3, 0]> : tile<4xi32>
  %r = addi %x, %y : tile<4xi32>)",
     "i32", I32, 4, "-2147483648, -2, 2, 0"},
    {"addi no wrap", R"(
  %x = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
  %y = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %r = addi %x, %y overflow<no_wrap> : tile<4xi32>)",
     "i32", I32, 4, "6, 8, 10, 12"},
    {"subi", R"(
  %x = constant <i32: [-2147483648, 1, 5, 0]> : tile<4xi32>
  %y = constant <i32: [1, -1, -3, 0]> : tile<4xi32>
  %r = subi %x, %y : tile<4xi32>)",
     "i32", I32, 4, "2147483647, 2, 8, 0"},
    {"muli i64", R"(
  %x = constant <i64: [9223372036854775807, -1, 3, 4294967296]> : tile<4xi64>
  %y = constant <i64: [2, -1, 3, 4294967296]> : tile<4xi64>
  %r = muli %x, %y : tile<4xi64>)",
     "i64", I64, 4, "-2, 1, 9, 0"},
    {"mulhii i8", R"(
  %x = constant <i8: [-1, 16, 2, 127]> : tile<4xi8>
  %y = constant <i8: [-1, 16, 3, 2]> : tile<4xi8>
  %r = mulhii %x, %y : tile<4xi8>)",
     "i8", I8, 4, "-2, 1, 0, 0"},
    {"negi", R"(
  %x = constant <i32: [1, -2147483648, 0, -7]> : tile<4xi32>
  %r = negi %x : tile<4xi32>)",
     "i32", I32, 4, "-1, -2147483648, 0, 7"},
    {"absi", R"(
  %x = constant <i32: [-1, -2147483648, 0, 7]> : tile<4xi32>
  %r = absi %x : tile<4xi32>)",
     "i32", I32, 4, "1, -2147483648, 0, 7"},
    {"divi signed", R"(
  %x = constant <i32: [7, -7, 7, -7]> : tile<4xi32>
  %y = constant <i32: [3, 3, -3, -3]> : tile<4xi32>
  %r = divi %x, %y signed : tile<4xi32>)",
     "i32", I32, 4, "2, -2, -2, 2"},
    {"divi floor", R"(
  %x = constant <i32: [7, -7, 7, -7]> : tile<4xi32>
  %y = constant <i32: [3, 3, -3, -3]> : tile<4xi32>
  %r = divi %x, %y signed rounding<negative_inf> : tile<4xi32>)",
     "i32", I32, 4, "2, -3, -3, 2"},
    {"divi ceil", R"(
  %x = constant <i32: [7, -7, 7, -7]> : tile<4xi32>
  %y = constant <i32: [3, 3, -3, -3]> : tile<4xi32>
  %r = divi %x, %y signed rounding<positive_inf> : tile<4xi32>)",
     "i32", I32, 4, "3, -2, -2, 3"},
    {"divi unsigned", R"(
  %x = constant <i32: [-1, 7, 8, 9]> : tile<4xi32>
  %y = constant <i32: [2, 2, 2, 2]> : tile<4xi32>
  %r = divi %x, %y unsigned rounding<positive_inf> : tile<4xi32>)",
     "i32", I32, 4, "-2147483648, 4, 4, 5"},
    {"remi signed", R"(
  %x = constant <i32: [7, -7, 7, -2147483648]> : tile<4xi32>
  %y = constant <i32: [3, 3, -3, -1]> : tile<4xi32>
  %r = remi %x, %y signed : tile<4xi32>)",
     "i32", I32, 4, "1, -1, 1, 0"},
    {"remi unsigned", R"(
  %x = constant <i32: [-1, 7, 8, 9]> : tile<4xi32>
  %y = constant <i32: [10, 3, 3, 6]> : tile<4xi32>
  %r = remi %x, %y unsigned : tile<4xi32>)",
     "i32", I32, 4, "5, 1, 2, 3"},
    {"maxi signed", R"(
  %x = constant <i32: [-1, 5, 7, 0]> : tile<4xi32>
  %y = constant <i32: [1, -5, 7, -1]> : tile<4xi32>
  %r = maxi %x, %y signed : tile<4xi32>)",
     "i32", I32, 4, "1, 5, 7, 0"},
    {"maxi unsigned", R"(
  %x = constant <i32: [-1, 5, 7, 0]> : tile<4xi32>
  %y = constant <i32: [1, -5, 7, -1]> : tile<4xi32>
  %r = maxi %x, %y unsigned : tile<4xi32>)",
     "i32", I32, 4, "-1, -5, 7, -1"},
    {"mini", R"(
  %x = constant <i32: [-1, 5, 7, 0]> : tile<4xi32>
  %y = constant <i32: [1, -5, 7, -1]> : tile<4xi32>
  %r = mini %x, %y signed : tile<4xi32>)",
     "i32", I32, 4, "-1, -5, 7, -1"},
    {"shli", R"(
  %x = constant <i32: [1, -1, 3, 5]> : tile<4xi32>
  %y = constant <i32: [31, 4, 2, 0]> : tile<4xi32>
  %r = shli %x, %y : tile<4xi32>)",
     "i32", I32, 4, "-2147483648, -16, 12, 5"},
    {"shri signed", R"(
  %x = constant <i32: [-8, -1, 8, 5]> : tile<4xi32>
  %y = constant <i32: [1, 31, 2, 0]> : tile<4xi32>
  %r = shri %x, %y signed : tile<4xi32>)",
     "i32", I32, 4, "-4, -1, 2, 5"},
    {"shri unsigned", R"(
  %x = constant <i32: [-8, -1, 8, 5]> : tile<4xi32>
  %y = constant <i32: [1, 31, 2, 0]> : tile<4xi32>
  %r = shri %x, %y unsigned : tile<4xi32>)",
     "i32", I32, 4, "2147483644, 1, 2, 5"},
    {"andi", R"(
  %x = constant <i32: [12, -1, 5, 0]> : tile<4xi32>
  %y = constant <i32: [10, 7, 3, 1]> : tile<4xi32>
  %r = andi %x, %y : tile<4xi32>)",
     "i32", I32, 4, "8, 7, 1, 0"},
    {"ori", R"(
  %x = constant <i32: [12, 0, 5, 0]> : tile<4xi32>
  %y = constant <i32: [10, 7, 3, 1]> : tile<4xi32>
  %r = ori %x, %y : tile<4xi32>)",
     "i32", I32, 4, "14, 7, 7, 1"},
    {"xori", R"(
  %x = constant <i32: [12, -1, 5, 0]> : tile<4xi32>
  %y = constant <i32: [10, 7, 3, 1]> : tile<4xi32>
  %r = xori %x, %y : tile<4xi32>)",
     "i32", I32, 4, "6, -8, 6, 1"},
    {"cmpi signed", R"(
  %x = constant <i32: [-1, 2, 3, 4]> : tile<4xi32>
  %y = constant <i32: [1, 2, 2, 5]> : tile<4xi32>
  %r = cmpi less_than %x, %y, signed : tile<4xi32> -> tile<4xi1>)",
     "i1", I1, 4, "true, false, false, true"},
    {"cmpi unsigned", R"(
  %x = constant <i32: [-1, 2, 3, 4]> : tile<4xi32>
  %y = constant <i32: [1, 2, 2, 5]> : tile<4xi32>
  %r = cmpi greater_than_or_equal %x, %y, unsigned : tile<4xi32> -> tile<4xi1>)",
     "i1", I1, 4, "true, true, true, false"},
    {"exti signed", R"(
  %x = constant <i8: [-1, 127, -128, 0]> : tile<4xi8>
  %r = exti %x signed : tile<4xi8> -> tile<4xi32>)",
     "i32", I32, 4, "-1, 127, -128, 0"},
    {"exti unsigned", R"(
  %x = constant <i8: [-1, 127, -128, 0]> : tile<4xi8>
  %r = exti %x unsigned : tile<4xi8> -> tile<4xi32>)",
     "i32", I32, 4, "255, 127, 128, 0"},
    {"trunci", R"(
  %x = constant <i32: [255, 256, -1, 127]> : tile<4xi32>
  %r = trunci %x : tile<4xi32> -> tile<4xi8>)",
     "i8", I8, 4, "-1, 0, -1, 127"},
    {"ftof to f16", R"(
  %x = constant <f32: [0x3F801000, 1.0e+6, 0x33000000, -2.5]> : tile<4xf32>
  %r = ftof %x : tile<4xf32> -> tile<4xf16>)",
     "f16", F16, 4, "1, inf, 0, -2.5"},
    {"ftof to f8E4M3FN", R"(
  %x = constant <f32: [1.0625, 1.0e+6, 0x7FC00000, -448.0]> : tile<4xf32>
  %r = ftof %x : tile<4xf32> -> tile<4xf8E4M3FN>)",
     "f8E4M3FN", F8E4M3FN, 4, "1, 448, nan, -448"},
    {"ftof to f8E5M2", R"(
  %x = constant <f32: [1.125, 1.0e+6, 0x7FC00000, 0xFF800000]> : tile<4xf32>
  %r = ftof %x : tile<4xf32> -> tile<4xf8E5M2>)",
     "f8E5M2", F8E5M2, 4, "1, 57344, nan, -57344"},
    {"ftof to f64", R"(
  %x = constant <f32: [0.1, 1.0, 0x7F800000, 2.0]> : tile<4xf32>
  %r = ftof %x : tile<4xf32> -> tile<4xf64>)",
     "f64", F64, 4, "0.100000001, 1, inf, 2"},
    {"ftoi signed", R"(
  %x = constant <f32: [-1.9, 1.0e+20, 0x7FC00000, 2.5]> : tile<4xf32>
  %r = ftoi %x signed : tile<4xf32> -> tile<4xi32>)",
     "i32", I32, 4, "-1, 2147483647, 0, 2"},
    {"ftoi unsigned", R"(
  %x = constant <f32: [-1.9, 1.0e+20, 255.0, 2.5]> : tile<4xf32>
  %r = ftoi %x unsigned : tile<4xf32> -> tile<4xi8>)",
     "i8", I8, 4, "0, -1, -1, 2"},
    {"ftoi saturating", R"(
  %x = constant <f32: [0x7F800000, 0xFF800000, 300.0, 2.5]> : tile<4xf32>
  %r = ftoi %x signed saturating : tile<4xf32> -> tile<4xi8>)",
     "i8", I8, 4, "127, -128, 127, 2"},
    {"itof signed", R"(
  %x = constant <i32: [-1, 16777217, 16777219, 0]> : tile<4xi32>
  %r = itof %x signed : tile<4xi32> -> tile<4xf32>)",
     "f32", F32, 4, "-1, 16777216, 16777220, 0"},
    {"itof unsigned", R"(
  %x = constant <i32: [-1, 1, 2, 3]> : tile<4xi32>
  %r = itof %x unsigned : tile<4xi32> -> tile<4xf32>)",
     "f32", F32, 4, "4.2949673e+09, 1, 2, 3"},
    {"itof to f16", R"(
  %x = constant <i32: [65520, 65519, 70000, -70000]> : tile<4xi32>
  %r = itof %x signed : tile<4xi32> -> tile<4xf16>)",
     "f16", F16, 4, "inf, 65504, inf, -inf"},
    {"bitcast", R"(
  %x = constant <f32: [1.0, 0x80000000, 0x7F800000, -2.0]> : tile<4xf32>
  %r = bitcast %x : tile<4xf32> -> tile<4xi32>)",
     "i32", I32, 4, "1065353216, -2147483648, 2139095040, -1073741824"},
    {"ftof to tf32", R"(
  %x = constant <f32: [1.0, 0x3F801000, 0x3F803000, -3.0]> : tile<4xf32>
  %t = ftof %x : tile<4xf32> -> tile<4xtf32>
  %r = ftof %t : tile<4xtf32> -> tile<4xf32>)",
     "f32", F32, 4, "1, 1, 1.00195312, -3"},
    {"ftof to f4E2M1FN, packed", R"(
  %x = constant <f32: [1.0, -100.0, 0.5, 0.2]> : tile<4xf32>
  %t = ftof %x : tile<4xf32> -> tile<4xf4E2M1FN>
  %r = pack %t : tile<4xf4E2M1FN> -> tile<2xi8>)",
     "i8", I8, 2, "-14, 1"},
    {"ftof from f8E8M0FNU", R"(
  %x = constant <f32: [1.0, 3.0, 0.25, 5.0]> : tile<4xf32>
  %t = ftof %x rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
  %r = ftof %t : tile<4xf8E8M0FNU> -> tile<4xf32>)",
     "f32", F32, 4, "1, 4, 0.25, 8"},
    {"trunci and exti of i4", R"(
  %x = constant <i32: [7, 8, -1, 16]> : tile<4xi32>
  %t = trunci %x : tile<4xi32> -> tile<4xi4>
  %r = exti %t signed : tile<4xi4> -> tile<4xi32>)",
     "i32", I32, 4, "7, -8, -1, 0"},
    {"pack", R"(
  %x = constant <i32: [1, 258, -1, 0]> : tile<4xi32>
  %r = pack %x : tile<4xi32> -> tile<16xi8>)",
     "i8", I8, 16, "1, 0, 0, 0, 2, 1, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0"},
    {"unpack", R"(
  %x = constant <i8: [1, 0, 2, 1, -1, -1, 0, -128]> : tile<8xi8>
  %r = unpack %x : tile<8xi8> -> tile<4xi16>)",
     "i16", I16, 4, "1, 258, -1, -32768"},
    {"pointers as integers", R"(
  %i = ptr_to_int %out : tile<ptr<i64>> -> tile<i64>
  %p = int_to_ptr %i : tile<i64> -> tile<ptr<i64>>
  %q = ptr_to_ptr %p : tile<ptr<i64>> -> tile<ptr<i32>>
  %j = ptr_to_int %q : tile<ptr<i32>> -> tile<i64>
  %d = subi %i, %j : tile<i64>
  %r = reshape %d : tile<i64> -> tile<1xi64>)",
     "i64", I64, 1, "0"},
};

}  // namespace

std::span<const OpCase> integerCases() { return kCases; }

}  // namespace tileport::oracle
