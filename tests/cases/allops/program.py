# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small builder of synthetic Tile IR programs on the bytecode encoder that ships with cuTile Python."""

from contextlib import contextmanager
from unittest import mock

from cuda.tile._bytecode import attribute as at
from cuda.tile._bytecode import encodings as enc
from cuda.tile._bytecode import writer
from cuda.tile._bytecode.basic import encode_varint
from cuda.tile._bytecode.debug_info import MISSING_DEBUG_ATTR_ID
from cuda.tile._bytecode.float import float_to_bits
from cuda.tile._bytecode.type import SimpleType
from cuda.tile._bytecode.type_base import PaddingValue, PtrAttr
from cuda.tile._bytecode.version import BytecodeVersion

DYNAMIC = -(2 ** 63)
SCALARS = {"i1": SimpleType.I1, "i4": SimpleType.I4, "i8": SimpleType.I8, "i16": SimpleType.I16, "i32": SimpleType.I32,
           "i64": SimpleType.I64, "f16": SimpleType.F16, "bf16": SimpleType.BF16, "f32": SimpleType.F32,
           "tf32": SimpleType.TF32, "f64": SimpleType.F64, "e4m3": SimpleType.F8E4M3FN, "e5m2": SimpleType.F8E5M2,
           "e8m0": SimpleType.F8E8M0FNU, "e2m1": SimpleType.F4E2M1FN, "e5m3": SimpleType.FNV8E5M3FNU}
WIDTHS = {"i1": 1, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "tf32": 19, "f64": 64,
          "e4m3": 8, "e5m2": 8, "e8m0": 8, "e2m1": 4, "e5m3": 8}


class SameElements(at.SameElements):
    def encode_tagged(self, string_table, buf):
        buf.extend(b"\x09")
        encode_varint(len(self.values), buf)
        for value in self.values:
            buf.extend(value.to_bytes(8, "little", signed=True))


class Raw(at.TaggedAttribute):
    """An attribute record as bytes, for what the encoder does not know."""

    def __init__(self, data):
        self.data = data

    def encode_tagged(self, string_table, buf):
        buf.extend(self.data)


class Text(at.TaggedAttribute):
    def __init__(self, text):
        self.text = text

    def encode_tagged(self, string_table, buf):
        buf.extend(b"\x05")
        encode_varint(string_table[self.text].string_id, buf)


class Program:
    """One module under construction. `minor` is the version of the file; `b` the function that is open."""

    def __init__(self, module, minor):
        self.w, self.minor, self.b = module, minor, None
        self.types = module.type_table

    # ---- types
    def scalar(self, name):
        return self.types.simple(SCALARS[name])

    def tile(self, element, *shape):
        return self.types.tile(self.scalar(element) if isinstance(element, str) else element, shape)

    def ptr(self, element, attribute=None):
        if attribute is None or self.minor < 4:
            return self.types.pointer(self.scalar(element), PtrAttr.Missing)
        raw = bytearray(b"\x0c\x01")
        encode_varint(self.scalar(element).type_id, raw)
        raw.append(attribute)
        return self.types[bytes(raw)]

    def tview(self, element, shape, strides, attribute=None):
        plain = self.types.tensor_view(self.scalar(element), shape, strides, PtrAttr.Missing)
        if attribute is None:
            return plain
        raw = bytearray(next(k for k, v in self.types.items() if v == plain))
        raw[1] = 1
        return self.types[bytes(raw + bytes([attribute]))]

    def pview(self, tile, tensor, dim_map=None, padding=PaddingValue.Missing):
        return self.types.partition_view(tile, tensor, dim_map or range(len(tile)), padding)

    @property
    def token(self):
        return self.types.Token

    # ---- constants
    def const(self, element, shape, values):
        """Splat for one value. Floats as numbers; for exact bits pass ("bits", n)."""
        data = b"".join(self._bytes(element, v) for v in values)
        if element == "i1":
            data = self._packed(values, shape)
        return enc.encode_ConstantOp(self.b, self.tile(element, *shape), data)

    def _packed(self, values, shape):
        if len(values) == 1:
            return b"\xff" if values[0] else b"\x00"
        bits = sum(bool(v) << i for i, v in enumerate(values))
        return bits.to_bytes((len(values) + 7) // 8, "little")

    def bits(self, element, value):
        if isinstance(value, tuple):
            return value[1]
        if element[0] == "i":
            return value & ((1 << WIDTHS[element]) - 1)
        return float_to_bits(value, SCALARS[element])

    def _bytes(self, element, value):
        return self.bits(element, value).to_bytes((WIDTHS[element] + 7) // 8, "little")

    def integer(self, element, value):
        return at.Integer(self.scalar(element), WIDTHS[element], value)

    def float(self, element, value):
        result = at.Float(0.0, SCALARS[element], self.types)
        result.value_bits = self.bits(element, value)
        return result

    # ---- locations
    def at(self, debug):
        self.b.cur_debug_attr = debug

    # ---- functions
    def entry(self, name, arguments, hints=None, debug=MISSING_DEBUG_ATTR_ID):
        return self.w.function(name, arguments, [], True, hints or {}, debug)

    @contextmanager
    def argument_attributes(self, dictionaries):
        """Entries begun inside get these; the encoder itself always writes an empty array."""
        with mock.patch.object(writer, "AttributeArray", lambda _: at.AttributeArray(dictionaries)):
            yield


def build(minor, fill, functions=1):
    """Bytes of a program of version 13.<minor>; `fill(program)` must write that many entries."""
    out = bytearray()
    with writer.write_bytecode(functions, out, BytecodeVersion(130000 + minor * 100)) as module:
        fill(Program(module, minor))
    return bytes(out)
