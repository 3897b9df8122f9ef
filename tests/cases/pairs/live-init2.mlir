// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %w = negf %v : tile<f32>
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %r:2 = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%x = %w, %y = %v) -> (tile<f32>, tile<f32>) {
    continue %v, %y : tile<f32>, tile<f32>
  }
  %s = store_ptr_tko weak %p, %r#0 : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %q, %w : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %w = negf %v : tile<f32>
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %r:2 = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%x = %v, %y = %v) -> (tile<f32>, tile<f32>) {
    continue %v, %y : tile<f32>, tile<f32>
  }
  %s = store_ptr_tko weak %p, %r#0 : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %q, %w : tile<ptr<f32>>, tile<f32> -> token
  return
}
