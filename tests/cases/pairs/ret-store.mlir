// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    return
  }
  %u = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  if %d {
    return
  }
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    return
  }
  if %d {
    return
  }
  %u = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
