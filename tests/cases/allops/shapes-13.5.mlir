entry @shapes(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  %0 = iota : tile<128xi32>
  %reshape = reshape %cst_1_f32 : tile<4xf32> -> tile<1x4xf32>
  %bcast = broadcast %reshape : tile<1x4xf32> -> tile<8x4xf32>
  %1 = permute %bcast [1, 0] : tile<8x4xf32> -> tile<4x8xf32>
  %2 = cat %cst_1_f32, %cst_1_f32 dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
  %3 = extract %cst_1_f32[%arg1] : tile<4xf32> -> tile<2xf32>
  %4 = extract %bcast[%arg1, %arg1] : tile<8x4xf32> -> tile<2x2xf32>
  %5 = insert %3, %cst_1_f32[%arg1] : tile<2xf32>, tile<4xf32>
  %true = constant <i1: true> : tile<4xi1>
  %6 = select %true, %cst_1_f32, %cst_1_f32 : tile<4xi1>, tile<4xf32>
  %reshape_0 = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %bcast_1 = broadcast %reshape_0 : tile<1xptr<f32>> -> tile<4xptr<f32>>
  %cst_1_i32 = constant <i32: 1> : tile<4xi32>
  %7 = offset %bcast_1, %cst_1_i32 : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
  return
}
