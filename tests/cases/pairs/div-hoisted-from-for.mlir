// expect: different
// division and what is assumed of its divisor moved to before a loop that need not turn
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  for %i in (%zero to %n, step %one) : tile<i32> {
    %f = assume bounded<1, ?>, %m : tile<i32>
    %x = divi %n, %f signed : tile<i32>
    %o1 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  %f = assume bounded<1, ?>, %m : tile<i32>
  %x = divi %n, %f signed : tile<i32>
  for %i in (%zero to %n, step %one) : tile<i32> {
    %o1 = offset %p, %x : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
