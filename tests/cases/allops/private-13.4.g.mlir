entry @hidden(%arg0: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
  return loc(#loc)
} {sym_visibility = "private"} loc(#loc)
#loc = loc(unknown)
