// expect: different
// div hoisted above a return
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    %a = divi %n, %m signed : tile<i32>
    %oa = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %ta = store_ptr_tko weak %oa, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  if %d {
    return
  }
  %r = divi %n, %m signed : tile<i32>
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = divi %n, %m signed : tile<i32>
  if %c {
    %oa = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %ta = store_ptr_tko weak %oa, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  if %d {
    return
  }
  %o = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
