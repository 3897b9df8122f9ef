// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/op_cases.h"

namespace tileport::oracle {

namespace {

using enum tileir::ScalarKind;

// NaN is 0x7FC00000, infinities are 0x7F800000 and 0xFF800000, -0 is 0x80000000, the smallest number 0x00000001.
constexpr OpCase kCases[] = {
    {"addf", R"(
  %x = constant <f32: [1.0, 0x7F800000, 0x80000000, 1.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 0xFF800000, 0x80000000, 0x33800000]> : tile<4xf32>
  %r = addf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "3, nan, -0, 1"},
    {"addf upward", R"(
  %x = constant <f32: [1.0, 1.0, -1.0, 1.0]> : tile<4xf32>
  %y = constant <f32: [0x33800000, 0x80000000, 0x80000000, -1.0]> : tile<4xf32>
  %r = addf %x, %y rounding<positive_inf> : tile<4xf32>)",
     "f32", F32, 4, "1.00000012, 1, -1, 0"},
    {"addf downward", R"(
  %x = constant <f32: [1.0, 1.0, -1.0, 1.0]> : tile<4xf32>
  %y = constant <f32: [0x33800000, 0xB3000000, 0xB3800000, -1.0]> : tile<4xf32>
  %r = addf %x, %y rounding<negative_inf> : tile<4xf32>)",
     "f32", F32, 4, "1, 0.99999994, -1.00000012, -0"},
    {"addf to zero", R"(
  %x = constant <f32: [1.0, -1.0, 3.0, 4.0]> : tile<4xf32>
  %y = constant <f32: [0x33800000, 0xB3800000, 4.0, 5.0]> : tile<4xf32>
  %r = addf %x, %y rounding<zero> : tile<4xf32>)",
     "f32", F32, 4, "1, -1, 7, 9"},
    {"addf flushing", R"(
  %x = constant <f32: [0x00000001, 0x80000001, 0x00800000, 1.0]> : tile<4xf32>
  %y = constant <f32: [0.0, 0x80000000, 0x80FFFFFF, 1.0]> : tile<4xf32>
  %r = addf %x, %y flush_to_zero : tile<4xf32>)",
     "f32", F32, 4, "0, -0, -0, 2"},
    {"subf", R"(
  %x = constant <f32: [1.0, 0x7F800000, 0.0, 5.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 0x7F800000, 0.0, -0.5]> : tile<4xf32>
  %r = subf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "-1, nan, 0, 5.5"},
    {"mulf", R"(
  %x = constant <f32: [3.0, 0x7F800000, 0x80000000, 0x7F7FFFFF]> : tile<4xf32>
  %y = constant <f32: [-2.0, 0.0, 4.0, 2.0]> : tile<4xf32>
  %r = mulf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "-6, nan, -0, inf"},
    {"mulf to zero", R"(
  %x = constant <f32: [0x7F7FFFFF, 3.0, 1.0, 2.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 3.0, 1.0, 2.0]> : tile<4xf32>
  %r = mulf %x, %y rounding<zero> : tile<4xf32>)",
     "f32", F32, 4, "3.40282347e+38, 9, 1, 4"},
    {"divf", R"(
  %x = constant <f32: [1.0, 1.0, 0.0, -1.0]> : tile<4xf32>
  %y = constant <f32: [3.0, 0.0, 0.0, 0.0]> : tile<4xf32>
  %r = divf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "0.333333343, inf, nan, -inf"},
    {"divf to zero", R"(
  %x = constant <f32: [1.0, 2.0, 1.0, 8.0]> : tile<4xf32>
  %y = constant <f32: [3.0, 3.0, 2.0, 4.0]> : tile<4xf32>
  %r = divf %x, %y rounding<zero> : tile<4xf32>)",
     "f32", F32, 4, "0.333333313, 0.666666627, 0.5, 2"},
    {"divf flushing what rounds up to the smallest normal number", R"(
  %x = constant <f32: [0x80800001, 0x80800001, 1.0, 1.0]> : tile<4xf32>
  %y = constant <f32: [0x3F800002, 1.0, 2.0, 4.0]> : tile<4xf32>
  %r = divf %x, %y rounding<negative_inf> flush_to_zero : tile<4xf32>)",
     "f32", F32, 4, "-0, -1.17549449e-38, 0.5, 0.25"},
    {"divf rounding up to the smallest normal number", R"(
  %x = constant <f32: [0x80800001, 0x80800001, 1.0, 1.0]> : tile<4xf32>
  %y = constant <f32: [0x3F800002, 1.0, 2.0, 4.0]> : tile<4xf32>
  %r = divf %x, %y rounding<negative_inf> : tile<4xf32>)",
     "f32", F32, 4, "-1.17549435e-38, -1.17549449e-38, 0.5, 0.25"},
    {"divf approx beyond 2^126", R"(
  %x = constant <f32: [1.0, 0x7F800000, 6.0, 1.0]> : tile<4xf32>
  %y = constant <f32: [0x7F000000, 0x7F000000, 3.0, 0x7F800000]> : tile<4xf32>
  %r = divf %x, %y rounding<approx> : tile<4xf32>)",
     "f32", F32, 4, "0, nan, 2, 0"},
    {"divf full", R"(
  %x = constant <f32: [9.0, 1.0, 1.0, 8.0]> : tile<4xf32>
  %y = constant <f32: [3.0, 0.25, 0.5, 4.0]> : tile<4xf32>
  %r = divf %x, %y rounding<full> : tile<4xf32>)",
     "f32", F32, 4, "3, 4, 2, 2"},
    {"fma", R"(
  %x = constant <f32: [0x3F800001, 2.0, 3.0, 0.0]> : tile<4xf32>
  %y = constant <f32: [1.0, 3.0, -1.0, 0x7F800000]> : tile<4xf32>
  %z = constant <f32: [-1.0, 1.0, 5.0, 1.0]> : tile<4xf32>
  %r = fma %x, %y, %z : tile<4xf32>)",
     "f32", F32, 4, "1.1920929e-07, 7, 2, nan"},
    {"fma once rounded", R"(
  %x = constant <f32: [0x3F800001, 1.0, 1.0, 1.0]> : tile<4xf32>
  %y = constant <f32: [0x3F800001, 1.0, 1.0, 1.0]> : tile<4xf32>
  %z = constant <f32: [0xBF800002, 1.0, 1.0, 1.0]> : tile<4xf32>
  %r = fma %x, %y, %z : tile<4xf32>)",
     "f32", F32, 4, "1.42108547e-14, 2, 2, 2"},
    {"remf", R"(
  %x = constant <f32: [7.0, -7.0, 0x7F800000, 5.5]> : tile<4xf32>
  %y = constant <f32: [3.0, 3.0, 1.0, 0x7F800000]> : tile<4xf32>
  %r = remf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "1, -1, nan, 5.5"},
    {"maxf", R"(
  %x = constant <f32: [0x7FC00000, 0x7FC00000, 0x80000000, -3.0]> : tile<4xf32>
  %y = constant <f32: [1.0, 0x7FC00000, 0.0, 2.0]> : tile<4xf32>
  %r = maxf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "1, nan, 0, 2"},
    {"maxf propagating", R"(
  %x = constant <f32: [0x7FC00000, 1.0, 0x80000000, 0x00000001]> : tile<4xf32>
  %y = constant <f32: [1.0, 0x7FC00000, 0.0, 0.0]> : tile<4xf32>
  %r = maxf %x, %y propagate_nan : tile<4xf32>)",
     "f32", F32, 4, "nan, nan, 0, 1.40129846e-45"},
    {"minf", R"(
  %x = constant <f32: [0x7FC00000, 4.0, 0.0, -3.0]> : tile<4xf32>
  %y = constant <f32: [1.0, 0x7FC00000, 0x80000000, 2.0]> : tile<4xf32>
  %r = minf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "1, 4, -0, -3"},
    {"minf flushing", R"(
  %x = constant <f32: [0x00000001, 0x80000001, 1.0, -3.0]> : tile<4xf32>
  %y = constant <f32: [1.0, 1.0, 2.0, 2.0]> : tile<4xf32>
  %r = minf %x, %y flush_to_zero : tile<4xf32>)",
     "f32", F32, 4, "0, -0, 1, -3"},
    {"absf", R"(
  %x = constant <f32: [-1.5, 0x80000000, 0xFF800000, 2.0]> : tile<4xf32>
  %r = absf %x : tile<4xf32>)",
     "f32", F32, 4, "1.5, 0, inf, 2"},
    {"negf", R"(
  %x = constant <f32: [-1.5, 0.0, 0xFF800000, 2.0]> : tile<4xf32>
  %r = negf %x : tile<4xf32>)",
     "f32", F32, 4, "1.5, -0, inf, -2"},
    {"ceil", R"(
  %x = constant <f32: [1.25, -0.5, 0x7F800000, -2.0]> : tile<4xf32>
  %r = ceil %x : tile<4xf32>)",
     "f32", F32, 4, "2, -0, inf, -2"},
    {"floor", R"(
  %x = constant <f32: [1.25, -0.5, 0x7FC00000, 1.0e+20]> : tile<4xf32>
  %r = floor %x : tile<4xf32>)",
     "f32", F32, 4, "1, -1, nan, 1.00000002e+20"},
    {"sqrt", R"(
  %x = constant <f32: [4.0, 2.0, 0x80000000, -1.0]> : tile<4xf32>
  %r = sqrt %x : tile<4xf32>)",
     "f32", F32, 4, "2, 1.41421354, -0, nan"},
    {"sqrt upward", R"(
  %x = constant <f32: [2.0, 3.0, 4.0, 9.0]> : tile<4xf32>
  %r = sqrt %x rounding<positive_inf> : tile<4xf32>)",
     "f32", F32, 4, "1.41421366, 1.7320509, 2, 3"},
    {"sqrt approx", R"(
  %x = constant <f32: [4.0, 16.0, 0.0, 1.0]> : tile<4xf32>
  %r = sqrt %x rounding<approx> : tile<4xf32>)",
     "f32", F32, 4, "2, 4, 0, 1"},
    {"exp", R"(
  %x = constant <f32: [0.0, 1.0, 0xFF800000, 100.0]> : tile<4xf32>
  %r = exp %x : tile<4xf32>)",
     "f32", F32, 4, "1, 2.71828175, 0, inf"},
    {"exp approx", R"(
  %x = constant <f32: [0.0, 1.0, -1.0, 2.0]> : tile<4xf32>
  %r = exp %x rounding<approx> : tile<4xf32>)",
     "f32", F32, 4, "1, 2.71828175, 0.36787945, 7.38905621"},
    {"exp2", R"(
  %x = constant <f32: [3.0, -1.0, 0x7FC00000, -149.0]> : tile<4xf32>
  %r = exp2 %x : tile<4xf32>)",
     "f32", F32, 4, "8, 0.5, nan, 1.40129846e-45"},
    {"exp2 flushing", R"(
  %x = constant <f32: [3.0, -1.0, 0.5, -149.0]> : tile<4xf32>
  %r = exp2 %x flush_to_zero : tile<4xf32>)",
     "f32", F32, 4, "8, 0.5, 1.41421354, 0"},
    {"log", R"(
  %x = constant <f32: [1.0, 0.0, -1.0, 0x7F800000]> : tile<4xf32>
  %r = log %x : tile<4xf32>)",
     "f32", F32, 4, "0, -inf, nan, inf"},
    {"log2", R"(
  %x = constant <f32: [8.0, 0.5, 1.0, 10.0]> : tile<4xf32>
  %r = log2 %x : tile<4xf32>)",
     "f32", F32, 4, "3, -1, 0, 3.32192802"},
    {"sin", R"(
  %x = constant <f32: [0.0, 0x80000000, 0x7F800000, 1.0]> : tile<4xf32>
  %r = sin %x : tile<4xf32>)",
     "f32", F32, 4, "0, -0, nan, 0.841470957"},
    {"cos", R"(
  %x = constant <f32: [0.0, 1.0, 0x7F800000, 3.0]> : tile<4xf32>
  %r = cos %x : tile<4xf32>)",
     "f32", F32, 4, "1, 0.540302277, nan, -0.989992499"},
    {"tan", R"(
  %x = constant <f32: [0.0, 1.0, -1.0, 0.5]> : tile<4xf32>
  %r = tan %x : tile<4xf32>)",
     "f32", F32, 4, "0, 1.55740774, -1.55740774, 0.546302497"},
    {"sinh", R"(
  %x = constant <f32: [0.0, 1.0, 0x7F800000, -1.0]> : tile<4xf32>
  %r = sinh %x : tile<4xf32>)",
     "f32", F32, 4, "0, 1.17520118, inf, -1.17520118"},
    {"cosh", R"(
  %x = constant <f32: [0.0, 1.0, 0xFF800000, -1.0]> : tile<4xf32>
  %r = cosh %x : tile<4xf32>)",
     "f32", F32, 4, "1, 1.54308069, inf, 1.54308069"},
    {"tanh", R"(
  %x = constant <f32: [0.0, 1.0, 0x7F800000, -1.0]> : tile<4xf32>
  %r = tanh %x : tile<4xf32>)",
     "f32", F32, 4, "0, 0.761594176, 1, -0.761594176"},
    {"tanh approx", R"(
  %x = constant <f32: [0.0, 1.0, 0xFF800000, 0.5]> : tile<4xf32>
  %r = tanh %x rounding<approx> : tile<4xf32>)",
     "f32", F32, 4, "0, 0.761594176, -1, 0.462117165"},
    {"rsqrt", R"(
  %x = constant <f32: [4.0, 0.0, -1.0, 0x7F800000]> : tile<4xf32>
  %r = rsqrt %x : tile<4xf32>)",
     "f32", F32, 4, "0.5, inf, nan, 0"},
    {"fpowf", R"(
  %x = constant <f32: [2.0, 4.0, -2.0, 0.0]> : tile<4xf32>
  %y = constant <f32: [10.0, 0.5, 3.0, 0.0]> : tile<4xf32>
  %r = fpowf %x, %y : tile<4xf32>)",
     "f32", F32, 4, "1024, 2, -8, 1"},
    {"atan2", R"(
  %x = constant <f32: [0.0, 1.0, 1.0, -1.0]> : tile<4xf32>
  %y = constant <f32: [1.0, 0.0, 1.0, -1.0]> : tile<4xf32>
  %r = atan2 %x, %y : tile<4xf32>)",
     "f32", F32, 4, "0, 1.57079637, 0.785398185, -2.3561945"},
    {"fpowi", R"(
  %x = constant <f32: [2.0, -2.0, 2.0, 0.0]> : tile<4xf32>
  %i = constant <i32: [10, 3, -1, 0]> : tile<4xi32>
  %r = fpowi %x, %i : tile<4xf32>, tile<4xi32>)",
     "f32", F32, 4, "1024, -8, 0.5, 1"},
    {"addf f16", R"(
  %x = constant <f16: [2048.0, 65504.0, 1.0, 0.5]> : tile<4xf16>
  %y = constant <f16: [1.0, 16.0, 1.0, 0.25]> : tile<4xf16>
  %r = addf %x, %y : tile<4xf16>)",
     "f16", F16, 4, "2048, inf, 2, 0.75"},
    {"mulf bf16", R"(
  %x = constant <bf16: [3.0, 1.0, 2.0, 0.5]> : tile<4xbf16>
  %y = constant <bf16: [5.0, 1.0, 2.0, 0.5]> : tile<4xbf16>
  %r = mulf %x, %y : tile<4xbf16>)",
     "bf16", BF16, 4, "15, 1, 4, 0.25"},
    {"addf f64", R"(
  %x = constant <f64: [1.0, 1.0, 1.0, 2.0]> : tile<4xf64>
  %y = constant <f64: [1.0e-20, 1.0, 0.5, -2.0]> : tile<4xf64>
  %r = addf %x, %y : tile<4xf64>)",
     "f64", F64, 4, "1, 2, 1.5, 0"},
    {"cmpf less ordered", R"(
  %x = constant <f32: [1.0, 0x7FC00000, 0x80000000, 3.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 1.0, 0.0, 3.0]> : tile<4xf32>
  %r = cmpf less_than ordered %x, %y : tile<4xf32> -> tile<4xi1>)",
     "i1", I1, 4, "true, false, false, false"},
    {"cmpf less unordered", R"(
  %x = constant <f32: [1.0, 0x7FC00000, 0x80000000, 3.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 1.0, 0.0, 3.0]> : tile<4xf32>
  %r = cmpf less_than unordered %x, %y : tile<4xf32> -> tile<4xi1>)",
     "i1", I1, 4, "true, true, false, false"},
    {"cmpf equal", R"(
  %x = constant <f32: [1.0, 0x7FC00000, 0x80000000, 3.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 1.0, 0.0, 3.0]> : tile<4xf32>
  %r = cmpf equal ordered %x, %y : tile<4xf32> -> tile<4xi1>)",
     "i1", I1, 4, "false, false, true, true"},
    {"cmpf not equal ordered", R"(
  %x = constant <f32: [1.0, 0x7FC00000, 0x80000000, 3.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 1.0, 0.0, 3.0]> : tile<4xf32>
  %r = cmpf not_equal ordered %x, %y : tile<4xf32> -> tile<4xi1>)",
     "i1", I1, 4, "true, false, false, false"},
    {"cmpf not less", R"(
  %x = constant <f32: [1.0, 0x7FC00000, 0x80000000, 3.0]> : tile<4xf32>
  %y = constant <f32: [2.0, 1.0, 0.0, 3.0]> : tile<4xf32>
  %r = cmpf greater_than_or_equal unordered %x, %y : tile<4xf32> -> tile<4xi1>)",
     "i1", I1, 4, "false, true, true, true"},
};

}  // namespace

std::span<const OpCase> floatCases() { return kCases; }

}  // namespace tileport::oracle
