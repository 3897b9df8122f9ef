# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a probe as bytecode (tileir.md sections 1 to 4), by the tables of core/tileir/ods and without any check."""

import struct

SCALARS = {"i1": 0, "i8": 1, "i16": 2, "i32": 3, "i64": 4, "f16": 5, "bf16": 6, "f32": 7, "tf32": 8, "f64": 9, "f8E4M3FN": 10,
           "f8E5M2": 11, "token": 17, "f8E8M0FNU": 18, "f4E2M1FN": 19, "i4": 22, "fnv8E5M3FNU": 130}
WIDTHS = {"i1": 1, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "tf32": 19, "f64": 64,
          "f8E4M3FN": 8, "f8E5M2": 8, "f8E8M0FNU": 8, "f4E2M1FN": 4, "fnv8E5M3FNU": 8}
PADDING = ["zero", "neg_zero", "nan", "pos_inf", "neg_inf"]
POINTERS = ["none", "unicast", "multicast"]
DYNAMIC = -(2 ** 63)


def varint(value):
    value &= 2 ** 64 - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def svarint(value):
    return varint((value << 1) ^ (value >> 63) if value < 0 else value << 1)


def numbers(values, width):
    return varint(len(values)) + b"".join(
        (DYNAMIC if v is None else v).to_bytes(width, "little", signed=v is None or v < 2 ** (8 * width - 1)) for v in values)


class Table(dict):
    def index(self, item):
        return self.setdefault(item, len(self))


