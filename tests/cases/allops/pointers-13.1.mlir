entry @pointers(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<i32>>) {
  %reshape = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %bcast = broadcast %reshape : tile<1xptr<f32>> -> tile<4xptr<f32>>
  %reshape_0 = reshape %arg1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %bcast_1 = broadcast %reshape_0 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %true = constant <i1: true> : tile<4xi1>
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<4xf32>
  %cst_2_i32 = constant <i32: 2> : tile<4xi32>
  %0 = make_token : token
  %result, %result_token = load_ptr_tko weak %bcast : tile<4xptr<f32>> -> tile<4xf32>, token
  %1 = store_ptr_tko weak %bcast, %cst_0_f32 : tile<4xptr<f32>>, tile<4xf32> -> token
  %result_2, %result_token_3 = load_ptr_tko weak %bcast optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>> -> tile<4xf32>, token
  %2 = store_ptr_tko weak %bcast, %cst_0_f32 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xf32> -> token
  %result_4, %result_token_5 = load_ptr_tko weak %bcast token=%0 : tile<4xptr<f32>> -> tile<4xf32>, token
  %3 = store_ptr_tko weak %bcast, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xf32> -> token
  %result_6, %result_token_7 = load_ptr_tko weak %bcast token=%0 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>> -> tile<4xf32>, token
  %4 = store_ptr_tko weak %bcast, %cst_0_f32 token=%0 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xf32> -> token
  %result_8, %result_token_9 = load_ptr_tko weak %bcast, %true : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
  %5 = store_ptr_tko weak %bcast, %cst_0_f32, %true : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_10, %result_token_11 = load_ptr_tko weak %bcast, %true optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
  %6 = store_ptr_tko weak %bcast, %cst_0_f32, %true optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_12, %result_token_13 = load_ptr_tko weak %bcast, %true token=%0 : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
  %7 = store_ptr_tko weak %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_14, %result_token_15 = load_ptr_tko weak %bcast, %true token=%0 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
  %8 = store_ptr_tko weak %bcast, %cst_0_f32, %true token=%0 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_16, %result_token_17 = load_ptr_tko weak %bcast, %true, %cst_0_f32 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_18, %result_token_19 = load_ptr_tko weak %bcast, %true, %cst_0_f32 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_20, %result_token_21 = load_ptr_tko weak %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_22, %result_token_23 = load_ptr_tko weak %bcast, %true, %cst_0_f32 token=%0 optimization_hints = <sm_100 = {latency = 3}> : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_24, %result_token_25 = load_ptr_tko relaxed tl_blk %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_26, %result_token_27 = load_ptr_tko acquire tl_blk %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %9 = store_ptr_tko relaxed tl_blk %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %10 = store_ptr_tko release tl_blk %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_28, %result_token_29 = load_ptr_tko relaxed device %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_30, %result_token_31 = load_ptr_tko acquire device %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %11 = store_ptr_tko relaxed device %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %12 = store_ptr_tko release device %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_32, %result_token_33 = load_ptr_tko relaxed sys %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %result_34, %result_token_35 = load_ptr_tko acquire sys %bcast, %true, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
  %13 = store_ptr_tko relaxed sys %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %14 = store_ptr_tko release sys %bcast, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
  %result_36, %result_token_37 = atomic_rmw_tko relaxed device %bcast, addf, %cst_0_f32 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_38, %result_token_39 = atomic_cas_tko relaxed sys %bcast_1, %cst_2_i32, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_40, %result_token_41 = atomic_rmw_tko relaxed device %bcast, addf, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_42, %result_token_43 = atomic_cas_tko relaxed sys %bcast_1, %cst_2_i32, %cst_2_i32 token=%0 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_44, %result_token_45 = atomic_rmw_tko relaxed device %bcast, addf, %cst_0_f32, %true : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_46, %result_token_47 = atomic_cas_tko relaxed sys %bcast_1, %cst_2_i32, %cst_2_i32, %true : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_48, %result_token_49 = atomic_rmw_tko relaxed device %bcast, addf, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_50, %result_token_51 = atomic_cas_tko relaxed sys %bcast_1, %cst_2_i32, %cst_2_i32, %true token=%0 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_52, %result_token_53 = atomic_rmw_tko acquire device %bcast, addf, %cst_0_f32 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_54, %result_token_55 = atomic_cas_tko acquire sys %bcast_1, %cst_2_i32, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_56, %result_token_57 = atomic_rmw_tko acquire device %bcast, addf, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_58, %result_token_59 = atomic_cas_tko acquire sys %bcast_1, %cst_2_i32, %cst_2_i32 token=%0 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_60, %result_token_61 = atomic_rmw_tko acquire device %bcast, addf, %cst_0_f32, %true : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_62, %result_token_63 = atomic_cas_tko acquire sys %bcast_1, %cst_2_i32, %cst_2_i32, %true : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_64, %result_token_65 = atomic_rmw_tko acquire device %bcast, addf, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_66, %result_token_67 = atomic_cas_tko acquire sys %bcast_1, %cst_2_i32, %cst_2_i32, %true token=%0 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_68, %result_token_69 = atomic_rmw_tko release device %bcast, addf, %cst_0_f32 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_70, %result_token_71 = atomic_cas_tko release sys %bcast_1, %cst_2_i32, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_72, %result_token_73 = atomic_rmw_tko release device %bcast, addf, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_74, %result_token_75 = atomic_cas_tko release sys %bcast_1, %cst_2_i32, %cst_2_i32 token=%0 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_76, %result_token_77 = atomic_rmw_tko release device %bcast, addf, %cst_0_f32, %true : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_78, %result_token_79 = atomic_cas_tko release sys %bcast_1, %cst_2_i32, %cst_2_i32, %true : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_80, %result_token_81 = atomic_rmw_tko release device %bcast, addf, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_82, %result_token_83 = atomic_cas_tko release sys %bcast_1, %cst_2_i32, %cst_2_i32, %true token=%0 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_84, %result_token_85 = atomic_rmw_tko acq_rel device %bcast, addf, %cst_0_f32 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_86, %result_token_87 = atomic_cas_tko acq_rel sys %bcast_1, %cst_2_i32, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_88, %result_token_89 = atomic_rmw_tko acq_rel device %bcast, addf, %cst_0_f32 token=%0 : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %result_90, %result_token_91 = atomic_cas_tko acq_rel sys %bcast_1, %cst_2_i32, %cst_2_i32 token=%0 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_92, %result_token_93 = atomic_rmw_tko acq_rel device %bcast, addf, %cst_0_f32, %true : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_94, %result_token_95 = atomic_cas_tko acq_rel sys %bcast_1, %cst_2_i32, %cst_2_i32, %true : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_96, %result_token_97 = atomic_rmw_tko acq_rel device %bcast, addf, %cst_0_f32, %true token=%0 : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
  %result_98, %result_token_99 = atomic_cas_tko acq_rel sys %bcast_1, %cst_2_i32, %cst_2_i32, %true token=%0 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
  %result_100, %result_token_101 = atomic_rmw_tko relaxed tl_blk %bcast_1, and, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_102, %result_token_103 = atomic_rmw_tko relaxed tl_blk %bcast_1, or, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_104, %result_token_105 = atomic_rmw_tko relaxed tl_blk %bcast_1, xor, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_106, %result_token_107 = atomic_rmw_tko relaxed tl_blk %bcast_1, add, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_108, %result_token_109 = atomic_rmw_tko relaxed tl_blk %bcast_1, max, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_110, %result_token_111 = atomic_rmw_tko relaxed tl_blk %bcast_1, min, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_112, %result_token_113 = atomic_rmw_tko relaxed tl_blk %bcast_1, umax, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_114, %result_token_115 = atomic_rmw_tko relaxed tl_blk %bcast_1, umin, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %result_116, %result_token_117 = atomic_rmw_tko relaxed tl_blk %bcast_1, xchg, %cst_2_i32 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  return
}
