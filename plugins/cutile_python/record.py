#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records what a program launches on a GPU, as lines of a corpus that export.py can export anywhere.

    python record.py --out launches.jsonl SCRIPT.py [ARGUMENT...]
    python record.py --out launches.jsonl -m pytest tests/test_softmax.py

Needs cuda-tile; what the program itself needs (a GPU, PyTorch) is its own affair.  A launch goes through unchanged: it is
described after it was accepted, from attributes of its arguments alone, and what cannot be described is told, not raised.
"""

import argparse
import ctypes
import fcntl
import functools
import json
import os
import runpy
import site
import sys
import sysconfig
import threading

HINTS = {"num_ctas": None, "occupancy": None, "opt_level": 3, "num_worker_warps": None}
MAX_FACT_RANK = 5
SHORT = {
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "float8_e4m3fn": "e4m3",
    "float8_e5m2": "e5m2",
}


class Undescribed(Exception):
    """A launch that a line of a corpus cannot say; its text tells why."""


# ---- Arguments ------------------------------------------------------------------------------------------------------


class _DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("dtype", _DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


# DLDataTypeCode of DLPack 1.1; those with a width of their own come first.
DLPACK_WIDE = {0: "int", 1: "uint", 2: "float", 4: "bfloat"}
DLPACK_NAMED = {6: "bool", 10: "float8_e4m3fn", 12: "float8_e5m2", 14: "float8_e8m0fnu", 17: "float4_e2m1fn"}
TYPESTR = {"f": "float", "i": "int", "u": "uint"}


def contiguous(shape):
    """Row-major strides in elements."""
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= max(extent, 1)
    return strides


def _array(dtype, shape, strides, address):
    return {
        "kind": "array",
        "dtype": dtype,
        "shape": [int(n) for n in shape],
        "strides": [int(n) for n in strides],
        "base_aligned16": address % 16 == 0,
    }


def _from_tensor(value):
    """PyTorch's tensors, by what they have; __cuda_array_interface__ knows no bfloat16 and refuses what needs gradients."""
    return _array(str(value.dtype).rpartition(".")[2], value.shape, value.stride(), value.data_ptr())


