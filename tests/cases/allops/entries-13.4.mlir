entry @entry0() {
  return
}
entry @entry1(%arg0: tile<i32>) optimization_hints=<sm_100 = {}> {
  return
}
entry @entry2(%arg0: tile<i32>, %arg1: tile<i32>) optimization_hints=<default = {occupancy = 2}> {
  return
}
entry @entry3(%arg0: tile<i32>, %arg1: tile<i32>, %arg2: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, num_worker_warps_per_cta = 4, occupancy = 1}, sm_90 = {num_cta_in_cga = 1}> {
  return
}
entry @"needs quotes!"() {
  return
}
entry @odd_hints() optimization_hints=<no arch = {occupancy = 99}> {
  %cst_0_i64 = constant <i64: 0> : tile<i64>
  %0 = int_to_ptr %cst_0_i64 : tile<i64> -> tile<ptr<f32>>
  %result, %result_token = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = 4}> : tile<ptr<f32>> -> tile<f32>, token
  %result_0, %result_token_1 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = -1}> : tile<ptr<f32>> -> tile<f32>, token
  %result_2, %result_token_3 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = true}> : tile<ptr<f32>> -> tile<f32>, token
  %result_4, %result_token_5 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = 1.000000e+00}> : tile<ptr<f32>> -> tile<f32>, token
  %result_6, %result_token_7 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = "a\22\0A"}> : tile<ptr<f32>> -> tile<f32>, token
  %result_8, %result_token_9 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = #cuda_tile.div_by<4>}> : tile<ptr<f32>> -> tile<f32>, token
  %result_10, %result_token_11 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = [4, 4 : i32]}> : tile<ptr<f32>> -> tile<f32>, token
  %result_12, %result_token_13 = load_ptr_tko weak %0 optimization_hints = <sm"_100 = {a b = {"x y" = 4 : i32}}> : tile<ptr<f32>> -> tile<f32>, token
  %result_14, %result_token_15 = load_ptr_tko weak %0 optimization_hints = <> : tile<ptr<f32>> -> tile<f32>, token
  return
}
