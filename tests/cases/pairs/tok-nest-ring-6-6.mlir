// expect: not same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %r0:6 = for %i0 in (%z to %n, step %o1) : tile<i32> iter_values(%t0_0 = %k, %t0_1 = %k, %t0_2 = %k, %t0_3 = %k, %t0_4 = %k, %t0_5 = %k) -> (token, token, token, token, token, token) {
  %r1:6 = for %i1 in (%z to %n, step %o1) : tile<i32> iter_values(%t1_0 = %t0_0, %t1_1 = %t0_1, %t1_2 = %t0_2, %t1_3 = %t0_3, %t1_4 = %t0_4, %t1_5 = %t0_5) -> (token, token, token, token, token, token) {
  %r2:6 = for %i2 in (%z to %n, step %o1) : tile<i32> iter_values(%t2_0 = %t1_0, %t2_1 = %t1_1, %t2_2 = %t1_2, %t2_3 = %t1_3, %t2_4 = %t1_4, %t2_5 = %t1_5) -> (token, token, token, token, token, token) {
  %r3:6 = for %i3 in (%z to %n, step %o1) : tile<i32> iter_values(%t3_0 = %t2_0, %t3_1 = %t2_1, %t3_2 = %t2_2, %t3_3 = %t2_3, %t3_4 = %t2_4, %t3_5 = %t2_5) -> (token, token, token, token, token, token) {
  %r4:6 = for %i4 in (%z to %n, step %o1) : tile<i32> iter_values(%t4_0 = %t3_0, %t4_1 = %t3_1, %t4_2 = %t3_2, %t4_3 = %t3_3, %t4_4 = %t3_4, %t4_5 = %t3_5) -> (token, token, token, token, token, token) {
  %r5:6 = for %i5 in (%z to %n, step %o1) : tile<i32> iter_values(%t5_0 = %t4_0, %t5_1 = %t4_1, %t5_2 = %t4_2, %t5_3 = %t4_3, %t5_4 = %t4_4, %t5_5 = %t4_5) -> (token, token, token, token, token, token) {
  %s = store_ptr_tko weak %p, %v token=%t5_5 : tile<ptr<f32>>, tile<f32> -> token
  continue %s, %t5_0, %t5_1, %t5_2, %t5_3, %t5_4 : token, token, token, token, token, token
  }
  continue %r5#0, %r5#1, %r5#2, %r5#3, %r5#4, %r5#5 : token, token, token, token, token, token
  }
  continue %r4#0, %r4#1, %r4#2, %r4#3, %r4#4, %r4#5 : token, token, token, token, token, token
  }
  continue %r3#0, %r3#1, %r3#2, %r3#3, %r3#4, %r3#5 : token, token, token, token, token, token
  }
  continue %r2#0, %r2#1, %r2#2, %r2#3, %r2#4, %r2#5 : token, token, token, token, token, token
  }
  continue %r1#0, %r1#1, %r1#2, %r1#3, %r1#4, %r1#5 : token, token, token, token, token, token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %r0:6 = for %i0 in (%z to %n, step %o1) : tile<i32> iter_values(%t0_0 = %k, %t0_1 = %k, %t0_2 = %k, %t0_3 = %k, %t0_4 = %k, %t0_5 = %k) -> (token, token, token, token, token, token) {
  %r1:6 = for %i1 in (%z to %n, step %o1) : tile<i32> iter_values(%t1_0 = %t0_0, %t1_1 = %t0_1, %t1_2 = %t0_2, %t1_3 = %t0_3, %t1_4 = %t0_4, %t1_5 = %t0_5) -> (token, token, token, token, token, token) {
  %r2:6 = for %i2 in (%z to %n, step %o1) : tile<i32> iter_values(%t2_0 = %t1_0, %t2_1 = %t1_1, %t2_2 = %t1_2, %t2_3 = %t1_3, %t2_4 = %t1_4, %t2_5 = %t1_5) -> (token, token, token, token, token, token) {
  %r3:6 = for %i3 in (%z to %n, step %o1) : tile<i32> iter_values(%t3_0 = %t2_0, %t3_1 = %t2_1, %t3_2 = %t2_2, %t3_3 = %t2_3, %t3_4 = %t2_4, %t3_5 = %t2_5) -> (token, token, token, token, token, token) {
  %r4:6 = for %i4 in (%z to %n, step %o1) : tile<i32> iter_values(%t4_0 = %t3_0, %t4_1 = %t3_1, %t4_2 = %t3_2, %t4_3 = %t3_3, %t4_4 = %t3_4, %t4_5 = %t3_5) -> (token, token, token, token, token, token) {
  %r5:6 = for %i5 in (%z to %n, step %o1) : tile<i32> iter_values(%t5_0 = %t4_0, %t5_1 = %t4_1, %t5_2 = %t4_2, %t5_3 = %t4_3, %t5_4 = %t4_4, %t5_5 = %t4_5) -> (token, token, token, token, token, token) {
  %s = store_ptr_tko weak %p, %v token=%t5_5 : tile<ptr<f32>>, tile<f32> -> token
  continue %t5_0, %t5_1, %t5_2, %t5_3, %t5_4, %s : token, token, token, token, token, token
  }
  continue %r5#0, %r5#1, %r5#2, %r5#3, %r5#4, %r5#5 : token, token, token, token, token, token
  }
  continue %r4#0, %r4#1, %r4#2, %r4#3, %r4#4, %r4#5 : token, token, token, token, token, token
  }
  continue %r3#0, %r3#1, %r3#2, %r3#3, %r3#4, %r3#5 : token, token, token, token, token, token
  }
  continue %r2#0, %r2#1, %r2#2, %r2#3, %r2#4, %r2#5 : token, token, token, token, token, token
  }
  continue %r1#0, %r1#1, %r1#2, %r1#3, %r1#4, %r1#5 : token, token, token, token, token, token
  }
  return
}
