// expect: different
entry @k(%p: tile<ptr<i32>>) {
  %i = iota : tile<256xi8>
  %e = exti %i signed : tile<256xi8> -> tile<256xi32>
  %pp = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %pb = broadcast %pp : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %t = store_ptr_tko weak %pb, %e : tile<256xptr<i32>>, tile<256xi32> -> token
  return
}
// against
entry @k(%p: tile<ptr<i32>>) {
  %i = iota : tile<256xi8>
  %e = exti %i unsigned : tile<256xi8> -> tile<256xi32>
  %pp = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %pb = broadcast %pp : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %t = store_ptr_tko weak %pb, %e : tile<256xptr<i32>>, tile<256xi32> -> token
  return
}
