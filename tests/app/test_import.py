#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport import and tileport doctor on a machine where no tool of a front end is installed. TILEPORT names the program."""
import json
import os
import subprocess
import tempfile
import unittest

from running import DEMO, TILEPORT, Case

PROGRAM = "cuda_tile.module @kernels {\n  entry @add(%arg0: tile<ptr<f32>>) {\n    return\n  }\n}\n"


class WithoutTools(Case):
    """Caches, tools and home of its own, empty; the name has a space and a letter outside ASCII."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_there(self, *arguments):
        environment = {**os.environ, "HOME": self.folder, "XDG_CACHE_HOME": os.path.join(self.folder, "cache")}
        for name in ("TILEPORT_TOOLS", "TILEPORT_PLUGINS", "TILEPORT_RESOURCES", "TRITON_CACHE_DIR"):
            environment.pop(name, None)
        done = subprocess.run([TILEPORT, *arguments], cwd=self.folder, env=environment, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def test_doctor(self):
        code, output, errors = self.run_there("doctor")
        self.assertEqual((code, errors), (1, ""))
        for part in ("cuTile Python: not ready", "cuTile Rust: not ready", "Triton (Tile IR back end): ready", "missing", "tileport doctor --install"):
            self.assertIn(part, output)
        code, output, errors = self.run_there("doctor", "--json")
        answer = json.loads(output)
        self.assertEqual((code, errors, answer["schema"], answer["refused"]), (1, "", "tileport-doctor/1", []))
        self.assertEqual([each["id"] for each in answer["front_ends"]], ["cutile_python", "cutile_rust", "triton_tileir"])
        for front_end in answer["front_ends"]:
            for tool in front_end["tools"]:
                self.assertEqual(tool["state"] == "present", tool["advice"] == "", tool)

    def test_import_says_what_is_missing(self):
        code, output, errors = self.run_there("import", "tilegym")
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "TileGym is not installed", "tileport doctor --install")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "tilegym", "workspace.json")))

    def test_untrusted_operators(self):
        code, output, errors = self.run_there("import", "operators", DEMO)
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "runs code of this folder", "--trust")
        self.assertEqual(os.listdir(self.folder), ["cache"])

    def test_triton(self):
        cache = os.path.join(self.folder, ".triton", "cache", "0123456789ab")
        os.makedirs(cache)
        with open(os.path.join(cache, "add.tileIR"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        code, output, errors = self.run_there("import", "triton", "--json")
        answer = json.loads(output)
        self.assertEqual((code, errors, answer["references"], answer["unpaired_references"]), (0, "", 1, 1))
        code, output, errors = self.run_there("review", "triton")
        self.assertEqual((code, errors), (4, ""))
        self.assertIn("add: 1 reference", output)
        code, output, _ = self.run_there("review", "triton", "--json")
        unpaired = json.loads(output)["operators"][0]["unpaired"]
        self.assertEqual([(each["name"], each["side"]) for each in unpaired], [("01234567", "reference")])
        code, output, errors = self.run_there("import", "triton", os.path.join(self.folder, "nowhere"))
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "no such folder")

    def test_refuses_folders_of_others(self):
        os.makedirs(os.path.join(self.folder, ".triton", "cache", "0123"))
        with open(os.path.join(self.folder, ".triton", "cache", "0123", "add.tileIR"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(os.path.join(self.folder, "mine.txt"), "w", encoding="utf-8") as file:
            file.write("years of work")
        code, output, errors = self.run_there("import", "triton", "--out", ".")
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "no import has made")


if __name__ == "__main__":
    unittest.main()
