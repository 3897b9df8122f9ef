// expect: different
// inner choice of tokens exchanged under an outer choice
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %C = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %o = if %c -> (token) {
    %i = if %d -> (token) {
      yield %A : token
    } else {
      yield %B : token
    }
    yield %i : token
  } else {
    yield %C : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %B = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %C = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %o = if %c -> (token) {
    %i = if %d -> (token) {
      yield %B : token
    } else {
      yield %A : token
    }
    yield %i : token
  } else {
    yield %C : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
