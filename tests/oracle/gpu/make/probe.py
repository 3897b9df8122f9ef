# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Probe kernels: small programs for one family of ops each, with the case that launches them."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "cases" / "allops"))

from program import DYNAMIC, PaddingValue, Raw, at, build, enc, encode_varint  # noqa: E402,F401  (for the modules of probes)

R, V, C, O, S = enc.RoundingMode, enc.IntegerOverflow, enc.ComparisonPredicate, enc.ComparisonOrdering, enc.Signedness
M, MS, A = enc.MemoryOrderingSemantics, enc.MemoryScope, enc.AtomicRMWMode
IEEE = (R.NEAREST_EVEN, R.ZERO, R.NEGATIVE_INF, R.POSITIVE_INF)
MODE = {R.NEAREST_EVEN: "even", R.ZERO: "zero", R.NEGATIVE_INF: "down", R.POSITIVE_INF: "up", R.APPROX: "approx", R.FULL: "full"}
# Names of element types: of a case, and of the encoder's helper.
SHORT = {"f8E4M3FN": "e4m3", "f8E5M2": "e5m2", "f8E8M0FNU": "e8m0"}
ZERO = {"kind": "zero"}
EXACT = {"rule": "exact"}


def short(dtype):
    return SHORT.get(dtype, dtype)


def uniform(seed, low, high, edges=None):
    fill = {"kind": "uniform", "seed": seed, "low": low, "high": high}
    return fill | ({"edges": edges} if edges else {})


def bits(seed, edges=None):
    return {"kind": "bits", "seed": seed} | ({"edges": edges} if edges else {})


def values(items, repeat=1):
    return {"kind": "values", "values": list(items)} | ({"repeat": repeat} if repeat > 1 else {})


def sequence(start=0, step=1, modulus=None):
    return {"kind": "sequence", "start": start, "step": step} | ({"modulus": modulus} if modulus else {})


def close(relative, absolute, why):
    return {"rule": "close", "relative": relative, "absolute": absolute, "why": why}


class Buffer:
    def __init__(self, name, dtype, count, fill=ZERO, output=False, compare=None, offset=0):
        self.name, self.dtype, self.count, self.fill = name, dtype, count, fill
        self.output, self.compare, self.offset = output, compare, offset

    def json(self):
        text = {"name": self.name, "dtype": self.dtype, "count": self.count}
        if self.offset:
            text["offset"] = self.offset
        text["fill"] = self.fill
        if self.output:
            text["output"] = True
        if self.compare:
            text["compare"] = self.compare
        return text


def out(name, dtype, count, compare=None):
    return Buffer(name, dtype, count, ZERO, True, compare)


def result(name, dtype, count):
    """An output that is 77 where nothing is written: what a kernel puts into gaps between rows is then seen."""
    return Buffer(name, dtype, count, sequence(77, 0), True)


class Probe:
    """A kernel under construction: `fill(self)` writes the body of the entry, whose arguments are the buffers and then the scalars."""

    def __init__(self, name, about, buffers, fill, *, scalars=(), grid=(1, 1, 1), minor=4, compare=EXACT, before=None):
        self.name, self.about, self.buffers, self.fill = name, about, buffers, fill
        self.scalars, self.grid, self.minor, self.compare, self.before = list(scalars), grid, minor, compare, before

    @property
    def entry(self):
        return self.name.replace("-", "_")

    def program(self):
        def write(p):
            if self.before:
                self.before(p)
            types = [p.tile(p.ptr(short(b.dtype))) for b in self.buffers] + [p.tile(short(t)) for t, _ in self.scalars]
            with p.entry(self.entry, types) as (b, arguments):
                p.b = b
                self.p, self.b = p, b
                self.arguments = dict(zip([x.name for x in self.buffers], arguments))
                self.scalar_arguments = list(arguments[len(self.buffers):])
                self.fill(self)
                enc.encode_ReturnOp(b, [])
        return build(self.minor, write)

    def json(self):
        arguments = [{"buffer": b.name} for b in self.buffers] + [{"type": t, "value": v} for t, v in self.scalars]
        return {"schema": "tileport-gpu-case/1", "name": self.name, "about": self.about, "program": f"../programs/{self.name}.tileirbc",
                "entry": self.entry, "grid": list(self.grid), "buffers": [b.json() for b in self.buffers], "arguments": arguments,
                "compare": self.compare}

    # ---- what bodies are written with
    def tile(self, dtype, *shape):
        return self.p.tile(short(dtype), *shape)

    def constant(self, dtype, shape, *items):
        return self.p.const(short(dtype), list(shape), list(items))

    def splat(self, value, element_type, shape):
        """A rank-0 tile at every place of a shape."""
        ones = enc.encode_ReshapeOp(self.b, self.p.tile(element_type, *([1] * len(shape))), value)
        return enc.encode_BroadcastOp(self.b, self.p.tile(element_type, *shape), ones)

    def pointers(self, buffer, offsets, *shape):
        """A tile of pointers into a buffer, at offsets counted in elements."""
        element = self.p.ptr(short(next(b.dtype for b in self.buffers if b.name == buffer)))
        base = self.splat(self.arguments[buffer], element, shape)
        return enc.encode_OffsetOp(self.b, self.p.tile(element, *shape), base, offsets)

    def places(self, *shape):
        """0, 1, 2, ... in the order of a row-major tile."""
        count = 1
        for extent in shape:
            count *= extent
        line = enc.encode_IotaOp(self.b, self.tile("i32", count))
        return line if len(shape) == 1 else enc.encode_ReshapeOp(self.b, self.tile("i32", *shape), line)

    def load(self, buffer, *shape, mask=None, padding=None, offsets=None, token=None):
        dtype = next(b.dtype for b in self.buffers if b.name == buffer)
        pointers = self.pointers(buffer, self.places(*shape) if offsets is None else offsets, *shape)
        value, _ = enc.encode_LoadPtrTkoOp(self.b, self.tile(dtype, *shape), self.p.token, pointers, mask, padding, token, M.WEAK, None, None)
        return value

    def store(self, buffer, value, *shape, mask=None, offsets=None, token=None):
        pointers = self.pointers(buffer, self.places(*shape) if offsets is None else offsets, *shape)
        return enc.encode_StorePtrTkoOp(self.b, self.p.token, pointers, value, mask, token, M.WEAK, None, None)


def elementwise(name, about, inputs, outputs, count, **options):
    """inputs: (name, dtype, fill). outputs: (name, dtype, function of the probe and the loaded tiles[, compare]). i1 results are stored as i8."""
    buffers = [Buffer(n, d, count, fill) for n, d, fill in inputs] + [out(o[0], o[1], count, *o[3:]) for o in outputs]

    def fill(k):
        tiles = [k.load(n, count) for n, _, _ in inputs]
        for o in outputs:
            k.store(o[0], o[2](k, *tiles), count)
    return Probe(name, about, buffers, fill, **options)


def truth(k, value, *shape):
    """An i1 tile as i8, 0 or 1."""
    return enc.encode_ExtIOp(k.b, k.tile("i8", *shape), value, S.Unsigned)
