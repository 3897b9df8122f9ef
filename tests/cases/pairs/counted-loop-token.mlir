// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %w: tile<f32>, %n: tile<i32>, %m: tile<i32>) {
  %o = constant <i32: 1> : tile<i32>
  %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %a, %b, %x = for %i in (%m to %n, step %o) : tile<i32> iter_values(%c = %v, %d = %w, %y = %t) -> (tile<f32>, tile<f32>, token) {
    %e = addf %c, %d : tile<f32>
    %f = mulf %d, %d : tile<f32>
    %u = store_ptr_tko weak %p, %e token=%y : tile<ptr<f32>>, tile<f32> -> token
    continue %e, %f, %u : tile<f32>, tile<f32>, token
  }
  %z = store_ptr_tko weak %p, %a token=%x : tile<ptr<f32>>, tile<f32> -> token
  %z2 = store_ptr_tko weak %q, %b token=%z : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %w: tile<f32>, %n: tile<i32>, %m: tile<i32>) {
  %o = constant <i32: 1> : tile<i32>
  %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %r, %a, %b, %x = loop iter_values(%i = %m, %c = %v, %d = %w, %y = %t) : tile<i32>, tile<f32>, tile<f32>, token -> tile<i32>, tile<f32>, tile<f32>, token {
    %g = cmpi greater_than_or_equal %i, %n, signed : tile<i32> -> tile<i1>
    if %g {
      break %i, %c, %d, %y : tile<i32>, tile<f32>, tile<f32>, token
    }
    %e = addf %c, %d : tile<f32>
    %f = mulf %d, %d : tile<f32>
    %u = store_ptr_tko weak %p, %e token=%y : tile<ptr<f32>>, tile<f32> -> token
    %j = addi %i, %o : tile<i32>
    continue %j, %e, %f, %u : tile<i32>, tile<f32>, tile<f32>, token
  }
  %z = store_ptr_tko weak %p, %a token=%t : tile<ptr<f32>>, tile<f32> -> token
  %z2 = store_ptr_tko weak %q, %b token=%z : tile<ptr<f32>>, tile<f32> -> token
  return
}
