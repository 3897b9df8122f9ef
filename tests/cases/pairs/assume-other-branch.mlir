// expect: different
// of two values, each assumed in its branch and used in the other
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = addi %n, %m : tile<i32>
  if %c {
    %f = assume bounded<1, ?>, %a : tile<i32>
    %o1 = offset %p, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  } else {
    %o2 = offset %q, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a = addi %n, %m : tile<i32>
  if %c {
    %o1 = offset %p, %a : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  } else {
    %f = assume bounded<1, ?>, %a : tile<i32>
    %o2 = offset %q, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
