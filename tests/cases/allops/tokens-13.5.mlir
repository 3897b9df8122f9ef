global  @lut alignment = 16 <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
global private  constant @one <i32: 7> : tile<1xi32>
global  @plain <i64: [-1, 5, 6, 7]> : tile<4xi64>
global private  @hidden alignment = 8 <f16: 5.000000e-01> : tile<1xf16>
global  constant @fixed <bf16: [1.500000e+00, 2.500000e+00]> : tile<2xbf16>
entry @tokens(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i64>) {
  %0 = make_token : token
  %1 = join_tokens %0, %0 : token
  %2 = join_tokens %0, %1, %0 : token
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
  %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
  %3 = get_global @lut : tile<ptr<f32>>
  %true = constant <i1: true> : tile<4xi1>
  assert %true, "bad idx" : tile<4xi1>
  %4 = print_tko "v=\0A" -> token
  %5 = print_tko "v=\0A" token=%0 -> token
  %6 = print_tko "v=\0A %i", %arg1 : tile<i32> -> token
  %7 = print_tko "v=\0A %i", %arg1 token=%0 : tile<i32> -> token
  %8 = print_tko "v=\0A %i %i", %arg1, %arg2 : tile<i32>, tile<i64> -> token
  %9 = print_tko "v=\0A %i %i", %arg1, %arg2 token=%0 : tile<i32>, tile<i64> -> token
  %10 = print_tko "quote \22 back \\ tab \09 bell \07 end" -> token
  %11 = print_tko "quote \22 back \\ tab \09 bell \07 end" token=%0 -> token
  %12 = print_tko "quote \22 back \\ tab \09 bell \07 end %i", %arg1 : tile<i32> -> token
  %13 = print_tko "quote \22 back \\ tab \09 bell \07 end %i", %arg1 token=%0 : tile<i32> -> token
  %14 = print_tko "quote \22 back \\ tab \09 bell \07 end %i %i", %arg1, %arg2 : tile<i32>, tile<i64> -> token
  %15 = print_tko "quote \22 back \\ tab \09 bell \07 end %i %i", %arg1, %arg2 token=%0 : tile<i32>, tile<i64> -> token
  %16 = print_tko "caf\C3\A9" -> token
  %17 = print_tko "caf\C3\A9" token=%0 -> token
  %18 = print_tko "caf\C3\A9 %i", %arg1 : tile<i32> -> token
  %19 = print_tko "caf\C3\A9 %i", %arg1 token=%0 : tile<i32> -> token
  %20 = print_tko "caf\C3\A9 %i %i", %arg1, %arg2 : tile<i32>, tile<i64> -> token
  %21 = print_tko "caf\C3\A9 %i %i", %arg1, %arg2 token=%0 : tile<i32>, tile<i64> -> token
  %22 = gdc_wait_tko -> token
  %23 = gdc_wait_tko token = %0 -> token
  %24 = gdc_launch_dependents_tko -> token
  %25 = gdc_launch_dependents_tko token = %0 -> token
  %26 = memory_fence_alias_tko %0
  return
}
