// expect: different
// load moved before gdc_wait, no tokens
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %w = gdc_wait_tko -> token
  %r, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %r, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %w = gdc_wait_tko -> token
  return
}
