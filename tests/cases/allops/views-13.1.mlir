entry @views(%arg0: tile<ptr<f32>>, %arg1: tile<i32>, %arg2: tile<i64>) {
  %tview = make_tensor_view %arg0, shape = [%arg1, 64], strides = [%arg1, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
  %tview_0 = make_tensor_view %arg0, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf32, strides=[64,1]>
  %tview_1 = make_tensor_view %arg0, shape = [%arg2, %arg2], strides = [1, %arg2] : tile<i64> -> tensor_view<?x?xf32, strides=[1,?]>
  %tview_2 = make_tensor_view %arg0, shape = [8, 4], strides = [%arg1, 1] : tile<i32> -> tensor_view<8x4xf32, strides=[?,1]>
  %tview_3 = make_tensor_view %arg0, shape = [], strides = [] : tensor_view<f32>
  %0:2 = get_tensor_shape %tview : tensor_view<?x64xf32, strides=[?,1]> -> tile<i32>
  %tview_4 = make_tensor_view %arg0, shape = [%arg1], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %1 = get_tensor_shape %tview_4 : tensor_view<?xf32, strides=[1]> -> tile<i64>
  %2 = make_token : token
  %pview = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>
  %pview_5 = make_partition_view %tview : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
  %pview_6 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>>
  %pview_7 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = neg_zero, tensor_view<?x64xf32, strides=[?,1]>>
  %pview_8 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = nan, tensor_view<?x64xf32, strides=[?,1]>>
  %pview_9 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = pos_inf, tensor_view<?x64xf32, strides=[?,1]>>
  %pview_10 = make_partition_view %tview : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>>
  %3:2 = get_index_space_shape %pview : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>> -> tile<i32>
  %tile, %result_token = load_view_tko weak %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_11, %result_token_12 = load_view_tko relaxed tl_blk %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_13, %result_token_14 = load_view_tko relaxed device %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_15, %result_token_16 = load_view_tko relaxed sys %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_17, %result_token_18 = load_view_tko acquire tl_blk %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_19, %result_token_20 = load_view_tko acquire device %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_21, %result_token_22 = load_view_tko acquire sys %pview[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_23, %result_token_24 = load_view_tko weak %pview[%arg1, %arg1] : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %tile_25, %result_token_26 = load_view_tko weak %pview[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %4 = store_view_tko weak %tile_21, %pview[%arg1, %arg1] optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %tile_27, %result_token_28 = load_view_tko weak %pview[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {latency = 10}> : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %5 = store_view_tko weak %tile_21, %pview[%arg1, %arg1] optimization_hints = <sm_100 = {latency = 10}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %tile_29, %result_token_30 = load_view_tko weak %pview[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {}> : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %6 = store_view_tko weak %tile_21, %pview[%arg1, %arg1] optimization_hints = <sm_100 = {}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %tile_31, %result_token_32 = load_view_tko weak %pview[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %7 = store_view_tko weak %tile_21, %pview[%arg1, %arg1] optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %8 = store_view_tko weak %tile_21, %pview[%arg1, %arg1] token = %2 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %9 = store_view_tko weak %tile_21, %pview[%arg1, %arg1] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %10 = store_view_tko relaxed device %tile_21, %pview[%arg1, %arg1] token = %2 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %11 = store_view_tko relaxed device %tile_21, %pview[%arg1, %arg1] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %12 = store_view_tko release device %tile_21, %pview[%arg1, %arg1] token = %2 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %13 = store_view_tko release device %tile_21, %pview[%arg1, %arg1] : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %pview_33 = make_partition_view %tview_4 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %tile_34, %result_token_35 = load_view_tko weak %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_36, %result_token_37 = load_view_tko relaxed tl_blk %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_38, %result_token_39 = load_view_tko relaxed device %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_40, %result_token_41 = load_view_tko relaxed sys %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_42, %result_token_43 = load_view_tko acquire tl_blk %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_44, %result_token_45 = load_view_tko acquire device %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_46, %result_token_47 = load_view_tko acquire sys %pview_33[%arg2] token = %2 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_48, %result_token_49 = load_view_tko weak %pview_33[%arg2] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %tile_50, %result_token_51 = load_view_tko weak %pview_33[%arg2] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %14 = store_view_tko weak %tile_46, %pview_33[%arg2] optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %tile_52, %result_token_53 = load_view_tko weak %pview_33[%arg2] token = %2 optimization_hints = <sm_100 = {latency = 10}> : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %15 = store_view_tko weak %tile_46, %pview_33[%arg2] optimization_hints = <sm_100 = {latency = 10}> : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %tile_54, %result_token_55 = load_view_tko weak %pview_33[%arg2] token = %2 optimization_hints = <sm_100 = {}> : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %16 = store_view_tko weak %tile_46, %pview_33[%arg2] optimization_hints = <sm_100 = {}> : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %tile_56, %result_token_57 = load_view_tko weak %pview_33[%arg2] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> tile<8xf32>, token
  %17 = store_view_tko weak %tile_46, %pview_33[%arg2] optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %18 = store_view_tko weak %tile_46, %pview_33[%arg2] token = %2 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %19 = store_view_tko weak %tile_46, %pview_33[%arg2] : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %20 = store_view_tko relaxed device %tile_46, %pview_33[%arg2] token = %2 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %21 = store_view_tko relaxed device %tile_46, %pview_33[%arg2] : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %22 = store_view_tko release device %tile_46, %pview_33[%arg2] token = %2 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  %23 = store_view_tko release device %tile_46, %pview_33[%arg2] : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i64> -> token
  return
}
