// expect: different
// two divisions below assumes of their own, against one below one assume before both
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %c {
    %f = assume bounded<1, ?>, %m : tile<i32>
    %x = divi %n, %f signed : tile<i32>
    %o1 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  if %d {
    %g = assume bounded<1, ?>, %m : tile<i32>
    %y = divi %n, %g signed : tile<i32>
    %o2 = offset %q, %y : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<1, ?>, %m : tile<i32>
  %x = divi %n, %f signed : tile<i32>
  if %c {
    %o1 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  if %d {
    %o2 = offset %q, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
