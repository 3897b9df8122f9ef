// expect: different
// an if that does nothing, but whose condition divides, against none
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = divi %n, %m signed : tile<i32>
  %g = cmpi greater_than %x, %n, signed : tile<i32> -> tile<i1>
  if %g {
  }
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
