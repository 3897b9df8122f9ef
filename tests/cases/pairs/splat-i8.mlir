// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i8: 1> : tile<4xi8>
  %e = exti %k signed : tile<4xi8> -> tile<4xi32>
  %s = reduce %e dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
    %z = addi %a, %b : tile<i32>
    yield %z : tile<i32>
  }
  %o = offset %p, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i8: [1, 1, 1, 1]> : tile<4xi8>
  %e = exti %k signed : tile<4xi8> -> tile<4xi32>
  %s = reduce %e dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%a: tile<i32>, %b: tile<i32>) {
    %z = addi %a, %b : tile<i32>
    yield %z : tile<i32>
  }
  %o = offset %p, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
