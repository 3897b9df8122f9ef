// expect: same
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k0 = constant <f32: 0.0> : tile<f32>
  %a0 = negf %v : tile<f32>
  %b0 = negf %a0 : tile<f32>
  %a1 = negf %v : tile<f32>
  %b1 = absf %a1 : tile<f32>
  %a2 = negf %v : tile<f32>
  %b2 = negf %a2 : tile<f32>
  %a3 = negf %v : tile<f32>
  %b3 = absf %a3 : tile<f32>
  %a4 = negf %v : tile<f32>
  %b4 = negf %a4 : tile<f32>
  %a5 = negf %v : tile<f32>
  %b5 = absf %a5 : tile<f32>
  %a6 = negf %v : tile<f32>
  %b6 = negf %a6 : tile<f32>
  %a7 = negf %v : tile<f32>
  %b7 = absf %a7 : tile<f32>
  %s0 = store_ptr_tko weak %p, %b0 : tile<ptr<f32>>, tile<f32> -> token
  %s1 = store_ptr_tko weak %p, %b1 : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %p, %b2 : tile<ptr<f32>>, tile<f32> -> token
  %s3 = store_ptr_tko weak %p, %b3 : tile<ptr<f32>>, tile<f32> -> token
  %s4 = store_ptr_tko weak %p, %b4 : tile<ptr<f32>>, tile<f32> -> token
  %s5 = store_ptr_tko weak %p, %b5 : tile<ptr<f32>>, tile<f32> -> token
  %s6 = store_ptr_tko weak %p, %b6 : tile<ptr<f32>>, tile<f32> -> token
  %s7 = store_ptr_tko weak %p, %b7 : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k0 = constant <f32: 0.0> : tile<f32>
  %a5 = negf %v : tile<f32>
  %b5 = absf %a5 : tile<f32>
  %a3 = negf %v : tile<f32>
  %b3 = absf %a3 : tile<f32>
  %a1 = negf %v : tile<f32>
  %b1 = absf %a1 : tile<f32>
  %a7 = negf %v : tile<f32>
  %b7 = absf %a7 : tile<f32>
  %a0 = negf %v : tile<f32>
  %b0 = negf %a0 : tile<f32>
  %a2 = negf %v : tile<f32>
  %b2 = negf %a2 : tile<f32>
  %a6 = negf %v : tile<f32>
  %b6 = negf %a6 : tile<f32>
  %a4 = negf %v : tile<f32>
  %b4 = negf %a4 : tile<f32>
  %s0 = store_ptr_tko weak %p, %b0 : tile<ptr<f32>>, tile<f32> -> token
  %s1 = store_ptr_tko weak %p, %b1 : tile<ptr<f32>>, tile<f32> -> token
  %s2 = store_ptr_tko weak %p, %b2 : tile<ptr<f32>>, tile<f32> -> token
  %s3 = store_ptr_tko weak %p, %b3 : tile<ptr<f32>>, tile<f32> -> token
  %s4 = store_ptr_tko weak %p, %b4 : tile<ptr<f32>>, tile<f32> -> token
  %s5 = store_ptr_tko weak %p, %b5 : tile<ptr<f32>>, tile<f32> -> token
  %s6 = store_ptr_tko weak %p, %b6 : tile<ptr<f32>>, tile<f32> -> token
  %s7 = store_ptr_tko weak %p, %b7 : tile<ptr<f32>>, tile<f32> -> token
  return
}
