#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the harness against a stand-in for the CUDA driver: what is recorded, and what becomes of each launch that goes wrong.

    test_record.py RUNNER FAKE_DRIVER
"""

import base64
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RUNNER, DRIVER = sys.argv[1:3]
CASE = {"schema": "tileport-gpu-case/1", "name": "", "about": "a test", "program": "p.tileirbc", "entry": "kernel", "grid": [1, 1, 1],
        "buffers": [{"name": "x", "dtype": "i8", "count": 64, "offset": 3, "fill": {"kind": "sequence", "start": 5, "step": 1}},
                    {"name": "y", "dtype": "i16", "count": 32, "fill": {"kind": "zero"}, "output": True}],
        "arguments": [{"buffer": "x"}, {"buffer": "y"}, {"type": "i32", "value": 7}]}
WRONG = {"beyond": 'wrote behind buffer "y"', "before": 'wrote before buffer "y"', "input": 'wrote into the input buffer "x"',
         "hang": "took more than 2 s", "crash": "ended with -6", "fail": "CUDA_ERROR_ILLEGAL_ADDRESS", "unreadable": "CUDA_ERROR_INVALID_IMAGE"}


class Record(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.pack = self.root / "pack"
        for name in ("cases", "cubins"):
            (self.pack / name).mkdir(parents=True)
        shutil.copy(RUNNER, self.pack / "oracle-gpu")
        # record.py writes beside itself.
        shutil.copy(HERE / "record.py", self.root)
        self.names = {}

    def add(self, name, cubin, case=CASE):
        (self.pack / "cases" / f"{name}.json").write_text(json.dumps(case | {"name": name}))
        (self.pack / "cubins" / f"{name}.cubin").write_bytes(cubin.encode() + b"\0")
        self.names[name] = {"case_sha256": "0" * 64, "program_sha256": "1" * 64, "cubin_sha256": "2" * 64}

    def tool(self, *arguments):
        return subprocess.run([sys.executable, self.root / "record.py", *arguments], capture_output=True, text=True)

    def run_all(self):
        (self.pack / "pack.json").write_text(json.dumps({"tileiras": "1.2.3", "target": "sm_90", "cases": self.names}))
        results = self.root / "results.json"
        self.ran = self.tool("run", self.pack, "--out", results, "--driver", DRIVER, "--seconds", "2")
        self.recorded = self.tool("record", self.pack, results)
        return json.loads(results.read_text())["results"]

    def recording(self, name):
        path = self.root / "recordings" / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else None

    def test_a_launch_is_recorded(self):
        self.add("good", "copy")
        self.run_all()
        self.assertEqual((self.ran.returncode, self.recorded.returncode), (0, 0), self.ran.stderr + self.recorded.stderr)
        recording = self.recording("good")
        self.assertEqual(base64.b64decode(recording["outputs"]["y"]), bytes(range(6, 70)))
        self.assertEqual((recording["gpu"], recording["compute_capability"], recording["cuda"], recording["tileiras"]),
                         ("fake", "9.0", "13.0", "1.2.3"))
        # FNV-1a of 64 zero bytes, and of 5, 6, ... 68.
        self.assertEqual(recording["inputs"], {name: fnv(data) for name, data in (("x", range(5, 69)), ("y", [0] * 64))})

    def test_what_goes_wrong_is_told_and_not_recorded(self):
        for name in WRONG:
            self.add(name, name)
        self.add("zgood", "copy")
        results = self.run_all()
        self.assertEqual((self.ran.returncode, self.recorded.returncode), (1, 1))
        for name, text in WRONG.items():
            self.assertIn(text, results[name]["error"])
            self.assertIsNone(self.recording(name))
        self.assertIsNotNone(self.recording("zgood"))

    def test_what_differs_from_launch_to_launch_is_not_recorded(self):
        self.add("unstable", "unstable")
        self.run_all()
        self.assertIn("different outputs", self.recorded.stderr)
        self.assertIsNone(self.recording("unstable"))

    def test_an_entry_that_is_not_there(self):
        self.add("lost", "copy", CASE | {"entry": "other"})
        self.assertIn("CUDA_ERROR_NOT_FOUND", self.run_all()["lost"]["error"])

    def test_no_driver(self):
        self.add("good", "copy")
        run = subprocess.run([RUNNER, "run", self.pack / "cases" / "good.json", self.pack / "cubins" / "good.cubin", "--driver", "libnone.so.9"],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("the CUDA driver cannot be loaded", run.stderr)

    def test_malformed_cases_are_refused_by_place(self):
        broken = {"no output": (["buffers", 1, "output"], False, "no buffer is an output"), "grid": (["grid"], [1, 1], "a grid has three numbers"),
                  "dtype": (["buffers", 0, "dtype"], "u8", "is no type of a case"),
                  "argument": (["arguments", 0, "buffer"], "z", "there is no buffer"),
                  "fill": (["buffers", 0, "fill", "kind"], "random", "is no kind of fill"),
                  "bits": (["arguments", 2, "value"], "0x1ffffffff", "more bits"),
                  "real": (["arguments", 2, "value"], 1.5, "a whole number or bits"), "member": (["colour"], 1, "colour"),
                  "bound": (["buffers", 0, "fill"], {"kind": "uniform", "low": 0.5, "high": 1}, "a bound is"),
                  "edges": (["buffers", 0, "fill"], {"kind": "sequence", "edges": 3}, "edges go with"),
                  "step": (["buffers", 0, "fill"], {"kind": "sequence", "step": 2 ** 40}, "at most 2.32")}
        for name, (way, value, text) in broken.items():
            case = json.loads(json.dumps(CASE | {"name": "broken"}))
            at = case
            for step in way[:-1]:
                at = at[step]
            at[way[-1]] = value
            path = self.root / "broken.json"
            path.write_text(json.dumps(case, indent=1))
            run = subprocess.run([RUNNER, "inputs", path], capture_output=True, text=True)
            self.assertEqual(run.returncode, 1, name)
            self.assertRegex(run.stderr, rf"broken\.json:\d+:\d+: .*{text}", name)

    def test_wrong_use(self):
        for arguments in ([], ["run", "a"], ["inputs"], ["fly", "a"]):
            self.assertEqual(subprocess.run([RUNNER, *arguments], capture_output=True).returncode, 2)


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) % 2 ** 64
    return f"{value:016x}"


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
