// expect: same
// an equality tested twice, in either order, against once
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = cmpi equal %n, %m, signed : tile<i32> -> tile<i1>
  %b = cmpi equal %m, %n, signed : tile<i32> -> tile<i1>
  %e = xori %a, %b : tile<i1>
  if %e {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = cmpi equal %n, %m, signed : tile<i32> -> tile<i1>
  %e = xori %a, %a : tile<i1>
  if %e {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
