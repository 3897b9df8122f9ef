// expect: different
// store behind a loop that never ends when c is false, against before it
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  loop {
    if %c {
      break
    }
  }
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  loop {
    if %c {
      break
    }
  }
  return
}
