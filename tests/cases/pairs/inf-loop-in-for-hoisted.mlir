// expect: different
// a loop of loops that never end moved out of an if that stores its result
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  if %d {
    %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%y = %v) -> (tile<f32>) {
      %e = loop iter_values(%x = %y) : tile<f32> -> tile<f32> {
        %a = negf %x : tile<f32>
        continue %a : tile<f32>
      }
      continue %e : tile<f32>
    }
    %s = store_ptr_tko weak %q, %r : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
// against
entry @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %v: tile<f32>, %n: tile<i32>, %m: tile<i32>, %c: tile<i1>, %d: tile<i1>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %eight = constant <i32: 8> : tile<i32>
  %r = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%y = %v) -> (tile<f32>) {
    %e = loop iter_values(%x = %y) : tile<f32> -> tile<f32> {
      %a = negf %x : tile<f32>
      continue %a : tile<f32>
    }
    continue %e : tile<f32>
  }
  if %d {
    %s = store_ptr_tko weak %q, %r : tile<ptr<f32>>, tile<f32> -> token
  }
  return
}
