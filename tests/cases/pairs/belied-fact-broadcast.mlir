// expect: different
// div_by<16> assumed of 3, then broadcast
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %three = constant <i32: 3> : tile<1xi32>
  %as = assume div_by<16>, %three : tile<1xi32>
  %bc = broadcast %as : tile<1xi32> -> tile<4xi32>
  %pb = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %pc = broadcast %pb : tile<1xptr<f32>> -> tile<4xptr<f32>>
  %o = offset %pc, %bc : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
  %r, %t = load_ptr_tko weak %o : tile<4xptr<f32>> -> tile<4xf32>, token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %three = constant <i32: 3> : tile<1xi32>
  %bc = broadcast %three : tile<1xi32> -> tile<4xi32>
  %pb = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %pc = broadcast %pb : tile<1xptr<f32>> -> tile<4xptr<f32>>
  %o = offset %pc, %bc : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
  %r, %t = load_ptr_tko weak %o : tile<4xptr<f32>> -> tile<4xf32>, token
  return
}
