entry @names(%arg0: tile<i32>) {
  %cst_5_i32 = constant <i32: 5> : tile<i32>
  %cst_5_i32_0 = constant <i32: 5> : tile<i32>
  %cst_5_i32_1 = constant <i32: 5> : tile<i32>
  %for = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_5_i32) -> (tile<i32>) {
    %cst_5_i32_7 = constant <i32: 5> : tile<i32>
    %1 = addi %loopIdx, %iterArg0 : tile<i32>
    %2 = loop iter_values(%arg1 = %iterArg0) : tile<i32> -> tile<i32> {
      %cst_5_i32_8 = constant <i32: 5> : tile<i32>
      %assume = assume div_by<2>, %arg1 : tile<i32>
      break %arg1 : tile<i32>
    }
    %assume_ = assume div_by<4>, %2 : tile<i32>
    continue %2 : tile<i32>
  }
  %assume_for = assume div_by<4>, %for : tile<i32>
  %for_2 = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_5_i32) -> (tile<i32>) {
    %cst_5_i32_7 = constant <i32: 5> : tile<i32>
    %1 = addi %loopIdx, %iterArg0 : tile<i32>
    %2 = loop iter_values(%arg1 = %iterArg0) : tile<i32> -> tile<i32> {
      %for_8 = for %loopIdx_11 in (%arg1 to %arg1, step %arg1) : tile<i32> iter_values(%iterArg0_12 = %cst_5_i32) -> (tile<i32>) {
        %cst_5_i32_13 = constant <i32: 5> : tile<i32>
        %3 = addi %loopIdx_11, %iterArg0_12 : tile<i32>
        %4 = loop iter_values(%arg2 = %iterArg0_12) : tile<i32> -> tile<i32> {
          %cst_5_i32_15 = constant <i32: 5> : tile<i32>
          %assume_16 = assume div_by<2>, %arg2 : tile<i32>
          break %arg2 : tile<i32>
        }
        %assume__14 = assume div_by<4>, %4 : tile<i32>
        continue %4 : tile<i32>
      }
      %assume_for_9 = assume div_by<4>, %for_8 : tile<i32>
      %cst_5_i32_10 = constant <i32: 5> : tile<i32>
      %assume = assume div_by<2>, %arg1 : tile<i32>
      break %arg1 : tile<i32>
    }
    %assume_ = assume div_by<4>, %2 : tile<i32>
    continue %2 : tile<i32>
  }
  %assume_for_3 = assume div_by<4>, %for_2 : tile<i32>
  %for_4 = for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%iterArg0 = %cst_5_i32) -> (tile<i32>) {
    %cst_5_i32_7 = constant <i32: 5> : tile<i32>
    %1 = addi %loopIdx, %iterArg0 : tile<i32>
    %2 = loop iter_values(%arg1 = %iterArg0) : tile<i32> -> tile<i32> {
      %for_8 = for %loopIdx_11 in (%arg1 to %arg1, step %arg1) : tile<i32> iter_values(%iterArg0_12 = %cst_5_i32) -> (tile<i32>) {
        %cst_5_i32_13 = constant <i32: 5> : tile<i32>
        %3 = addi %loopIdx_11, %iterArg0_12 : tile<i32>
        %4 = loop iter_values(%arg2 = %iterArg0_12) : tile<i32> -> tile<i32> {
          %for_15 = for %loopIdx_19 in (%arg2 to %arg2, step %arg2) : tile<i32> iter_values(%iterArg0_20 = %cst_5_i32) -> (tile<i32>) {
            %cst_5_i32_21 = constant <i32: 5> : tile<i32>
            %5 = addi %loopIdx_19, %iterArg0_20 : tile<i32>
            %6 = loop iter_values(%arg3 = %iterArg0_20) : tile<i32> -> tile<i32> {
              %cst_5_i32_23 = constant <i32: 5> : tile<i32>
              %assume_24 = assume div_by<2>, %arg3 : tile<i32>
              break %arg3 : tile<i32>
            }
            %assume__22 = assume div_by<4>, %6 : tile<i32>
            continue %6 : tile<i32>
          }
          %assume_for_16 = assume div_by<4>, %for_15 : tile<i32>
          %cst_5_i32_17 = constant <i32: 5> : tile<i32>
          %assume_18 = assume div_by<2>, %arg2 : tile<i32>
          break %arg2 : tile<i32>
        }
        %assume__14 = assume div_by<4>, %4 : tile<i32>
        continue %4 : tile<i32>
      }
      %assume_for_9 = assume div_by<4>, %for_8 : tile<i32>
      %cst_5_i32_10 = constant <i32: 5> : tile<i32>
      %assume = assume div_by<2>, %arg1 : tile<i32>
      break %arg1 : tile<i32>
    }
    %assume_ = assume div_by<4>, %2 : tile<i32>
    continue %2 : tile<i32>
  }
  %assume_for_5 = assume div_by<4>, %for_4 : tile<i32>
  %cst_5_i32_6 = constant <i32: 5> : tile<i32>
  %0 = addi %arg0, %arg0 : tile<i32>
  return
}
