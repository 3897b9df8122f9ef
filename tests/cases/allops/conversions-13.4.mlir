entry @conversions(%arg0: tile<ptr<f32>>) {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  %cst_1_i32 = constant <i32: 1> : tile<4xi32>
  %cst_1_i64 = constant <i64: 1> : tile<4xi64>
  %0 = ftof %cst_1_f32  : tile<4xf32> -> tile<4xf16>
  %1 = ftof %cst_1_f32  : tile<4xf32> -> tile<4xf64>
  %2 = ftof %cst_1_f32 rounding<zero> : tile<4xf32> -> tile<4xf8E8M0FNU>
  %3 = ftof %cst_1_f32 rounding<positive_inf> : tile<4xf32> -> tile<4xf8E8M0FNU>
  %4 = ftof %cst_1_f32 rounding<zero> : tile<4xf32> -> tile<4xf16>
  %5 = ftoi %cst_1_f32 unsigned  : tile<4xf32> -> tile<4xi32>
  %6 = ftoi %cst_1_f32 unsigned  saturating : tile<4xf32> -> tile<4xi32>
  %7 = itof %cst_1_i32 unsigned  : tile<4xi32> -> tile<4xf32>
  %8 = exti %cst_1_i32 unsigned : tile<4xi32> -> tile<4xi64>
  %9 = ftoi %cst_1_f32 signed  : tile<4xf32> -> tile<4xi32>
  %10 = ftoi %cst_1_f32 signed  saturating : tile<4xf32> -> tile<4xi32>
  %11 = itof %cst_1_i32 signed  : tile<4xi32> -> tile<4xf32>
  %12 = exti %cst_1_i32 signed : tile<4xi32> -> tile<4xi64>
  %13 = trunci %cst_1_i32 : tile<4xi32> -> tile<4xi16>
  %14 = trunci %cst_1_i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi16>
  %15 = trunci %cst_1_i32 overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi16>
  %16 = trunci %cst_1_i32 overflow<no_wrap> : tile<4xi32> -> tile<4xi16>
  %17 = bitcast %cst_1_f32 : tile<4xf32> -> tile<4xi32>
  %18 = int_to_ptr %cst_1_i64 : tile<4xi64> -> tile<4xptr<f32>>
  %19 = ptr_to_int %18 : tile<4xptr<f32>> -> tile<4xi64>
  %20 = ptr_to_ptr %18 : tile<4xptr<f32>> -> tile<4xptr<i32>>
  %21 = ptr_to_ptr %arg0 : tile<ptr<f32>> -> tile<ptr<i32>>
  %22 = pack %cst_1_f32 : tile<4xf32> -> tile<16xi8>
  %23 = unpack %22 : tile<16xi8> -> tile<32xi4>
  %24 = unpack %22 : tile<16xi8> -> tile<4xf32>
  return
}
