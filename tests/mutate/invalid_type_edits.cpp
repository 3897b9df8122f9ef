// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutate/place.h"

/// Wrong element types and modifiers (tileir.md sections 5.1 to 5.4).
namespace tileport::mutate {

using namespace tileir;
using enum ScalarKind;

namespace {

constexpr Meaning kInvalid = Meaning::Invalid;

/// An op of two equal operands of the type.
bool pair(Editing &e, OpKind kind, ScalarKind element, const std::function<OpWriter::Attributes(Place &)> &attributes = {}) {
  return addTo(e, info(kind).since, [&](Place &p) -> TreeOp & {
    TreeValue *x = p.value({4}, element);
    return p.binary(kind, x, x, x->type, attributes ? attributes(p) : OpWriter::Attributes{});
  });
}

bool single(Editing &e, OpKind kind, ScalarKind element, const std::function<OpWriter::Attributes(Place &)> &attributes = {}) {
  return addTo(e, info(kind).since, [&](Place &p) -> TreeOp & {
    TreeValue *x = p.value({4}, element);
    return p.unary(kind, x, x->type, attributes ? attributes(p) : OpWriter::Attributes{});
  });
}

bool converted(Editing &e, OpKind kind, ScalarKind from, ScalarKind to, RoundingMode mode = RoundingMode::NearestEven) {
  return addTo(e, info(kind).since, [&](Place &p) -> TreeOp & {
    OpWriter::Attributes attributes;
    if (kind == OpKind::FToI) attributes.emplace_back("rounding_mode", p.rounding(RoundingMode::NearestIntToZero));
    if (mode != RoundingMode::NearestEven) attributes = {{"rounding_mode", p.rounding(mode)}};
    return p.unary(kind, p.value({4}, from), p.tile({4}, to), attributes);
  });
}

OpWriter::Attributes flushed(Place &p) { return {{"flush_to_zero", p.tree.unit()}}; }
OpWriter::Attributes approximate(Place &p) { return {{"rounding_mode", p.rounding(RoundingMode::Approx)}}; }
OpWriter::Attributes full(Place &p) { return {{"rounding_mode", p.rounding(RoundingMode::Full)}}; }
OpWriter::Attributes toZero(Place &p) { return {{"rounding_mode", p.rounding(RoundingMode::Zero)}}; }
OpWriter::Attributes unsignedFloor(Place &p) {
  return {{"signedness", p.tree.enumerator(EnumKind::Signedness, 0)}, {"rounding", p.rounding(RoundingMode::NegativeInf)}};
}

bool matrices(Editing &e, OpKind kind, Place::Shape a, Place::Shape b, Place::Shape c, ScalarKind in, ScalarKind out) {
  return addTo(e, [&](Place &p) -> TreeOp & {
    TreeValue *x = p.value(a, in), *y = p.value(b, in), *z = p.value(c, out);
    return p.w.op(kind, {{x}, {y}, {z}}, {z->type});
  });
}

constexpr Edit kEdits[] = {
    {"addf-of-integers", kInvalid, [](Editing &e) { return pair(e, OpKind::AddF, I32); }},
    {"addi-of-floats", kInvalid, [](Editing &e) { return pair(e, OpKind::AddI, F32); }},
    {"divf-of-bytes", kInvalid, [](Editing &e) { return pair(e, OpKind::DivF, F8E4M3FN); }},
    {"remi-of-floats", kInvalid, [](Editing &e) { return pair(e, OpKind::RemI, F16); }},
    {"xori-of-floats", kInvalid, [](Editing &e) { return pair(e, OpKind::XOrI, F32); }},
    {"power-of-integers", kInvalid, [](Editing &e) { return pair(e, OpKind::FPowF, I32); }},
    {"absf-of-integers", kInvalid, [](Editing &e) { return single(e, OpKind::AbsF, I32); }},
    {"negi-of-floats", kInvalid, [](Editing &e) { return single(e, OpKind::NegI, F32); }},
    {"cos-of-integers", kInvalid, [](Editing &e) { return single(e, OpKind::Cos, I64); }},
    {"flush-of-f16", kInvalid, [](Editing &e) { return pair(e, OpKind::AddF, F16, flushed); }},
    {"flush-of-f64", kInvalid, [](Editing &e) { return pair(e, OpKind::MaxF, F64, flushed); }},
    {"approximate-f16", kInvalid, [](Editing &e) { return pair(e, OpKind::DivF, F16, approximate); }},
    {"approximate-addf", kInvalid, [](Editing &e) { return pair(e, OpKind::AddF, F32, approximate); }},
    {"full-mulf", kInvalid, [](Editing &e) { return pair(e, OpKind::MulF, F32, full); }},
    {"full-sqrt", kInvalid, [](Editing &e) { return single(e, OpKind::Sqrt, F32, full); }},
    {"exp-to-zero", kInvalid, [](Editing &e) { return e.version() >= Version{13, 3} && single(e, OpKind::Exp, F32, toZero); }},
    {"tanh-to-zero", kInvalid, [](Editing &e) { return e.version() >= Version{13, 2} && single(e, OpKind::Tanh, F32, toZero); }},
    {"unsigned-floor", kInvalid, [](Editing &e) { return pair(e, OpKind::DivI, I32, unsignedFloor); }},
    {"operand-types-differ", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.value({4}, F32), *y = p.value({4}, F16);
         return p.binary(OpKind::AddF, x, y, x->type);
       });
     }},
    {"operand-shapes-differ", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.value({4}, I32), *y = p.value({8}, I32);
         return p.binary(OpKind::MulI, x, y, x->type);
       });
     }},
    {"result-type", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.value({4}, F32);
         return p.binary(OpKind::SubF, x, x, p.tile({8}, F32));
       });
     }},
    {"fma-accumulator", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.value({4}, F16), *z = p.value({4}, F32);
         return p.w.op(OpKind::Fma, {{x}, {x}, {z}}, {x->type});
       });
     }},
    {"comparison-result", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.value({4}, F32);
         return p.binary(OpKind::CmpF, x, x, p.tile({4}, I8));
       });
     }},
    {"comparison-shape", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.value({4}, I32);
         return p.binary(OpKind::CmpI, x, x, p.tile({8}, I1));
       });
     }},
    {"select-condition", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *c = p.value({4}, I32), *x = p.value({4}, F32);
         return p.w.op(OpKind::Select, {{c}, {x}, {x}}, {x->type});
       });
     }},
    {"select-values", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *c = p.value({4}, I1), *x = p.value({4}, F32), *y = p.value({4}, F16);
         return p.w.op(OpKind::Select, {{c}, {x}, {y}}, {x->type});
       });
     }},
    {"ftof-to-the-same", kInvalid, [](Editing &e) { return converted(e, OpKind::FToF, F32, F32); }},
    {"ftof-of-integers", kInvalid, [](Editing &e) { return converted(e, OpKind::FToF, I32, F32); }},
    {"ftoi-to-floats", kInvalid, [](Editing &e) { return converted(e, OpKind::FToI, F32, F16); }},
    {"ftoi-to-nearest", kInvalid, [](Editing &e) { return converted(e, OpKind::FToI, F32, I32, RoundingMode::PositiveInf); }},
    {"itof-of-floats", kInvalid, [](Editing &e) { return converted(e, OpKind::IToF, F32, F16); }},
    {"exti-narrower", kInvalid, [](Editing &e) { return converted(e, OpKind::ExtI, I32, I16); }},
    {"trunci-wider", kInvalid, [](Editing &e) { return converted(e, OpKind::TruncI, I32, I64); }},
    {"bitcast-width", kInvalid, [](Editing &e) { return converted(e, OpKind::Bitcast, F32, I16); }},
    {"pointer-of-i32", kInvalid,
     [](Editing &e) {
       return addTo(
           e, [](Place &p) -> TreeOp & { return p.unary(OpKind::IntToPtr, p.value({4}, I32), p.tree.tile({4}, p.tree.pointer(F32))); });
     }},
    {"pointer-to-i32", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & { return p.unary(OpKind::PtrToInt, p.pointers({4}, F32), p.tile({4}, I32)); });
     }},
    {"offset-by-floats", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.pointers({4}, F32), *y = p.value({4}, F32);
         return p.binary(OpKind::Offset, x, y, x->type);
       });
     }},
    {"offset-shape", kInvalid,
     [](Editing &e) {
       return addTo(e, [](Place &p) -> TreeOp & {
         TreeValue *x = p.pointers({4}, F32), *y = p.value({8}, I32);
         return p.binary(OpKind::Offset, x, y, x->type);
       });
     }},
    {"mmaf-depth", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaF, {16, 32}, {16, 16}, {16, 16}, F16, F32); }},
    {"mmaf-accumulator-shape", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaF, {16, 32}, {32, 16}, {32, 16}, F16, F32); }},
    {"mmaf-accumulator-type", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaF, {16, 16}, {16, 16}, {16, 16}, BF16, BF16); }},
    {"mmaf-rank", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaF, {16}, {16}, {16}, F16, F32); }},
    {"mmaf-batches", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaF, {2, 16, 16}, {4, 16, 16}, {2, 16, 16}, F16, F32); }},
    {"mmai-of-words", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaI, {16, 16}, {16, 16}, {16, 16}, I32, I32); }},
    {"mmai-accumulator-type", kInvalid, [](Editing &e) { return matrices(e, OpKind::MmaI, {16, 16}, {16, 16}, {16, 16}, I8, I16); }},
};

}  // namespace

std::span<const Edit> invalidTypeEdits() { return kEdits; }

}  // namespace tileport::mutate