class Writer:
    def __init__(self, model, minor):
        self.ops = {op.mnemonic: op for op in model.ops}
        self.enums = {enum.name: [case.text for case in enum.cases] for enum in model.enums}
        self.minor = minor
        self.strings, self.types, self.constants = Table(), Table(), Table()

    # ---- tables
    def string(self, text):
        return varint(self.strings.index(text.encode()))

    def type(self, kind):
        return varint(self.types.index(self._type(kind)))

    def _type(self, t):
        flags = lambda present: varint(int(present is not None))
        if t[0] == "scalar":
            return varint(SCALARS[t[1]])
        if t[0] == "function":
            return varint(16) + b"".join(varint(len(group)) + b"".join(self.type(x) for x in group) for group in t[1:])
        if t[0] == "ptr":
            head = varint(12) + (flags(t[2]) if self.minor >= 4 else b"")
            return head + self.type(t[1]) + (varint(POINTERS.index(t[2])) if t[2] else b"")
        if t[0] == "tile":
            return varint(13) + self.type(t[2]) + numbers(t[1], 8)
        if t[0] == "tensor_view":
            head = varint(14) + (flags(t[4]) if self.minor >= 4 else b"")
            return head + self.type(t[2]) + numbers(t[1], 8) + numbers(t[3], 8) + (varint(POINTERS.index(t[4])) if t[4] else b"")
        return self._view(t, flags)

    def _view(self, t, flags):
        name, tile, tensor, padding, dim_map, traversal, sparse = t
        pad = varint(PADDING.index(padding)) if padding else b""
        if name == "gather_scatter_view":
            return varint(20) + flags(padding) + numbers(tile, 4) + self.type(tensor) + varint(sparse) + pad
        if name == "strided_view":
            return (varint(21) + flags(padding) + numbers(tile, 4) + numbers(traversal, 4) + self.type(tensor)
                    + numbers(dim_map, 4) + pad)
        if self.minor < 3:
            return varint(15) + numbers(tile, 4) + self.type(tensor) + numbers(dim_map, 4) + flags(padding) + pad
        return varint(15) + flags(padding) + numbers(tile, 4) + self.type(tensor) + numbers(dim_map, 4) + pad

    def constant(self, data):
        return varint(self.constants.index(data))

    # ---- attributes
    def tagged(self, a):
        kind = a[0]
        if kind == "number":
            return self.tagged(("typed", a[1], ("scalar", "i32")))
        if kind == "typed":
            width = WIDTHS[a[2][1]]
            bits = a[1] & ((1 << width) - 1)
            if a[2][1].startswith("i"):
                return b"\x01" + self.type(a[2]) + varint(bits)
            return b"\x02" + self.type(a[2]) + (bytes([bits]) if width <= 8 else svarint(bits))
        if kind == "word" and a[1] in ("true", "false"):
            return b"\x03" + bytes([a[1] == "true"])
        if kind == "string":
            return b"\x05" + self.string(a[1])
        if kind == "list":
            return b"\x06" + varint(len(a[1])) + b"".join(self.tagged(x) for x in a[1])
        if kind == "dictionary":
            return b"\x0a" + self.pairs(a[1])
        if kind == "hints":
            return b"\x0b" + self.pairs(a[1])
        if kind == "same_elements":
            return b"\x09" + numbers(a[1], 8)
        if kind in ("bounded", "div_by"):
            optional = a[1:] if kind == "bounded" else a[2:]
            flags = sum((x is not None) << i for i, x in enumerate(optional))
            head = b"\x0c" if kind == "bounded" else b"\x08" + varint(a[1])
            return head + bytes([flags]) + b"".join(svarint(x) for x in optional if x is not None)
        raise ValueError(f"no tagged attribute: {a}")

    def pairs(self, items):
        return varint(len(items)) + b"".join(self.string(key) + self.tagged(value) for key, value in items)

    def plain(self, attribute, value, statement):
        form = attribute.form
        if value is None:
            if form == "TaggedArray" or form.endswith("Array") or form == "Hints":
                return b"\x00"
            if form in ("String", "Symbol"):
                return self.string("")
            if form == "Tagged":
                return self.tagged(("div_by", 1, None, None))
            if form == "Dense":
                return self.constant(self._splat(statement.types[0], 0))
            return varint(attribute.default or 0)
        if form == "Enum":
            return varint(value[1] if value[0] == "number" else self.enums[attribute.enum].index(value[1]))
        if form == "Integer":
            return varint(value[1] & (2 ** attribute.width - 1))
        if form == "Bool":
            return bytes([value[1] == "true"])
        if form in ("String", "Symbol"):
            return self.string(value[1])
        if form == "Dense":
            if value[0] == "list":
                return self.constant(b"".join(self._splat(statement.types[0], x[1]) for x in value[1]))
            return self.constant(self._splat(statement.types[0], value[1]))
        if form in ("I32Array", "BoolArray"):
            items = [x[1] == "true" if x[0] == "word" else x[1] for x in value[1]]
            return numbers([int(x) for x in items], 4 if form == "I32Array" else 1)
        if form == "TaggedArray":
            return varint(len(value[1])) + b"".join(self.tagged(x) for x in value[1])
        if form == "Hints":
            return self.pairs(value[1])
        return self.tagged(value)

    def _splat(self, tile, bits):
        name = tile[2][1] if tile[0] == "tile" else "i8"
        if name == "i1":
            return b"\xff" if bits & 1 else b"\x00"
        width = WIDTHS.get(name, 8)
        return (bits & ((1 << width) - 1)).to_bytes((width + 7) // 8, "little")


class Body:
    """Ops of one function."""

    def __init__(self, writer):
        self.w, self.out, self.next = writer, bytearray(), 0
        self.names, self.count = {}, 0
        self.entry_arguments = []

    def value(self, item):
        if isinstance(item, str):
            name, _, index = item.partition("#")
            if name not in self.names:
                return int(name[1:])  # a number that no value has
            return self.names[name] + int(index or 0)
        return self.made(item)

    def made(self, kind):
        """A fresh value of a type."""
        if kind == ("scalar", "token"):
            return self.simple("make_token", [], [kind])
        if kind[0] == "tensor_view":
            base = ("tile", (), ("ptr", kind[2], kind[4]))
            shape = [self.made(("tile", (), ("scalar", "i32"))) for x in kind[1] if x is None]
            strides = [self.made(("tile", (), ("scalar", "i32"))) for x in kind[3] if x is None]
            return self.simple("make_tensor_view", [[self.made(base)], shape, strides], [kind])
        if kind[0].endswith("_view"):
            return self.simple("make_" + kind[0], [[self.made(kind[2])]], [kind])
        if kind[0] == "tile" and kind[1] == () and (kind[2][0] == "ptr" or WIDTHS.get(kind[2][1], 0) >= 1):
            return self.argument(kind)
        if kind[0] == "tile" and kind[2][0] == "ptr":
            one = self.simple("reshape", [[self.argument(("tile", (), kind[2]))]], [("tile", (1,) * len(kind[1]), kind[2])])
            return self.simple("broadcast", [[one]], [kind])
        if kind[0] == "tile" and kind[2] == ("scalar", "i4"):
            return self.simple("trunci", [[self.made(("tile", kind[1], ("scalar", "i8")))]], [kind])
        return self.simple("constant", [], [kind])

    def argument(self, kind):
        for position, existing in enumerate(self.entry_arguments):
            if existing == kind:
                return position
        raise KeyError(kind)

    def simple(self, mnemonic, operands, types):
        from probe_language import Statement
        first = self.next_after(Statement([], mnemonic, operands, {}, types, [], 0))
        return first

    def next_after(self, statement):
        op = self.w.ops[statement.mnemonic]
        operands = [[x if isinstance(x, int) else self.value(x) for x in group] for group in statement.operands]
        while len(operands) < len(op.operands):
            operands.append([])
        self._write(op, statement, operands)
        first = self.next
        self.next += len(statement.types)
        for position, name in enumerate(statement.results):
            self.names[name] = first + position
        self.count += 1
        return first

    def _write(self, op, statement, operands):
        w, out = self.w, self.out
        out += varint(op.opcode)
        flexible = any(o.arity == "Variadic" for o in op.operands) or any(r.variadic for r in op.results) or (
            any(r.optional for r in op.results))
        if flexible:
            out += varint(len(statement.types))
        for kind in statement.types:
            out += w.type(kind)
        live = [a for a in op.attributes if a.since <= w.minor]
        bits = [(a.since, 0, i, a.name in statement.attributes) for i, a in enumerate(op.attributes) if a.optional and a.since <= w.minor]
        if "AttrSizedOperandSegments" in op.traits:
            bits += [(o.since, 1, i, bool(operands[i])) for i, o in enumerate(op.operands) if o.arity == "Optional" and o.since <= w.minor]
        if bits:
            out += varint(sum(on << n for n, (_, _, _, on) in enumerate(sorted(bits))))
        for a in live:
            value = statement.attributes.get(a.name)
            if a.form == "Unit" or a.optional and value is None:
                continue
            out += w.plain(a, value, statement)
        self._operands(op, operands)
        if op.regions:
            out += varint(len(statement.regions))
            for region in statement.regions:
                self._region(region)

    def _operands(self, op, operands):
        flat = [x for group in operands for x in group]
        if "AttrSizedOperandSegments" in op.traits:
            for o, group in zip(op.operands, operands):
                if o.since > self.w.minor:
                    continue
                self.out += (varint(len(group)) if o.arity == "Variadic" else b"") + b"".join(varint(x) for x in group)
        elif any(o.arity != "Required" for o in op.operands):
            self.out += varint(len(flat)) + b"".join(varint(x) for x in flat)
        else:
            self.out += b"".join(varint(x) for x in flat)

    def _region(self, region):
        if region is None:
            self.out += b"\x00"
            return
        arguments, statements = region
        outer, first, count, names = self.out, self.next, self.count, dict(self.names)
        head = b"\x01" + varint(len(arguments)) + b"".join(self.w.type(kind) for _, kind in arguments)
        for position, (name, _) in enumerate(arguments):
            self.names[name] = first + position
        self.next += len(arguments)
        self.out, self.count = bytearray(), 0
        for statement in statements:
            self.next_after(statement)
        inner, made = self.out, self.count
        self.out, self.next, self.count = outer, first, count
        self.names.update(names)  # what the region hid is back; what it defined can still be named, wrongly
        self.out += head + varint(made) + inner


def needed_arguments(statements, kinds):
    """The scalar tiles that fresh values need as arguments."""
    def want(kind):
        if kind[0] == "tile" and (kind[1] == () or kind[2][0] == "ptr"):
            kind = ("tile", (), kind[2])
            if kind not in kinds:
                kinds.append(kind)
        elif kind[0] == "tensor_view":
            want(("tile", (), ("ptr", kind[2], kind[4])))
            if None in kind[1] + kind[3]:
                want(("tile", (), ("scalar", "i32")))
        elif kind[0].endswith("_view"):
            want(kind[2])
    for statement in statements:
        for group in statement.operands:
            for item in group:
                if not isinstance(item, str):
                    want(item)
        for region in statement.regions:
            if region:
                needed_arguments(region[1], kinds)
    return kinds


def section(number, alignment, payload, out):
    out += bytes([number | (128 if alignment > 1 else 0)]) + varint(len(payload))
    if alignment > 1:
        out += varint(alignment)
        out += b"\xcb" * (-len(out) % alignment)
    out += payload


def table(items, width):
    payload = bytearray(varint(len(items)))
    if not items:
        return bytes(payload)
    payload += b"\xcb" * (-len(payload) % width)
    offset = 0
    for item in items:
        payload += offset.to_bytes(width, "little")
        offset += len(item)
    return bytes(payload + b"".join(items))


def write(case, model):
    w = Writer(model, case.minor)
    body = Body(w)
    named = [kind for _, kind in case.arguments]
    kinds = needed_arguments(case.statements, list(named))
    body.entry_arguments, body.next = kinds, len(kinds)
    for position, (name, _) in enumerate(case.arguments):
        body.names[name] = position
    for statement in case.statements:
        body.next_after(statement)
    if not case.statements or case.statements[-1].mnemonic != "return":
        body.simple("return", [], [])
    function = bytearray(varint(1))
    name = case.directives.get("entry", ["probe"])[0]
    function += w.string(name) + w.type(("function", kinds, case.directives.get("results", [])))
    hints = case.directives.get("hints", [None])[0]
    if w.minor >= 5:
        function += b"\x02\x00" + w.tagged(hints or ("hints", []))
        dictionaries = case.directives.get("attributes", [("list", [])])[0]
        function += w.tagged(dictionaries)
    else:
        function += (b"\x06\x00" + w.tagged(hints)) if hints else b"\x02\x00"
    function += varint(len(body.out)) + body.out
    function += b"\xcb" * (-len(function) % 8)
    out = bytearray(b"\x7fTileIR\x00" + bytes([13, w.minor, 0, 0]))
    globals_ = case.directives.get("global", [])
    if globals_:
        payload = bytearray(varint(len(globals_)))
        for symbol, kind, alignment in globals_:
            payload += w.string(symbol) + w.type(kind) + w.constant(w._splat(kind, 0)) + varint(alignment)
            payload += b"\x00\x00" if w.minor >= 3 else b""
        section(6, 1, payload, out)
    section(2, 8, function, out)
    if w.constants:
        section(4, 8, table([varint(len(x)) + x for x in w.constants], 8), out)
    section(5, 4, table(list(w.types), 4), out)
    section(1, 4, table(list(w.strings), 4), out)
    return bytes(out + b"\x00")
