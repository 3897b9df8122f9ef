// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cuda_tile.module @kernels {
  entry @first(%out: tile<ptr<f32>>, %in: tile<ptr<f32>>) optimization_hints=<sm_100 = {occupancy = 1}> {
    %lanes = iota : tile<16xi32>
    %i1 = reshape %in : tile<ptr<f32>> -> tile<1xptr<f32>>
    %iN = broadcast %i1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %from = offset %iN, %lanes : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %x, %t0 = load_ptr_tko weak %from : tile<16xptr<f32>> -> tile<16xf32>, token
    %y = exp2 %x : tile<16xf32>
    %z = mulf %y, %x : tile<16xf32>
    %o1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %oN = broadcast %o1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %to = offset %oN, %lanes : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %t1 = store_ptr_tko weak %to, %z token=%t0 : tile<16xptr<f32>>, tile<16xf32> -> token
    return
  }
  entry @second(%out: tile<ptr<f32>>, %in: tile<ptr<f32>>) optimization_hints=<sm_100 = {occupancy = 4}> {
    %x, %t0 = load_ptr_tko weak %in : tile<ptr<f32>> -> tile<f32>, token
    %y = negf %x : tile<f32>
    %t1 = store_ptr_tko weak %out, %y token=%t0 : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
