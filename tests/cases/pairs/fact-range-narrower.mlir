// expect: different
// bounds of another type
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<-128, 127>, %m : tile<i32>
  %o1 = offset %p, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %o1 = offset %p, %m : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
