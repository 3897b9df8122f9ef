// expect: different
// two loops that store, in another order
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  loop {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    if %c {
      break
    }
  }
  loop {
    %u = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
    if %d {
      break
    }
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  loop {
    %u = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
    if %d {
      break
    }
  }
  loop {
    %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    if %c {
      break
    }
  }
  return
}
