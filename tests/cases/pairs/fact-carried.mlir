// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %f = assume div_by<16>, %n : tile<i32>
  %r = for %i in (%z to %m, step %o1) : tile<i32> iter_values(%t = %n) -> (tile<i32>) {
    %u = addi %t, %i : tile<i32>
    continue %u : tile<i32>
  }
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %f = assume div_by<16>, %n : tile<i32>
  %r = for %i in (%z to %m, step %o1) : tile<i32> iter_values(%t = %f) -> (tile<i32>) {
    %u = addi %t, %i : tile<i32>
    continue %u : tile<i32>
  }
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
