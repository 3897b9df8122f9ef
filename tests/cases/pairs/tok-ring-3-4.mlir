// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = make_token : token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %o:3 = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t0 = %z, %t1 = %z, %t2 = %z) -> (token, token, token) {
    %s = store_ptr_tko weak %p, %v token=%t2 : tile<ptr<f32>>, tile<f32> -> token
    continue %s, %t0, %t1 : token, token, token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = make_token : token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %o:4 = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t0 = %z, %t1 = %z, %t2 = %z, %t3 = %z) -> (token, token, token, token) {
    %s = store_ptr_tko weak %p, %v token=%t3 : tile<ptr<f32>>, tile<f32> -> token
    continue %s, %t0, %t1, %t2 : token, token, token, token
  }
  return
}
