entry @control(%arg0: tile<i32>, %arg1: tile<i1>) {
  %cst_1_f32 = constant <f32: 1.000000e+00> : tile<4xf32> loc(#loc)
  for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {
    %12 = addi %loopIdx, %arg0 : tile<i32> loc(#loc)
  } loc(#loc)
  %for = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_1_f32) -> (tile<4xf32>) {
    %12 = addf %iterArg0, %cst_1_f32  : tile<4xf32> loc(#loc)
    continue %12 : tile<4xf32> loc(#loc)
  } loc(#loc)
  %0 = negf %for : tile<4xf32> loc(#loc)
  for unsigned %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {
    %12 = addi %loopIdx, %arg0 : tile<i32> loc(#loc)
  } loc(#loc)
  %for_0 = for unsigned %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_1_f32) -> (tile<4xf32>) {
    %12 = addf %iterArg0, %cst_1_f32  : tile<4xf32> loc(#loc)
    continue %12 : tile<4xf32> loc(#loc)
  } loc(#loc)
  %1 = negf %for_0 : tile<4xf32> loc(#loc)
  %for_1:2 = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_1_f32, %iterArg1 = %arg0) -> (tile<4xf32>, tile<i32>) {
    %for_2 = for %loopIdx_3 in (%loopIdx to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0_4 = %iterArg0) -> (tile<4xf32>) {
      continue %iterArg0_4 : tile<4xf32> loc(#loc)
    } loc(#loc)
    continue %for_2, %iterArg1 : tile<4xf32>, tile<i32> loc(#loc)
  } loc(#loc)
  %2 = negf %for_1#0 : tile<4xf32> loc(#loc)
  %3 = addi %for_1#1, %for_1#1 : tile<i32> loc(#loc)
  if %arg1 {
  } loc(#loc)
  if %arg1 {
  } else {
  } loc(#loc)
  %4 = if %arg1 -> (tile<i32>) {
    yield %arg0 : tile<i32> loc(#loc)
  } else {
    yield %for_1#1 : tile<i32> loc(#loc)
  } loc(#loc)
  %5 = addi %4, %4 : tile<i32> loc(#loc)
  %6:2 = if %arg1 -> (tile<i32>, tile<4xf32>) {
    yield %arg0, %cst_1_f32 : tile<i32>, tile<4xf32> loc(#loc)
  } else {
    %12 = addi %for_1#1, %arg0 : tile<i32> loc(#loc)
    yield %12, %cst_1_f32 : tile<i32>, tile<4xf32> loc(#loc)
  } loc(#loc)
  %7 = addi %6#0, %arg0 : tile<i32> loc(#loc)
  loop {
    if %arg1 {
      break loc(#loc)
    } loc(#loc)
    if %arg1 {
      continue loc(#loc)
    } else {
    } loc(#loc)
  } loc(#loc)
  %8 = loop iter_values(%arg2 = %arg0, %arg3 = %cst_1_f32) : tile<i32>, tile<4xf32> -> tile<4xf32> {
    if %arg1 {
      break %arg3 : tile<4xf32> loc(#loc)
    } else {
      continue %arg2, %cst_1_f32 : tile<i32>, tile<4xf32> loc(#loc)
    } loc(#loc)
    break %arg3 : tile<4xf32> loc(#loc)
  } loc(#loc)
  %9 = negf %8 : tile<4xf32> loc(#loc)
  %10:2 = loop : tile<i32>, tile<4xf32> {
    if %arg1 {
      return loc(#loc)
    } loc(#loc)
    break %arg0, %cst_1_f32 : tile<i32>, tile<4xf32> loc(#loc)
  } loc(#loc)
  %11 = negf %10#1 : tile<4xf32> loc(#loc)
  return loc(#loc)
} loc(#loc)
#loc = loc(unknown)
