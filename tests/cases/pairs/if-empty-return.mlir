// expect: different
// an if that only returns, against one that does nothing
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    return
  }
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
  }
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
