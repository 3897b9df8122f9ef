// expect: different
// a pure if that assumes moved out of another if
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %d {
    %r = if %c -> (tile<i32>) {
      %f = assume bounded<1, ?>, %m : tile<i32>
      %a = addi %f, %n : tile<i32>
      yield %a : tile<i32>
    } else {
      yield %n : tile<i32>
    }
    %o1 = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r = if %c -> (tile<i32>) {
    %f = assume bounded<1, ?>, %m : tile<i32>
    %a = addi %f, %n : tile<i32>
    yield %a : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  if %d {
    %o1 = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
