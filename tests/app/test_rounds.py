#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport review --save-round and --since, and tileport diff of two versions of a program."""
import json
import os
import shutil
import tempfile
import unittest

from running import CARELESS, REFERENCE, Case, copy_demo, run


class Rounds(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.demo = os.path.join(self.folder, "demo")
        copy_demo(self.demo)
        self.last = os.path.join(self.folder, "last.json")

    def read_last(self):
        with open(self.last, "rb") as file:
            return file.read()

    def mend(self):
        generated = os.path.join(self.demo, "log_softmax", "generated", "generated_f16-1x4096.tileirbc")
        shutil.copyfile(os.path.join(self.demo, "log_softmax", "reference", "reference_f16-1x4096.tileirbc"), generated)
        return generated

    def test_gone_remaining_and_new(self):
        self.assertEqual(run("review", self.demo, "--save-round", self.last, "--label", "first look")[0], 1)
        code, output, errors = run("review", self.demo, "--since", self.last, "--json")
        self.assertEqual((code, errors), (1, ""))
        self.assertEqual(json.loads(output)["since"]["counts"], {"gone": 0, "remaining": 6, "new": 0, "undecided": 0})
        self.mend()
        code, output, errors = run("review", self.demo, "--since", self.last, "--save-round", self.last)
        self.assertEqual((code, errors), (1, ""))  # what remains is a divergence
        for part in ("Since first look (", "3 gone, 3 remaining, 0 new", "- gone: DIFFERS load_view_tko in for: hint sm_100.latency: 3 -> 7", "was at "):
            self.assertIn(part, output)
        self.assertIsNone(json.loads(self.read_last())["label"])
        shutil.rmtree(self.demo)
        copy_demo(self.demo)
        since = json.loads(run("review", self.demo, "--since", self.last, "--json")[1])["since"]
        self.assertEqual(since["counts"], {"gone": 0, "remaining": 3, "new": 3, "undecided": 0})
        self.assertIsNone(json.loads(run("review", self.demo, "--json")[1])["since"])

    def test_what_is_not_gone(self):
        run("review", self.demo, "--save-round", self.last)
        os.remove(self.mend())
        code, output, _ = run("review", self.demo, "--since", self.last, "--json")
        self.assertEqual((code, json.loads(output)["since"]["counts"]), (3, {"gone": 0, "remaining": 3, "new": 1, "undecided": 3}))
        with open(os.path.join(self.demo, "workspace.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        manifest["operators"].pop(0)
        with open(os.path.join(self.demo, "workspace.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file)
        code, output, _ = run("review", self.demo, "--since", self.last)
        self.assertEqual(code, 0)
        self.assertIn("0 gone, 0 remaining, 0 new, 6 undecided", output)
        self.assertIn("not known now: the later round has no such operator", output)

    def test_files_that_cannot_be_used(self):
        with open(self.last, "w", encoding="utf-8") as file:
            file.write('{\n  "schema": "tileport-round/1",\n  "day": 3\n}')
        code, output, errors = run("review", self.demo, "--since", self.last)
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "last.json:", "member")
        self.assertEqual(run("review", self.demo, "--since", os.path.join(self.folder, "nowhere"))[:2], (3, ""))
        # The answer is there, and that the round was not kept is an error all the same.
        code, output, errors = run("review", self.demo, "--save-round", os.path.join(self.folder, "no", "such", "folder.json"))
        self.assertEqual(code, 3)
        self.assertIn("log_softmax", output)
        self.assert_one_line(errors, "cannot write")
        self.assertEqual(run("review", self.demo, "--save-round", self.folder)[0], 3)
        # A round that is there survives a review that comes to nothing.
        run("review", self.demo, "--save-round", self.last)
        before = self.read_last()
        self.assertEqual(run("review", os.path.join(self.folder, "nowhere"), "--save-round", self.last)[0], 3)
        self.assertEqual(self.read_last(), before)

    def test_options_that_do_not_go_together(self):
        for arguments in (("--label", "x"), ("--trust",), ("--runs",)):
            code, output, errors = run("review", self.demo, *arguments)
            self.assertEqual((code, output), (2, ""))
            self.assert_one_line(errors, "tileport review --help")


class Versions(Case):
    def test_names_of_the_sides(self):
        code, output, errors = run("diff", "--reference-name", "0.2.0", "--port-name", "0.5.0", REFERENCE, CARELESS)
        self.assertEqual((code, errors), (1, ""))
        self.assertRegex(output, r"(?m)^0\.2\.0  .*0\.5\.0  ")
        self.assertRegex(output, r"(?m)^ +0\.2\.0  line \d+")
        self.assertNotRegex(output, r"(?m)^ +(reference|port) +line")
        self.assertRegex(run("diff", REFERENCE, CARELESS)[1], r"(?m)^    port       line \d+")


if __name__ == "__main__":
    unittest.main()
