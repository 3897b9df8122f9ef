// expect: different
// S waits for A always, against only if loop ran and last turn took c
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %o = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %k) -> (token) {
    %x = if %c -> (token) {
      %B = store_ptr_tko weak %q, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
      yield %B : token
    } else {
      yield %k : token
    }
    continue %x : token
  }
  %y = join_tokens %o, %A : token
  %S = store_ptr_tko weak %p, %v token=%y : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = make_token : token
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %o = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%t = %k) -> (token) {
    %x = if %c -> (token) {
      %B = store_ptr_tko weak %q, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
      yield %B : token
    } else {
      yield %k : token
    }
    continue %x : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
