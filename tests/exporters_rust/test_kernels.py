#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Real kernels, good and hostile, through both versions of cuTile Rust.

Needs cargo and the toolchain that packaging/toolchain makes; without it the tests are skipped. TILEPORT_TOOLCHAIN and
TILEPORT_TARGET_DIR name other folders than the cache's. --all also exports all of TileGym's variants.
"""

import glob
import hashlib
import json
import os
import shutil
import sys
import time
import unittest

from driving import KERNELS, ROOT, DriverTest, finish, launch, start

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tileport")
TOOLCHAIN = os.environ.get("TILEPORT_TOOLCHAIN") or os.path.join(CACHE, "toolchain")
TARGET = os.environ.get("TILEPORT_TARGET_DIR") or os.path.join(CACHE, "cargo-target")
VARIANTS = os.path.join(ROOT, "resources", "tilegym", "tilegym-port-variants.jsonl")
MAGIC = b"\x7fTileIR\x00"
FRONT_ENDS = ("0.2.0", "0.5.0")

HOSTILE = os.path.join(KERNELS, "hostile.rs")
BROKEN = os.path.join(KERNELS, "does_not_compile.rs")
NO_MODULE = os.path.join(KERNELS, "no_module.rs")


def tensor(name, **members):
    return {"name": name, "dtype": "f32", "shape": [4096], "strides": [1], **members}


def hostile(kernel, **members):
    return launch("hostile_module", kernel, **{"generics": [["TILE", "128"]], **members})


def good(**members):
    generics = [["E", "f32"], ["TILE", "128"]]
    return hostile("good", **{"generics": generics, "tensors": [tensor("x"), tensor("y")], **members})


@unittest.skipUnless(os.path.isdir(TOOLCHAIN), "no toolchain; run packaging/toolchain")
class KernelTest(DriverTest):
    def job(self, items, front_end, **members):
        request = self.request(items, front_end=front_end, **members)
        answer = finish(start(["job", request, "--toolchain", TOOLCHAIN, "--target-dir", TARGET]))
        self.assertEqual(answer.code, 0, answer.errors)
        self.assertTrue(answer.ended)
        self.assertEqual(answer.all[-1]["front_end"], f"cuTile Rust {front_end}")
        self.assertEqual(len(answer.programs) + len(answer.failures), len(items))
        return answer

    def program(self, answer, name):
        self.assertIn(name, answer.programs, answer.failures.get(name))
        with open(os.path.join(self.out, answer.programs[name]["file"]), "rb") as file:
            data = file.read()
        self.assertEqual(data[: len(MAGIC)], MAGIC)
        return data


class Hostile(KernelTest):
    def check(self, front_end):
        elsewhere = os.path.join(self.folder, "ein Ordner", "größe.rs")
        os.mkdir(os.path.dirname(elsewhere))
        shutil.copy(HOSTILE, elsewhere)
        empty = self.write("empty.rs", "")
        launches = {
            "good": (HOSTILE, good()),
            "refused": (HOSTILE, hostile("refused")),
            "recursive": (HOSTILE, hostile("recursive")),
            "printing": (HOSTILE, hostile("printing")),
            "elsewhere": (elsewhere, good()),
            "dtype": (HOSTILE, good(generics=[["E", "f99"], ["TILE", "128"]])),
            "value": (HOSTILE, good(generics=[["E", "f32"], ["TILE", "many"]])),
            "broken": (BROKEN, launch("broken_module", "broken", generics=[["TILE", "128"]])),
            "no module": (NO_MODULE, launch()),
            "empty": (empty, launch()),
            "module": (HOSTILE, {**good(), "module": "nowhere"}),
            "kernel": (HOSTILE, {**good(), "kernel": "again"}),
            "generics": (HOSTILE, good(generics=[["E", "f32"]])),
            "tensor": (HOSTILE, good(tensors=[tensor("x"), tensor("z")])),
            "no tensors": (HOSTILE, good(tensors=[])),
            "rank": (HOSTILE, good(tensors=[tensor("x", strides=[1, 1]), tensor("y")])),
            "number": (HOSTILE, good(tensors=[tensor("x", shape=["a"]), tensor("y")])),
            "option": (HOSTILE, good(compile_options={"speed": 9})),
            "target": (HOSTILE, good(target=None)),
            "last": (HOSTILE, good()),
        }
        items = [(name, source, wanted) for name, (source, wanted) in launches.items()]
        return self.job(items, front_end, seconds=20), elsewhere

    def check_programs(self, answer, elsewhere):
        self.assertEqual(set(answer.programs), {"good", "printing", "elsewhere", "last"}, answer.failures)
        self.assertEqual(self.program(answer, "good"), self.program(answer, "elsewhere"))
        self.assertEqual(self.program(answer, "good"), self.program(answer, "last"))
        program = answer.programs["elsewhere"]
        self.assertEqual(program["symbol"], "good_entry")
        self.assertIn(b"good_entry", self.program(answer, "good"))
        with open(HOSTILE, "rb") as file:
            self.assertEqual(program["dependencies"], [[elsewhere, hashlib.sha256(file.read()).hexdigest()]])

    def check_failures(self, answer):
        failures = answer.failures
        kinds = {name: failure["kind"] for name, failure in failures.items()}
        for name in ("refused", "dtype", "value"):
            self.assertEqual(kinds[name], "front_end", failures[name])
        # It overflows its stack, eats its memory or goes on until it is stopped, by version and machine.
        self.assertIn(kinds["recursive"], ("front_end", "time"))
        for name in ("broken", "no module", "empty"):
            self.assertEqual(kinds[name], "source", failures[name])
        for name in ("module", "kernel", "generics", "tensor", "no tensors", "rank", "number", "option", "target"):
            self.assertEqual(kinds[name], "launch", failures[name])
        broken = failures["broken"]
        self.assertEqual((broken["file"], broken["line"], broken["column"]), (BROKEN, 11, 22))
        self.assertIn("nowhere", broken["message"])
        self.assertIn(f"--> {BROKEN}:11:22", broken["message"])
        # It is defined and imported too, but called once.
        refused = failures["refused"]
        self.assertIn("host_only", refused["message"])
        self.assertEqual(refused["file"], HOSTILE)
        self.assertEqual((refused["line"], refused["column"]), (52, 22))
        for failure in failures.values():
            self.assertLess(len(failure["message"]), 4200)
            self.assertNotIn("/tileport-scratch/", failure["message"])
        expected = {
            "module": "hostile_module",
            "kernel": "good, printing, refused, recursive",
            "generics": "E, TILE",
            "tensor": "no parameter z",
            "no tensors": "x, y",
            "rank": "tensors[0]: strides",
            "number": "tensors[0]: shape",
            "option": "compile_options.speed",
            "target": "target",
        }
        for name, words in expected.items():
            self.assertIn(words, failures[name]["message"])

    def test_0_2_0(self):
        answer, elsewhere = self.check("0.2.0")
        self.check_programs(answer, elsewhere)
        self.check_failures(answer)

    def test_0_5_0(self):
        answer, elsewhere = self.check("0.5.0")
        self.check_programs(answer, elsewhere)
        self.check_failures(answer)

    def test_a_megabyte(self):
        with open(HOSTILE, encoding="utf-8") as file:
            text = file.read()
        large = self.write("large.rs", text + "// filled up: ä\n" * 60000)
        answer = self.job([("a", large, good())], "0.5.0", seconds=120)
        self.program(answer, "a")

    def test_what_a_kernel_pulls_in(self):
        """A constant of another file decides what is compiled, and both files are dependencies."""
        with open(HOSTILE, encoding="utf-8") as file:
            text = file.read()
        without = text.replace("pub fn host_only(x: i32) -> i32 {\n    x + 1\n}\n", "")
        head, rest = without.split("#[cutile::module]")
        kernel = self.write("own/kernel.rs", head + 'include!("host.inc");\nmod part;\n\n#[cutile::module]' + rest)
        others = [self.write("own/host.inc", "pub fn host_only(x: i32) -> i32 { x }\n"), self.write("own/part.rs", "")]
        answer = self.job([("a", kernel, good())], "0.5.0")
        self.program(answer, "a")
        self.assertEqual([path for path, _ in answer.programs["a"]["dependencies"]], [kernel, *others])
        self.write("own/part.rs", "fn nothing() -> i32 { 'ä' }\n")
        failure = self.job([("a", kernel, good())], "0.5.0").failures["a"]
        self.assertEqual((failure["kind"], failure["file"]), ("source", others[1]))
        self.assertEqual((failure["line"], failure["column"]), (1, 23))

    def test_two_at_once(self):
        text = f"// {time.time_ns()}: built anew\n"
        with open(HOSTILE, encoding="utf-8") as file:
            kernel = self.write("kernel.rs", text + file.read())
        runs = []
        for name in ("one", "two"):
            out = os.path.join(self.folder, name)
            os.mkdir(out)
            request = self.request([("a", kernel, good())], out=out)
            os.replace(request, request + name)
            runs.append(start(["job", request + name, "--toolchain", TOOLCHAIN, "--target-dir", TARGET]))
        for run in runs:
            answer = finish(run)
            self.assertEqual((answer.code, set(answer.programs)), (0, {"a"}), answer.errors)

    def test_killed_and_run_again(self):
        text = f"// {time.time_ns()}: built anew\n"
        with open(HOSTILE, encoding="utf-8") as file:
            kernel = self.write("kernel.rs", text + file.read())
        for seconds in (0.3, 1.0, 2.0, 4.0):
            request = self.request([("a", kernel, good())])
            run = start(["job", request, "--toolchain", TOOLCHAIN, "--target-dir", TARGET])
            time.sleep(seconds)
            run.kill()
            run.communicate()
        self.program(self.job([("a", kernel, good())], "0.5.0"), "a")


def tilegym_items():
    pattern = os.path.join(glob.escape(TOOLCHAIN), "lib/python3*/site-packages/tilegym/ops/cutile_rs")
    folder = (glob.glob(pattern) or [""])[0]
    with open(VARIANTS, encoding="utf-8") as file:
        variants = [json.loads(line) for line in file]
    items = []
    for number, variant in enumerate(variants):
        operator = variant["op"]
        source = os.path.join(folder, f"{operator}_kernel", "kernel.rs")
        items.append((f"{number} {operator} {variant['variant']}", source, variant))
    return items


@unittest.skipUnless("--all" in sys.argv, "only with --all")
class TileGym(KernelTest):
    def check(self, front_end):
        items = tilegym_items()
        self.assertEqual(len(items), 149)
        begin = time.monotonic()
        answer = self.job(items, front_end)
        print(f"cuTile Rust {front_end}: {len(items)} variants in {time.monotonic() - begin:.0f} s", file=sys.stderr)
        self.assertEqual(answer.failures, {})
        for name, _, variant in items:
            self.assertEqual(answer.programs[name]["symbol"], variant["entry"])
            self.program(answer, name)

    def test_0_2_0(self):
        self.check("0.2.0")

    def test_0_5_0(self):
        self.check("0.5.0")


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--all"])
