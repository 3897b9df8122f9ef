// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a, %a_t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %b, %b_t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %x = subf %a, %b : tile<f32>
  %s = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a, %a_t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %x = subf %a, %a : tile<f32>
  %s = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<f32> -> token
  return
}
