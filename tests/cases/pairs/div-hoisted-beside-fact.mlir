// expect: different
// division moved out of an if; what is assumed of its divisor is assumed for another op
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<1, ?>, %m : tile<i32>
  %o1 = offset %q, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  if %c {
    %x = divi %n, %m signed : tile<i32>
    %o2 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<1, ?>, %m : tile<i32>
  %o1 = offset %q, %f : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  %x = divi %n, %m signed : tile<i32>
  if %c {
    %o2 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t2 = store_ptr_tko weak %o2, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
