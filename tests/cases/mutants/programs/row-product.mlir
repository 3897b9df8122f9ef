// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cuda_tile.module @kernels {
  entry @row_product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %columns: tile<i32>, %stride: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 1}, sm_120 = {occupancy = 2}> {
    %n = assume bounded<0, 4096>, %columns : tile<i32>
    %s0 = assume bounded<0, 4096>, %stride : tile<i32>
    %s = assume div_by<8>, %s0 : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %ta = make_tensor_view %a, shape = [16, %n], strides = [%s, 1] : tile<i32> -> tensor_view<16x?xf16, strides=[?,1]>
    %tb = make_tensor_view %b, shape = [%n, 16], strides = [16, 1] : tile<i32> -> tensor_view<?x16xf16, strides=[16,1]>
    %tc = make_tensor_view %c, shape = [1, 16, 16], strides = [256, 16, 1] : tensor_view<1x16x16xf32, strides=[256,16,1]>
    %va = make_partition_view %ta : partition_view<tile=(16x8), padding_value = zero, tensor_view<16x?xf16, strides=[?,1]>>
    %vb = make_partition_view %tb : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x16xf16, strides=[16,1]>>
    %vc = make_partition_view %tc : partition_view<tile=(1x16x16), tensor_view<1x16x16xf32, strides=[256,16,1]>>
    %turns:2 = get_index_space_shape %va : partition_view<tile=(16x8), padding_value = zero, tensor_view<16x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <f32: 0.0> : tile<16x16xf32>
    %t = make_token : token
    %sum = for %i in (%c0 to %turns#1, step %c1) : tile<i32> iter_values(%acc = %zero) -> (tile<16x16xf32>) {
      %x, %t0 = load_view_tko weak %va[%c0, %i] token = %t optimization_hints = <sm_100 = {latency = 3}> : partition_view<tile=(16x8), padding_value = zero, tensor_view<16x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x8xf16>, token
      %y, %t1 = load_view_tko weak %vb[%i, %c0] token = %t optimization_hints = <sm_100 = {allow_tma = true}> : partition_view<tile=(8x16), padding_value = zero, tensor_view<?x16xf16, strides=[16,1]>>, tile<i32> -> tile<8x16xf16>, token
      %z = mmaf %x, %y, %acc : tile<16x8xf16>, tile<8x16xf16>, tile<16x16xf32>
      continue %z : tile<16x16xf32>
    }
    %scale = constant <f32: 0.3> : tile<16x16xf32>
    %shift = constant <f32: 0.7> : tile<16x16xf32>
    %scaled = mulf %sum, %scale flush_to_zero : tile<16x16xf32>
    %moved = addf %scaled, %shift : tile<16x16xf32>
    %further = addf %moved, %scale : tile<16x16xf32>
    %squared = mulf %further, %further : tile<16x16xf32>
    %root = sqrt %squared : tile<16x16xf32>
    %part = divf %root, %shift : tile<16x16xf32>
    %whole = fma %part, %scale, %shift : tile<16x16xf32>
    %flat = reshape %whole : tile<16x16xf32> -> tile<1x16x16xf32>
    %t2 = store_view_tko weak %flat, %vc[%c0, %c0, %c0] token = %t : tile<1x16x16xf32>, partition_view<tile=(1x16x16), tensor_view<1x16x16xf32, strides=[256,16,1]>>, tile<i32> -> token
    return
  }
}
