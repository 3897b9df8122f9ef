// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %w = gdc_launch_dependents_tko -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %w = gdc_launch_dependents_tko -> token
  %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
