// expect: same (not yet)
// isomorphic: a and b exchanged
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %b = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %c1 = store_ptr_tko weak %p, %v token=%a : tile<ptr<f32>>, tile<f32> -> token
  %d1 = store_ptr_tko weak %q, %v token=%b : tile<ptr<f32>>, tile<f32> -> token
  %e = store_ptr_tko weak %q, %v token=%c1 : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %b = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %d1 = store_ptr_tko weak %q, %v token=%a : tile<ptr<f32>>, tile<f32> -> token
  %c1 = store_ptr_tko weak %p, %v token=%b : tile<ptr<f32>>, tile<f32> -> token
  %e = store_ptr_tko weak %q, %v token=%c1 : tile<ptr<f32>>, tile<f32> -> token
  return
}
