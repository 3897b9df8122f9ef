// expect: different
// S waits for A when c, against only when c and d
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %k = make_token : token
  %x = if %c -> (token) {
    %w = if %d -> (token) {
      %B = store_ptr_tko weak %q, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
      yield %B : token
    } else {
      yield %k : token
    }
    %y = join_tokens %w, %A : token
    yield %y : token
  } else {
    yield %k : token
  }
  %S = store_ptr_tko weak %p, %v token=%x : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %A = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %k = make_token : token
  %x = if %c -> (token) {
    %w = if %d -> (token) {
      %B = store_ptr_tko weak %q, %v token=%A : tile<ptr<f32>>, tile<f32> -> token
      yield %B : token
    } else {
      yield %k : token
    }
    yield %w : token
  } else {
    yield %k : token
  }
  %S = store_ptr_tko weak %p, %v token=%x : tile<ptr<f32>>, tile<f32> -> token
  return
}
