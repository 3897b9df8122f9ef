// expect: different
// prints with an empty token in another order
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %m0 = make_token : token
  %a = print_tko "a" token=%m0 -> token
  %b = print_tko "b" token=%m0 -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %m0 = make_token : token
  %b = print_tko "b" token=%m0 -> token
  %a = print_tko "a" token=%m0 -> token
  return
}
