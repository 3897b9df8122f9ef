// expect: different
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %w: tile<f32>, %n: tile<i32>, %m: tile<i32>) {
  %o = constant <i32: 1> : tile<i32>
  for %i in (%m to %n, step %o) : tile<i32> {
    %g = cmpi equal %i, %m, signed : tile<i32> -> tile<i1>
    if %g {
      continue
    }
    %u = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    continue
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %w: tile<f32>, %n: tile<i32>, %m: tile<i32>) {
  %o = constant <i32: 1> : tile<i32>
  %r = loop iter_values(%i = %m) : tile<i32> -> tile<i32> {
    %h = cmpi less_than %i, %n, signed : tile<i32> -> tile<i1>
    if %h {
      yield
    } else {
      break %i : tile<i32>
    }
    %g = cmpi equal %i, %m, signed : tile<i32> -> tile<i1>
    %j = addi %i, %o : tile<i32>
    if %g {
      continue %i : tile<i32>
    }
    %u = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
    continue %j : tile<i32>
  }
  return
}
