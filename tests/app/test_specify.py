#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport specify and tileport analysis. The driver of cuTile Python is the real one: reading facts needs none of its packages."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

from running import DEMO, TILEPORT, Case, copy_demo

SOURCE = """\
import cuda.tile as ct
open("ran", "w").write("the source was run")


@ct.kernel(occupancy=2)
def scale(x, y, n, TILE: ct.Constant[int], FLAG: ct.Constant[bool]):
    i = ct.bid(0)
    if FLAG:
        a = ct.load(x, (i,), (TILE,))
    else:
        a = ct.load(y, (i,), (TILE,))
    ct.store(y, (i,), a)


def host(x, y, stream):
    ct.launch(stream, (4, 1, 1), scale, (x, y, 8, 128, True))
"""
PROGRAM = """\
cuda_tile.module @m {
  entry @scale_kernel(%x: tile<ptr<f16>>, %x0: tile<i32>, %x1: tile<i32>, %y: tile<ptr<f16>>, %y0: tile<i32>, %y1: tile<i32>, %n: tile<i32>) optimization_hints=<default = {occupancy = 2}> {
    %a = assume div_by<16>, %x : tile<ptr<f16>>
    %v = make_tensor_view %a, shape = [%x0], strides = [1] : tile<i32> -> tensor_view<?xf16, strides=[1]> loc("k.py":9:12)
    return
  }
}
"""
ARRAY = {"kind": "array", "dtype": "float16", "shape": [64], "strides": [1], "base_aligned16": True}
LAUNCH = {
    "kernel": "scale",
    "args": [
        {"name": "x", "value": ARRAY, "constant": False},
        {"name": "y", "value": ARRAY, "constant": False},
        {"name": "n", "value": 8, "constant": False},
        {"name": "TILE", "value": 128, "constant": True},
        {"name": "FLAG", "value": True, "constant": True},
    ],
    "hints": {"occupancy": 2},
}
WORKSPACE = {
    "schema": "tileport-workspace/2",
    "name": "made up",
    "operators": [
        {
            "name": "sc/ale",
            "variants": [],
            "unpaired": [
                {"name": "f16", "side": "reference", "program": "k.mlir", "source": "k.py", "launch": "k.json", "frontend": "cuTile Python 1.7.0"}
            ],
        }
    ],
}


