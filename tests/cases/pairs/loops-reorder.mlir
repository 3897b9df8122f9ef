// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %r0 = for %i0 in (%z to %n, step %o1) : tile<i32> iter_values(%t0 = %v) -> (tile<f32>) {
    %x0 = negf %t0 : tile<f32>
    continue %x0 : tile<f32>
  }
  %r1 = for %i1 in (%z to %n, step %o1) : tile<i32> iter_values(%t1 = %v) -> (tile<f32>) {
    %x1 = absf %t1 : tile<f32>
    continue %x1 : tile<f32>
  }
  %s = store_ptr_tko weak %p, %r0 : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %q, %r1 : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %r0 = for %i0 in (%z to %n, step %o1) : tile<i32> iter_values(%t0 = %v) -> (tile<f32>) {
    %x0 = absf %t0 : tile<f32>
    continue %x0 : tile<f32>
  }
  %r1 = for %i1 in (%z to %n, step %o1) : tile<i32> iter_values(%t1 = %v) -> (tile<f32>) {
    %x1 = negf %t1 : tile<f32>
    continue %x1 : tile<f32>
  }
  %s = store_ptr_tko weak %p, %r1 : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %q, %r0 : tile<ptr<f32>>, tile<f32> -> token
  return
}
