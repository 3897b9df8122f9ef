// expect: undecided
global @g <f32: __elided__> : tile<4xf32>
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %g = get_global @g : tile<ptr<f32>>
  %t = store_ptr_tko weak %g, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
global @g <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %g = get_global @g : tile<ptr<f32>>
  %t = store_ptr_tko weak %g, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
