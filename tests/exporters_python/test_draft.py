# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drafts of launches.json: what is known stands in them, what is not is null and listed, and export refuses it by name."""

import json
import os

from running import EXPORT, ExporterTest, array, needs_cutile

SOURCE = """\
    import cuda.tile as ct
    import torch

    DEPTH = 8 * 4

    @ct.kernel
    def scale(x, y, factor, T: ct.Constant[int], FAST: ct.Constant[bool], D: ct.Constant[int]):
        t = ct.load(x, index=(ct.bid(0), 0), shape=(1, T))
        ct.store(y, index=(ct.bid(0), 0), tile=ct.astype(t * factor, y.dtype))

    def host(x, factor, n, occupancy):
        y = torch.empty((4, n), dtype=torch.bfloat16)
        tile = 64
        fast = scale.replace_hints(num_ctas=2, occupancy=occupancy)
        ct.launch(torch.cuda.current_stream(), (n, 1), fast, (x, y, factor, tile, True, -DEPTH))
        ct.launch(torch.cuda.current_stream(), (n, 1), scale, pack(x, y))
"""


class Drafts(ExporterTest):
    def draft(self, path, *arguments, code=0):
        done = self.run_script(EXPORT, "draft", path, *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_known_and_open(self):
        path = self.write("reference/scale.py", SOURCE)
        done = self.draft(path)
        launches = json.loads(done.stdout)
        self.assertEqual(launches["reference"], {"source": "reference/scale.py", "kernel": "scale"})
        first, second = launches["variants"]
        self.assertEqual(
            (first["name"], first["launch"]["function"], first["launch"]["grid"]), ("line-15", "host", "(n, 1)")
        )
        self.assertEqual(first["reference"]["hints"], {"num_ctas": 2, "occupancy": None})
        x, y, factor, *constants = first["reference"]["args"]
        self.assertEqual([x["value"]["dtype"], y["value"]["dtype"], y["value"]["shape"]], [None, "bfloat16", None])
        self.assertEqual((factor["value"], factor["expression"]), (None, "factor"))
        self.assertEqual([(c["value"], c["constant"]) for c in constants], [(64, True), (True, True), (-32, True)])
        self.assertNotIn("expression", second["reference"]["args"][0])
        # Each thing that is left open: where in the draft, which member, and where in the source it comes from.
        listed = done.stderr.splitlines()
        lines = done.stdout.splitlines()
        for line in listed[:-1]:
            place, member, _ = line.split(": ", 2)
            self.assertIn("null" if "cannot be told" not in line else "args", lines[int(place.split(":")[1]) - 1], line)
        self.assertIn(
            f"variants[0].reference.hints.occupancy: a number; the launch passes occupancy at {path}:14:54", done.stderr
        )
        self.assertIn("variants[1].reference.args: which argument is which cannot be told of pack(x, y)", done.stderr)
        nulls = done.stdout.count(": null")
        self.assertEqual(listed[-1], f"{nulls + 1} to fill in")

    def test_choosing(self):
        two = "import cuda.tile as ct\n@ct.kernel\ndef a(x): pass\n@ct.kernel\ndef b(x): pass\n"
        path = self.write("two.py", two)
        self.assertIn("choose by --kernel: a, b", self.draft(path, code=1).stderr)
        self.assertIn("there is no kernel 'c'; it has a, b", self.draft(path, "--kernel", "c", code=1).stderr)
        done = self.draft(path, "--kernel", "b")
        self.assertIn("b is launched nowhere in this file", done.stderr)
        self.assertEqual(json.loads(done.stdout)["variants"][0]["reference"]["args"][0]["value"], None)

    def test_factory(self):
        path = self.write(
            "made.py", "import cuda.tile as ct\ndef make(n):\n    @ct.kernel\n    def k(x): pass\n    return k\n"
        )
        done = self.draft(path)
        self.assertEqual(json.loads(done.stdout)["reference"]["kernel"], "make:")
        self.assertIn("reference.kernel: the kernel is made by make(...)", done.stderr)

    def test_into_a_file(self):
        path = self.write("operator/reference/scale.py", SOURCE)
        out = os.path.join(self.folder, "operator", "launches.json")
        done = self.draft(path, "--out", out)
        self.assertEqual(done.stdout, "")
        self.assertIn(f"{out}:", done.stderr)
        with open(out, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["reference"]["source"], "reference/scale.py")
        self.assertIn("replaces nothing", self.draft(path, "--out", out, code=1).stderr)
        self.assertIn(
            "cannot be written: No such file", self.draft(path, "--out", "/nowhere/at/all.json", code=1).stderr
        )

    def test_wrong_sources(self):
        self.assertIn("there is no such file", self.draft(os.path.join(self.folder, "none.py"), code=1).stderr)
        self.assertIn("broken.py:1:3: ", self.draft(self.write("broken.py", "a b\n"), code=1).stderr)
        self.assertIn("no function is decorated", self.draft(self.write("none.py", "a = 1\n"), code=1).stderr)

    @needs_cutile
    def test_an_unfilled_draft_is_refused(self):
        path = self.write("op/reference/scale.py", SOURCE)
        description = os.path.join(self.folder, "op", "launches.json")
        self.draft(path, "--out", description)
        done = self.run_script(EXPORT, "operator", os.path.dirname(description))
        self.assertEqual(done.returncode, 1)
        self.assertIn(
            f"error: line-15: {description}:14:24: variants[0].reference.hints.occupancy is null: a draft", done.stderr
        )
        self.assertIn("error: line-16: ", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "op", "reference", "reference_line-15.tileirbc")))

    @needs_cutile
    def test_a_filled_draft_exports(self):
        path = self.write("op/reference/scale.py", SOURCE)
        description = os.path.join(self.folder, "op", "launches.json")
        self.draft(path, "--out", description)
        with open(description, encoding="utf-8") as file:
            launches = json.load(file)
        launches["variants"] = launches["variants"][:1]
        reference = launches["variants"][0]["reference"]
        reference["hints"]["occupancy"] = 2
        for argument, value in zip(reference["args"], (array(), array("bfloat16"), 0.5)):
            argument["value"] = value
        with open(description, "w", encoding="utf-8") as file:
            json.dump(launches, file)
        done = self.run_script(EXPORT, "operator", os.path.dirname(description))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "op", "reference", "reference_line-15.tileirbc")))
