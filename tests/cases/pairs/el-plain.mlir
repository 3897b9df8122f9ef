// expect: undecided
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <f32: __elided__> : tile<4xf32>
  %x = negf %k : tile<4xf32>
  %s = reduce %x dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> (%a: tile<f32>, %b: tile<f32>) {
    %z = addf %a, %b : tile<f32>
    yield %z : tile<f32>
  }
  %t = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  %x = negf %k : tile<4xf32>
  %s = reduce %x dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32> (%a: tile<f32>, %b: tile<f32>) {
    %z = addf %a, %b : tile<f32>
    yield %z : tile<f32>
  }
  %t = store_ptr_tko weak %p, %s : tile<ptr<f32>>, tile<f32> -> token
  return
}
