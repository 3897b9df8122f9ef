// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/op_cases.h"

namespace tileport::oracle {

namespace {

using enum tileir::ScalarKind;

constexpr OpCase kCases[] = {
    {"constant splat", R"(
  %r = constant <i32: 7> : tile<4xi32>)",
     "i32", I32, 4, "7, 7, 7, 7"},
    {"constant of i1", R"(
  %r = constant <i1: [true, false, false, true]> : tile<4xi1>)",
     "i1", I1, 4, "true, false, false, true"},
    {"iota", R"(
  %r = iota : tile<4xi32>)",
     "i32", I32, 4, "0, 1, 2, 3"},
    {"permute", R"(
  %f = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %m = reshape %f : tile<8xi32> -> tile<2x4xi32>
  %t = permute %m [1, 0] : tile<2x4xi32> -> tile<4x2xi32>
  %r = reshape %t : tile<4x2xi32> -> tile<8xi32>)",
     "i32", I32, 8, "0, 4, 1, 5, 2, 6, 3, 7"},
    {"broadcast", R"(
  %f = constant <i32: [5, 6]> : tile<2xi32>
  %m = reshape %f : tile<2xi32> -> tile<2x1xi32>
  %b = broadcast %m : tile<2x1xi32> -> tile<2x4xi32>
  %r = reshape %b : tile<2x4xi32> -> tile<8xi32>)",
     "i32", I32, 8, "5, 5, 5, 5, 6, 6, 6, 6"},
    {"cat", R"(
  %f = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %m = reshape %f : tile<8xi32> -> tile<2x4xi32>
  %c = cat %m, %m dim = 1 : tile<2x4xi32>, tile<2x4xi32> -> tile<2x8xi32>
  %r = reshape %c : tile<2x8xi32> -> tile<16xi32>)",
     "i32", I32, 16, "0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7"},
    {"extract", R"(
  %f = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %m = reshape %f : tile<8xi32> -> tile<2x4xi32>
  %a = constant <i32: 1> : tile<i32>
  %b = constant <i32: 1> : tile<i32>
  %e = extract %m[%a, %b] : tile<2x4xi32> -> tile<1x2xi32>
  %r = reshape %e : tile<1x2xi32> -> tile<2xi32>)",
     "i32", I32, 2, "6, 7"},
    {"insert", R"(
  %f = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %m = reshape %f : tile<8xi32> -> tile<2x4xi32>
  %a = constant <i32: 0> : tile<i32>
  %b = constant <i32: 1> : tile<i32>
  %p = constant <i32: 9> : tile<1x2xi32>
  %e = insert %p, %m[%a, %b] : tile<1x2xi32>, tile<2x4xi32>
  %r = reshape %e : tile<2x4xi32> -> tile<8xi32>)",
     "i32", I32, 8, "0, 1, 9, 9, 4, 5, 6, 7"},
    {"select", R"(
  %c = constant <i1: [true, false, true, false]> : tile<4xi1>
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %y = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
  %r = select %c, %x, %y : tile<4xi1>, tile<4xi32>)",
     "i32", I32, 4, "1, 6, 3, 8"},
    {"select leaves what is undefined", R"(
  %c = constant <i1: [true, false, true, false]> : tile<4xi1>
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %z = constant <i32: [1, 0, 1, 0]> : tile<4xi32>
  %d = divi %x, %z signed : tile<4xi32>
  %r = select %c, %d, %x : tile<4xi1>, tile<4xi32>)",
     "i32", I32, 4, "1, 2, 3, 4"},
    {"reduce", R"(
  %f = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %m = reshape %f : tile<8xi32> -> tile<2x4xi32>
  %r = reduce %m dim=1 identities=[0 : i32] : tile<2x4xi32> -> tile<2xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  })",
     "i32", I32, 2, "6, 22"},
    {"reduce the outer dimension", R"(
  %f = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %m = reshape %f : tile<8xi32> -> tile<2x4xi32>
  %r = reduce %m dim=0 identities=[0 : i32] : tile<2x4xi32> -> tile<4xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  })",
     "i32", I32, 4, "4, 6, 8, 10"},
    {"reduce maximum", R"(
  %x = constant <f32: [1.0, 5.0, 0xFF800000, 2.0]> : tile<4xf32>
  %m = reduce %x dim=0 identities=[0xFF800000 : f32] : tile<4xf32> -> tile<f32>
  (%a: tile<f32>, %b: tile<f32>) {
    %s = maxf %a, %b : tile<f32>
    yield %s : tile<f32>
  }
  %r = reshape %m : tile<f32> -> tile<1xf32>)",
     "f32", F32, 1, "5"},
    {"scan", R"(
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %r = scan %x dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  })",
     "i32", I32, 4, "1, 3, 6, 10"},
    {"scan reverse", R"(
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %r = scan %x dim=0 reverse=true identities=[0 : i32] : tile<4xi32> -> tile<4xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  })",
     "i32", I32, 4, "10, 9, 7, 4"},
    {"mmaf", R"(
  %af = constant <f16: [1.0, 2.0, 3.0, 4.0]> : tile<4xf16>
  %a = reshape %af : tile<4xf16> -> tile<2x2xf16>
  %bf = constant <f16: [5.0, 6.0, 7.0, 8.0]> : tile<4xf16>
  %b = reshape %bf : tile<4xf16> -> tile<2x2xf16>
  %cf = constant <f32: [0.5, 0.0, 0.0, 1.0]> : tile<4xf32>
  %c = reshape %cf : tile<4xf32> -> tile<2x2xf32>
  %d = mmaf %a, %b, %c : tile<2x2xf16>, tile<2x2xf16>, tile<2x2xf32>
  %r = reshape %d : tile<2x2xf32> -> tile<4xf32>)",
     "f32", F32, 4, "19.5, 22, 43, 51"},
    {"mmaf of batches", R"(
  %af = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  %a = reshape %af : tile<4xf32> -> tile<2x1x2xf32>
  %b = reshape %af : tile<4xf32> -> tile<2x2x1xf32>
  %c = constant <f32: 0.0> : tile<2x1x1xf32>
  %d = mmaf %a, %b, %c : tile<2x1x2xf32>, tile<2x2x1xf32>, tile<2x1x1xf32>
  %r = reshape %d : tile<2x1x1xf32> -> tile<2xf32>)",
     "f32", F32, 2, "5, 25"},
    {"mmai", R"(
  %af = constant <i8: [-1, 2, 3, 4]> : tile<4xi8>
  %a = reshape %af : tile<4xi8> -> tile<2x2xi8>
  %bf = constant <i8: [-1, 0, 0, 1]> : tile<4xi8>
  %b = reshape %bf : tile<4xi8> -> tile<2x2xi8>
  %cf = constant <i32: [0, 0, 0, 0]> : tile<4xi32>
  %c = reshape %cf : tile<4xi32> -> tile<2x2xi32>
  %d = mmai %a, %b, %c unsigned signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
  %r = reshape %d : tile<2x2xi32> -> tile<4xi32>)",
     "i32", I32, 4, "-255, 2, -3, 4"},
    {"mmaf_scaled", R"(
  %a = constant <f8E4M3FN: 1.0> : tile<1x64xf8E4M3FN>
  %b = constant <f8E4M3FN: 2.0> : tile<64x1xf8E4M3FN>
  %c = constant <f32: 1.0> : tile<1x1xf32>
  %sa = constant <f8E8M0FNU: [[2.0, 4.0]]> : tile<1x2xf8E8M0FNU>
  %sb = constant <f8E8M0FNU: [[1.0], [0.5]]> : tile<2x1xf8E8M0FNU>
  %d = mmaf_scaled %a, %b, %c, %sa, %sb : tile<1x64xf8E4M3FN>, tile<64x1xf8E4M3FN>, tile<1x1xf32>, tile<1x2xf8E8M0FNU>, tile<2x1xf8E8M0FNU>
  %r = reshape %d : tile<1x1xf32> -> tile<1xf32>)",
     "f32", F32, 1, "257"},
    {"for", R"(
  %l = constant <i32: 0> : tile<i32>
  %u = constant <i32: 10> : tile<i32>
  %t = constant <i32: 3> : tile<i32>
  %z = constant <i32: 0> : tile<i32>
  %f = for %i in (%l to %u, step %t) : tile<i32> iter_values(%acc = %z) -> (tile<i32>) {
    %n = addi %acc, %i : tile<i32>
    continue %n : tile<i32>
  }
  %r = reshape %f : tile<i32> -> tile<1xi32>)",
     "i32", I32, 1, "18"},
    {"for unsigned", R"(
  %l = constant <i8: 100> : tile<i8>
  %u = constant <i8: -56> : tile<i8>
  %t = constant <i8: 50> : tile<i8>
  %z = constant <i8: 0> : tile<i8>
  %f = for unsigned %i in (%l to %u, step %t) : tile<i8> iter_values(%acc = %z) -> (tile<i8>) {
    %n = addi %acc, %i : tile<i8>
    continue %n : tile<i8>
  }
  %r = reshape %f : tile<i8> -> tile<1xi8>)",
     "i8", I8, 1, "-6"},
    {"loop, if, break, continue", R"(
  %z = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %u = constant <i32: 5> : tile<i32>
  %f = loop iter_values(%i = %z) : tile<i32> -> tile<i32> {
    %c = cmpi less_than %i, %u, signed : tile<i32> -> tile<i1>
    if %c {
      %n = addi %i, %one : tile<i32>
      continue %n : tile<i32>
    }
    break %i : tile<i32>
  }
  %r = reshape %f : tile<i32> -> tile<1xi32>)",
     "i32", I32, 1, "5"},
    {"if with values", R"(
  %c = constant <i1: false> : tile<i1>
  %x = constant <i32: 3> : tile<i32>
  %f:2 = if %c -> (tile<i32>, tile<i32>) {
    yield %x, %x : tile<i32>, tile<i32>
  } else {
    %n = negi %x : tile<i32>
    yield %n, %x : tile<i32>, tile<i32>
  }
  %s = addi %f#0, %f#1 : tile<i32>
  %d = subi %s, %x : tile<i32>
  %r = reshape %d : tile<i32> -> tile<1xi32>)",
     "i32", I32, 1, "-3"},
    {"facts", R"(
  %x = constant <i32: [32, 33, 34, 35]> : tile<4xi32>
  %a = assume div_by<32, every 4 along 0>, %x : tile<4xi32>
  %b = assume bounded<32, 35>, %a : tile<4xi32>
  %p = assume div_by<16>, %out : tile<ptr<i32>>
  %y = constant <i32: [1, 1, 2, 2]> : tile<4xi32>
  %s = assume same_elements<[2]>, %y : tile<4xi32>
  %t = constant <i1: true> : tile<4xi1>
  assert %t, "never" : tile<4xi1>
  %r = addi %b, %s : tile<4xi32>)",
     "i32", I32, 4, "33, 34, 36, 37"},
    {"the grid", R"(
  %x, %y, %z = get_tile_block_id : tile<i32>
  %u, %v, %w = get_num_tile_blocks : tile<i32>
  %s = addi %x, %w : tile<i32>
  %r = reshape %s : tile<i32> -> tile<1xi32>)",
     "i32", I32, 1, "1"},
    {"tokens and print", R"(
  %t = make_token : token
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %p = print_tko "x = %i\0A", %x token=%t : tile<4xi32> -> token
  %j = join_tokens %t, %p : token
  %g = gdc_wait_tko token = %j -> token
  %h = gdc_launch_dependents_tko token = %g -> token
  %k = memory_fence_alias_tko %h
  %r = iota : tile<4xi32>)",
     "i32", I32, 4, "0, 1, 2, 3"},
    {"load_ptr_tko and store_ptr_tko", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %m = constant <i1: [true, true, false, true]> : tile<4xi1>
  %d = constant <i32: 9> : tile<4xi32>
  %t = store_ptr_tko weak %p4, %x, %m : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  %n = constant <i1: [true, true, true, false]> : tile<4xi1>
  %r, %u = load_ptr_tko weak %p4, %n, %d token=%t : tile<4xptr<i32>>, tile<4xi1>, tile<4xi32> -> tile<4xi32>, token)",
     "i32", I32, 4, "1, 2, 0, 9"},
    {"atomic_rmw_tko", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %q, %t = atomic_rmw_tko relaxed device %p4, add, %x : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %y = constant <i32: [5, 1, 5, 1]> : tile<4xi32>
  %w, %u = atomic_rmw_tko relaxed device %p4, max, %y token=%t : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %v, %k = load_ptr_tko weak %p4 token=%u : tile<4xptr<i32>> -> tile<4xi32>, token
  %r = subi %v, %w : tile<4xi32>)",
     "i32", I32, 4, "4, 0, 2, 0"},
    {"atomic_rmw_tko addf", R"(
  %b1 = reshape %out : tile<ptr<f32>> -> tile<1xptr<f32>>
  %b4 = broadcast %b1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
  %x = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  %q, %t = atomic_rmw_tko relaxed device %b4, addf, %x : tile<4xptr<f32>>, tile<4xf32> -> tile<4xf32>, token
  %r, %k = load_ptr_tko weak %b4 token=%t : tile<4xptr<f32>> -> tile<4xf32>, token)",
     "f32", F32, 4, "10, 10, 10, 10"},
    {"atomic_cas_tko", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %x = constant <i32: [0, 1, 0, 1]> : tile<4xi32>
  %y = constant <i32: [5, 6, 7, 8]> : tile<4xi32>
  %q, %t = atomic_cas_tko relaxed device %p4, %x, %y : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token
  %r, %k = load_ptr_tko weak %p4 token=%t : tile<4xptr<i32>> -> tile<4xi32>, token)",
     "i32", I32, 4, "5, 0, 7, 0"},
    {"get_global", R"(
  global @lut <i32: [7, 8]> : tile<2xi32>
---
  %g = get_global @lut : tile<ptr<i32>>
  %one = constant <i32: 1> : tile<i32>
  %p = offset %g, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %l, %k = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  %r = reshape %l : tile<i32> -> tile<1xi32>)",
     "i32", I32, 1, "8"},
    {"alloca", R"(
  %a = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
  %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
  %a4 = broadcast %a1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i = iota : tile<4xi32>
  %p = offset %a4, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %t = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
  %r, %k = load_ptr_tko weak %p token=%t : tile<4xptr<i32>> -> tile<4xi32>, token)",
     "i32", I32, 4, "0, 1, 2, 3"},
    {"views: padding at the edge", R"(
  %fv = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
  %fp = make_partition_view %fv : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
  %i16 = iota : tile<16xi32>
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %ft = store_view_tko weak %i16, %fp[%c0] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
  %tv = make_tensor_view %out, shape = [3, 3], strides = [4, 1] : tensor_view<3x3xi32, strides=[4,1]>
  %pv = make_partition_view %tv : partition_view<tile=(2x2), padding_value = zero, tensor_view<3x3xi32, strides=[4,1]>>
  %l, %lt = load_view_tko weak %pv[%c1, %c0] token = %ft : partition_view<tile=(2x2), padding_value = zero, tensor_view<3x3xi32, strides=[4,1]>>, tile<i32> -> tile<2x2xi32>, token
  %l4 = reshape %l : tile<2x2xi32> -> tile<4xi32>
  %z12 = constant <i32: 0> : tile<4xi32>
  %h = cat %l4, %z12 dim = 0 : tile<4xi32>, tile<4xi32> -> tile<8xi32>
  %r = cat %h, %h dim = 0 : tile<8xi32>, tile<8xi32> -> tile<16xi32>)",
     "i32", I32, 16, "8, 9, 0, 0, 0, 0, 0, 0, 8, 9, 0, 0, 0, 0, 0, 0"},
    {"views: dim_map", R"(
  %fv = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
  %fp = make_partition_view %fv : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
  %i16 = iota : tile<16xi32>
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %ft = store_view_tko weak %i16, %fp[%c0] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
  %tv = make_tensor_view %out, shape = [3, 3], strides = [4, 1] : tensor_view<3x3xi32, strides=[4,1]>
  %c2 = constant <i32: 2> : tile<i32>
  %pv = make_partition_view %tv : partition_view<tile=(2x1), tensor_view<3x3xi32, strides=[4,1]>, dim_map=[1, 0]>
  %l, %lt = load_view_tko weak %pv[%c0, %c2] token = %ft : partition_view<tile=(2x1), tensor_view<3x3xi32, strides=[4,1]>, dim_map=[1, 0]>, tile<i32> -> tile<2x1xi32>, token
  %l2 = reshape %l : tile<2x1xi32> -> tile<2xi32>
  %h = cat %l2, %l2 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
  %h8 = cat %h, %h dim = 0 : tile<4xi32>, tile<4xi32> -> tile<8xi32>
  %r = cat %h8, %h8 dim = 0 : tile<8xi32>, tile<8xi32> -> tile<16xi32>)",
     "i32", I32, 16, "8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9"},
    {"views: strides overlap", R"(
  %fv = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
  %fp = make_partition_view %fv : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
  %i16 = iota : tile<16xi32>
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %ft = store_view_tko weak %i16, %fp[%c0] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
  %tv = make_tensor_view %out, shape = [3, 3], strides = [4, 1] : tensor_view<3x3xi32, strides=[4,1]>
  %sv = make_strided_view %tv : strided_view<tile=(1x2), traversal_strides=[2,1], tensor_view<3x3xi32, strides=[4,1]>>
  %l, %lt = load_view_tko weak %sv[%c1, %c1] token = %ft : strided_view<tile=(1x2), traversal_strides=[2,1], tensor_view<3x3xi32, strides=[4,1]>>, tile<i32> -> tile<1x2xi32>, token
  %l2 = reshape %l : tile<1x2xi32> -> tile<2xi32>
  %h = cat %l2, %l2 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
  %h8 = cat %h, %h dim = 0 : tile<4xi32>, tile<4xi32> -> tile<8xi32>
  %r = cat %h8, %h8 dim = 0 : tile<8xi32>, tile<8xi32> -> tile<16xi32>)",
     "i32", I32, 16, "9, 10, 9, 10, 9, 10, 9, 10, 9, 10, 9, 10, 9, 10, 9, 10"},
    {"views: gather", R"(
  %fv = make_tensor_view %out, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
  %fp = make_partition_view %fv : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
  %i16 = iota : tile<16xi32>
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %ft = store_view_tko weak %i16, %fp[%c0] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
  %tv = make_tensor_view %out, shape = [3, 3], strides = [4, 1] : tensor_view<3x3xi32, strides=[4,1]>
  %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(2x1), tensor_view<3x3xi32, strides=[4,1]>, sparse_dim=0>
  %rows = constant <i32: [2, 0]> : tile<2xi32>
  %l, %lt = load_view_tko weak %gv[%rows, %c1] token = %ft : gather_scatter_view<tile=(2x1), tensor_view<3x3xi32, strides=[4,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x1xi32>, token
  %l2 = reshape %l : tile<2x1xi32> -> tile<2xi32>
  %h = cat %l2, %l2 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
  %h8 = cat %h, %h dim = 0 : tile<4xi32>, tile<4xi32> -> tile<8xi32>
  %r = cat %h8, %h8 dim = 0 : tile<8xi32>, tile<8xi32> -> tile<16xi32>)",
     "i32", I32, 16, "9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1"},
    {"views: sizes", R"(
  %n = constant <i32: 5> : tile<i32>
  %tv = make_tensor_view %out, shape = [%n, 8], strides = [8, 1] : tile<i32> -> tensor_view<?x8xi32, strides=[8,1]>
  %pv = make_partition_view %tv : partition_view<tile=(2x4), tensor_view<?x8xi32, strides=[8,1]>>
  %a:2 = get_tensor_shape %tv : tensor_view<?x8xi32, strides=[8,1]> -> tile<i32>
  %b:2 = get_index_space_shape %pv : partition_view<tile=(2x4), tensor_view<?x8xi32, strides=[8,1]>> -> tile<i32>
  %a0 = reshape %a#0 : tile<i32> -> tile<1xi32>
  %b0 = reshape %b#0 : tile<i32> -> tile<1xi32>
  %r = cat %a0, %b0 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>)",
     "i32", I32, 2, "5, 3"},
    {"atomic_red_view_tko", R"(
  %c0 = constant <i32: 0> : tile<i32>
  %tv = make_tensor_view %out, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
  %av = make_partition_view %tv : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %t = atomic_red_view_tko relaxed device %av[%c0], add, %x : tile<4xi32>, partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> token
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %r, %k = load_ptr_tko weak %p4 token=%t : tile<4xptr<i32>> -> tile<4xi32>, token)",
     "i32", I32, 4, "1, 2, 3, 0"},
};

}  // namespace

std::span<const OpCase> tileCases() { return kCases; }

}  // namespace tileport::oracle
