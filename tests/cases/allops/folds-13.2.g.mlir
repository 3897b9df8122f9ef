entry @folds() {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32> loc(#loc)
  %cst_1_i32 = constant <i32: 1> : tile<4xi32> loc(#loc)
  %cst_1_f32_0 = constant <f32: 1.000000e+00> : tile<8x4xf32> loc(#loc)
  %reduce = reduce %cst_1_f32 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    %5 = addf %reduce_lhs, %reduce_rhs  : tile<f32> loc(#loc)
    yield %5 : tile<f32> loc(#loc)
  } loc(#loc)
  %reduce_1:2 = reduce %cst_1_f32, %cst_1_i32 dim=0 identities=[0.000000e+00 : f32, 1 : i32] : tile<4xf32>, tile<4xi32> -> tile<f32>, tile<i32> 
  (%reduce_lhs0: tile<f32>, %reduce_rhs0: tile<f32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    %5 = addf %reduce_lhs0, %reduce_rhs0  : tile<f32> loc(#loc)
    %6 = addi %reduce_lhs1, %reduce_rhs1 : tile<i32> loc(#loc)
    yield %5, %6 : tile<f32>, tile<i32> loc(#loc)
  } loc(#loc)
  %0 = addf %reduce_1#0, %reduce_1#0  : tile<f32> loc(#loc)
  %1 = addi %reduce_1#1, %reduce_1#1 : tile<i32> loc(#loc)
  %reduce_2 = reduce %cst_1_f32_0 dim=1 identities=[-1.500000e+00 : f32] : tile<8x4xf32> -> tile<8xf32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    %5 = addf %reduce_lhs, %reduce_rhs  : tile<f32> loc(#loc)
    yield %5 : tile<f32> loc(#loc)
  } loc(#loc)
  %2 = scan %cst_1_f32 dim=0 reverse=false identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<4xf32> 
  (%arg0: tile<f32>, %arg1: tile<f32>) {
    %5 = addf %arg0, %arg1  : tile<f32> loc(#loc)
    yield %5 : tile<f32> loc(#loc)
  } loc(#loc)
  %3 = scan %cst_1_f32 dim=0 reverse=true identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<4xf32> 
  (%arg0: tile<f32>, %arg1: tile<f32>) {
    %5 = addf %arg0, %arg1  : tile<f32> loc(#loc)
    yield %5 : tile<f32> loc(#loc)
  } loc(#loc)
  %4:2 = scan %cst_1_f32, %cst_1_i32 dim=0 reverse=true identities=[0xFF800000 : f32, -5 : i32] : tile<4xf32>, tile<4xi32> -> tile<4xf32>, tile<4xi32> 
  (%arg0: tile<f32>, %arg1: tile<f32>, %arg2: tile<i32>, %arg3: tile<i32>) {
    %5 = addf %arg0, %arg1  : tile<f32> loc(#loc)
    %6 = addi %arg2, %arg3 : tile<i32> loc(#loc)
    yield %5, %6 : tile<f32>, tile<i32> loc(#loc)
  } loc(#loc)
  return loc(#loc)
} loc(#loc)
#loc = loc(unknown)
