// expect: same
// div_by<1> says nothing
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f0 = assume div_by<1>, %n : tile<i32>
  %o = offset %p, %f0 : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %o = offset %p, %n : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
