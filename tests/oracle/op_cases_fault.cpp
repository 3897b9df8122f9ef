// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/op_cases.h"

namespace tileport::oracle {

namespace {

using enum tileir::ScalarKind;

// NaN is 0x7FC00000, infinities are 0x7F800000 and 0xFF800000, -0 is 0x80000000, the smallest number 0x00000001.
constexpr FaultCase kCases[] = {
    {"division by zero", R"(
  %x = constant <i32: [1, 2, 2147483647, 4]> : tile<4xi32>
  %z = constant <i32: [1, 0, 1, 1]> : tile<4xi32>
  %r = divi %x, %z signed : tile<4xi32>)",
     FaultKind::UndefinedValue, "since divi in line 4"},
    {"remainder by zero", R"(
  %x = constant <i32: [1, 2, 2147483647, 4]> : tile<4xi32>
  %z = constant <i32: [1, 0, 1, 1]> : tile<4xi32>
  %r = remi %x, %z unsigned : tile<4xi32>)",
     FaultKind::UndefinedValue, "remi"},
    {"the quotient that does not fit", R"(
  %x = constant <i32: [-2147483648, 1, 1, 1]> : tile<4xi32>
  %z = constant <i32: [-1, 1, 1, 1]> : tile<4xi32>
  %r = divi %x, %z signed : tile<4xi32>)",
     FaultKind::UndefinedValue, "divi"},
    {"signed overflow", R"(
  %x = constant <i32: [1, 2, 2147483647, 4]> : tile<4xi32>
  %r = addi %x, %x overflow<no_signed_wrap> : tile<4xi32>)",
     FaultKind::UndefinedValue, "addi"},
    {"unsigned overflow", R"(
  %x = constant <i32: [1, 2, -1, 4]> : tile<4xi32>
  %r = muli %x, %x overflow<no_unsigned_wrap> : tile<4xi32>)",
     FaultKind::UndefinedValue, "muli"},
    {"difference below zero", R"(
  %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
  %y = constant <i32: [1, 3, 3, 4]> : tile<4xi32>
  %r = subi %x, %y overflow<no_unsigned_wrap> : tile<4xi32>)",
     FaultKind::UndefinedValue, "subi"},
    {"shift by the width", R"(
  %x = constant <i32: [1, 2, 2147483647, 4]> : tile<4xi32>
  %y = constant <i32: [1, 32, 3, 4]> : tile<4xi32>
  %r = shli %x, %y : tile<4xi32>)",
     FaultKind::UndefinedValue, "shli"},
    {"trunci that loses bits", R"(
  %x = constant <i64: [1, 4294967296, 1, 1]> : tile<4xi64>
  %r = trunci %x overflow<no_wrap> : tile<4xi64> -> tile<4xi32>)",
     FaultKind::UndefinedValue, "trunci"},
    {"infinity as an integer", R"(
  %x = constant <f32: [1.0, 0x7F800000, 1.0, 1.0]> : tile<4xf32>
  %r = ftoi %x signed : tile<4xf32> -> tile<4xi32>)",
     FaultKind::UndefinedValue, "ftoi"},
    {"false divisibility", R"(
  %x = constant <i32: [16, 32, 24, 16]> : tile<4xi32>
  %r = assume div_by<16>, %x : tile<4xi32>)",
     FaultKind::FalseAssumption, "element 2 is 24, not divisible by 16"},
    {"false bound", R"(
  %x = constant <i32: [0, 1, -1, 2]> : tile<4xi32>
  %r = assume bounded<0, ?>, %x : tile<4xi32>)",
     FaultKind::FalseAssumption, "element 2 is -1, less than 0"},
    {"false group", R"(
  %x = constant <i32: [4, 5, 8, 10]> : tile<4xi32>
  %r = assume div_by<4, every 2 along 0>, %x : tile<4xi32>)",
     FaultKind::FalseAssumption, "element 3 is 10"},
    {"false chunk", R"(
  %x = constant <i32: [4, 4, 8, 9]> : tile<4xi32>
  %r = assume same_elements<[2]>, %x : tile<4xi32>)",
     FaultKind::FalseAssumption, "element 3 is 9"},
    {"false assertion", R"(
  %c = constant <i1: [true, true, false, true]> : tile<4xi1>
  assert %c, "bad" : tile<4xi1>
  %r = iota : tile<4xi32>)",
     FaultKind::FailedAssertion, "bad (element 2)"},
    {"a slice that is not there", R"(
  %i = constant <i32: 2> : tile<i32>
  %x = constant <i32: [0, 1, 2, 3, 4, 5, 6, 7]> : tile<8xi32>
  %r = extract %x[%i] : tile<8xi32> -> tile<4xi32>)",
     FaultKind::UndefinedBehaviour, "slice"},
    {"a step of zero", R"(
  %l = constant <i32: 0> : tile<i32>
  %u = constant <i32: 10> : tile<i32>
  for %i in (%l to %u, step %l) : tile<i32> {
    continue
  }
  %r = iota : tile<4xi32>)",
     FaultKind::UndefinedBehaviour, "step"},
    {"an undefined condition", R"(
  %o = constant <i32: 1> : tile<i32>
  %z = constant <i32: 0> : tile<i32>
  %q = divi %o, %z signed : tile<i32>
  %c = cmpi equal %q, %o, signed : tile<i32> -> tile<i1>
  if %c {
    yield
  }
  %r = iota : tile<4xi32>)",
     FaultKind::UndefinedValue, "the condition is undefined since divi"},
    {"an undefined address", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %z = constant <i32: [1, 0, 1, 1]> : tile<4xi32>
  %d = divi %i4, %z signed : tile<4xi32>
  %q = offset %b4, %d : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %r, %t = load_ptr_tko weak %q : tile<4xptr<i32>> -> tile<4xi32>, token)",
     FaultKind::UndefinedValue, "an address is undefined"},
    {"behind the end", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %c = constant <i32: 1> : tile<i32>
  %o = offset %p4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %r, %t = load_ptr_tko weak %o : tile<4xptr<i32>> -> tile<4xi32>, token)",
     FaultKind::OutOfBounds, "16 bytes behind the start of out, which has 16"},
    {"before the start", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %n = negi %i4 : tile<4xi32>
  %o = offset %b4, %n : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %r = iota : tile<4xi32>
  %t = store_ptr_tko weak %o, %r : tile<4xptr<i32>>, tile<4xi32> -> token)",
     FaultKind::OutOfBounds, "4 bytes before out"},
    {"between two elements", R"(
  %i = ptr_to_int %out : tile<ptr<i32>> -> tile<i64>
  %two = constant <i64: 2> : tile<i64>
  %j = addi %i, %two : tile<i64>
  %p = int_to_ptr %j : tile<i64> -> tile<ptr<i32>>
  %l, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  %r = iota : tile<4xi32>)",
     FaultKind::Misaligned, "no multiple"},
    {"memory that nothing was stored in", R"(
  %a = alloca num_elem = 1, alignment = 16 : tile<ptr<i32>>
  %l, %t = load_ptr_tko weak %a : tile<ptr<i32>> -> tile<i32>, token
  %l1 = reshape %l : tile<i32> -> tile<1xi32>
  %r = broadcast %l1 : tile<1xi32> -> tile<4xi32>)",
     FaultKind::UndefinedValue, "since alloca"},
    {"what lies outside of the tensor", R"(
  %c0 = constant <i32: 0> : tile<i32>
  %tv = make_tensor_view %out, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
  %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>
  %r, %t = load_view_tko weak %pv[%c0] : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token)",
     FaultKind::UndefinedValue, "since load_view_tko"},
    {"a promise to stay inside", R"(
  %c0 = constant <i32: 0> : tile<i32>
  %tv = make_tensor_view %out, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
  %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>
  %r, %t = load_view_tko weak %pv[%c0] inbounds = [true] : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token)",
     FaultKind::UndefinedBehaviour, "leaves dimension 0"},
    {"a masked element without padding", R"(
  %b1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %b4 = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %i4 = iota : tile<4xi32>
  %p4 = offset %b4, %i4 : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %m = constant <i1: [true, true, false, true]> : tile<4xi1>
  %r, %t = load_ptr_tko weak %p4, %m : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token)",
     FaultKind::UndefinedValue, "since load_ptr_tko"},
    {"a loop without an end", R"(
  loop {
    continue
  }
  %r = iota : tile<4xi32>)",
     FaultKind::Budget, "elements"},
};

}  // namespace

std::span<const FaultCase> faultCases() { return kCases; }

}  // namespace tileport::oracle
