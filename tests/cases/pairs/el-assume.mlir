// expect: undecided
// assume div_by 16 of an elided constant against 32, which bears it out
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i32: __elided__> : tile<i32>
  %ka = assume div_by<16>, %k : tile<i32>
  %o = offset %p, %ka : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i32: 32> : tile<i32>
  %ka = assume div_by<16>, %k : tile<i32>
  %o = offset %p, %ka : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t = store_ptr_tko weak %o, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
