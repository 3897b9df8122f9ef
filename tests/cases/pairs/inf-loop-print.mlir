// expect: different
// print moved to before a loop that may never end
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  loop {
    if %c {
      break
    }
  }
  %pt = print_tko "x" -> token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %pt = print_tko "x" -> token
  loop {
    if %c {
      break
    }
  }
  return
}
