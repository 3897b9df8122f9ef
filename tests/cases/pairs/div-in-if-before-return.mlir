// expect: different
// m = 0 and c and d: returns against divides by zero
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  if %d {
    return
  }
  %r = if %c -> (tile<i32>) {
    %x = divi %n, %m signed : tile<i32>
    yield %x : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r = if %c -> (tile<i32>) {
    %x = divi %n, %m signed : tile<i32>
    yield %x : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  if %d {
    return
  }
  %o = offset %p, %r : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
