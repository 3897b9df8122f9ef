// expect: different
// S waits for A always against only when c holds
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %k = make_token : token
  %x = if %c -> (token) {
    %B = store_ptr_tko weak %q, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
    yield %B : token
  } else {
    yield %k : token
  }
  %y = join_tokens %x, %A : token
  %S = store_ptr_tko weak %p, %v token=%y : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %k = make_token : token
  %x = if %c -> (token) {
    %B = store_ptr_tko weak %q, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
    yield %B : token
  } else {
    yield %k : token
  }
  %S = store_ptr_tko weak %p, %v token=%x : tile<ptr<f32>>, tile<f32> -> token
  return
}
