// expect: different
// default against sm_100 in one op, default on both in another: no note
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a, %a_t = load_ptr_tko weak %p optimization_hints = <default = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
  %b, %b_t = load_ptr_tko weak %p optimization_hints = <default = {latency = 5}> : tile<ptr<f32>> -> tile<f32>, token
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %a, %a_t = load_ptr_tko weak %p optimization_hints = <sm_100 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
  %b, %b_t = load_ptr_tko weak %p optimization_hints = <default = {latency = 5}> : tile<ptr<f32>> -> tile<f32>, token
  return
}
