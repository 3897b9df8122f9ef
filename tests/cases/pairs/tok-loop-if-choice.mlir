// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %D = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = loop : token {
    %i = if %d -> (token) {
      yield %A : token
    } else {
      yield %B : token
    }
    if %c {
      break %i : token
    }
    break %D : token
  }
  %s = store_ptr_tko weak %p, %v token=%r : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %D = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %r = loop : token {
    %i = if %d -> (token) {
      yield %B : token
    } else {
      yield %A : token
    }
    if %c {
      break %i : token
    }
    break %D : token
  }
  %s = store_ptr_tko weak %p, %v token=%r : tile<ptr<f32>>, tile<f32> -> token
  return
}
