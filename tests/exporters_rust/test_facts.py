#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Facts of kernel.rs files: those of the demo and of TileGym are complete, hostile files cost themselves alone.

Needs cargo, but neither the toolchain nor CUDA; TileGym's kernels are read where the toolchain is.
"""

import glob
import os
import re
import time
import unittest

from driving import KERNELS, ROOT, DriverTest, finish, start

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tileport")
TOOLCHAIN = os.environ.get("TILEPORT_TOOLCHAIN") or os.path.join(CACHE, "toolchain")
TARGET = os.environ.get("TILEPORT_TARGET_DIR") or os.path.join(CACHE, "cargo-target")


KEYWORDS = {"if", "in", "match", "while", "for", "return", "fn", "unsafe", "pub", "mut", "let"}


class FactsTest(DriverTest):
    def facts(self, sources, *options):
        request = self.request([], job="facts", sources=sources)
        answer = finish(start(["job", request, "--target-dir", TARGET, *options]))
        self.assertEqual(answer.code, 0, answer.errors)
        self.assertTrue(answer.ended)
        return {item["source"]: item["facts"] for item in answer.of("facts")}, answer.failures


def without_comments(text):
    """The code with comments and the insides of texts blanked, so that what is left can be counted."""
    pattern = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|#!?\[[^\]]*\]", re.DOTALL)
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def expected_calls(text):
    """(line, name) of all calls, found without a parser: a name before a bracket that no fn introduces."""
    code = without_comments(text)
    found = []
    for match in re.finditer(r"\b([a-z_]\w*)(!\s*[(\[{]|\s*(?:::<[^()]*?>)?\s*\()", code):
        before = code[: match.start()].rstrip()
        if match.group(1) in KEYWORDS or before.endswith("fn"):
            continue
        name = match.group(1) + ("!" if match.group(2).startswith("!") else "")
        found.append((code.count("\n", 0, match.start()) + 1, name))
    return sorted(found)


class RealKernels(FactsTest):
    def check(self, sources):
        facts, failures = self.facts(sources)
        self.assertEqual(failures, {})
        for source in sources:
            with self.subTest(source=source), open(source, encoding="utf-8") as file:
                self.check_one(file.read(), facts[source])

    def check_one(self, text, facts):
        functions = facts["kernels"] + facts["functions"]
        lines = text.splitlines()
        entries = re.findall(r"#\[cutile::entry", text)
        self.assertEqual(len(facts["kernels"]), len(entries))
        self.assertEqual(len(functions), len(re.findall(r"\bfn\s+\w+", without_comments(text))))
        calls = [call for function in functions for call in function["calls"]]
        names = sorted(call["callee"].split("::")[-1] for call in calls)
        self.assertEqual(names, sorted(name for _, name in expected_calls(text)))
        self.assertEqual(
            sum(len(function["branches"]) for function in functions),
            len(re.findall(r"\b(?:if|match)\b", without_comments(text))),
        )
        self.assertEqual(
            sum(len(function["loops"]) for function in functions),
            len(re.findall(r"\b(?:for\s+\w+\s+in|while|loop)\b", without_comments(text))),
        )
        for function in functions:
            span = function["name_span"]
            self.assertEqual(lines[span["line"] - 1][span["column"] - 1 : span["end_column"] - 1], function["name"])
        for call in calls:
            for argument in call["arguments"]:
                span = argument["span"]
                if span["line"] == span["end_line"]:
                    there = lines[span["line"] - 1][span["column"] - 1 : span["end_column"] - 1]
                    self.assertEqual(there, argument["text"])
        for kernel in facts["kernels"]:
            self.assertTrue(kernel["structure"]["in_cutile_module"])
            self.assertTrue(kernel["structure"]["outputs"])
            self.assertNotIn("unknown", [parameter["form"] for parameter in kernel["parameters"]])

    def test_demo(self):
        sources = sorted(glob.glob(os.path.join(ROOT, "resources", "demo", "*", "kernel.rs")))
        self.assertEqual(len(sources), 4)
        self.check(sources)

    def test_tilegym(self):
        packages = os.path.join(glob.escape(TOOLCHAIN), "lib/python3*/site-packages")
        sources = sorted(glob.glob(os.path.join(packages, "tilegym/ops/cutile_rs/*_kernel/kernel.rs")))
        if not sources:
            self.skipTest("no toolchain; run packaging/toolchain")
        self.assertEqual(len(sources), 5)
        self.check(sources)

    def test_what_a_port_needs(self):
        source = os.path.join(ROOT, "resources", "demo", "log_softmax", "kernel.rs")
        facts, _ = self.facts([source])
        (kernel,) = facts[source]["kernels"]
        self.assertEqual((kernel["name"], kernel["module"]), ("log_softmax", "log_softmax_module"))
        self.assertTrue(kernel["unsafe"])
        outputs = [{"name": "y", "form": "tensor", "type": "&Tensor<E, { [-1, -1] }>", "by": "partition_full_mut"}]
        self.assertEqual(kernel["structure"]["outputs"], outputs)
        self.assertEqual(kernel["structure"]["generics_order"], ["E", "TILE"])
        load = next(call for call in kernel["calls"] if call["callee"] == "load_view_tko")
        arguments = [argument["text"] for argument in load["arguments"]]
        expected = ["&chunks", "[row, j]", "ordering::Weak", "scope::TileBlock", "Some(3i32)", "tma::Enabled"]
        self.assertEqual(arguments, expected)
        store = next(call for call in kernel["calls"] if call["callee"] == "store_view_tko_mut")
        self.assertEqual((load["unsafe"], store["unsafe"]), (False, True))
        self.assertEqual([loop["over"] for loop in kernel["loops"]], ["0i32..count"] * 2)


class HostileFiles(FactsTest):
    def test_each_costs_itself_alone(self):
        good = os.path.join(KERNELS, "hostile.rs")
        hostile = {
            "empty": "",
            "syntax": "fn a() {\n    let größe = ;\n}\n",
            "latin": b"// one\n// \xe9\n",
            "nul": b"\0\0\0",
            "brackets": "fn a() { " + "(" * 200000 + ")" * 200000 + " }",
            "blocks": "fn a() " + "{" * 100000 + "}" * 100000,
            "sum": "fn a() -> i32 { 1" + " + 1" * 300000 + " }",
            "not": "fn a() -> bool { " + "!" * 300000 + "true }",
            "macro": "fn a() { m!(" + "x!(" * 3000 + ")" * 3000 + "); }",
            "unclosed": "fn a() { " + "[" * 100000,
            "python": "def a():\n    return 1\n",
        }
        sources = {name: self.write(f"ä {name}/kernel.rs", content) for name, content in hostile.items()}
        sources["missing"] = os.path.join(self.folder, "missing.rs")
        sources["folder"] = self.folder
        facts, failures = self.facts([*sources.values(), good])
        names = [kernel["name"] for kernel in facts[good]["kernels"]]
        self.assertEqual(names, ["good", "printing", "refused", "recursive"])
        self.assertEqual(facts[sources["empty"]]["kernels"], [])
        for name, source in sources.items():
            if source in failures:
                self.assertEqual((failures[source]["kind"], failures[source]["file"]), ("source", source))
            else:
                self.assertIn(source, facts)
        syntax = failures[sources["syntax"]]
        self.assertEqual((syntax["line"], syntax["column"]), (2, 17))
        self.assertEqual(failures[sources["latin"]]["line"], 2)
        for name in ("syntax", "latin", "nul", "unclosed", "python", "missing", "folder"):
            self.assertIn(sources[name], failures)

    def test_a_megabyte(self):
        line = "        let t: Tile<f32, { [1, N] }> = exp(x - y.broadcast(const_shape![1, N])); // ä\n"
        text = "#[cutile::module]\npub mod m {\n    #[cutile::entry()]\n    pub fn k<const N: i32>() {\n"
        text += line * (1000000 // len(line)) + "    }\n}\n"
        source = self.write("kernel.rs", text)
        begin = time.monotonic()
        facts, _ = self.facts([source])
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(len(facts[source]["kernels"][0]["calls"]), 3 * (1000000 // len(line)))

    def test_two_at_once(self):
        source = os.path.join(KERNELS, "hostile.rs")
        request = self.request([], job="facts", sources=[source])
        target = os.path.join(self.folder, "target")
        runs = [start(["job", request, "--target-dir", target]) for _ in range(2)]
        for run in runs:
            answer = finish(run)
            self.assertEqual((answer.code, len(answer.of("facts"))), (0, 1), answer.errors)


if __name__ == "__main__":
    unittest.main()
