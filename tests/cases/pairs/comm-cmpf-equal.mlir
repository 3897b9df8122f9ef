// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %w = negf %v : tile<f32>
  %a = cmpf equal ordered %v, %w : tile<f32> -> tile<i1>
  if %a {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %w = negf %v : tile<f32>
  %a = cmpf equal ordered %w, %v : tile<f32> -> tile<i1>
  if %a {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
