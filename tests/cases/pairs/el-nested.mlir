// expect: undecided
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    %k = constant <f32: __elided__> : tile<f32>
    %t = store_ptr_tko weak %p, %k : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    %k = constant <f32: 1.0> : tile<f32>
    %t = store_ptr_tko weak %p, %k : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
