entry @conversions(%arg0: tile<ptr<f32>>) {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  %cst_1_i32 = constant <i32: 1> : tile<4xi32>
  %cst_1_i64 = constant <i64: 1> : tile<4xi64>
  %0 = ftof %cst_1_f32  : tile<4xf32> -> tile<4xf16>
  %1 = ftof %cst_1_f32  : tile<4xf32> -> tile<4xf64>
  %2 = ftof %cst_1_f32 rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
  %3 = ftof %cst_1_f32 rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
  %4 = ftoi %cst_1_f32 unsigned  : tile<4xf32> -> tile<4xi32>
  %5 = itof %cst_1_i32 unsigned  : tile<4xi32> -> tile<4xf32>
  %6 = exti %cst_1_i32 unsigned : tile<4xi32> -> tile<4xi64>
  %7 = ftoi %cst_1_f32 signed  : tile<4xf32> -> tile<4xi32>
  %8 = itof %cst_1_i32 signed  : tile<4xi32> -> tile<4xf32>
  %9 = exti %cst_1_i32 signed : tile<4xi32> -> tile<4xi64>
  %10 = trunci %cst_1_i32 : tile<4xi32> -> tile<4xi16>
  %11 = trunci %cst_1_i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi16>
  %12 = trunci %cst_1_i32 overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi16>
  %13 = trunci %cst_1_i32 overflow<no_wrap> : tile<4xi32> -> tile<4xi16>
  %14 = bitcast %cst_1_f32 : tile<4xf32> -> tile<4xi32>
  %15 = int_to_ptr %cst_1_i64 : tile<4xi64> -> tile<4xptr<f32>>
  %16 = ptr_to_int %15 : tile<4xptr<f32>> -> tile<4xi64>
  %17 = ptr_to_ptr %15 : tile<4xptr<f32>> -> tile<4xptr<i32>>
  %18 = ptr_to_ptr %arg0 : tile<ptr<f32>> -> tile<ptr<i32>>
  %19 = pack %cst_1_f32 : tile<4xf32> -> tile<16xi8>
  %20 = unpack %19 : tile<16xi8> -> tile<32xi4>
  %21 = unpack %19 : tile<16xi8> -> tile<4xf32>
  return
}
