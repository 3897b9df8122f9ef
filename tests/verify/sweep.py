# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variants of a valid probe: one type, extent, element, attribute, operand, result or terminator is another one."""

import copy
import itertools

ELEMENTS = [("scalar", name) for name in ("i1", "i4", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "tf32", "f64", "f8E4M3FN", "f8E5M2",
                                          "f8E8M0FNU", "f4E2M1FN", "fnv8E5M3FNU")]
POINTERS = [("ptr", ("scalar", "f32"), None), ("ptr", ("scalar", "i32"), None), ("ptr", ("scalar", "f32"), "none")]
TENSOR = ("tensor_view", (None, 64), ("scalar", "f32"), (None, 1), None)
SCALAR = ("tile", (), ("scalar", "i32"))
OTHER_KINDS = [("scalar", "token"), ("scalar", "i32"), TENSOR, ("partition_view", (16, 8), TENSOR, None, (0, 1), None, 0), SCALAR]
PADDING = (None, "zero", "neg_zero", "nan", "pos_inf", "neg_inf")
TRUE = ("word", "true")


# ---- Types near a type -----------------------------------------------------------------------------------------------

def other_shapes(shape):
    yield from ((), (*shape, 1), (1, *shape), (*shape, 2), (2, *shape), tuple(reversed(shape)))
    for i, extent in enumerate(shape):
        yield shape[:i] + shape[i + 1:]
        for other in (1, extent * 2, extent // 2, extent * 4, extent // 4, extent // 8, 32, 16, 128):
            if other > 0:
                yield shape[:i] + (other,) + shape[i + 1:]


def other_tiles(tile):
    _, shape, element = tile
    yield from (("tile", shape, other) for other in ELEMENTS + POINTERS)
    yield from (("tile", other, element) for other in other_shapes(shape))
    if element[0] == "ptr":
        yield from (("tile", shape, ("ptr", pointee, None)) for pointee in ELEMENTS if pointee[1] != "i4")


def other_tensors(tensor):
    name, shape, element, strides, attribute = tensor
    yield from ((name, shape, other, strides, attribute) for other in ELEMENTS)
    for i, number in itertools.product(range(len(shape)), (None, 1, 8)):
        yield (name, shape[:i] + (number,) + shape[i + 1:], element, strides, attribute)
        yield (name, shape, element, strides[:i] + (number,) + strides[i + 1:], attribute)
    yield (name, shape + (4,), element, strides + (1,), attribute)
    yield from ((name, shape, element, strides, other) for other in ("none", "unicast", "multicast", None))


def other_views(view):
    name, tile, tensor, padding, dim_map, traversal, sparse = view
    for other in other_tensors(tensor):
        if len(other[1]) == len(tile):
            yield (name, tile, other, padding, dim_map, traversal, sparse)
    yield from ((name, tile, tensor, other, dim_map, traversal, sparse) for other in PADDING)
    yield (name, tile, tensor, padding, tuple(reversed(dim_map)), traversal, sparse)
    yield (name, tile, tensor, padding, dim_map, traversal and tuple(2 * x for x in traversal), sparse)
    yield (name, tile, tensor, padding, dim_map, traversal, 1 - sparse if name == "gather_scatter_view" else sparse)
    for i, extent in itertools.product(range(len(tile)), (1, 2)):
        yield (name, tile[:i] + (extent * tile[i] if extent == 2 else 1,) + tile[i + 1:], tensor, padding, dim_map, traversal, sparse)
    for other in ("partition_view", "strided_view", "gather_scatter_view"):
        yield (other, tile, tensor, padding, dim_map, traversal or (1,) * len(tile), sparse)


def other_types(kind):
    made = list(OTHER_KINDS)
    if kind[0] == "tile":
        made += other_tiles(kind)
    elif kind[0] == "tensor_view":
        made += other_tensors(kind)
    elif kind[0].endswith("_view"):
        made += other_views(kind)
    return [other for other in dict.fromkeys(made) if other != kind]


# ---- Places of types in a statement ------------------------------------------------------------------------------------

def places(statement):
    for group, items in enumerate(statement.operands):
        yield from (("operand", group, i) for i, item in enumerate(items) if not isinstance(item, str))
    yield from (("result", i, 0) for i in range(len(statement.types)))
    for number, region in enumerate(statement.regions):
        if region:
            yield from (("argument", number, i) for i in range(len(region[0])))


def get(statement, place):
    where, i, j = place
    if where == "operand":
        return statement.operands[i][j]
    return statement.types[i] if where == "result" else statement.regions[i][0][j][1]


def put(statement, place, kind):
    where, i, j = place
    if where == "operand":
        statement.operands[i][j] = kind
    elif where == "result":
        statement.types[i] = kind
    else:
        statement.regions[i][0][j] = (statement.regions[i][0][j][0], kind)


def replaced(kind, old, new):
    if kind == old:
        return new
    return tuple(replaced(part, old, new) for part in kind) if isinstance(kind, tuple) else kind


def replace_types(statement, change):
    statement.operands = [[x if isinstance(x, str) else change(x) for x in group] for group in statement.operands]
    statement.types = [change(kind) for kind in statement.types]
    for number, region in enumerate(statement.regions):
        if region:
            statement.regions[number] = ([(name, change(kind)) for name, kind in region[0]], region[1])
            for inner in region[1]:
                replace_types(inner, change)


def replace_element(statement, old, new):
    replace_types(statement, lambda kind: replaced(kind, old, new))
    for name, value in statement.attributes.items():
        if value[0] == "list":
            items = [("typed", 0, new) if x[0] == "typed" and x[2] == old and new[0] == "scalar" else x for x in value[1]]
            statement.attributes[name] = ("list", items)


def elements_of(kind):
    if kind[0] == "tile":
        return {kind[2][1] if kind[2][0] == "ptr" else kind[2]}
    if kind[0] == "tensor_view":
        return {kind[2]}
    return elements_of(kind[2]) if kind[0].endswith("_view") else set()


# ---- Variants --------------------------------------------------------------------------------------------------------

class Sweep:
    def __init__(self, case, model):
        self.case, self.model = case, model
        self.statement = case.statements[-1]
        self.op = next(op for op in model.ops if op.mnemonic == self.statement.mnemonic)
        self.places = list(places(self.statement))
        self.elements = sorted(set().union(*(elements_of(get(self.statement, place)) for place in self.places), set()))
        self.enums = {enum.name: [case.text for case in enum.cases if case.since <= self.case.minor] for enum in model.enums}

    def variant(self, title, change):
        made = copy.deepcopy(self.case)
        made.title = f"{self.case.title}: {title}"
        change(made.statements[-1])
        return made

    def run(self):
        yield from self.types()
        yield from self.everywhere()
        for attribute in self.op.attributes:
            if attribute.since <= self.case.minor:
                yield from self.attribute(attribute)
        yield from self.attribute_pairs()
        yield from self.counts()
        yield from self.regions()

    def types(self):
        groups = {}
        for place in self.places:
            groups.setdefault(get(self.statement, place), []).append(place)
            for kind in other_types(get(self.statement, place)):
                yield self.variant(f"{place} is {kind}", lambda s: put(s, place, kind))
        for old, group in groups.items():
            for kind in other_types(old) if len(group) > 1 else ():
                yield self.variant(f"every {old} is {kind}", lambda s: [put(s, place, kind) for place in group])

    def everywhere(self):
        for old, new in itertools.product(self.elements, ELEMENTS + POINTERS):
            yield self.variant(f"{old} is {new}", lambda s: replace_element(s, old, new))
        if len(self.elements) == 2:
            first, second = self.elements
            for one, two in itertools.product(ELEMENTS, ELEMENTS):
                def change(s):
                    replace_element(s, first, ("scalar", "between"))
                    replace_element(s, second, two)
                    replace_element(s, ("scalar", "between"), one)
                yield self.variant(f"{first} is {one}, {second} is {two}", change)
        tiles = [get(self.statement, place) for place in self.places if get(self.statement, place)[0] == "tile"]
        for old, new in itertools.product(sorted({extent for tile in tiles for extent in tile[1]}), (1, 2, 4, 8, 16, 32, 64, 128)):
            def resize(kind):
                return ("tile", tuple(new if x == old else x for x in kind[1]), kind[2]) if kind[0] == "tile" else kind
            yield self.variant(f"extents of {old} are {new}", lambda s: replace_types(s, resize))

    def values(self, attribute):
        """What an attribute may be instead; None = absent."""
        numbers = [("number", n) for n in range(-1, 3)]
        scalars = [("typed", 0, ("scalar", name)) for name in ("i32", "f16", "f32")]
        return {
            "Unit": [TRUE, None],
            "Enum": [("word", text) for text in self.enums.get(attribute.enum, ())],
            "Integer": [("number", n) for n in (-1, 0, 1, 2, 3, 4, 5, 8, 2 ** 31, 2 ** 32, 2 ** 62, 2 ** 63, 2 ** 63 - 1)],
            "I32Array": [("list", list(x)) for n in range(4) for x in itertools.product(numbers, repeat=n)],
            "BoolArray": [("list", [TRUE] * n) for n in range(4)],
            "TaggedArray": [("list", x) for x in ([], *([x] for x in scalars), scalars[1:], scalars[::-2], [("string", "x")], [TRUE],
                                                  [("dictionary", [])])],
        }.get(attribute.form, []) + [None] * attribute.optional

    def attribute(self, attribute):
        for value in self.values(attribute):
            def change(s):
                s.attributes.pop(attribute.name, None)
                if value is not None:
                    s.attributes[attribute.name] = value
            yield self.variant(f"{attribute.name} is {value}", change)
            for old, new in itertools.product(self.elements, ELEMENTS) if attribute.form in ("Unit", "Enum") else ():
                def both(s):
                    change(s)
                    replace_element(s, old, new)
                yield self.variant(f"{attribute.name} is {value}, {old} is {new}", both)

    def attribute_pairs(self):
        names = {attribute.name: attribute for attribute in self.op.attributes if attribute.since <= self.case.minor}
        for one, two in (("memory_ordering_semantics", "memory_scope"), ("signedness", "rounding"), ("signedness", "rounding_mode")):
            if one in names and two in names:
                for first, second in itertools.product(self.values(names[one]), self.values(names[two])):
                    def change(s):
                        s.attributes.pop(two, None)
                        s.attributes.update({name: value for name, value in ((one, first), (two, second)) if value is not None})
                    yield self.variant(f"{one} is {first}, {two} is {second}", change)

    def counts(self):
        for number, operand in enumerate(self.op.operands[:len(self.statement.operands)]):
            group = self.statement.operands[number]
            if operand.arity == "Required" or not group:
                continue
            yield self.variant(f"no {operand.name}", lambda s: s.operands[number].clear())
            if operand.arity == "Variadic":
                yield self.variant(f"one {operand.name} fewer", lambda s: s.operands[number].pop())
                yield self.variant(f"one {operand.name} more", lambda s: s.operands[number].append(group[-1]))
        if self.op.results and self.op.results[-1].variadic:
            yield self.variant("no results", lambda s: s.types.clear())
            yield self.variant("one result more", lambda s: s.types.append((s.types or [SCALAR])[-1]))
            if self.statement.types:
                yield self.variant("one result fewer", lambda s: s.types.pop())

    def regions(self):
        for number, region in enumerate(self.statement.regions):
            yield self.variant(f"region {number} has no block", lambda s: s.regions.__setitem__(number, None))
            if not region:
                continue
            yield self.variant(f"region {number} has one argument more", lambda s: s.regions[number][0].append(("%more", SCALAR)))
            for name, emptied in itertools.product(("yield", "continue", "break", "return"), (False, True)):
                def end(s):
                    last = s.regions[number][1][-1]
                    last.mnemonic = name
                    last.operands = [] if emptied else last.operands
                yield self.variant(f"region {number} ends in {name}{' of nothing' * emptied}", end)
            def more(s):
                last = s.regions[number][1][-1]
                last.operands = [[*(last.operands[0] if last.operands else []), SCALAR]]
            yield self.variant(f"region {number} gives one more", more)


def variants(case, model):
    return Sweep(case, model).run()
