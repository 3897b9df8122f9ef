// expect: same (not yet)
// two loops that only compute, in another order: whoever does not end, neither program goes on
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r0 = loop iter_values(%x0 = %v) : tile<f32> -> tile<f32> {
    %a0 = negf %x0 : tile<f32>
    if %c {
      break %a0 : tile<f32>
    }
    continue %a0 : tile<f32>
  }
  %r1 = loop iter_values(%x1 = %v) : tile<f32> -> tile<f32> {
    %a1 = absf %x1 : tile<f32>
    if %c {
      break %a1 : tile<f32>
    }
    continue %a1 : tile<f32>
  }
  %s0 = store_ptr_tko weak %p, %r0 : tile<ptr<f32>>, tile<f32> -> token
  %s1 = store_ptr_tko weak %q, %r1 : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r1 = loop iter_values(%x1 = %v) : tile<f32> -> tile<f32> {
    %a1 = absf %x1 : tile<f32>
    if %c {
      break %a1 : tile<f32>
    }
    continue %a1 : tile<f32>
  }
  %r0 = loop iter_values(%x0 = %v) : tile<f32> -> tile<f32> {
    %a0 = negf %x0 : tile<f32>
    if %c {
      break %a0 : tile<f32>
    }
    continue %a0 : tile<f32>
  }
  %s0 = store_ptr_tko weak %p, %r0 : tile<ptr<f32>>, tile<f32> -> token
  %s1 = store_ptr_tko weak %q, %r1 : tile<ptr<f32>>, tile<f32> -> token
  return
}
