cuda_tile.module @kernels {
  cuda_tile.global @lut alignment = 16 : tile<4xf32>
  entry @k(%0: tile<ptr<f32>>, %1: tile<i32>) optimization_hints = #cuda_tile.optimization_hints<sm_100 = {occupancy = 1}> {
    %2 = constant <f32: 0.5> : tile<4xf32>
    %3 = constant <i32: 1, 2, 3, 4> : tile<4xi32>
    %4 = constant <f32: -inf> : tile<4xf32>
    %5 = constant <i1: 1> : tile<i1>
    %6 = addi %1, %1 overflow nsw : tile<i32>
    %7 = divi %1, %1 signed rounding positive_inf : tile<i32>
    %8 = exp %2 {rounding_mode = 5} : tile<4xf32>
    %9 = negi %1 {overflow = 0} : tile<i32>
    %10 = pow %2, %2 : tile<4xf32>
    %11 = make_token : token
    %12 = assume div_by<16>, %0 : tile<ptr<f32>>
    %13 = print_tko "x\n", %1, %11 : tile<i32>, token
    %14 = reduce %2 dim=0 identities=[-inf] : tile<4xf32> -> tile<f32> {
    ^bb0(%15: tile<f32>, %16: tile<f32>):
      %17 = maxf %15, %16 : tile<f32>
      yield %17 : tile<f32>
    }
    %18 = scan %3 dim=0 reverse=false identities=[0] : tile<4xi32> -> tile<4xi32> {
    ^bb0(%19: tile<i32>, %20: tile<i32>):
      %21 = addi %19, %20 : tile<i32>
      yield %21 : tile<i32>
    }
    cuda_tile.loop  {
      break
    }
    if %5 {
    }
    return
  }
}
