// expect: different
// under c S waits for Y always, against: for X, which waits for Y only under d
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %Y = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %W = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %Z = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %i = if %d -> (token) {
    yield %Y : token
  } else {
    yield %W : token
  }
  %X = store_ptr_tko weak %p, %v token=%i : tile<ptr<f32>>, tile<f32> -> token
  %o = if %c -> (token) {
    %j = join_tokens %X, %Y : token
    yield %j : token
  } else {
    yield %Z : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %Y = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %W = store_ptr_tko weak %q, %v : tile<ptr<f32>>, tile<f32> -> token
  %Z = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %i = if %d -> (token) {
    yield %Y : token
  } else {
    yield %W : token
  }
  %X = store_ptr_tko weak %p, %v token=%i : tile<ptr<f32>>, tile<f32> -> token
  %o = if %c -> (token) {
    yield %X : token
  } else {
    yield %Z : token
  }
  %S = store_ptr_tko weak %p, %v token=%o : tile<ptr<f32>>, tile<f32> -> token
  return
}
