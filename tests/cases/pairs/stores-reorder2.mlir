// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %b = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %w = negf %v : tile<f32>
  %c1 = store_ptr_tko weak %p, %w token=%a : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %b = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %a = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %w = negf %v : tile<f32>
  %c1 = store_ptr_tko weak %p, %w token=%a : tile<ptr<f32>>, tile<f32> -> token
  return
}
