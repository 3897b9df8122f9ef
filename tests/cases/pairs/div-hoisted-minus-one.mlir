// expect: different
// the same where the divisor is assumed to be at most -1: the lowest number by -1
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<?, -1>, %m : tile<i32>
  if %c {
    %x = divi %n, %f signed : tile<i32>
    %o1 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %f = assume bounded<?, -1>, %m : tile<i32>
  %x = divi %n, %f signed : tile<i32>
  if %c {
    %o1 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
