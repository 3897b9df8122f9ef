entry @places(%arg0: tile<i32>) {
  %0 = addi %arg0, %arg0 : tile<i32>
  %1 = addi %0, %0 : tile<i32>
  %2 = addi %1, %1 : tile<i32>
  %3 = addi %2, %2 : tile<i32>
  %4 = addi %3, %3 : tile<i32>
  %5 = addi %4, %4 : tile<i32>
  %6 = addi %5, %5 : tile<i32>
  %7 = addi %6, %6 : tile<i32>
  %8 = addi %7, %7 : tile<i32>
  for %loopIdx in (%8 to %8, step %8) : tile<i32> {
    %9 = addi %loopIdx, %loopIdx : tile<i32>
  }
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  %reduce = reduce %cst_1_f32 dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> 
  (%reduce_lhs: tile<f32>, %reduce_rhs: tile<f32>) {
    yield %reduce_lhs : tile<f32>
  }
  return
}
entry @second(%arg0: tile<i32>) {
  %0 = addi %arg0, %arg0 : tile<i32>
  return
}
