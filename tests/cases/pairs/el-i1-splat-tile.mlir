// expect: undecided
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k4 = constant <i1: __elided__> : tile<4xi1>
  assert %k4, "x" : tile<4xi1>
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k4 = constant <i1: true> : tile<4xi1>
  assert %k4, "x" : tile<4xi1>
  return
}
