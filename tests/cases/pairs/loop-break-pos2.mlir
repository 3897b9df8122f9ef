// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r:2 = loop iter_values(%x = %v, %y = %v) : tile<f32>, tile<f32> -> tile<f32>, tile<f32> {
    %a = negf %x : tile<f32>
    %b = absf %y : tile<f32>
    if %c {
      break %a, %b : tile<f32>, tile<f32>
    }
    continue %a, %b : tile<f32>, tile<f32>
  }
  %s = store_ptr_tko weak %p, %r#0 : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r:2 = loop iter_values(%x = %v, %y = %v) : tile<f32>, tile<f32> -> tile<f32>, tile<f32> {
    %a = negf %x : tile<f32>
    %b = absf %y : tile<f32>
    if %c {
      break %b, %a : tile<f32>, tile<f32>
    }
    continue %a, %b : tile<f32>, tile<f32>
  }
  %s = store_ptr_tko weak %p, %r#0 : tile<ptr<f32>>, tile<f32> -> token
  return
}
