// expect: different
// division guarded by assert moved above it
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %nz = cmpi not_equal %m, %zero, signed : tile<i32> -> tile<i1>
  assert %nz, "zero" : tile<i1>
  %x = divi %n, %m signed : tile<i32>
  %o = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %nz = cmpi not_equal %m, %zero, signed : tile<i32> -> tile<i1>
  %x = divi %n, %m signed : tile<i32>
  assert %nz, "zero" : tile<i1>
  %o = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
