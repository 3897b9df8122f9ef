// expect: not same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %o = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %k) -> (token) {
    %o2 = for %j in (%z to %m, step %o1) : tile<i32> iter_values(%u = %t) -> (token) {
      %s = store_ptr_tko weak %p, %v token=%u : tile<ptr<f32>>, tile<f32> -> token
      continue %s : token
    }
    continue %o2 : token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %o = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %k) -> (token) {
    %o2 = for %j in (%z to %m, step %o1) : tile<i32> iter_values(%u = %k) -> (token) {
      %s = store_ptr_tko weak %p, %v token=%u : tile<ptr<f32>>, tile<f32> -> token
      continue %s : token
    }
    continue %o2 : token
  }
  return
}
