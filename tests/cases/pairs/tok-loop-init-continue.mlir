// expect: different
// loop: first turn breaks with A, later turns with B
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = loop iter_values(%t = %A) : token -> token {
    if %c {
      break %t : token
    }
    continue %B : token
  }
  %s = store_ptr_tko weak %p, %v token=%r : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = loop iter_values(%t = %B) : token -> token {
    if %c {
      break %t : token
    }
    continue %A : token
  }
  %s = store_ptr_tko weak %p, %v token=%r : tile<ptr<f32>>, tile<f32> -> token
  return
}
