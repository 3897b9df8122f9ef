// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Two small programs that the tests of the policy edit.
namespace tileport::test {

inline constexpr const char *kViews = R"IR(
global @table <f32: [1.0, 2.0]> : tile<2xf32>
entry @views(%p: tile<ptr<f32>>, %n: tile<i32>, %m: tile<i32>, %s: tile<i32>, %t: tile<i32>, %u: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 4}> {
  %tok = make_token : token
  %pa = assume div_by<16>, %p : tile<ptr<f32>>
  %na = assume bounded<0, ?>, %n : tile<i32>
  %sa = assume div_by<4>, %s : tile<i32>
  %tv = make_tensor_view %pa, shape = [%na, %m], strides = [%sa, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %pv = make_partition_view %tv : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %c8 = constant <i32: 8> : tile<i32>
  %acc0 = constant <f32: 0.0> : tile<16x16xf32>
  %rows = divi %na, %c8 signed rounding<positive_inf> : tile<i32>
  %next = addi %x, %c1 overflow<no_wrap> : tile<i32>
  %sum = for %i in (%c0 to %rows, step %c1) : tile<i32> iter_values(%acc = %acc0) -> (tile<16x16xf32>) {
    %a, %ta = load_view_tko weak %pv[%x, %i] token = %tok optimization_hints = <sm_100 = {allow_tma = false, latency = 4}> : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x16xf32>, token
    %b = exp2 %a : tile<16x16xf32>
    %d = mulf %b, %a : tile<16x16xf32>
    %e = mmaf %a, %d, %acc : tile<16x16xf32>, tile<16x16xf32>, tile<16x16xf32>
    continue %e : tile<16x16xf32>
  }
  %first = store_view_tko weak %sum, %pv[%x, %y] token = %tok : tile<16x16xf32>, partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %half = ftof %sum : tile<16x16xf32> -> tile<16x16xf16>
  %back = ftof %half : tile<16x16xf16> -> tile<16x16xf32>
  %second = store_view_tko weak %back, %pv[%next, %y] token = %first : tile<16x16xf32>, partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
)IR";

inline constexpr const char *kPointers = R"IR(
entry @pointers(%p: tile<ptr<f32>>, %n: tile<i32>, %u: tile<i32>) {
  %tok = make_token : token
  %pa = assume div_by<16>, %p : tile<ptr<f32>>
  %lanes = iota : tile<64xi32>
  %p1 = reshape %pa : tile<ptr<f32>> -> tile<1xptr<f32>>
  %ps = broadcast %p1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %at = offset %ps, %lanes : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
  %mask = cmpi less_than %lanes, %ns, signed : tile<64xi32> -> tile<64xi1>
  %other = cmpi less_than_or_equal %lanes, %ns, signed : tile<64xi32> -> tile<64xi1>
  %zero = constant <f32: 0.0> : tile<64xf32>
  %a, %ta = load_ptr_tko weak %at, %mask, %zero token=%tok optimization_hints = <sm_100 = {latency = 3}> : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
  %b = addf %a, %zero : tile<64xf32>
  %r = reduce %b dim=0 identities=[0.0 : f32] : tile<64xf32> -> tile<f32>
  (%l: tile<f32>, %q: tile<f32>) {
    %w = addf %l, %q : tile<f32>
    yield %w : tile<f32>
  }
  %r1 = reshape %r : tile<f32> -> tile<1xf32>
  %rs = broadcast %r1 : tile<1xf32> -> tile<64xf32>
  %v = subf %b, %rs : tile<64xf32>
  %st = store_ptr_tko weak %at, %v, %other token=%ta : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> token
  return
}
)IR";

}  // namespace tileport::test
