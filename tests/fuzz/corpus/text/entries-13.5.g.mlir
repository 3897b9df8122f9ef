entry @entry0() {
  return loc(#loc)
} loc(#loc)
entry @entry1(%arg0: tile<i32>) optimization_hints=<sm_100 = {}> {
  return loc(#loc)
} loc(#loc)
entry @entry2(%arg0: tile<i32>, %arg1: tile<i32>) optimization_hints=<default = {occupancy = 2}> {
  return loc(#loc)
} loc(#loc)
entry @entry3(%arg0: tile<i32>, %arg1: tile<i32>, %arg2: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, num_worker_warps_per_cta = 4, occupancy = 1}, sm_90 = {num_cta_in_cga = 1}> {
  return loc(#loc)
} loc(#loc)
entry @"needs quotes!"() {
  return loc(#loc)
} loc(#loc)
entry @odd_hints() optimization_hints=<no arch = {occupancy = 99}> {
  %cst_0_i64 = constant <i64: 0> : tile<i64> loc(#loc)
  %0 = int_to_ptr %cst_0_i64 : tile<i64> -> tile<ptr<f32>> loc(#loc)
  %result, %result_token = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = 4}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_0, %result_token_1 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = -1}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_2, %result_token_3 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = true}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_4, %result_token_5 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = 1.000000e+00}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_6, %result_token_7 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = "a\22\0A"}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_8, %result_token_9 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = #cuda_tile.div_by<4>}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_10, %result_token_11 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = [4, 4 : i32]}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_12, %result_token_13 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = {"x y" = 4 : i32}}> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  %result_14, %result_token_15 = load_ptr_tko weak %0 optimization_hints = <> : tile<ptr<f32>> -> tile<f32>, token loc(#loc)
  return loc(#loc)
} loc(#loc)
#loc = loc(unknown)
