// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume div_by<16>, %n : tile<i32>
  %a = addi %f, %m : tile<i32>
  %b = addi %f, %m : tile<i32>
  %o = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  %o2 = offset %q, %b : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume div_by<16>, %n : tile<i32>
  %a = addi %f, %m : tile<i32>
  %b = addi %n, %m : tile<i32>
  %o = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  %o2 = offset %q, %b : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
