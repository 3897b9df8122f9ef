// expect: same
// divisor is known positive before reshape; conservative
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %mm = assume bounded<1, ?>, %m : tile<i32>
  %mb = reshape %mm : tile<i32> -> tile<1xi32>
  %nn = reshape %n : tile<i32> -> tile<1xi32>
  if %c {
    %x = divi %nn, %mb signed : tile<1xi32>
    %xx = reshape %x : tile<1xi32> -> tile<i32>
  %o = offset %p, %xx : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %mm = assume bounded<1, ?>, %m : tile<i32>
  %mb = reshape %mm : tile<i32> -> tile<1xi32>
  %nn = reshape %n : tile<i32> -> tile<1xi32>
    %x = divi %nn, %mb signed : tile<1xi32>
    %xx = reshape %x : tile<1xi32> -> tile<i32>
  if %c {
  %o = offset %p, %xx : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
