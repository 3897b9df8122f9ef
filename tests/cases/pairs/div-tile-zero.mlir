// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %kk = constant <i32: [0, 1]> : tile<2xi32>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %nn = broadcast %n1 : tile<1xi32> -> tile<2xi32>
  if %c {
    %x = divi %nn, %kk signed : tile<2xi32>
    %s = reduce %x dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32> (%la: tile<i32>, %lb: tile<i32>) {
      %y = addi %lb, %la : tile<i32>
      yield %y : tile<i32>
    }
  %o = offset %p, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %kk = constant <i32: [0, 1]> : tile<2xi32>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %nn = broadcast %n1 : tile<1xi32> -> tile<2xi32>
    %x = divi %nn, %kk signed : tile<2xi32>
    %s = reduce %x dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32> (%la: tile<i32>, %lb: tile<i32>) {
      %y = addi %lb, %la : tile<i32>
      yield %y : tile<i32>
    }
  if %c {
  %o = offset %p, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
