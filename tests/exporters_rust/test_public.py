#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The driver's programs are what a real launch through cuTile Rust's public host calls compiles, byte for byte.

launching.py says what of the launches is real. A launch is given shapes, strides, addresses, scalars and a device; what they are divided
by, which strides are 1 and how the target is called, the generated launch function works out. The driver takes the target, the divisors
of scalars and, for TileGym's kernels, all facts about tensors from the request. TileGym's kernels are launched by TileGym's own host code
with 0.2.0, for which that is written, and by the same calls with 0.5.0.

TILEPORT_TOOLCHAIN and TILEPORT_TARGET_DIR name other folders than the cache's.
"""

import json
import os
import shutil
import unittest

import launching
from driving import KERNELS, ROOT, DriverTest, finish, launch, start

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tileport")
TOOLCHAIN = os.environ.get("TILEPORT_TOOLCHAIN") or os.path.join(CACHE, "toolchain")
TARGET = os.environ.get("TILEPORT_TARGET_DIR") or os.path.join(CACHE, "cargo-target")
VARIANTS = os.path.join(ROOT, "resources", "tilegym", "tilegym-port-variants.jsonl")
# One of so many of TileGym's variants, which are sorted by operator and kernel.
EVERY = 5
# More than any tensor here has, so that their addresses tell nothing but the alignment.
APART = 1 << 36


def missing():
    if not os.path.isdir(TOOLCHAIN):
        return "no toolchain; run packaging/toolchain"
    return next((f"{tool} is not installed" for tool in ("cargo", "gcc") if not shutil.which(tool)), None)


class Case:
    """A launch of which the driver and the host calls make a program each."""

    def __init__(self, name, calls, operator, source, wanted, scalars, grid, bytecode_version="13.3"):
        self.name = name
        # The file of public/calls that launches it, and for TileGym the operator.
        self.calls = calls
        self.operator = operator
        self.source = source
        # What the driver is asked for.
        self.wanted = wanted
        self.scalars = scalars
        self.grid = grid
        self.bytecode_version = bytecode_version

    def launch(self, program):
        """What the host calls are given: nothing of what the driver is told beyond the arguments."""
        tensors = self.wanted.get("tensors", [])
        pointers = [name for name, value in self.scalars.items() if isinstance(value, str)]
        aligned = {tensor["name"]: tensor.get("base_div_bytes", 16) for tensor in tensors} | {name: 16 for name in pointers}
        return {
            "program": program,
            "op": self.operator,
            "kernel": self.wanted["kernel"],
            "generics": self.wanted["generics"],
            "compile_options": self.wanted.get("compile_options") or {},
            "tensors": [{key: tensor[key] for key in ("name", "shape", "strides")} for tensor in tensors],
            "addresses": {name: (at + 1) * APART + divisor for at, (name, divisor) in enumerate(aligned.items())},
            "scalars": {name: value for name, value in self.scalars.items() if name not in pointers},
            "grid": self.grid,
        }


def demo_cases(newest):
    """All variants, and some with other alignments, lengths, strides and hints than the demo has, as the newest bytecode."""
    cases = []
    for operator, calls in launching.DEMO.items():
        with open(os.path.join(os.path.dirname(launching.demo_kernel(operator)), "launches.json"), encoding="utf-8") as file:
            launches = json.load(file)
        for variant in launches["variants"]:
            wanted = {**variant["port"], "module": launches["port"]["module"], "kernel": launches["port"]["kernel"]}
            changed = [("", wanted, "13.3")]
            if variant is launches["variants"][0]:
                changed += [(", 8 bytes", with_tensors(wanted, base_div_bytes=8), "13.3")]
                changed += [(", odd", with_tensors(wanted, shape=odd, strides=odd_row), "13.3")]
                changed += [(f", {newest}", with_options(wanted, occupancy=2, max_divisibility=4), newest)]
            for name, changed_one, version in changed:
                rows = changed_one["tensors"][0]["shape"][0]
                grid = [rows // 128, rows // 128, 1] if operator == "matmul" else [rows, 1, 1]
                source = launching.demo_kernel(operator)
                cases.append(Case(f"{operator} {variant['name']}{name}", calls, "", source, changed_one, {}, grid, version))
    return cases


def partitioned_cases(newest):
    """What no kernel above has: an output that the launch partitions."""
    cases = []
    for element, size, aligned, offset, divisor in (("f16", 4096, 16, 16, 16), ("f32", 4001, 4, 3, 1)):
        generics = [["E", element], ["TILE", "128"]]
        tensors = [{"name": name, "dtype": element, "shape": [size], "strides": [1], "base_div_bytes": aligned} for name in "yx"]
        members = {"generics": generics, "tensors": tensors, "scalar_hints": [["offset", divisor]]}
        wanted = launch("partitioned_module", "added", **members)
        source = os.path.join(KERNELS, "partitioned.rs")
        cases.append(Case(f"partitioned {element}", "partitioned", "", source, wanted, {"offset": offset}, [-(-size // 128), 1, 1], newest))
    return cases


def odd(tensor):
    return [size - 1 for size in tensor["shape"]]


def odd_row(tensor):
    return [stride if stride == 1 else stride - 4 for stride in tensor["strides"]]


def with_tensors(wanted, **members):
    """The launch with members of all its tensors changed, to values or by functions of the tensor."""

    def changed(tensor):
        return {**tensor, **{key: value(tensor) if callable(value) else value for key, value in members.items()}}

    return {**wanted, "tensors": [changed(tensor) for tensor in wanted["tensors"]]}


def with_options(wanted, **options):
    return {**wanted, "compile_options": {**(wanted.get("compile_options") or {}), **options}}


def tilegym_cases(launchers):
    """Some of the variants that TileGym's real launches had, with the specialization that was recorded then."""
    with open(VARIANTS, encoding="utf-8") as file:
        variants = [json.loads(line) for line in file]
    cases = []
    for variant in variants[::EVERY]:
        scalars = {name: value for name, value in variant["launch"]["flat_args"] if "." not in name}
        name = f"{variant['op']} {variant['kernel']} {variant['variant']}"
        source = launchers.tilegym_kernel(variant["op"])
        cases.append(Case(name, launchers.tilegym_calls(variant["op"]), variant["op"], source, variant, scalars, variant["launch"]["grid"]))
    return cases


