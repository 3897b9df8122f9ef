// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume div_by<4>, %n : tile<i32>
  %g = assume div_by<8>, %n : tile<i32>
  %a = addi %f, %g : tile<i32>
  %o = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %s = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume div_by<4>, %n : tile<i32>
  %g = assume div_by<8>, %n : tile<i32>
  %a = addi %g, %f : tile<i32>
  %o = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %s = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
