# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The driver's programs are what cuTile Python's own public calls give for the same signature.

The signature comes from the symbol that a real launch had, by the package's demangle_kernel_name, and the program from export_kernel:
nothing of the driver's own reading of launches has a part in it.  Only the kernels' modules are loaded as the driver loads them, so
that both name their source files alike.
"""

import json
import os
import subprocess
import sys
import unittest

import running
from running import ROOT, ExporterTest, needs_cutile, needs_tilegym

LAUNCHES = os.path.join(ROOT, "resources/tilegym/tilegym-reference-launches.jsonl")
# One of so many launches, which are sorted by operator: some 25 of all kinds.
EVERY = 9

PUBLIC = """
import importlib, io, json, os, sys
sys.path.insert(0, sys.argv[1])
os.environ["CUDA_TILE_CACHE_DIR"] = "off"
from tileport_cutile.sources import Loaded, neutral_cutile, prepare_tilegym, stub_host_packages
neutral_cutile()
stub_host_packages()
prepare_tilegym(Loaded())
from cuda.tile.compilation import demangle_kernel_name, export_kernel
with open(sys.argv[2]) as file:
    launches = json.load(file)
for number, launch in enumerate(launches):
    name, *given = launch["kernel"].split(":")
    kernel = getattr(importlib.import_module(launch["module"]), name)
    if given:
        kernel = kernel(*(int(value) for value in given))
    if launch.get("hints"):
        kernel = kernel.replace_hints(**launch["hints"])
    function, signature = demangle_kernel_name(launch["symbol"])
    with open(os.path.join(sys.argv[3], f"{number}.public"), "wb") as file:
        export_kernel(kernel, [signature.with_mangled_symbol(function)], file,
                      output_format="tileir_bytecode", bytecode_version="13.3")
"""


@needs_cutile
@needs_tilegym
class PublicCalls(ExporterTest):
    def test_same_programs(self):
        with open(LAUNCHES, encoding="utf-8") as file:
            launches = [json.loads(line) for line in file]
        chosen = [launch for launch in launches[::EVERY] if all(isinstance(hint, int) for hint in launch.get("hints", {}).values())]
        self.assertGreaterEqual(len(chosen), 20)
        items = [
            {"id": str(number), "module": launch["module"], "file": f"{number}.tileirbc", "launch": launch}
            for number, launch in enumerate(chosen)
        ]
        done, answers = self.run_job(self.export_request(items))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sum(answer["answer"] == "program" for answer in answers), len(chosen))
        script, list_of_them = self.write("public.py", PUBLIC), self.write("launches.json", json.dumps(chosen))
        done = subprocess.run(
            [sys.executable, script, running.PLUGIN, list_of_them, self.out],
            capture_output=True, text=True, timeout=running.RUN_SECONDS, stdin=subprocess.DEVNULL,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        for number, launch in enumerate(chosen):
            name = f"{launch['op']} {launch['kernel']} {launch['variant']}"
            with self.subTest(name):
                self.assertEqual(self.read(os.path.join(self.out, f"{number}.tileirbc")), self.read(os.path.join(self.out, f"{number}.public")))


if __name__ == "__main__":
    unittest.main()
