// expect: different
// a reduction that divides moved above the guard d
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %d {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %r = reduce %k dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%la: tile<i32>, %lb: tile<i32>) {
    %x = divi %n, %m signed : tile<i32>
    %y = addi %x, %la : tile<i32>
    yield %y : tile<i32>
  }
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %k = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %r = reduce %k dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32> (%la: tile<i32>, %lb: tile<i32>) {
    %x = divi %n, %m signed : tile<i32>
    %y = addi %x, %la : tile<i32>
    yield %y : tile<i32>
  }
  if %d {
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
