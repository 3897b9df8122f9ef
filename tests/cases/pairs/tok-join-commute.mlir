// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %j = join_tokens %A, %B : token
  %s = store_ptr_tko weak %p, %v token=%j : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %j = join_tokens %B, %A : token
  %s = store_ptr_tko weak %p, %v token=%j : tile<ptr<f32>>, tile<f32> -> token
  return
}
