// expect: different
// assume moved above an early return
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %d {
    return
  }
  %f = assume bounded<1, ?>, %m : tile<i32>
  %o = offset %p, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %s = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<1, ?>, %m : tile<i32>
  if %d {
    return
  }
  %o = offset %p, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %s = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
