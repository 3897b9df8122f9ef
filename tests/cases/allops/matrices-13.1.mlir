entry @matrices() {
  %cst_1_f16 = constant <f16: 1.000000e+00> : tile<16x16xf16>
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x16xf32>
  %0 = mmaf %cst_1_f16, %cst_1_f16, %cst_0_f32 : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
  %cst_1_f16_0 = constant <f16: 1.000000e+00> : tile<2x16x16xf16>
  %cst_0_f32_1 = constant <f32: 0.000000e+00> : tile<2x16x16xf32>
  %1 = mmaf %cst_1_f16_0, %cst_1_f16_0, %cst_0_f32_1 : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<2x16x16xf32>
  %cst_1_i8 = constant <i8: 1> : tile<16x16xi8>
  %cst_0_i32 = constant <i32: 0> : tile<16x16xi32>
  %2 = mmai %cst_1_i8, %cst_1_i8, %cst_0_i32 unsigned unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
  %3 = mmai %cst_1_i8, %cst_1_i8, %cst_0_i32 unsigned signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
  %4 = mmai %cst_1_i8, %cst_1_i8, %cst_0_i32 signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
  %5 = mmai %cst_1_i8, %cst_1_i8, %cst_0_i32 signed signed : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
  return
}
