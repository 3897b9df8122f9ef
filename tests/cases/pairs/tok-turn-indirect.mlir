// expect: different
// B waits for A in all turns, against in all but the first (by way of C)
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = make_token : token
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %o = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %k) -> (token) {
    %jj = join_tokens %t, %A : token
    %B = store_ptr_tko weak %q, %v token=%jj : tile<ptr<f32>>, tile<f32> -> token
    %C = store_ptr_tko weak %p, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
    continue %C : token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = make_token : token
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %o = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %k) -> (token) {
    %B = store_ptr_tko weak %q, %v token=%t : tile<ptr<f32>>, tile<f32> -> token
    %C = store_ptr_tko weak %p, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
    continue %C : token
  }
  return
}
