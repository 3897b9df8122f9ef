// expect: different
global @a <f32: 1.0> : tile<4xf32>
global @b <f32: 1.0> : tile<4xf32>
entry @k0(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = get_global @a : tile<ptr<f32>>
  %t = store_ptr_tko weak %x, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
entry @k1(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = get_global @b : tile<ptr<f32>>
  %t = store_ptr_tko weak %x, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
entry @k2(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = get_global @a : tile<ptr<f32>>
  %t = store_ptr_tko weak %x, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
global @a <f32: 1.0> : tile<4xf32>
global @b <f32: 1.0> : tile<4xf32>
entry @k0(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = get_global @a : tile<ptr<f32>>
  %t = store_ptr_tko weak %x, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
entry @k1(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = get_global @b : tile<ptr<f32>>
  %t = store_ptr_tko weak %x, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
entry @k2(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %x = get_global @b : tile<ptr<f32>>
  %t = store_ptr_tko weak %x, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
