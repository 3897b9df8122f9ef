// expect: different
// a loop that never ends moved out of an if that stores its result
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %d {
    %r = loop iter_values(%x = %v) : tile<f32> -> tile<f32> {
      %a = negf %x : tile<f32>
      continue %a : tile<f32>
    }
    %s = store_ptr_tko weak %q, %r : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r = loop iter_values(%x = %v) : tile<f32> -> tile<f32> {
    %a = negf %x : tile<f32>
    continue %a : tile<f32>
  }
  if %d {
    %s = store_ptr_tko weak %q, %r : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
