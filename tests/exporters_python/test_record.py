# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recorder, with arrays that only look like arrays of a GPU and a launch that launches nothing."""

import array as plain_arrays
import ctypes
import importlib
import json
import os
import subprocess
import sys
import threading

from running import (
    EXPORT,
    PLUGIN,
    RECORD,
    ROOT,
    ExporterTest,
    needs_cutile,
    needs_tilegym,
)

# Runs before the program: the real launch would look for a CUDA driver.
FAKE = """\
import os, sys
sys.path.insert(0, {plugin!r})
os.environ["CUDA_TILE_CACHE_DIR"] = "off"
from cuda.tile import _cext
import cuda.tile
class Launched(Exception): pass
launched = []
def launch(stream, grid, kernel, arguments, /, **options):
    if grid == "refuse": raise TypeError("refused")
    launched.append((stream, grid, kernel, arguments, options))
    return "its result"
_cext.launch = cuda.tile.launch = launch
class Interface:
    def __init__(self, typestr, shape, strides=None, address=4096):
        self.__cuda_array_interface__ = dict(typestr=typestr, shape=shape, strides=strides, data=(address, False), version=3)
class Tensor:
    def __init__(self, dtype, shape, strides, address=4096):
        self.dtype, self.shape, self.strides, self.address = dtype, shape, strides, address
    def stride(self): return self.strides
    def data_ptr(self): return self.address
class DType:
    def __init__(self, name): self.name = name
    def __repr__(self): return "torch." + self.name
import record
sys.argv[0] = "record.py"
sys.exit(record.main())
"""

KERNELS = """\
import cuda.tile as ct
from cuda.tile import launch

@ct.kernel(occupancy=2)
def scale(x, y, factor, TILE: ct.Constant[int]):
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(1, TILE))
    ct.store(y, index=(ct.bid(0), 0), tile=ct.astype(tile * factor, y.dtype))

@ct.kernel
def first(xs, y):
    ct.store(y, index=(0,), tile=ct.load(xs[0], index=(0,), shape=(16,)))

def make(n):
    @ct.kernel
    def made(x):
        ct.store(x, index=(0,), tile=ct.full((16,), n, dtype=x.dtype))
    return made
"""


