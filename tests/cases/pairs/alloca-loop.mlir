// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  for %i in (%z to %n, step %o1) : tile<i32> {
  %al = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
  %t = store_ptr_tko weak %al, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %al = alloca num_elem = 4, alignment = 16 : tile<ptr<f32>>
  %z = constant <i32: 0> : tile<i32>
  %o1 = constant <i32: 1> : tile<i32>
  for %i in (%z to %n, step %o1) : tile<i32> {
  %t = store_ptr_tko weak %al, %v : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
