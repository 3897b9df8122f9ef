// expect: undecided
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k1 = constant <i1: __elided__> : tile<i1>
  %k2 = constant <i1: false> : tile<i1>
  if %k1 {
    %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  if %k2 {
    %u = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k1 = constant <i1: true> : tile<i1>
  %k2 = constant <i1: false> : tile<i1>
  if %k1 {
    %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  if %k2 {
    %u = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
