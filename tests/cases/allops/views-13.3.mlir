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
  %sview = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[1,8], tensor_view<?x64xf32, strides=[?,1]>>
  %gsview = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
  %sview_58 = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[1,8], padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>>
  %gsview_59 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = zero, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
  %sview_60 = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[1,8], padding_value = neg_zero, tensor_view<?x64xf32, strides=[?,1]>>
  %gsview_61 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = neg_zero, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
  %sview_62 = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[1,8], padding_value = nan, tensor_view<?x64xf32, strides=[?,1]>>
  %gsview_63 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = nan, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
  %sview_64 = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[1,8], padding_value = pos_inf, tensor_view<?x64xf32, strides=[?,1]>>
  %gsview_65 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = pos_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
  %sview_66 = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[1,8], padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>>
  %gsview_67 = make_gather_scatter_view %tview : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>
  %sview_68 = make_strided_view %tview : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>
  %24:2 = get_index_space_shape %sview_68 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i32>
  %tile_69, %result_token_70 = load_view_tko weak %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_71, %result_token_72 = load_view_tko relaxed tl_blk %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_73, %result_token_74 = load_view_tko relaxed device %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_75, %result_token_76 = load_view_tko relaxed sys %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_77, %result_token_78 = load_view_tko acquire tl_blk %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_79, %result_token_80 = load_view_tko acquire device %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_81, %result_token_82 = load_view_tko acquire sys %sview_68[%arg1, %arg1] token = %2 : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_83, %result_token_84 = load_view_tko weak %sview_68[%arg1, %arg1] : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %tile_85, %result_token_86 = load_view_tko weak %sview_68[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %25 = store_view_tko weak %tile_81, %sview_68[%arg1, %arg1] optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %tile_87, %result_token_88 = load_view_tko weak %sview_68[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {latency = 10}> : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %26 = store_view_tko weak %tile_81, %sview_68[%arg1, %arg1] optimization_hints = <sm_100 = {latency = 10}> : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %tile_89, %result_token_90 = load_view_tko weak %sview_68[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {}> : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %27 = store_view_tko weak %tile_81, %sview_68[%arg1, %arg1] optimization_hints = <sm_100 = {}> : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %tile_91, %result_token_92 = load_view_tko weak %sview_68[%arg1, %arg1] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x8xf32>, token
  %28 = store_view_tko weak %tile_81, %sview_68[%arg1, %arg1] optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %29 = store_view_tko weak %tile_81, %sview_68[%arg1, %arg1] token = %2 : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %30 = store_view_tko weak %tile_81, %sview_68[%arg1, %arg1] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %31 = store_view_tko relaxed device %tile_81, %sview_68[%arg1, %arg1] token = %2 : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %32 = store_view_tko relaxed device %tile_81, %sview_68[%arg1, %arg1] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %33 = store_view_tko release device %tile_81, %sview_68[%arg1, %arg1] token = %2 : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %34 = store_view_tko release device %tile_81, %sview_68[%arg1, %arg1] : tile<16x8xf32>, strided_view<tile=(16x8), traversal_strides=[4,4], tensor_view<?x64xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
  %35:2 = get_index_space_shape %gsview_67 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0> -> tile<i32>
  %36 = iota : tile<16xi32>
  %tile_93, %result_token_94 = load_view_tko weak %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_95, %result_token_96 = load_view_tko relaxed tl_blk %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_97, %result_token_98 = load_view_tko relaxed device %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_99, %result_token_100 = load_view_tko relaxed sys %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_101, %result_token_102 = load_view_tko acquire tl_blk %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_103, %result_token_104 = load_view_tko acquire device %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_105, %result_token_106 = load_view_tko acquire sys %gsview_67[%36, %arg1] token = %2 : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_107, %result_token_108 = load_view_tko weak %gsview_67[%36, %arg1] : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %tile_109, %result_token_110 = load_view_tko weak %gsview_67[%36, %arg1] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %37 = store_view_tko weak %tile_105, %gsview_67[%36, %arg1] optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %tile_111, %result_token_112 = load_view_tko weak %gsview_67[%36, %arg1] token = %2 optimization_hints = <sm_100 = {latency = 10}> : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %38 = store_view_tko weak %tile_105, %gsview_67[%36, %arg1] optimization_hints = <sm_100 = {latency = 10}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %tile_113, %result_token_114 = load_view_tko weak %gsview_67[%36, %arg1] token = %2 optimization_hints = <sm_100 = {}> : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %39 = store_view_tko weak %tile_105, %gsview_67[%36, %arg1] optimization_hints = <sm_100 = {}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %tile_115, %result_token_116 = load_view_tko weak %gsview_67[%36, %arg1] token = %2 optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> tile<16x8xf32>, token
  %40 = store_view_tko weak %tile_105, %gsview_67[%36, %arg1] optimization_hints = <sm_100 = {allow_tma = false, latency = 4}, sm_90 = {latency = 2}> : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %41 = store_view_tko weak %tile_105, %gsview_67[%36, %arg1] token = %2 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %42 = store_view_tko weak %tile_105, %gsview_67[%36, %arg1] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %43 = store_view_tko relaxed device %tile_105, %gsview_67[%36, %arg1] token = %2 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %44 = store_view_tko relaxed device %tile_105, %gsview_67[%36, %arg1] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %45 = store_view_tko release device %tile_105, %gsview_67[%36, %arg1] token = %2 : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %46 = store_view_tko release device %tile_105, %gsview_67[%36, %arg1] : tile<16x8xf32>, gather_scatter_view<tile=(16x8), padding_value = neg_inf, tensor_view<?x64xf32, strides=[?,1]>, sparse_dim=0>, tile<16xi32>, tile<i32> -> token
  %pview_117 = make_partition_view %tview : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>
  %tile_118, %result_token_119 = load_view_tko weak %pview_117[%arg1, %arg1] token = %2 : partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> tile<16x8xf32>, token
  %47 = atomic_red_view_tko relaxed tl_blk %pview_117[%arg1, %arg1], addf, %tile_118 token = %2 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %48 = atomic_red_view_tko relaxed tl_blk %pview_117[%arg1, %arg1], addf, %tile_118 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %49 = atomic_red_view_tko relaxed device %pview_117[%arg1, %arg1], addf, %tile_118 token = %2 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  %50 = atomic_red_view_tko relaxed device %pview_117[%arg1, %arg1], addf, %tile_118 : tile<16x8xf32>, partition_view<tile=(16x8), tensor_view<?x64xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