def _from_interface(value):
    """__cuda_array_interface__, whose strides are in bytes."""
    interface = value.__cuda_array_interface__
    kind, width = interface["typestr"][1], int(interface["typestr"][2:])
    if kind == "b":
        dtype = "bool"
    elif kind in TYPESTR:
        dtype = f"{TYPESTR[kind]}{width * 8}"
    else:
        raise Undescribed(f"an array of {interface['typestr']}")
    shape = interface["shape"]
    strides = interface.get("strides")
    strides = contiguous(shape) if strides is None else [step // width for step in strides]
    return _array(dtype, shape, strides, interface["data"][0])


def _from_dlpack(value):
    """__dlpack__, on no stream: nothing is to wait for anything."""
    capsule = value.__dlpack__(stream=-1)
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _DLTensor.from_address(get(capsule, b"dltensor"))
    shape = tensor.shape[: tensor.ndim]
    strides = tensor.strides[: tensor.ndim] if tensor.strides else contiguous(shape)
    code = tensor.dtype.code
    if tensor.dtype.lanes != 1 or code not in {**DLPACK_WIDE, **DLPACK_NAMED}:
        raise Undescribed(f"an array of DLPack type {code} with {tensor.dtype.lanes} lanes")
    dtype = DLPACK_NAMED.get(code) or f"{DLPACK_WIDE[code]}{tensor.dtype.bits}"
    return _array(dtype, shape, strides, (tensor.data or 0) + tensor.byte_offset)


def describe_array(value):
    """An array as a launch has it; None for what is no array."""
    if all(hasattr(value, name) for name in ("data_ptr", "stride", "dtype", "shape")):
        return _from_tensor(value)
    if hasattr(value, "__cuda_array_interface__"):
        return _from_interface(value)
    return _from_dlpack(value) if hasattr(value, "__dlpack__") else None


def describe_value(value, constant):
    if isinstance(value, (bool, int, float)):
        # A subclass (an IntEnum, numpy.float64) stands for its number.
        kind = next(kind for kind in (bool, int, float) if isinstance(value, kind))
        return kind(value)
    if constant:
        raise Undescribed(f"a constant of type {type(value).__name__}")
    if isinstance(value, list):
        items = [describe_array(item) for item in value]
        if not items or None in items:
            raise Undescribed("a list that is not one of arrays")
        return {"kind": "list", "items": items}
    array = describe_array(value)
    if array is None:
        raise Undescribed(f"a value of type {type(value).__name__}")
    return array


# ---- Kernels --------------------------------------------------------------------------------------------------------


def describe_hints(kernel):
    """The hints of a kernel that are not what cuTile takes by itself."""
    hints = {}
    for name, default in HINTS.items():
        value = getattr(kernel._compiler_options, name, default)
        if value is not None and value != default:
            hints[name] = value if isinstance(value, int) else repr(value)
    return hints


def describe_kernel(kernel):
    """{"module", "kernel"} by which export.py finds a kernel, with its "file" where no installed package holds it."""
    function = kernel._pyfunc
    module = sys.modules.get(function.__module__)
    name = _name_in(module, kernel)
    if name is None:
        name = _factory_call(function, module, kernel)
    file = os.path.abspath(function.__code__.co_filename)
    if function.__module__ == "__main__":
        return {"module": os.path.splitext(os.path.basename(file))[0], "kernel": name, "file": file}
    found = {"module": function.__module__, "kernel": name}
    # A module beside the program is found again by its file alone; one of a package by its name, wherever that is installed.
    return found if "." in function.__module__ or _is_installed(file) else {**found, "file": file}


def _is_installed(file):
    folders = {sysconfig.get_path(name) for name in ("purelib", "platlib")} | {*site.getsitepackages(), site.getusersitepackages()}
    return any(file.startswith(os.path.join(folder, "")) for folder in folders)


def _name_in(module, kernel):
    """The name of a module's kernel of the same function: replace_hints makes new kernels of it."""
    function = kernel._pyfunc
    same = [key for key, value in vars(module).items() if getattr(value, "_pyfunc", None) is function] if module else []
    for name in [function.__name__, *same]:
        base = getattr(module, name, None)
        if name in same and not set(describe_hints(base)) - set(describe_hints(kernel)):
            return name
    if same:
        raise Undescribed("its launch takes hints away that its decorator gives")
    return None


def _factory_call(function, module, kernel):
    """ "make_kernel:6" where each parameter of make_kernel is a number that the kernel holds or has as its hint."""
    maker, _, rest = function.__qualname__.partition(".<locals>.")
    factory = getattr(module, maker, None)
    code = getattr(getattr(factory, "__wrapped__", factory), "__code__", None)
    if not rest or code is None:
        raise Undescribed(f"{function.__qualname__} cannot be found in its module by a name")
    known = {name: getattr(kernel._compiler_options, name, None) for name in HINTS}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        known[name] = cell.cell_contents
    given = [known.get(name) for name in code.co_varnames[: code.co_argcount]]
    if not given or not all(isinstance(value, int) for value in given):
        raise Undescribed(f"it is made by {maker}, and with what cannot be told")
    return ":".join([maker, *(str(int(value)) for value in given)])


def convention_of(arguments):
    """The JIT takes the second calling convention when an extent of 1 is part of the specialisation."""
    arrays = []
    for argument in arguments:
        if isinstance(argument["value"], dict):
            arrays += argument["value"].get("items", [argument["value"]])
    one = any(1 in array["shape"] and len(array["shape"]) <= MAX_FACT_RANK for array in arrays)
    return "cutile_python_v2" if one else "cutile_python_v1"


def variant_name(arguments):
    """A name for people: the first array's dtype, and the tile sizes or else its shape."""
    arrays = [a["value"] for a in arguments if isinstance(a["value"], dict)]
    first = arrays[0].get("items", arrays)[0] if arrays else None
    tiles = [a["value"] for a in arguments if a["constant"] and type(a["value"]) is int and _is_tile(a["name"])]
    numbers = tiles or (first["shape"] if first else [])
    parts = [SHORT.get(first["dtype"], first["dtype"])] if first else []
    return "-".join(parts + (["x".join(map(str, numbers[:4]))] if numbers else [])) or "plain"


def _is_tile(name):
    return any(word in name.upper() for word in ("TILE", "BLOCK"))


# ---- The recorder ---------------------------------------------------------------------------------------------------


class Recorder:
    """Keeps one line a specialisation in a file that several processes may write to."""

    def __init__(self, path, op=None):
        self._path = path
        self._op = op
        self._lock = threading.Lock()
        self._quick = set()
        self._seen = set()
        self._names = {}
        self._complained = set()
        self._offset = 0
        self.written = 0

    def record(self, kernel, arguments):
        """Describes a launch that was made. Raises nothing."""
        try:
            launch = self._describe(kernel, arguments)
            quick = json.dumps(launch, sort_keys=True)
            with self._lock:
                if quick in self._quick:
                    return
                self._quick.add(quick)
            launch["symbol"] = self._symbol(kernel, arguments, launch)
            with self._lock:
                self._append(launch)
        except Undescribed as reason:
            self._complain(kernel, str(reason))
        except Exception as error:  # noqa: BLE001 - a launch is never disturbed by its being written down
            self._complain(kernel, f"{type(error).__name__}: {error}")

    def _describe(self, kernel, arguments):
        annotated = kernel._annotated_function
        names = list(annotated.pysig.parameters)
        if len(names) != len(arguments):
            raise Undescribed(f"{len(arguments)} arguments for {len(names)} parameters")
        described = []
        for name, annotation, value in zip(names, annotated.parameter_annotations, arguments):
            constant = bool(getattr(annotation, "constant", False))
            try:
                described.append({"name": name, "value": describe_value(value, constant), "constant": constant})
            except Undescribed as reason:
                raise Undescribed(f"argument {name} is {reason}") from reason
        found = describe_kernel(kernel)
        launch = {"op": self._op or found["module"].rpartition(".")[2], **found, "variant": variant_name(described)}
        if "file" in launch:
            # As the line will be read: relative to the file that it stands in.
            beside = os.path.dirname(os.path.abspath(self._path))
            launch["source"] = os.path.relpath(launch.pop("file"), beside).replace(os.sep, "/")
        launch["hints"] = describe_hints(kernel)
        launch["convention"] = convention_of(described)
        launch["args"] = described
        return launch

    def _symbol(self, kernel, arguments, launch):
        """The mangled symbol by the JIT's own rule, or by Tileport's where there is no CUDA driver; it names all facts."""
        from cuda.tile.compilation import CallingConvention, KernelSignature

        try:
            convention = getattr(CallingConvention, launch["convention"])()
            return KernelSignature.from_kernel_args(kernel, tuple(arguments), convention).symbol
        except Exception:  # noqa: BLE001 - OSError without libcuda; and whatever a later cuTile has against being asked
            here = os.path.dirname(os.path.abspath(__file__))
            sys.path.append(here)
            try:
                from tileport_cutile.signature import kernel_signature
            finally:
                sys.path.remove(here)
            return kernel_signature(launch, kernel._pyfunc.__name__).symbol

    def _append(self, launch):
        """One line at the end of the file, unless this or another process has written its like."""
        with open(self._path, "ab+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(self._offset)
            for line in file.read().splitlines():
                self._remember(line)
            key = _key(launch)
            if key not in self._seen:
                launch["variant"] = self._unused_name(launch)
                line = json.dumps(launch, separators=(",", ":")).encode() + b"\n"
                end = file.seek(0, os.SEEK_END)
                if end:
                    file.seek(end - 1)
                    # A process that was killed may have left half a line.
                    line = line if file.read(1) == b"\n" else b"\n" + line
                file.write(line)
                file.flush()
                self._remember(line.strip())
                self.written += 1
            self._offset = file.seek(0, os.SEEK_END)

    def _remember(self, line):
        try:
            launch = json.loads(line)
            self._seen.add(_key(launch))
            self._names.setdefault((launch["op"], launch["kernel"]), set()).add(launch["variant"])
        except (ValueError, KeyError, TypeError):
            pass

    def _unused_name(self, launch):
        taken = self._names.get((launch["op"], launch["kernel"]), set())
        name, number = launch["variant"], 1
        while name in taken:
            number += 1
            name = f"{launch['variant']}-{number}"
        return name

    def _complain(self, kernel, reason):
        name = getattr(getattr(kernel, "_pyfunc", None), "__qualname__", repr(kernel))
        if (name, reason) not in self._complained:
            self._complained.add((name, reason))
            print(f"record: a launch of {name} is not recorded: {reason}", file=sys.stderr)


def _key(launch):
    """What tells one specialisation from another."""
    parts = [launch["module"], launch["kernel"], launch["symbol"], launch.get("convention")]
    return json.dumps([*parts, launch.get("hints") or {}], sort_keys=True)


def install(recorder):
    """From now on every cuda.tile.launch is recorded; to be called before the program imports it by name."""
    import cuda.tile
    from cuda.tile import _cext

    def wrapped(launch, kernel_at, arguments_at):
        @functools.wraps(launch)
        def launching(*given, **options):
            result = launch(*given, **options)
            if len(given) > arguments_at:
                recorder.record(given[kernel_at], given[arguments_at])
            return result

        return launching

    places = {"launch": (2, 3), "launch_extended": (3, 4)}
    for name, (kernel_at, arguments_at) in places.items():
        original = getattr(_cext, name, None)
        if original is None:
            continue
        replacement = wrapped(original, kernel_at, arguments_at)
        for module in (_cext, cuda.tile):
            if getattr(module, name, None) is original:
                setattr(module, name, replacement)


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="record.py",
        usage="record.py --out FILE [--op NAME] (SCRIPT.py | -m MODULE) [ARGUMENT...]",
        description="Run a Python program and write a line for each kind of cuTile launch that it makes.",
        epilog="The program's exit code is ours; 2 is wrong use, 4 that cuda-tile is not installed.",
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="JSON lines; what is there already stays")
    parser.add_argument("--op", metavar="NAME", help="the operator's name; default: the last part of the module's")
    parser.add_argument("-m", dest="module", action="store_true", help="the program is a module, as of python -m")
    parser.add_argument("program", nargs=argparse.REMAINDER, help="the program and its arguments")
    arguments = parser.parse_args(argv)
    if not arguments.program:
        parser.error("which program is to be run?")
    recorder = Recorder(arguments.out, arguments.op)
    try:
        install(recorder)
    except ImportError as error:
        print(f"error: cuTile Python cannot be imported ({error}); install cuda-tile", file=sys.stderr)
        return 4
    program = arguments.program[0]
    if not arguments.module and not os.path.isfile(program):
        parser.error(f"{program}: there is no such file")
    sys.argv = list(arguments.program)
    try:
        if arguments.module:
            sys.path[0] = os.getcwd()
            runpy.run_module(program, run_name="__main__", alter_sys=True)
        else:
            sys.path[0] = os.path.dirname(os.path.abspath(program))
            runpy.run_path(program, run_name="__main__")
    finally:
        print(f"record: {recorder.written} new lines in {arguments.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
