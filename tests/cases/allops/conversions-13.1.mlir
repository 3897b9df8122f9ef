entry @conversions(%arg0: tile<ptr<f32>>) {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  %cst_1_i32 = constant <i32: 1> : tile<4xi32>
  %cst_1_i64 = constant <i64: 1> : tile<4xi64>
  %0 = ftof %cst_1_f32  : tile<4xf32> -> tile<4xf16>
  %1 = ftof %cst_1_f32  : tile<4xf32> -> tile<4xf64>
  %2 = ftoi %cst_1_f32 unsigned  : tile<4xf32> -> tile<4xi32>
  %3 = itof %cst_1_i32 unsigned  : tile<4xi32> -> tile<4xf32>
  %4 = exti %cst_1_i32 unsigned : tile<4xi32> -> tile<4xi64>
  %5 = ftoi %cst_1_f32 signed  : tile<4xf32> -> tile<4xi32>
  %6 = itof %cst_1_i32 signed  : tile<4xi32> -> tile<4xf32>
  %7 = exti %cst_1_i32 signed : tile<4xi32> -> tile<4xi64>
  %8 = trunci %cst_1_i32 : tile<4xi32> -> tile<4xi16>
  %9 = trunci %cst_1_i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi16>
  %10 = trunci %cst_1_i32 overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi16>
  %11 = trunci %cst_1_i32 overflow<no_wrap> : tile<4xi32> -> tile<4xi16>
  %12 = bitcast %cst_1_f32 : tile<4xf32> -> tile<4xi32>
  %13 = int_to_ptr %cst_1_i64 : tile<4xi64> -> tile<4xptr<f32>>
  %14 = ptr_to_int %13 : tile<4xptr<f32>> -> tile<4xi64>
  %15 = ptr_to_ptr %13 : tile<4xptr<f32>> -> tile<4xptr<i32>>
  %16 = ptr_to_ptr %arg0 : tile<ptr<f32>> -> tile<ptr<i32>>
  return
}
