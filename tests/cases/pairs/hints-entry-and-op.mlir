// expect: different
// for sm_90 occupancy 2 against none, the note names sm_90
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) optimization_hints=<default = {occupancy = 2}> {
  %a, %a_t = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) optimization_hints=<sm_100 = {occupancy = 2}> {
  %a, %a_t = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
  return
}