class Specify(Case):
    """A home of its own, with a tools folder in which the Python of this test stands for the one that doctor --install makes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.tools = os.path.join(self.folder, "tools")
        self.workspace = os.path.join(self.folder, "work space")
        os.makedirs(os.path.join(self.tools, "lib", "python3.11", "site-packages", "cuda_tile-1.7.0.dist-info"))
        os.makedirs(os.path.join(self.tools, "bin"))
        os.makedirs(self.workspace)
        python = os.path.join(self.tools, "bin", "python")
        self.write(python, f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        os.chmod(python, 0o755)
        self.write_there("workspace.json", json.dumps(WORKSPACE))
        self.write_there("k.json", json.dumps(LAUNCH))
        self.write_there("k.py", SOURCE)
        self.write_there("k.mlir", PROGRAM)

    def write(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def write_there(self, name, text):
        return self.write(os.path.join(self.workspace, name), text)

    def run_there(self, *arguments, tools=True):
        environment = {**os.environ, "HOME": self.folder, "XDG_CACHE_HOME": os.path.join(self.folder, "cache"), "LC_ALL": "C.UTF-8"}
        for name in ("TILEPORT_TOOLS", "TILEPORT_PLUGINS", "TILEPORT_RESOURCES"):
            environment.pop(name, None)
        if tools:
            environment["TILEPORT_TOOLS"] = self.tools
        done = subprocess.run([TILEPORT, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def specified(self, *arguments):
        code, output, errors = self.run_there("specify", self.workspace, *arguments, "--json")
        self.assertEqual((code, errors), (0, ""))
        answer = json.loads(output)
        self.assertEqual(answer["schema"], "tileport-specification/1")
        return answer["operators"][0]

    def test_json(self):
        op = self.specified()
        self.assertEqual((op["name"], op["failures"], len(op["variants"])), ("sc/ale", [], 1))
        side = op["variants"][0]["reference"]
        self.assertIsNone(op["variants"][0]["port"])
        self.assertEqual(side["kernel"], "scale")
        tile, flag = side["constants"]
        self.assertEqual((tile["name"], tile["value"], flag["value"], tile["kind"]), ("TILE", "128", "true", "constant parameter"))
        self.assertEqual([(each["kind"], each.get("member"), each.get("line")) for each in tile["evidence"]], [("launch", "args TILE", None), ("source", None, 6)])
        passed = tile["passed"][0]
        self.assertEqual((passed["name"], passed["value"], passed["evidence"][0]["line"], passed["evidence"][0]["column"]), ("host", "128", 16, 51))
        branch = side["branches"][0]
        self.assertEqual((branch["condition"], branch["verdict"], branch["present"], branch["vanished"]), ("FLAG", "one arm", "then", ["else"]))
        self.assertEqual([each["kind"] for each in branch["evidence"]], ["source", "program"])
        x, y = side["tensors"]
        self.assertEqual((x["access"]["value"], y["access"]["value"], x["written"], y["written"]), ("view", "unused", False, True))
        self.assertEqual((x["element_type"]["value"], x["extents"]["value"]), ("f16", "64"))
        base = x["facts"][0]
        self.assertEqual((base["value"], base["evidence"][-1]["kind"], base["evidence"][-1]["line"]), ("divisible by 16 bytes", "program", 2))
        hint = side["hints"][0]
        self.assertEqual((hint["name"], hint["value"]), ("occupancy (default)", "2"))
        self.assertEqual([each["kind"] for each in hint["evidence"]], ["program", "launch", "source"])
        self.assertEqual((side["launches"][0]["function"], side["launches"][0]["grid"]["value"]), ("host", "(4, 1, 1)"))
        entry = op["entries"][0]
        self.assertEqual([each["type"] for each in entry["parameters"]], ["&Tensor<E, { [-1] }>", "&Tensor<E, { [-1] }>", "i32"])
        # The workspace is nobody's whom we trust: what it holds was read, and not run.
        self.assertFalse(os.path.exists(os.path.join(self.folder, "ran")) or os.path.exists(os.path.join(self.workspace, "ran")))

    def test_text(self):
        code, output, errors = self.run_there("specify", self.workspace, "sc/ale")
        self.assertEqual((code, errors), (0, ""))
        for part in ("sc/ale: 1 variant, for which a port needs 1 entry", "x: &Tensor<E, { [-1] }>", "TILE: const generic, 128", "it decides if FLAG in line 8", "if FLAG: then"):
            self.assertIn(part, output)
        code, output, errors = self.run_there("specify", self.workspace, "sc/ale/f16")
        self.assertEqual((code, errors), (0, ""))
        for part in ("constant parameter TILE: 128", "launch: args TILE, k.py:6:20", "host code passes 128 (k.py:16:51)", "vanished: else", "occupancy (default): 2"):
            self.assertIn(part, output)

    def test_what_is_not_there_is_said(self):
        for name, item in (("k.mlir", "program"), ("k.json", "extents"), ("k.py", "source")):
            with self.subTest(name):
                path = os.path.join(self.workspace, name)
                os.rename(path, path + ".away")
                code, output, errors = self.run_there("specify", self.workspace, "sc/ale/f16")
                os.rename(path + ".away", path)
                self.assertEqual(code, 4, output)
                self.assertIn(name, errors)
                self.assertIn("not known", output)
                self.assertIn(item, output)
        self.write_there("k.py", "def broken(:\n")
        code, output, errors = self.run_there("specify", self.workspace, "sc/ale/f16")
        self.assertEqual(code, 4)
        self.assertIn("k.py:1:12", errors)

    def test_without_tools(self):
        code, output, errors = self.run_there("specify", self.workspace, tools=False)
        self.assertEqual(code, 4)
        self.assertIn("tileport doctor --install", errors)
        self.assertIn("TILE: const generic, 128", output)  # the launch says it all the same

    def test_wrong_use(self):
        for arguments in (("nothing",), ("sc/ale/f32",), ("sc",), ("sc/ale/",)):
            code, output, errors = self.run_there("specify", self.workspace, *arguments)
            self.assertEqual((code, output), (2, ""))
            self.assertIn("sc/ale", errors)
        code, output, errors = self.run_there("specify", self.folder)
        self.assertEqual((code, output), (3, ""))

    def test_a_draft_filled_in_passes(self):
        out = os.path.join(self.folder, "out", "reference")
        os.makedirs(out)
        file = os.path.join(out, "analysis.json")
        code, output, errors = self.run_there("analysis", "draft", self.workspace, "sc/ale", "-o", file)
        self.assertEqual((code, errors), (0, ""))
        code, again, errors = self.run_there("analysis", "draft", self.workspace, "sc/ale", "-o", file)
        self.assertEqual((code, again), (3, ""))
        self.assertIn("replaces nothing", errors)
        code, text, errors = self.run_there("analysis", "draft", self.workspace, "sc/ale")
        with open(file, encoding="utf-8") as written:
            self.assertEqual(text, written.read())

        code, output, errors = self.run_there("analysis", "check", file, "--source", os.path.join(self.workspace, "k.py"))
        self.assertEqual((code, errors), (1, ""))
        for part in ("launch_path is left open", "correctness_tolerance.float16.atol is left open", "reference/reference_scale.mlir\" does not exist"):
            self.assertIn(part, output)
        self.write(os.path.join(out, "reference_scale.mlir"), PROGRAM)
        draft = json.loads(text)
        self.assertEqual(draft["kernel_variants"][0]["constants"], ["TILE=128", "FLAG=true"])
        draft["launch_path"] = "direct"
        draft["test_perf_configs"] = {"forward": {"shapes": [[64]]}}
        draft["correctness_reference"]["function"] = "torch.mul"
        draft["correctness_tolerance"]["float16"] = {"atol": 1e-2, "rtol": 1e-2}
        self.write(file, json.dumps(draft, indent=1))
        code, output, errors = self.run_there("analysis", "check", file, "--source", os.path.join(self.workspace, "k.py"))
        self.assertEqual((code, errors), (0, ""), output)
        code, output, errors = self.run_there("analysis", "check", file, "--json")
        answer = json.loads(output)
        self.assertEqual((code, answer["schema"], answer["result"]), (0, "tileport-analysis/1", "valid"))
        self.assertIn("note", [each["severity"] for each in answer["files"][0]["findings"]])  # functions were not looked for

    def test_check_files(self):
        good = self.write(os.path.join(self.folder, "a.json"), "{}")
        code, output, errors = self.run_there("analysis", "check", good, os.path.join(self.folder, "missing.json"))
        self.assertEqual(code, 3)
        self.assertIn("missing.json", errors)
        self.assertIn("a.json:1:1: error: member kernel_name is missing", output)
        # A line a finding, and one that sums up.
        self.assertNotIn("\ufffd", output)
        self.assertRegex(output.splitlines()[-1], r"a\.json: not valid: \d+ errors, \d+ warnings?$")
        self.assertTrue(output.endswith("\n"))
        code, output, errors = self.run_there("analysis", "check", self.write(os.path.join(self.folder, "b.json"), '{"a": 1, "a": 2}'))
        self.assertEqual(code, 1)
        self.assertIn("given twice", output)
        for arguments in (("check",), ("draft", self.workspace), (), ("mend", good)):
            self.assertEqual(self.run_there("analysis", *arguments)[0], 2)

    def test_programs_that_are_none(self):
        out = os.path.join(self.folder, "out", "reference")
        os.makedirs(out)
        text = json.dumps({"kernel_variants": [{"variant_name": "a", "kernel_function": "k", "reference_ir": "reference/reference_a.mlir"}]})
        file = self.write(os.path.join(out, "analysis.json"), text)
        for content, said in (("", True), ("no program", True), ("cuda_tile.module @kernels {\n}\n", True), (PROGRAM, False)):
            self.write(os.path.join(out, "reference_a.mlir"), content)
            self.assertEqual('"reference/reference_a.mlir" is no program' in self.run_there("analysis", "check", file)[1], said, content)

    def test_links_that_leave_the_folder_are_no_reference(self):
        out = os.path.join(self.folder, "out", "reference")
        os.makedirs(out)
        os.symlink(os.path.join(self.workspace, "k.mlir"), os.path.join(out, "reference_a.mlir"))
        file = self.write(
            os.path.join(out, "analysis.json"),
            json.dumps({"kernel_variants": [{"variant_name": "a", "kernel_function": "k", "reference_ir": "reference/reference_a.mlir"}]}),
        )
        self.assertIn('"reference/reference_a.mlir" does not exist', self.run_there("analysis", "check", file)[1])


class Demo(Case):
    def test_demo(self):
        with tempfile.TemporaryDirectory() as home:
            copy_demo(os.path.join(home, "demo"))
            environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "TILEPORT_TOOLS": home}
            # Without launches it is read from the symbol, whose parameters have no names.
            for folder, nameless in ((DEMO, False), (os.path.join(home, "demo"), True)):
                done = subprocess.run([TILEPORT, "specify", folder, "--json"], env=environment, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)
                self.assertEqual(done.returncode, 4)  # no front end reads the sources here
                operators = json.loads(done.stdout)["operators"]
                self.assertEqual([each["name"] for each in operators], ["log_softmax", "softmax", "rms_norm", "matmul"])
                for op in operators:
                    self.assertEqual((len(op["variants"]), len(op["entries"])), (2, 1))
                    self.assertEqual("#" in op["variants"][0]["reference"]["constants"][0]["name"], nameless)


if __name__ == "__main__":
    unittest.main()