@needs_cutile
class Records(ExporterTest):
    def setUp(self):
        super().setUp()
        self.lines = os.path.join(self.folder, "launches.jsonl")
        self.fake = self.write("fake_gpu.py", FAKE.format(plugin=PLUGIN))

    def record(self, program, *options, code=0):
        """Runs a program under the recorder; its standard error, and the recorded launches."""
        self.write("kernels.py", KERNELS)
        path = self.write("program.py", "import sys, kernels as k\nfake = sys.modules.get('fake_gpu_main')\n" + program)
        start = f"import sys, runpy; sys.argv = {['fake', '--out', self.lines, *options, path]!r}; sys.path.insert(0, {self.folder!r})\n"
        # Its __main__ is replaced by the program's; the fake stays under a name of its own.
        start += f"m = type(sys)('fake_gpu_main'); sys.modules['fake_gpu_main'] = m; exec(compile(open({self.fake!r}).read(), 'fake', 'exec'), m.__dict__)\n"
        done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        self.stderr = done.stderr
        if not os.path.exists(self.lines):
            return []
        with open(self.lines, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_a_launch(self):
        [line] = self.record(
            "x = fake.Tensor(fake.DType('float16'), (64, 1000), (1008, 1))\n"
            "y = fake.Interface('<f4', (64, 1000), address=4100)\n"
            "assert k.launch('stream', (64,), k.scale, (x, y, 0.5, 1024), programmatic_dependent_launch=True) == 'its result'\n"
            "stream, grid, kernel, arguments, options = fake.launched[0]\n"
            "assert kernel is k.scale and arguments[0] is x and options == {'programmatic_dependent_launch': True}\n"
        )
        self.assertEqual(
            [line[n] for n in ("op", "module", "kernel", "variant")], ["kernels", "kernels", "scale", "f16-1024"]
        )
        self.assertEqual((line["hints"], line["convention"]), ({"occupancy": 2}, "cutile_python_v1"))
        x, y, factor, size = line["args"]
        self.assertEqual(
            x["value"],
            {"kind": "array", "dtype": "float16", "shape": [64, 1000], "strides": [1008, 1], "base_aligned16": True},
        )
        self.assertEqual(
            (y["value"]["dtype"], y["value"]["strides"], y["value"]["base_aligned16"]), ("float32", [1000, 1], False)
        )
        self.assertEqual(
            (factor["value"], factor["constant"], size["value"], size["constant"]), (0.5, False, 1024, True)
        )
        self.assertTrue(line["symbol"].startswith("scale_Kt1_A2f16_"), line["symbol"])
        self.assertIn("1 new lines", self.stderr)

    def test_one_line_a_specialisation(self):
        program = (
            "def go(n, m, size=16, **hints):\n"
            "    x = fake.Tensor(fake.DType('float16'), (n, m), (m, 1))\n"
            "    k.launch(0, (1,), k.scale.replace_hints(**hints) if hints else k.scale, (x, x, 1, size))\n"
            "go(64, 64); go(64, 64); go(32, 128)\n"  # the same divisibility: one
            "go(64, 63)\ngo(64, 64, 32)\ngo(64, 64, occupancy=4, num_ctas=2)\ngo(1, 64)\n"
        )
        lines = self.record(program)
        self.assertEqual(len(lines), 5)
        self.assertEqual([line["variant"] for line in lines], ["f16-16", "f16-16-2", "f16-32", "f16-16-3", "f16-16-4"])
        self.assertEqual(lines[3]["hints"], {"occupancy": 4, "num_ctas": 2})
        self.assertEqual(lines[4]["convention"], "cutile_python_v2")
        # Another run adds nothing, and mends half a line that a killed process left.
        with open(self.lines, "a", encoding="utf-8") as file:
            file.write('{"op": "half')
        self.assertEqual(len(self.read(self.lines).splitlines()), 6)
        with self.assertRaises(json.JSONDecodeError):
            self.record(program + "go(64, 64, 64)\n")
        good = self.read(self.lines).splitlines()
        self.assertEqual(json.loads(good[6])["variant"], "f16-64")

    def test_the_lines_export(self):
        lines = self.record(
            "x = fake.Tensor(fake.DType('bfloat16'), (16,), (1,))\n"
            "k.launch(0, (1,), k.scale, (fake.Interface('<f2', (4, 4)), fake.Interface('<f2', (4, 4), (2, 8)), 3, 4))\n"
            "k.launch(0, (1,), k.first, ([x, x], x))\n"
            "k.launch(0, (1,), k.make(6), (x,))\n",
            "--op",
            "mine",
        )
        self.assertEqual(
            [(line["op"], line["kernel"]) for line in lines], [("mine", "scale"), ("mine", "first"), ("mine", "make:6")]
        )
        # The kernels' module lies beside the program, in no package: each line says where.
        self.assertEqual({os.path.basename(line["source"]) for line in lines}, {"kernels.py"})
        done = self.run_script(EXPORT, "corpus", self.lines, "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_kernel_of_the_program_itself(self):
        program = KERNELS + "launch(0, (1,), scale, (x, x, True, 16))\n"
        program = program.replace(
            "@ct.kernel(occupancy",
            "import sys\nfake = sys.modules.get('fake_gpu_main')\nx = fake and fake.Interface('|u1', (8, 16))\n@ct.kernel(occupancy",
        )
        program = program.replace("launch(0", "if fake: launch(0")
        [line] = self.record(program)
        self.assertEqual((line["module"], line["source"], line["kernel"]), ("program", "program.py", "scale"))
        done = self.run_script(EXPORT, "corpus", self.lines, "--out", self.out)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_cannot_be_described(self):
        lines = self.record(
            "x = fake.Tensor(fake.DType('float16'), (16, 16), (16, 1))\n"
            "for args in ((x, x, (1, 2), 16), (x, x, 1, 'text'), (x, x), (x, x, object(), 16), ([], x, 1, 16), (fake.Interface('<c8', (4,)), x, 1, 16)):\n"
            "    assert k.launch(0, (1,), k.scale, args) == 'its result'\n"
            "assert k.launch(0, (1,), 'no kernel', (1,)) == 'its result'\n"
            "assert k.launch(0, (1,), k.scale.replace_hints(occupancy=None), (x, x, 1, 16)) == 'its result'\n"
            "try:\n    k.launch(0, 'refuse', k.scale, (x, x, 1, 16))\nexcept TypeError as error:\n    print(error)\n"
        )
        self.assertEqual(lines, [])
        for said in (
            "argument factor is a value of type tuple",
            "argument TILE is a constant of type str",
            "2 arguments for 4 parameters",
            "array of <c8",
            "takes hints away",
        ):
            self.assertIn(said, self.stderr)

    def test_the_file_cannot_be_written(self):
        self.lines = "/proc/self/none"
        self.record(
            "x = fake.Interface('<f4', (4, 4))\nassert k.launch(0, (1,), k.scale, (x, x, 1, 4)) == 'its result'\n"
        )
        self.assertIn("a launch of scale is not recorded: ", self.stderr)

    def test_exit_codes(self):
        self.record("sys.exit(7)\n", code=7)
        done = self.run_script(RECORD, "--out", self.lines)
        self.assertEqual(done.returncode, 2)
        done = self.run_script(RECORD, "--out", self.lines, os.path.join(self.folder, "none.py"))
        self.assertEqual(done.returncode, 2)
        done = self.run_script(RECORD, "--out", self.lines, "-m", "calendar", "2024", "1")
        self.assertEqual((done.returncode, "January 2024" in done.stdout), (0, True), done.stderr)

    def test_many_threads(self):
        lines = self.record(
            "import threading\n"
            "def go(n):\n"
            "    for i in range(20):\n"
            "        x = fake.Tensor(fake.DType('float16'), (64, 64), (64, 1))\n"
            "        k.launch(0, (1,), k.scale, (x, x, 1, 1 << (i % 10)))\n"
            "threads = [threading.Thread(target=go, args=(n,)) for n in range(8)]\n"
            "[t.start() for t in threads]; [t.join() for t in threads]\n"
        )
        self.assertEqual(len(lines), 10)

    @needs_tilegym
    def test_every_recorded_kernel_is_found_again(self):
        """Kernels of TileGym, hints and all, are described by the names that the corpus has for them."""
        import record
        from tileport_cutile import modes, sources
        from tileport_cutile.failures import Places
        from tileport_cutile.programs import find_kernel
        from tileport_cutile.signature import hint_value

        # In a process of its own, more or less: other tests need no stubs.
        modes.start_front_end()
        loaded = sources.Loaded()
        sources.prepare_tilegym(loaded)
        with open(os.path.join(ROOT, "resources/tilegym/tilegym-reference-launches.jsonl"), encoding="utf-8") as file:
            launches = {(l["module"], l["kernel"]): l for l in map(json.loads, file)}
        for (module, name), launch in launches.items():
            kernel = find_kernel(importlib.import_module(module), name, Places())
            if launch["hints"]:
                kernel = kernel.replace_hints(**{key: hint_value(value) for key, value in launch["hints"].items()})
            found = record.describe_kernel(kernel)
            self.assertEqual(found["module"], module)
            self.assertEqual(found["kernel"], name)
            self.assertLessEqual(launch["hints"].items(), record.describe_hints(kernel).items())


class Arrays(ExporterTest):
    """Needs no packages: the three ways to ask an array what it is."""

    def test_dlpack(self):
        import record

        class Managed(ctypes.Structure):
            _fields_ = [("tensor", record._DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]

        class Array:
            def __init__(self, code, bits, shape, strides=None, offset=0):
                self.shape = (ctypes.c_int64 * len(shape))(*shape)
                self.strides = (ctypes.c_int64 * len(shape))(*strides) if strides else None
                self.managed = Managed()
                tensor = self.managed.tensor
                tensor.data, tensor.ndim, tensor.byte_offset = 4096, len(shape), offset
                tensor.dtype = record._DLDataType(code, bits, 1)
                tensor.shape = ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64))
                if strides:
                    tensor.strides = ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64))

            def __dlpack__(self, stream=None):
                new = ctypes.pythonapi.PyCapsule_New
                new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
                return new(ctypes.addressof(self.managed), b"dltensor", None)

        found = record.describe_array(Array(4, 16, [3, 5], offset=8))
        self.assertEqual(
            found, {"kind": "array", "dtype": "bfloat16", "shape": [3, 5], "strides": [5, 1], "base_aligned16": False}
        )
        self.assertEqual(record.describe_array(Array(10, 8, [4], [2]))["dtype"], "float8_e4m3fn")
        self.assertEqual(record.describe_array(Array(6, 8, []))["shape"], [])
        with self.assertRaises(record.Undescribed):
            record.describe_array(Array(5, 64, [4]))

    def test_what_is_no_array(self):
        import record

        self.assertIsNone(record.describe_array(plain_arrays.array("i", [1])))
        self.assertIsNone(record.describe_array(threading.Lock()))

    def test_interface(self):
        import record

        class Array:
            __cuda_array_interface__ = {
                "typestr": "|b1",
                "shape": (2, 3),
                "strides": (1, 2),
                "data": (16, True),
                "version": 3,
            }

        found = record.describe_array(Array())
        self.assertEqual((found["dtype"], found["strides"], found["base_aligned16"]), ("bool", [1, 2], True))
