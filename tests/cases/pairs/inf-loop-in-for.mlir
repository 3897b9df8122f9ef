// expect: different
// store moved to before a for that holds a loop that may never end
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  for %i in (%zero to %n, step %one) : tile<i32> {
    loop {
      if %c {
        break
      }
    }
  }
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  %s = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  for %i in (%zero to %n, step %one) : tile<i32> {
    loop {
      if %c {
        break
      }
    }
  }
  return
}
