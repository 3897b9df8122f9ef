// expect: undecided
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i32: __elided__> : tile<i32>
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  for %i in (%z to %k, step %o1) : tile<i32> {
    %ii = assume bounded<0, 7>, %i : tile<i32>
  %o = offset %p, %ii : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i32: 8> : tile<i32>
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  for %i in (%z to %k, step %o1) : tile<i32> {
    %ii = assume bounded<0, 7>, %i : tile<i32>
  %o = offset %p, %ii : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
