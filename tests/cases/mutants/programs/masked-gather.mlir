// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cuda_tile.module @kernels {
  entry @masked_gather(%out: tile<ptr<f32>>, %in: tile<ptr<f32>>, %rows: tile<i32>, %columns: tile<i32>) {
    %p = assume div_by<16>, %in : tile<ptr<f32>>
    %n = assume bounded<0, 16384>, %columns : tile<i32>
    %m = assume bounded<0, 16384>, %rows : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %lanes = iota : tile<32xi32>
    %c32 = constant <i32: 32> : tile<i32>
    %first = muli %bx, %c32 : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firstN = broadcast %first1 : tile<1xi32> -> tile<32xi32>
    %at = addi %firstN, %lanes : tile<32xi32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %nN = broadcast %n1 : tile<1xi32> -> tile<32xi32>
    %inside = cmpi less_than %at, %nN, signed : tile<32xi32> -> tile<32xi1>
    %m1 = reshape %m : tile<i32> -> tile<1xi32>
    %mN = broadcast %m1 : tile<1xi32> -> tile<32xi32>
    %row = cmpi less_than %lanes, %mN, signed : tile<32xi32> -> tile<32xi1>
    %mask = andi %inside, %row : tile<32xi1>
    %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pN = broadcast %p1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %from = offset %pN, %at : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %pad = constant <f32: 1.5> : tile<32xf32>
    %t = make_token : token
    %x, %t0 = load_ptr_tko weak %from, %mask, %pad token=%t : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
    %narrow = ftof %x : tile<32xf32> -> tile<32xf16>
    %turned = reshape %narrow : tile<32xf16> -> tile<4x8xf16>
    %wide = ftof %turned : tile<4x8xf16> -> tile<4x8xf32>
    %half = constant <f32: 0.5> : tile<f32>
    %half1 = reshape %half : tile<f32> -> tile<1x1xf32>
    %halves = broadcast %half1 : tile<1x1xf32> -> tile<4x8xf32>
    %scaled = mulf %wide, %halves : tile<4x8xf32>
    %sum = addf %scaled, %wide : tile<4x8xf32>
    %limit = constant <f32: 4.0> : tile<4x8xf32>
    %least = minf %sum, %limit : tile<4x8xf32>
    %line = reshape %least : tile<4x8xf32> -> tile<32xf32>
    %o1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
    %oN = broadcast %o1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %to = offset %oN, %at : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %t1 = store_ptr_tko weak %to, %line, %inside token=%t : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> token
    %again, %t2 = load_ptr_tko weak %to, %inside, %pad token=%t1 : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
    %twice = addf %again, %line : tile<32xf32>
    %t3 = store_ptr_tko weak %to, %twice, %inside token=%t2 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> token
    return
  }
}
