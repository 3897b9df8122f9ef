# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Facts of sources: what is read, where it stands, and what hostile sources give."""

import glob
import importlib.util
import json
import os

from running import DEMO, ExporterTest, needs_tilegym
from tileport_cutile.facts import facts_of

HEAD = "import cuda.tile as ct\n"


def spans_with_texts(facts):
    """(text, span) of everything in facts that has both."""
    for holder in facts["kernels"] + facts["functions"]:
        yield holder["name"].rpartition(".")[2], holder["name_span"]
        for hint in holder["hints"]:
            yield hint["value"], hint["span"]
        for call in holder["calls"]:
            for argument in call["arguments"]:
                yield argument["text"], argument["span"]
    for launch in facts["launches"]:
        for argument in launch["arguments"]:
            yield argument["text"], argument["span"]


class Facts(ExporterTest):
    def of(self, text, head=HEAD):
        return facts_of(self.write("kernel.py", head + text))

    def kernel(self, text, head=HEAD):
        [kernel] = self.of(text, head)["kernels"]
        return kernel

    def check_spans(self, path, facts):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for text, span in spans_with_texts(facts):
            if span["line"] == span["end_line"]:
                self.assertEqual(lines[span["line"] - 1][span["column"] - 1 : span["end_column"] - 1], text)

    # ---- Kernels ----

    def test_ways_to_import(self):
        for head, decorator in (
            ("import cuda.tile as ct\n", "ct.kernel"),
            ("import cuda.tile\n", "cuda.tile.kernel"),
            ("from cuda import tile\n", "tile.kernel()"),
            ("from cuda import tile as t\n", "t.kernel(occupancy=2)"),
            ("from cuda.tile import kernel\n", "kernel"),
            ("from cuda.tile import kernel as entry\n", "entry()"),
            ("from cuda.tile import *\n", "kernel"),
            ("import cuda.tile as ct\nmine = ct.kernel\n", "mine"),
            ("try:\n    import cuda.tile as ct\nexcept ImportError:\n    ct = None\n", "ct.kernel"),
        ):
            with self.subTest(head):
                self.assertEqual(self.kernel(f"@{decorator}\ndef k(x):\n    pass\n", head)["name"], "k")

    def test_what_is_no_kernel(self):
        head = "import other as ct\nfrom functools import cache\n"
        self.assertEqual(self.of("@ct.kernel\ndef k(x):\n    pass\n@cache\ndef f():\n    pass\n", head)["kernels"], [])

    def test_kernels_by_call(self):
        facts = self.of("def body(x):\n    pass\nfast = ct.kernel(occupancy=4)(body)\nplain = ct.kernel(body)\n")
        self.assertEqual([k["name"] for k in facts["kernels"]], ["fast", "plain"])
        self.assertEqual([(h["name"], h["value"]) for h in facts["kernels"][0]["hints"]], [("occupancy", "4")])

    def test_factory(self):
        kernel = self.kernel(
            "def make(n):\n    @ct.kernel(occupancy=n)\n    def k(x):\n        if n > 2:\n            pass\n    return k\n"
        )
        self.assertEqual((kernel["name"], kernel["factory"]), ("k", "make"))
        self.assertTrue(kernel["branches"][0]["constant"])

    def test_hints(self):
        kernel = self.kernel(
            "N = 3\n@ct.kernel(occupancy=ct.ByTarget(sm_80=2, default=4), num_ctas=N, **more)\ndef k(x):\n    pass\n"
        )
        hints = [(hint["name"], hint["value"]) for hint in kernel["hints"]]
        self.assertEqual(hints, [("occupancy", "ct.ByTarget(sm_80=2, default=4)"), ("num_ctas", "N"), ("**", "more")])

    def test_constant_annotations(self):
        head = (
            "from __future__ import annotations\nimport cuda.tile as ct\nfrom typing import Annotated\n"
            "from cuda.tile import Constant as C\nConstInt = ct.Constant[int]\nAgain: object = ConstInt\n"
        )
        kernel = self.kernel(
            "@ct.kernel\ndef k(x, a: ConstInt, b: Again, c: C, d: 'ct.Constant[bool]', e: Annotated[int, ct.Constant], f: int, *, g: C[int] = 3):\n"
            "    pass\n",
            head,
        )
        constants = {p["name"]: p["constant"] for p in kernel["parameters"]}
        self.assertEqual(constants, dict(x=False, a=True, b=True, c=True, d=True, e=True, f=False, g=True))
        self.assertEqual(kernel["parameters"][4]["type"], "'ct.Constant[bool]'")

    def test_forms(self):
        kernel = self.kernel(
            "def put(to, tile):\n    ct.store(to, index=(0,), tile=tile)\n"
            "@ct.kernel\ndef k(x, y, z, n, eps: float, lut, counts, part, unused, T: ct.Constant[int]):\n"
            "    t = ct.load(x, index=(0,), shape=(T,)) + n\n    put(y, t)\n    ct.store(array=z, index=(0,), tile=t)\n"
            "    lut.shape[0]\n    ct.atomic_add(counts, (0,), 1)\n    view = part.slice(axis=0, start=0, stop=2)\n"
            "    ct.store(view, index=(0,), tile=t)\n"
        )
        forms = {p["name"]: p["form"] for p in kernel["parameters"]}
        expected = dict(
            x="tensor", y="tensor_mut", z="tensor_mut", n="scalar", eps="scalar", lut="tensor", counts="tensor_mut"
        )
        self.assertEqual(forms, dict(expected, part="tensor_mut", unused="unknown", T="scalar"))

    # ---- Bodies ----

    def test_calls(self):
        facts = self.of(
            "from cuda.tile import exp as e\nimport math\ndef half(t):\n    return t / 2\n@ct.kernel\ndef k(x, T: ct.Constant[int]):\n"
            "    t = ct.load(x, (0, 0), shape=(1, T), padding_mode=ct.PaddingMode.ZERO)\n"
            "    u = half(e(t)).astype(ct.float16)\n    ct.scatter(x, (0,), u, check_bounds=False)\n    math.ceil(2.5)\n    assert T > 1, 'no'\n"
        )
        calls = {call["callee"]: call for call in facts["kernels"][0]["calls"]}
        self.assertEqual(set(calls), {"ct.load", "astype", "half", "ct.exp", "ct.scatter", "math.ceil", "assert"})
        self.assertEqual([a["name"] for a in calls["ct.load"]["arguments"]], ["", "", "shape", "padding_mode"])
        self.assertEqual(calls["ct.load"]["arguments"][3]["text"], "ct.PaddingMode.ZERO")
        self.assertEqual((calls["astype"]["receiver"], calls["astype"]["resolved"]), ("half(e(t))", False))
        self.assertTrue(calls["half"]["resolved"])
        self.assertTrue(calls["ct.scatter"]["unchecked"])
        self.assertEqual([f["name"] for f in facts["functions"]], ["half"])

    def test_nested_functions(self):
        facts = self.of("@ct.kernel\ndef k(x):\n    def inner(a):\n        return ct.exp(a)\n    ct.log(inner(x))\n")
        self.assertEqual([call["callee"] for call in facts["kernels"][0]["calls"]], ["ct.log", "inner"])
        self.assertEqual([(f["name"], f["calls"][0]["callee"]) for f in facts["functions"]], [("k.inner", "ct.exp")])

    def test_host_functions_are_no_helpers(self):
        self.assertEqual(
            self.of("def host():\n    pass\n@ct.function\ndef marked():\n    pass\n")["functions"][0]["name"], "marked"
        )

    def test_branches(self):
        kernel = self.kernel(
            "FLAG = 1\n@ct.kernel\ndef k(x, n, T: ct.Constant[int]):\n"
            "    half = T // 2\n    late = 0\n    for i in range(n):\n        late = late + 1\n"
            "    for j in ct.static_iter(range(4)):\n        if j == 2: pass\n"
            "    if T > 4 and FLAG: pass\n    elif half == 1: pass\n    else: pass\n"
            "    if x.dtype == ct.float32: pass\n    if len(x.shape) == 2: pass\n    if x.shape[0] > 2: pass\n"
            "    if n > T: pass\n    if late > 1: pass\n    y = 1 if ct.bid(0) == 0 else 2\n    if max(half, 3) > 2: pass\n"
        )
        found = {b["condition"]: b["constant"] for b in kernel["branches"]}
        self.assertEqual(
            found,
            {
                "j == 2": True,
                "T > 4 and FLAG": True,
                "half == 1": True,
                "x.dtype == ct.float32": True,
                "len(x.shape) == 2": True,
                "x.shape[0] > 2": False,
                "n > T": False,
                "late > 1": False,
                "ct.bid(0) == 0": False,
                "max(half, 3) > 2": True,
            },
        )
        self.assertEqual([b["has_else"] for b in kernel["branches"]][1:3], [True, True])
        self.assertEqual(
            [(l["kind"], l["over"]) for l in kernel["loops"]],
            [("for", "range(n)"), ("for", "ct.static_iter(range(4))")],
        )

    def test_branches_say_where_their_arms_stand(self):
        kernel = self.kernel(
            "@ct.kernel\ndef k(x, T: ct.Constant[int]):\n"
            "    if T > 4:\n        a = 1\n        b = 2\n    elif T > 2:\n        a = 3\n    else:\n        a = 4\n"
            "    c = 1 if T == 1 else 22\n    match T:\n        case 1: d = 1\n        case _ if a: d = 2\n    if T: pass\n"
        )
        begin = kernel["name_span"]["line"]

        def place(span):
            return span["line"] - begin, span["column"], span["end_line"] - begin, span["end_column"]

        branches = sorted(kernel["branches"], key=lambda branch: branch["span"]["line"])
        self.assertEqual(
            [[(arm["label"], *place(arm["span"])) for arm in branch["arms"]] for branch in branches],
            [
                [("then", 2, 9, 3, 14), ("else", 4, 5, 7, 14)],
                [("then", 5, 9, 5, 14), ("else", 7, 9, 7, 14)],
                [("then", 8, 9, 8, 10), ("else", 8, 26, 8, 28)],
                [("1", 10, 17, 10, 22), ("_ if a", 11, 22, 11, 27)],
                [("then", 12, 11, 12, 15)],
            ],
        )

    def test_constants_through_helpers(self):
        facts = self.of(
            "def a(flag):\n    if flag: pass\ndef b(flag):\n    if flag: pass\n"
            "@ct.kernel\ndef k(x, n, T: ct.Constant[int]):\n    a(T > 1)\n    a(False)\n    b(T)\n    b(n)\n    while n > 1: pass\n"
        )
        self.assertEqual([f["branches"][0]["constant"] for f in facts["functions"]], [True, False])
        self.assertEqual(facts["kernels"][0]["loops"][0]["kind"], "while")

    # ---- Launches ----

    def test_launches(self):
        facts = self.of(
            "@ct.kernel\ndef k(x, T: ct.Constant[int]):\n    pass\n"
            "class Host:\n    def run(self, x, n):\n        grid = (n, 1, 1)\n        fast = k.replace_hints(occupancy=n)\n"
            "        ct.launch(stream(), grid, fast, (x.view(-1), 64))\n"
            "def other(x, kernel=None):\n    args = (x, 32)\n    ct.launch(0, (1,), kernel if kernel else k, args)\n"
        )
        first, second = facts["launches"]
        self.assertEqual((first["kernel"], first["kernels"], first["function"]), ("fast", ["k"], "Host.run"))
        self.assertEqual((first["grid"], first["grid_value"]), ("grid", "(n, 1, 1)"))
        self.assertEqual([(a["name"], a["text"]) for a in first["arguments"]], [("x", "x.view(-1)"), ("T", "64")])
        self.assertEqual([(h["name"], h["value"]) for h in first["hints"]], [("occupancy", "n")])
        self.assertEqual((second["kernels"], [a["text"] for a in second["arguments"]]), (["k"], ["x", "32"]))

    def test_launch_of_a_kernel_from_a_cache(self):
        facts = self.of(
            "@ct.kernel\ndef k(x):\n    pass\n@ct.kernel\ndef old(x):\n    pass\n"
            "def host(x, key):\n    tuned = old\n    if key not in cache:\n        cache[key] = (3, k.replace_hints(num_ctas=2))\n"
            "    config, tuned = cache[key]\n    ct.launch(0, (1,), tuned, (x,))\n"
        )
        self.assertEqual(facts["launches"][0]["kernels"], ["k"])
        self.assertEqual(facts["launches"][0]["hints"][0]["name"], "num_ctas")

    def test_launch_by_factory_and_parameter(self):
        facts = self.of(
            "def make(n):\n    @ct.kernel\n    def k(x):\n        pass\n    return k\n"
            "def choose():\n    return make(6)\n"
            "def go(kernel, x):\n    ct.launch(0, (1,), kernel, (x,))\n"
            "def host(x):\n    go(choose(), x)\n"
        )
        self.assertEqual(facts["launches"][0]["kernels"], ["k"])

    # ---- Places ----

    def test_spans_are_code_points(self):
        path = self.write(
            "größe.py",
            HEAD
            + '@ct.kernel\ndef größe(ä, b):\n    s = "𝔸é"; t = ct.load(ä, index=(0, "ü"), shape=(1,)); ct.store(ä,\n        index=("é"), tile=t)\n',
        )
        facts = facts_of(path)
        self.check_spans(path, facts)
        load = facts["kernels"][0]["calls"][0]
        self.assertEqual(load["span"], {"line": 4, "column": 19, "end_line": 4, "end_column": 57})
        self.assertEqual(facts["kernels"][0]["span"]["column"], 1)

    def test_line_ends_and_encodings(self):
        path = os.path.join(self.folder, "k.py")
        body = '@ct.kernel\ndef k(x):\n    s = "é\x0c"; ct.load(x)\n'
        for text, encoding in (
            (HEAD + body, "utf-8-sig"),
            ((HEAD + body).replace("\n", "\r\n"), "utf-8"),
            ("# -*- coding: latin-1 -*-\n" + HEAD + body, "latin-1"),
        ):
            with self.subTest(encoding):
                with open(path, "wb") as file:
                    file.write(text.encode(encoding))
                call = facts_of(path)["kernels"][0]["calls"][0]
                self.assertEqual((call["span"]["column"], call["span"]["end_column"]), (15, 25))

    def test_demo(self):
        paths = sorted(glob.glob(os.path.join(DEMO, "*", "reference", "*.py")))
        self.assertEqual(len(paths), 4)
        for answer, path in zip(self.facts(*paths), paths):
            self.assertEqual((answer["answer"], answer["source"]), ("facts", path))
            self.check_spans(path, answer["facts"])
            [kernel] = answer["facts"]["kernels"]
            self.assertNotIn("unknown", [p["form"] for p in kernel["parameters"]])

    @needs_tilegym
    def test_tilegym(self):
        folder = os.path.join(os.path.dirname(importlib.util.find_spec("tilegym").origin), "ops", "cutile")
        paths = sorted(glob.glob(os.path.join(folder, "**", "*.py"), recursive=True))
        answers = self.facts(*paths)
        self.assertEqual([a["answer"] for a in answers], ["facts"] * len(paths))
        decorated = 0
        for path in paths:
            with open(path, encoding="utf-8") as file:
                decorated += sum(line.lstrip().startswith("@ct.kernel") for line in file)
        for answer, path in zip(answers, paths):
            self.check_spans(path, answer["facts"])
        kernels = [kernel for answer in answers for kernel in answer["facts"]["kernels"]]
        self.assertEqual(len(kernels), decorated)
        launches = [launch for answer in answers for launch in answer["facts"]["launches"]]
        self.assertEqual([launch["span"] for launch in launches if not launch["kernels"]], [])
        with open(
            os.path.join(os.path.dirname(DEMO), "..", "resources/tilegym/tilegym-reference-launches.jsonl")
        ) as file:
            recorded = [json.loads(line) for line in file]
        # A recorded launch's arguments and constants are those of the kernel's parameters.
        by_name = {}
        for answer in answers:
            module = os.path.relpath(answer["source"], os.path.join(folder, "..", ".."))[:-3].replace(os.sep, ".")
            for kernel in answer["facts"]["kernels"]:
                by_name["tilegym." + module, kernel.get("factory", kernel["name"])] = kernel
        for launch in recorded:
            kernel = by_name[launch["module"], launch["kernel"].partition(":")[0]]
            expected = [(argument["name"], argument["constant"]) for argument in launch["args"]]
            self.assertEqual([(p["name"], p["constant"]) for p in kernel["parameters"]], expected, launch["kernel"])
            for parameter, argument in zip(kernel["parameters"], launch["args"]):
                is_array = isinstance(argument["value"], dict)
                if parameter["form"] != "unknown" and not (is_array and argument["value"]["kind"] == "list"):
                    self.assertEqual(
                        parameter["form"].startswith("tensor"), is_array, (launch["kernel"], parameter["name"])
                    )

    # ---- Sources that are wrong ----

    def failure(self, path):
        [answer] = self.facts(path)
        self.assertEqual((answer["answer"], answer["id"]), ("failure", path), answer)
        return answer

    def test_syntax_error(self):
        answer = self.failure(self.write("broken.py", 'é = "é" +* 2\n'))
        self.assertEqual((answer["kind"], answer["line"], answer["column"]), ("source", 1, 10))

    def test_no_file(self):
        self.assertEqual(self.failure(os.path.join(self.folder, "none.py"))["message"], "there is no such file")
        self.assertEqual(self.failure(self.folder)["kind"], "source")
        self.assertEqual(self.failure("/dev/zero")["kind"], "source")

    def test_not_text(self):
        path = os.path.join(self.folder, "binary.py")
        for data in (b"\xff\xfe\x00", b"# coding: nonsense\n", b"x = 1\0\n"):
            with open(path, "wb") as file:
                file.write(data)
            self.assertEqual(self.failure(path)["file"], path)

    def test_too_deep(self):
        paths = [
            self.write("nested.py", "x = " + "(" * 5000 + ")" * 5000),
            self.write("long.py", HEAD + "@ct.kernel\ndef k(x):\n    y = " + "+".join(["x"] * 20000) + "\n"),
            self.write("lines.py", HEAD + "@ct.kernel\ndef k(x):\n    ct.exp(\n" + "+\n".join(["x"] * 5000) + ")\n"),
            self.write("ifs.py", HEAD + "@ct.kernel\ndef k(x):\n    if x: pass\n" + "    elif x: pass\n" * 3000),
            self.write(
                "chain.py",
                HEAD
                + "@ct.kernel\ndef k(x):\n    a0 = 1\n"
                + "".join(f"    a{i + 1} = a{i}\n" for i in range(5000))
                + "    if a5000: pass\n",
            ),
            self.write("good.py", HEAD + "@ct.kernel\ndef k(x):\n    pass\n"),
        ]
        answers = self.facts(*paths)
        self.assertEqual(len(answers), len(paths))
        for answer, path in zip(answers, paths):
            self.assertEqual(answer.get("source", answer.get("id")), path)
        self.assertEqual(answers[-1]["answer"], "facts")

    def test_cycles(self):
        facts = self.of(
            "A = B\nB = A\nC: A = C\ndef f(x, y):\n    g(x, y)\ndef g(x, y):\n    f(y, x)\n"
            "@ct.kernel\ndef k(x, y: A, z: C):\n    a = b\n    b = a\n    f(x, y)\n    if a: pass\n"
            "def host():\n    one = two\n    two = one\n    ct.launch(0, one, one, one)\n"
        )
        self.assertEqual(len(facts["kernels"]), 1)

    def test_nothing_is_imported(self):
        marker = os.path.join(self.folder, "ran")
        path = self.write("k.py", f"open({marker!r}, 'w')\n")
        self.assertEqual(self.facts(path)[0]["answer"], "facts")
        self.assertFalse(os.path.exists(marker))
