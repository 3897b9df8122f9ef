// expect: not same
// store waits for the store 7 turns ago against 8
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = make_token : token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %o:7 = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t0 = %z, %t1 = %z, %t2 = %z, %t3 = %z, %t4 = %z, %t5 = %z, %t6 = %z) -> (token, token, token, token, token, token, token) {
    %s = store_ptr_tko weak %p, %v token=%t6 : tile<ptr<f32>>, tile<f32> -> token
    continue %s, %t0, %t1, %t2, %t3, %t4, %t5 : token, token, token, token, token, token, token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = make_token : token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %o:8 = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t0 = %z, %t1 = %z, %t2 = %z, %t3 = %z, %t4 = %z, %t5 = %z, %t6 = %z, %t7 = %z) -> (token, token, token, token, token, token, token, token) {
    %s = store_ptr_tko weak %p, %v token=%t7 : tile<ptr<f32>>, tile<f32> -> token
    continue %s, %t0, %t1, %t2, %t3, %t4, %t5, %t6 : token, token, token, token, token, token, token, token
  }
  return
}
