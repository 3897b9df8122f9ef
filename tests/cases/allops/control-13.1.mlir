entry @control(%arg0: tile<i32>, %arg1: tile<i1>) {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32>
  for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {
    %11 = addi %loopIdx, %arg0 : tile<i32>
  }
  %for = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_1_f32) -> (tile<4xf32>) {
    %11 = addf %iterArg0, %cst_1_f32  : tile<4xf32>
    continue %11 : tile<4xf32>
  }
  %0 = negf %for : tile<4xf32>
  %for_0:2 = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_1_f32, %iterArg1 = %arg0) -> (tile<4xf32>, tile<i32>) {
    %for_1 = for %loopIdx_2 in (%loopIdx to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0_3 = %iterArg0) -> (tile<4xf32>) {
      continue %iterArg0_3 : tile<4xf32>
    }
    continue %for_1, %iterArg1 : tile<4xf32>, tile<i32>
  }
  %1 = negf %for_0#0 : tile<4xf32>
  %2 = addi %for_0#1, %for_0#1 : tile<i32>
  if %arg1 {
  }
  if %arg1 {
  } else {
  }
  %3 = if %arg1 -> (tile<i32>) {
    yield %arg0 : tile<i32>
  } else {
    yield %for_0#1 : tile<i32>
  }
  %4 = addi %3, %3 : tile<i32>
  %5:2 = if %arg1 -> (tile<i32>, tile<4xf32>) {
    yield %arg0, %cst_1_f32 : tile<i32>, tile<4xf32>
  } else {
    %11 = addi %for_0#1, %arg0 : tile<i32>
    yield %11, %cst_1_f32 : tile<i32>, tile<4xf32>
  }
  %6 = addi %5#0, %arg0 : tile<i32>
  loop {
    if %arg1 {
      break
    }
    if %arg1 {
      continue
    } else {
    }
  }
  %7 = loop iter_values(%arg2 = %arg0, %arg3 = %cst_1_f32) : tile<i32>, tile<4xf32> -> tile<4xf32> {
    if %arg1 {
      break %arg3 : tile<4xf32>
    } else {
      continue %arg2, %cst_1_f32 : tile<i32>, tile<4xf32>
    }
    break %arg3 : tile<4xf32>
  }
  %8 = negf %7 : tile<4xf32>
  %9:2 = loop : tile<i32>, tile<4xf32> {
    if %arg1 {
      return
    }
    break %arg0, %cst_1_f32 : tile<i32>, tile<4xf32>
  }
  %10 = negf %9#1 : tile<4xf32>
  return
}
