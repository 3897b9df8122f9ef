// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cuda_tile.module @kernels {
  entry @bounded_numbers(%out: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>, %k: tile<i32>) {
    %x = assume bounded<0, 65536>, %n : tile<i32>
    %y = assume bounded<1, 1024>, %m : tile<i32>
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %c63 = constant <i32: 63> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %r0 = divi %x, %y signed rounding<positive_inf> : tile<i32>
    %a0 = addi %x, %y : tile<i32>
    %a1 = subi %a0, %c1 : tile<i32>
    %r1 = divi %a1, %y signed : tile<i32>
    %a2 = addi %x, %c63 : tile<i32>
    %r2 = divi %a2, %c64 signed rounding<negative_inf> : tile<i32>
    %r3 = remi %x, %y signed : tile<i32>
    %r4 = mini %x, %c64 signed : tile<i32>
    %r5 = maxi %k, %y signed : tile<i32>
    %p0 = addi %k, %x : tile<i32>
    %p1 = muli %p0, %c64 : tile<i32>
    %p2 = addi %p1, %y : tile<i32>
    %p3 = addi %p0, %c64 : tile<i32>
    %p4 = addi %p2, %p3 : tile<i32>
    %r6 = subi %p4, %k : tile<i32>
    %g0 = cmpi less_than %x, %y, signed : tile<i32> -> tile<i1>
    %g1 = cmpi greater_than_or_equal %k, %c0, signed : tile<i32> -> tile<i1>
    %g2 = andi %g0, %g1 : tile<i1>
    %r7 = select %g2, %x, %k : tile<i1>, tile<i32>
    %r8 = if %g0 -> (tile<i32>) {
      %i0 = addi %x, %k : tile<i32>
      yield %i0 : tile<i32>
    } else {
      %i1 = subi %y, %k : tile<i32>
      yield %i1 : tile<i32>
    }
    %turns = mini %x, %y signed : tile<i32>
    %r9 = for %i in (%c0 to %turns, step %c64) : tile<i32> iter_values(%s = %k) -> (tile<i32>) {
      %q0 = muli %i, %y : tile<i32>
      %q1 = addi %s, %q0 : tile<i32>
      continue %q1 : tile<i32>
    }
    %w0 = exti %x signed : tile<i32> -> tile<i64>
    %w1 = constant <i64: 3> : tile<i64>
    %w2 = muli %w0, %w1 : tile<i64>
    %r10 = trunci %w2 : tile<i64> -> tile<i32>
    %r11 = divi %x, %c64 signed : tile<i32>
    %o0 = constant <i32: 16> : tile<i32>
    %o1 = muli %bx, %o0 : tile<i32>
    %t = make_token : token
    %k0 = constant <i32: 0> : tile<i32>
    %at0 = addi %o1, %k0 : tile<i32>
    %to0 = offset %out, %at0 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t0 = store_ptr_tko weak %to0, %r0 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k1 = constant <i32: 1> : tile<i32>
    %at1 = addi %o1, %k1 : tile<i32>
    %to1 = offset %out, %at1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t1 = store_ptr_tko weak %to1, %r1 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k2 = constant <i32: 2> : tile<i32>
    %at2 = addi %o1, %k2 : tile<i32>
    %to2 = offset %out, %at2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t2 = store_ptr_tko weak %to2, %r2 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k3 = constant <i32: 3> : tile<i32>
    %at3 = addi %o1, %k3 : tile<i32>
    %to3 = offset %out, %at3 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t3 = store_ptr_tko weak %to3, %r3 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k4 = constant <i32: 4> : tile<i32>
    %at4 = addi %o1, %k4 : tile<i32>
    %to4 = offset %out, %at4 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t4 = store_ptr_tko weak %to4, %r4 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k5 = constant <i32: 5> : tile<i32>
    %at5 = addi %o1, %k5 : tile<i32>
    %to5 = offset %out, %at5 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t5 = store_ptr_tko weak %to5, %r5 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k6 = constant <i32: 6> : tile<i32>
    %at6 = addi %o1, %k6 : tile<i32>
    %to6 = offset %out, %at6 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t6 = store_ptr_tko weak %to6, %r6 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k7 = constant <i32: 7> : tile<i32>
    %at7 = addi %o1, %k7 : tile<i32>
    %to7 = offset %out, %at7 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t7 = store_ptr_tko weak %to7, %r7 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k8 = constant <i32: 8> : tile<i32>
    %at8 = addi %o1, %k8 : tile<i32>
    %to8 = offset %out, %at8 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t8 = store_ptr_tko weak %to8, %r8 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k9 = constant <i32: 9> : tile<i32>
    %at9 = addi %o1, %k9 : tile<i32>
    %to9 = offset %out, %at9 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t9 = store_ptr_tko weak %to9, %r9 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k10 = constant <i32: 10> : tile<i32>
    %at10 = addi %o1, %k10 : tile<i32>
    %to10 = offset %out, %at10 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t10 = store_ptr_tko weak %to10, %r10 token=%t : tile<ptr<i32>>, tile<i32> -> token
    %k11 = constant <i32: 11> : tile<i32>
    %at11 = addi %o1, %k11 : tile<i32>
    %to11 = offset %out, %at11 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t11 = store_ptr_tko weak %to11, %r11 token=%t : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
