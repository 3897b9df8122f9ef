global public @g <i32:7>:tile<1xi32>global private constant @h alignment=16<f32:[1.0,-0.0]>:tile<2xf32>
entry@k(%p:tile<ptr<f32>>,%0:tile<i32>,%c :tile < i1 >)optimization_hints = #cuda_tile.optimization_hints<sm_100={occupancy=2}>{
%x = constant <f32: [1.0, 0.5, 0x7F800000, -0.0]> : tile<4 x f32>
%y = constant <i8: 255> : tile<i8>
%z = addf %x, %x rounding < nearest_even > : tile<4xf32>
%z1 = addf %x#0, %z {flush_to_zero} : tile<4xf32>
%i = addi %0, %0 {overflow = #cuda_tile.overflow<no_wrap>} : !cuda_tile.tile<i32>
%a, %t = load_ptr_tko weak %p, %c : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
%b:2 = load_ptr_tko relaxed tl_blk %p token = %t optimization_hints=<default={latency=3:i64}> : tile<ptr<f32>> -> tile<f32>, token
%s = assume #cuda_tile.bounded<0x10, ?>, %i : tile<i32>
%f = print_tko "a\22\n\\" token = %b#1 -> token
print "b", %a : tile<f32>
%w = pow %x, %x : tile<4xf32>
for %n in (%0 to %0, step %0) : tile<i32> { continue }
if %c { yield } else {}
return }
