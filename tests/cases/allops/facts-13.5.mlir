entry @facts(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i64>) {
  %cst_3_i32 = constant <i32: 3> : tile<4x8xi32>
  %assume = assume div_by<16>, %arg0 : tile<ptr<f32>>
  %assume_assume = assume div_by<1048576>, %assume : tile<ptr<f32>>
  %assume_0 = assume bounded<?, ?>, %arg1 : tile<i32>
  %assume_1 = assume bounded<?, 0>, %arg1 : tile<i32>
  %assume_2 = assume bounded<?, 2147483647>, %arg1 : tile<i32>
  %assume_3 = assume bounded<-4, ?>, %arg1 : tile<i32>
  %assume_4 = assume bounded<-4, 0>, %arg1 : tile<i32>
  %assume_5 = assume bounded<-4, 2147483647>, %arg1 : tile<i32>
  %assume_6 = assume bounded<0, ?>, %arg1 : tile<i32>
  %assume_7 = assume bounded<0, 0>, %arg1 : tile<i32>
  %assume_8 = assume bounded<0, 2147483647>, %arg1 : tile<i32>
  %assume_assume_9 = assume div_by<1>, %assume_8 : tile<i32>
  %assume_assume_assume = assume div_by<4>, %assume_assume_9 : tile<i32>
  %assume_10 = assume bounded<-9223372036854775808, 9223372036854775807>, %arg2 : tile<i64>
  %assume_cst_3_i32 = assume div_by<4, every 4 along 0>, %cst_3_i32 : tile<4x8xi32>
  %assume_cst_3_i32_11 = assume div_by<8, every 2 along 1>, %cst_3_i32 : tile<4x8xi32>
  %assume_cst_3_i32_12 = assume same_elements<[2, 4]>, %cst_3_i32 : tile<4x8xi32>
  %0 = addi %arg1, %arg1 : tile<i32>
  %assume_13 = assume bounded<0, ?>, %0 : tile<i32>
  %tview = make_tensor_view %assume, shape = [%arg1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %assume_tview = assume div_by<16>, %tview : tensor_view<?xf32, strides=[1]>
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
  %assume_blockId_y = assume bounded<0, 7>, %blockId_y : tile<i32>
  %cst_32_i32 = constant <i32: 32> : tile<i32>
  %assume_cst_32_i32 = assume div_by<32>, %cst_32_i32 : tile<i32>
  %1 = iota : tile<4xi32>
  %assume_14 = assume div_by<2>, %1 : tile<4xi32>
  %reshape = reshape %1 : tile<4xi32> -> tile<1x4xi32>
  %assume_reshape = assume div_by<2>, %reshape : tile<1x4xi32>
  %reduce:2 = reduce %1, %1 dim=0 identities=[0 : i32, 0 : i32] : tile<4xi32>, tile<4xi32> -> tile<i32>, tile<i32> 
  (%reduce_lhs0: tile<i32>, %reduce_rhs0: tile<i32>, %reduce_lhs1: tile<i32>, %reduce_rhs1: tile<i32>) {
    yield %reduce_lhs0, %reduce_lhs1 : tile<i32>, tile<i32>
  }
  %assume_reduce = assume div_by<2>, %reduce#0 : tile<i32>
  %assume_ = assume div_by<2>, %reduce#1 : tile<i32>
  %2:2 = scan %1, %1 dim=0 reverse=false identities=[0 : i32, 0 : i32] : tile<4xi32>, tile<4xi32> -> tile<4xi32>, tile<4xi32> 
  (%arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<i32>, %arg6: tile<i32>) {
    yield %arg3, %arg5 : tile<i32>, tile<i32>
  }
  %assume__15 = assume div_by<2>, %2#0 : tile<4xi32>
  %assume__16 = assume div_by<2>, %2#1 : tile<4xi32>
  %for:2 = for %loopIdx in (%arg1 to %arg1, step %arg1) : tile<i32> iter_values(%iterArg0 = %arg1, %iterArg1 = %arg1) -> (tile<i32>, tile<i32>) {
    %assume_20 = assume div_by<2>, %loopIdx : tile<i32>
    %assume_21 = assume div_by<2>, %iterArg0 : tile<i32>
    %assume_22 = assume div_by<2>, %iterArg1 : tile<i32>
    continue %iterArg0, %iterArg1 : tile<i32>, tile<i32>
  }
  %assume_for = assume div_by<2>, %for#0 : tile<i32>
  %assume__17 = assume div_by<2>, %for#1 : tile<i32>
  %3 = cmpi equal %arg1, %arg1, signed : tile<i32> -> tile<i1>
  %4:2 = if %3 -> (tile<i32>, tile<i32>) {
    yield %arg1, %arg1 : tile<i32>, tile<i32>
  } else {
    yield %arg1, %arg1 : tile<i32>, tile<i32>
  }
  %assume__18 = assume div_by<2>, %4#0 : tile<i32>
  %assume__19 = assume div_by<2>, %4#1 : tile<i32>
  return
}
