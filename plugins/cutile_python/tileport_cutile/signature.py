# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernel signatures from recorded launches, by the rule that cuTile's JIT follows.

cuTile Python asks the CUDA driver when it derives a signature from live arguments.  A recorded launch
has everything the rule needs (dtype, shape, strides, alignment), so no driver and no GPU are involved.
"""

import re

import cuda.tile as ct
from cuda.tile import _datatype
from cuda.tile.compilation import (
    ArrayConstraint,
    CallingConvention,
    ConstantConstraint,
    KernelSignature,
    ListConstraint,
    ScalarConstraint,
)

# The JIT records facts for arrays of at most this rank; beyond it everything stays dynamic.
MAX_FACT_RANK = 5
SHAPE_DIVISOR = 16
BASE_DIVISOR_BYTES = 16
STRIDE_DIVISOR_BITS = 128

CONVENTIONS = {
    "cutile_python_v1": CallingConvention.cutile_python_v1,
    "cutile_python_v2": CallingConvention.cutile_python_v2,
}


class LaunchError(ValueError):
    """A recorded launch that does not say what it has to say."""


class ArgumentError(LaunchError):
    """The same of its argument number `index`."""

    def __init__(self, index, text):
        super().__init__(text)
        self.index = index


def dtype_named(name):
    """The cuTile dtype that `name` stands for: "float16", "bfloat16", "bool", ..."""
    value = getattr(_datatype, "bool_" if name == "bool" else name, None)
    if not isinstance(value, _datatype.DType):
        raise LaunchError(f"unknown dtype {name!r}")
    return value


def is_disjoint(shape, strides):
    """True when no two indices of the array can point at the same element."""
    previous = None
    for stride, extent in sorted(zip(strides, shape)):
        if stride <= 0 or (previous is not None and stride < previous):
            return False
        previous = stride * extent
    return True


def array_constraint(array):
    """What the JIT would assume of this array."""
    shape, strides = array["shape"], array["strides"]
    if len(shape) != len(strides):
        raise LaunchError(f"{len(shape)} extents but {len(strides)} strides")
    dtype = dtype_named(array["dtype"])
    facts = len(shape) <= MAX_FACT_RANK
    stride_divisor = STRIDE_DIVISOR_BITS // dtype.bitwidth

    def stride_divisible(stride):
        return facts and stride != 1 and stride * dtype.bitwidth % STRIDE_DIVISOR_BITS == 0

    def extent_divisible(extent):
        return facts and extent != 1 and extent % SHAPE_DIVISOR == 0

    return ArrayConstraint(
        dtype,
        len(shape),
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=not is_disjoint(shape, strides),
        stride_constant=[1 if facts and s == 1 else None for s in strides],
        shape_constant=[1 if facts and n == 1 else None for n in shape],
        stride_divisible_by=[stride_divisor if stride_divisible(s) else 1 for s in strides],
        shape_divisible_by=[SHAPE_DIVISOR if extent_divisible(n) else 1 for n in shape],
        base_addr_divisible_by=BASE_DIVISOR_BYTES if array.get("base_aligned16", True) else 1,
    )


def _common(values, fallback):
    first = values[0]
    return first if all(v == first for v in values) else fallback


def list_constraint(items):
    """A list is described by the facts that hold for every one of its arrays."""
    if not items:
        raise LaunchError("an empty list says nothing on its elements")
    each = [array_constraint(item) for item in items]
    if len({(c.dtype, c.ndim) for c in each}) != 1:
        raise LaunchError("the arrays of a list differ in dtype or rank")

    def per_axis(field, fallback):
        return [_common([getattr(c, field)[i] for c in each], fallback) for i in range(each[0].ndim)]

    element = ArrayConstraint(
        each[0].dtype,
        each[0].ndim,
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=(),
        may_alias_internally=any(c.may_alias_internally for c in each),
        stride_constant=per_axis("stride_constant", None),
        shape_constant=per_axis("shape_constant", None),
        stride_divisible_by=per_axis("stride_divisible_by", 1),
        shape_divisible_by=per_axis("shape_divisible_by", 1),
        base_addr_divisible_by=_common([c.base_addr_divisible_by for c in each], 1),
    )
    return ListConstraint(element, alias_groups=(), elements_may_alias=True)


def constraint(argument):
    """The constraint of one recorded argument."""
    value = argument["value"]
    if argument.get("constant"):
        return ConstantConstraint(value)
    if isinstance(value, dict):
        if value.get("kind") == "array":
            return array_constraint(value)
        if value.get("kind") == "list":
            return list_constraint(value["items"])
        raise LaunchError(f"unknown kind of argument {value.get('kind')!r}")
    if isinstance(value, bool):
        return ScalarConstraint(ct.bool_)
    if isinstance(value, int):
        return ScalarConstraint(ct.int32)
    if isinstance(value, float):
        return ScalarConstraint(ct.float32)
    raise LaunchError(f"cannot pass {value!r} to a kernel")


def kernel_signature(launch, function_name):
    """The signature, symbol included, of a recorded launch."""
    name = launch.get("convention", "cutile_python_v1")
    if name not in CONVENTIONS:
        raise LaunchError(f"unknown calling convention {name!r}; known: {', '.join(CONVENTIONS)}")
    parameters = []
    for index, argument in enumerate(launch["args"]):
        try:
            parameters.append(constraint(argument))
        except (LaunchError, KeyError, TypeError, ValueError) as error:
            raise ArgumentError(index, f"({argument.get('name')}) gives no constraint: {error}") from error
    return KernelSignature(parameters, CONVENTIONS[name]()).with_mangled_symbol(function_name)


def hint_value(value):
    """A hint as cuTile takes it: a number, or one per target.

    Written as {"sm_80": 2, "default": 4} or, as recorded from live kernels, "ByTarget(sm_80=2, default=4)".
    """
    if isinstance(value, str):
        written = re.fullmatch(r"ByTarget\((.*)\)", value)
        if not written:
            raise LaunchError(f"cannot read the hint {value!r}")
        value = {k: int(v) for k, v in re.findall(r"(\w+)=(\d+)", written.group(1))}
    return ct.ByTarget(**value) if isinstance(value, dict) else value
