// expect: not same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %r0:3 = for %i0 in (%z to %n, step %o1) : tile<i32> iter_values(%t0_0 = %k, %t0_1 = %k, %t0_2 = %k) -> (token, token, token) {
  %r1:3 = for %i1 in (%z to %n, step %o1) : tile<i32> iter_values(%t1_0 = %t0_0, %t1_1 = %t0_1, %t1_2 = %t0_2) -> (token, token, token) {
  %r2:3 = for %i2 in (%z to %n, step %o1) : tile<i32> iter_values(%t2_0 = %t1_0, %t2_1 = %t1_1, %t2_2 = %t1_2) -> (token, token, token) {
  %s = store_ptr_tko weak %p, %v token=%t2_2 : tile<ptr<f32>>, tile<f32> -> token
  continue %s, %t2_0, %t2_1 : token, token, token
  }
  continue %r2#0, %r2#1, %r2#2 : token, token, token
  }
  continue %r1#0, %r1#1, %r1#2 : token, token, token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %r0:3 = for %i0 in (%z to %n, step %o1) : tile<i32> iter_values(%t0_0 = %k, %t0_1 = %k, %t0_2 = %k) -> (token, token, token) {
  %r1:3 = for %i1 in (%z to %n, step %o1) : tile<i32> iter_values(%t1_0 = %t0_0, %t1_1 = %t0_1, %t1_2 = %t0_2) -> (token, token, token) {
  %r2:3 = for %i2 in (%z to %n, step %o1) : tile<i32> iter_values(%t2_0 = %t1_0, %t2_1 = %t1_1, %t2_2 = %t1_2) -> (token, token, token) {
  %s = store_ptr_tko weak %p, %v token=%t2_2 : tile<ptr<f32>>, tile<f32> -> token
  continue %t2_0, %t2_1, %s : token, token, token
  }
  continue %r2#0, %r2#1, %r2#2 : token, token, token
  }
  continue %r1#0, %r1#1, %r1#2 : token, token, token
  }
  return
}
