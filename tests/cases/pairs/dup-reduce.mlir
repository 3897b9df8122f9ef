// expect: same (not yet)
// a reduction computed twice
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  %a = reduce %k dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32> (%la: tile<f32>, %lb: tile<f32>) {
    %z = addf %la, %lb : tile<f32>
    yield %z : tile<f32>
  }
  %b = reduce %k dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32> (%la: tile<f32>, %lb: tile<f32>) {
    %z = addf %la, %lb : tile<f32>
    yield %z : tile<f32>
  }
  %s = store_ptr_tko weak %p, %a : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %q, %b : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  %a = reduce %k dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32> (%la: tile<f32>, %lb: tile<f32>) {
    %z = addf %la, %lb : tile<f32>
    yield %z : tile<f32>
  }
  %s = store_ptr_tko weak %p, %a : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %q, %a : tile<ptr<f32>>, tile<f32> -> token
  return
}
