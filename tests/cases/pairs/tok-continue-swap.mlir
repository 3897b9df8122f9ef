// expect: not same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %A) -> (token) {
    if %c {
      continue %t : token
    }
    continue %B : token
  }
  %s = store_ptr_tko weak %p, %v token=%r : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %A) -> (token) {
    if %c {
      continue %B : token
    }
    continue %t : token
  }
  %s = store_ptr_tko weak %p, %v token=%r : tile<ptr<f32>>, tile<f32> -> token
  return
}
