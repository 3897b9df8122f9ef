#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport import files, and tileport diff of cubins. TILEPORT names the program."""
import itertools
import json
import os
import shutil
import tempfile
import unittest

from running import DEMO, Case, run

CUBINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cases", "cubin")
# Both sides of one variant of the demo, compiled; each embeds its Tile IR.
REFERENCE = os.path.join(CUBINS, "softmax-reference-sm_100.cubin")
PORT = os.path.join(CUBINS, "softmax-generated-sm_80.cubin")
SOFTMAX = os.path.join(DEMO, "softmax")


class Files(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.workspace = os.path.join(self.folder, "workspace")

    def forms(self, program, name):
        """The program in each form that is read."""
        made = {"bytecode": program}
        for form, ending in (("text", ".mlir"), ("serialised", ".tileport")):
            made[form] = os.path.join(self.folder, name + ending)
            code, _, errors = run("convert", program, made[form])
            self.assertEqual((code, errors), (0, ""))
        return made

    def imported(self, *arguments, code=0, **options):
        done, output, errors = run("import", "files", *arguments, "-o", self.workspace, "--json", **options)
        self.assertEqual((done, errors), (code, ""))
        return json.loads(output)

    def test_every_form_on_either_side(self):
        references = self.forms(f"{SOFTMAX}/reference/reference_f16-1x1024.tileirbc", "reference") | {"cubin": REFERENCE}
        ports = self.forms(f"{SOFTMAX}/generated/generated_f16-1x1024.tileirbc", "port") | {"cubin": PORT}
        for reference, port in itertools.product(references, ports):
            with self.subTest(f"{reference} {port}"):
                answer = self.imported(references[reference], ports[port], "--reference-source", f"{SOFTMAX}/reference/softmax.py", "--port-source", f"{SOFTMAX}/kernel.rs")
                self.assertEqual((answer["pairs"], answer["notes"], answer["failures"]), (1, [], []))
                code, output, errors = run("review", self.workspace, "--json")
                self.assertEqual((code, errors), (0, ""))
                operator, = json.loads(output)["operators"]
                self.assertEqual(operator["name"], "softmax")
                self.assertEqual(operator["variants"][0]["port"]["source"], "port/source/kernel.rs")
                code, _, errors = run("diff", references[reference], ports[port])
                self.assertEqual((code, errors), (0, ""))

    def test_standard_input(self):
        with open(PORT, "rb") as file:
            self.imported(REFERENCE, "-", input=file.read())
        code, _, errors = run("review", self.workspace)
        self.assertEqual((code, errors), (0, ""))

    def test_locations_of_a_cubin(self):
        """A divergence found in a cubin leads to the line of the source that it was compiled from."""
        other = f"{DEMO}/log_softmax/generated/generated_f16-1x4096.tileirbc"
        code, output, errors = run("diff", REFERENCE, other, "--json")
        self.assertEqual((code, errors), (1, ""))
        bytecode = json.loads(run("diff", f"{SOFTMAX}/reference/reference_f16-1x1024.tileirbc", other, "--json")[1])
        cubin = json.loads(output)
        self.assertEqual(cubin["counts"], bytecode["counts"])
        found = 0
        for one, other in zip(cubin["divergences"], bytecode["divergences"]):
            source = one["reference"] and one["reference"]["source"]
            if source:  # an op without machine code has none
                found += 1
                self.assertEqual((source["file"], source["line"]), tuple(other["reference"]["source"][key] for key in ("file", "line")))
        self.assertGreater(found, 3)
        swapped = json.loads(run("diff", f"{SOFTMAX}/generated/generated_f32-1x1024.tileirbc", PORT, "--json")[1])
        self.assertTrue(any(each["port"] and each["port"]["source"] for each in swapped["divergences"]))

    def test_sources_that_locations_lead_to(self):
        """Only where the file is there; then it is said."""
        source = os.path.join(self.folder, "kernel é.py")
        shutil.copy(f"{SOFTMAX}/reference/softmax.py", source)
        text = run("show", "--locations", f"{SOFTMAX}/reference/reference_f16-1x1024.tileirbc")[1]
        program = os.path.join(self.folder, "reference.mlir")
        named = sorted({part.split('"')[1] for part in text.split("loc(") if part.startswith('"') and ".py" in part})
        self.assertTrue(named)
        for name in named:
            text = text.replace(f'"{name}"', f'"{source}"')
        with open(program, "w", encoding="utf-8") as file:
            file.write(text)
        answer = self.imported(program, PORT)
        note, = answer["notes"]
        self.assertEqual(note["file"], source)
        code, output, _ = run("review", self.workspace, "--json")
        self.assertEqual(json.loads(output)["operators"][0]["variants"][0]["reference"]["source"], "reference/source/kernel é.py")
        os.remove(source)
        self.assertEqual(self.imported(program, PORT)["notes"], [])

    def test_the_same_file_twice(self):
        note, = self.imported(REFERENCE, REFERENCE)["notes"]
        self.assertIn("byte for byte", note["message"])

    def test_refused(self):
        empty = os.path.join(self.folder, "empty")
        with open(empty, "wb"):
            pass
        plain = os.path.join(CUBINS, "matmul-generated-sm_80.cubin")  # compiled without --lineinfo
        for arguments, parts in (
            ((REFERENCE, "nowhere.mlir"), ("nowhere.mlir",)),
            ((empty, PORT), ("the file is empty",)),
            ((plain, PORT), ("matmul-generated-sm_80.cubin", "--lineinfo")),
            ((REFERENCE, plain), ("matmul-generated-sm_80.cubin", "--lineinfo")),
            ((self.folder, PORT), ("is a folder",)),
            ((REFERENCE, PORT, "--port-source", "nowhere.rs"), ("nowhere.rs",)),
            ((REFERENCE, PORT, "--reference-source", self.folder), ("is a folder",)),
        ):
            code, output, errors = run("import", "files", *arguments, "-o", self.workspace, cwd=self.folder)
            self.assertEqual((code, output), (3, ""), arguments)
            self.assert_one_line(errors, *parts)
            self.assertFalse(os.path.exists(self.workspace))
        for arguments in (["files"], ["files", REFERENCE], ["files", REFERENCE, PORT, PORT], ["files", "-", "-"], ["files", REFERENCE, PORT, "--ports", DEMO], ["triton", "--port-source", PORT]):
            code, output, errors = run("import", *arguments)
            self.assertEqual((code, output), (2, ""))
            self.assert_one_line(errors, "tileport import --help")


if __name__ == "__main__":
    unittest.main()
