// expect: same (not yet)
// carried values in another order
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %r:2 = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%x = %v, %y = %v) -> (tile<f32>, tile<f32>) {
    %a = negf %x : tile<f32>
    %b = absf %y : tile<f32>
    continue %b, %a : tile<f32>, tile<f32>
  }
  %s = store_ptr_tko weak %p, %r#0 : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  %r:2 = for %i in (%z to %n, step %o1) : tile<i32> iter_values(%x = %v, %y = %v) -> (tile<f32>, tile<f32>) {
    %a = negf %y : tile<f32>
    %b = absf %x : tile<f32>
    continue %a, %b : tile<f32>, tile<f32>
  }
  %s = store_ptr_tko weak %p, %r#1 : tile<ptr<f32>>, tile<f32> -> token
  return
}
