// expect: undecided
// two elided constants are taken for one, so that their users merge
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k1 = constant <f32: __elided__> : tile<f32>
  %k2 = constant <f32: __elided__> : tile<f32>
  %x = addf %v, %k1 : tile<f32>
  %y = addf %v, %k2 : tile<f32>
  %t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
  %u = store_ptr_tko weak %q, %y : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k1 = constant <f32: 1.0> : tile<f32>
  %k2 = constant <f32: 2.0> : tile<f32>
  %x = addf %v, %k1 : tile<f32>
  %y = addf %v, %k2 : tile<f32>
  %t = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
  %u = store_ptr_tko weak %q, %y : tile<ptr<f32>>, tile<f32> -> token
  return
}
