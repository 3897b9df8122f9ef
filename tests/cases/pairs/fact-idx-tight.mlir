// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %h = constant <i32: 8> : tile<i32>
  for %i in (%z to %h, step %o1) : tile<i32> {
    %f = assume bounded<0, 6>, %i : tile<i32>
  %o = offset %p, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %h = constant <i32: 8> : tile<i32>
  for %i in (%z to %h, step %o1) : tile<i32> {
  %o = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
