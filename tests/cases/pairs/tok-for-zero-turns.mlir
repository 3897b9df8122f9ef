// expect: different
// store after a loop waits for A if the loop never runs, else for B
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %o = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t = %A) -> (token) {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    continue %B : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %o = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%t = %B) -> (token) {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    continue %A : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
