// expect: undecided (not yet)
// elided i1 scalar, broadcast, is taken for false
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i1: __elided__> : tile<i1>
  %k1 = reshape %k : tile<i1> -> tile<1xi1>
  %k4 = broadcast %k1 : tile<1xi1> -> tile<4xi1>
  assert %k4, "x" : tile<4xi1>
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %k = constant <i1: true> : tile<i1>
  %k1 = reshape %k : tile<i1> -> tile<1xi1>
  %k4 = broadcast %k1 : tile<1xi1> -> tile<4xi1>
  assert %k4, "x" : tile<4xi1>
  return
}
