// expect: different
// assume m >= 1 moved from under the guard m > 0 to above it: false for m = 0 there
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %pos = cmpi greater_than %m, %zero, signed : tile<i32> -> tile<i1>
  if %pos {
    %mm = assume bounded<1, ?>, %m : tile<i32>
    %o = offset %p, %mm : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %pos = cmpi greater_than %m, %zero, signed : tile<i32> -> tile<i1>
  %mm = assume bounded<1, ?>, %m : tile<i32>
  if %pos {
    %o = offset %p, %mm : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
