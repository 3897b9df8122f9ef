// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %al = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
  %am = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
  %t = store_ptr_tko weak %al, %v : tile<ptr<f32>>, tile<f32> -> token
  %r, %u = load_ptr_tko weak %al token=%t : tile<ptr<f32>> -> tile<f32>, token
  %w = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
  %w2 = store_ptr_tko weak %am, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %al = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
  %am = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
  %t = store_ptr_tko weak %al, %v : tile<ptr<f32>>, tile<f32> -> token
  %r, %u = load_ptr_tko weak %am token=%t : tile<ptr<f32>> -> tile<f32>, token
  %w = store_ptr_tko weak %p, %r : tile<ptr<f32>>, tile<f32> -> token
  %w2 = store_ptr_tko weak %am, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
