// expect: different
// groups of 2 and of 4 against groups of 8 and of 4: two facts of one name
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %f = broadcast %n1 : tile<1xi32> -> tile<8xi32>
  %f0 = assume same_elements<[2]>, %f : tile<8xi32>
  %f1 = assume same_elements<[4]>, %f0 : tile<8xi32>
  %s = reduce %f1 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%la: tile<i32>, %lb: tile<i32>) {
    %y = addi %lb, %la : tile<i32>
    yield %y : tile<i32>
  }
  %o1 = offset %p, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %f = broadcast %n1 : tile<1xi32> -> tile<8xi32>
  %f0 = assume same_elements<[1]>, %f : tile<8xi32>
  %f1 = assume same_elements<[4]>, %f0 : tile<8xi32>
  %s = reduce %f1 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32> (%la: tile<i32>, %lb: tile<i32>) {
    %y = addi %lb, %la : tile<i32>
    yield %y : tile<i32>
  }
  %o1 = offset %p, %s : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %t1 = store_ptr_tko weak %o1, %v : tile<ptr<f32>>, tile<f32> -> token
  return
}
