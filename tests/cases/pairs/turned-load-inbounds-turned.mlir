// expect: same
cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
    %s = make_tensor_view %p, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %d = make_tensor_view %q, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v = make_partition_view %s : partition_view<tile=(16x16), tensor_view<64x32xf32, strides=[32,1]>>
    %w = make_partition_view %d : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %l, %t = load_view_tko weak %v[%x, %y] inbounds = [true, false] : partition_view<tile=(16x16), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<16x16xf32>, token
    %u = store_view_tko weak %l, %w[%n, %n] token = %t : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
// against
cuda_tile.module @kernels {
  entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
    %s = make_tensor_view %p, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %d = make_tensor_view %q, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v = make_partition_view %s : partition_view<tile=(16x16), tensor_view<64x32xf32, strides=[32,1]>, dim_map=[1, 0]>
    %w = make_partition_view %d : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %l, %t = load_view_tko weak %v[%y, %x] inbounds = [false, true] : partition_view<tile=(16x16), tensor_view<64x32xf32, strides=[32,1]>, dim_map=[1, 0]>, tile<i32> -> tile<16x16xf32>, token
    %b = permute %l [1, 0] : tile<16x16xf32> -> tile<16x16xf32>
    %u = store_view_tko weak %b, %w[%n, %n] token = %t : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
