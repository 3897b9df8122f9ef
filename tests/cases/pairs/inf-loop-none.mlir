// expect: different
// a loop that never ends and does nothing, against none
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = loop iter_values(%x = %v) : tile<f32> -> tile<f32> {
    %a = negf %x : tile<f32>
    continue %a : tile<f32>
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