@unittest.skipIf(missing(), missing())
class PublicCalls(DriverTest):
    def check(self, front_end):
        newest = "13.5" if front_end == "0.5.0" else "13.3"
        launchers = launching.Launchers(front_end, TOOLCHAIN, TARGET, self.folder)
        cases = demo_cases(newest) + partitioned_cases(newest) + tilegym_cases(launchers)
        self.assertGreaterEqual(len(cases), 20)
        exported = self.exported(front_end, cases)
        for calls in sorted({case.calls for case in cases}):
            self.launch(launchers, calls, [(number, case) for number, case in enumerate(cases) if case.calls == calls], exported)
        for number, case in enumerate(cases):
            with self.subTest(case.name):
                self.compare(os.path.join(self.out, exported[number]["file"]), self.launched(number))

    def launch(self, launchers, calls, cases, exported):
        """Launches the cases, all with the same calls; each must reach the driver as the driver's answer and the case name it."""
        launcher = launching.Launcher(launchers, calls, cases[0][1].source)
        launcher.build()
        groups = {}
        for number, case in cases:
            groups.setdefault((case.wanted["target"], case.bytecode_version), []).append((number, case))
        for (target, version), members in groups.items():
            reached = launcher.launch([case.launch(self.launched(number)) for number, case in members], target, version)
            self.assertEqual(reached, [(exported[number]["symbol"], case.grid) for number, case in members])

    def launched(self, number):
        return os.path.join(self.folder, f"{number}.launched")

    def exported(self, front_end, cases):
        """The driver's answers, by the cases' numbers."""
        answers = {}
        for version in {case.bytecode_version for case in cases}:
            items = [(number, case) for number, case in enumerate(cases) if case.bytecode_version == version]
            listed = [
                {"id": str(number), "source": case.source, "file": f"{number}.tileirbc", "launch": case.wanted} for number, case in items
            ]
            request = self.request([], items=listed, front_end=front_end, bytecode_version=version)
            answer = finish(start(["job", request, "--toolchain", TOOLCHAIN, "--target-dir", TARGET]))
            self.assertEqual((answer.code, answer.failures), (0, {}), answer.errors)
            answers.update({int(name): program for name, program in answer.programs.items()})
        self.assertEqual(len(answers), len(cases))
        return answers

    def compare(self, exported, launched):
        with open(exported, "rb") as ours, open(launched, "rb") as theirs:
            self.assertEqual(ours.read(), theirs.read())

    def test_0_2_0(self):
        self.check("0.2.0")

    def test_0_5_0(self):
        self.check("0.5.0")


if __name__ == "__main__":
    unittest.main()
