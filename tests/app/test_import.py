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


class Demo(unittest.TestCase):
    def test_its_launches_are_those_of_launches_json(self):
        """As an import of its operators would write them."""
        with open(os.path.join(DEMO, "workspace.json"), encoding="utf-8") as file:
            workspace = json.load(file)
        compared = 0
        for operator in workspace["operators"]:
            with open(os.path.join(DEMO, operator["name"], "launches.json"), encoding="utf-8") as file:
                launches = json.load(file)
            given = {variant["name"]: variant for variant in launches["variants"]}
            for variant in operator["variants"]:
                for side in ("reference", "port"):
                    whole = {name: value for name, value in launches[side].items() if name not in ("source", "front_end")}
                    with open(os.path.join(DEMO, variant[side]["launch"]), encoding="utf-8") as file:
                        self.assertEqual(json.load(file), {**whole, **given[variant["name"]][side]})
                    compared += 1
        self.assertEqual(compared, 16)


class WithoutTools(Case):
    """Caches, tools and home of its own, empty; the name has a space and a letter outside ASCII."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_there(self, *arguments, **changes):
        environment = {**os.environ, "HOME": self.folder, "XDG_CACHE_HOME": os.path.join(self.folder, "cache"), **changes}
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

    def fake_program(self, name, script):
        folder = os.path.join(self.folder, "bin")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)

    def machine(self, **changes):
        """What doctor says of the machine, by name, when it finds the programs of fake_program() first."""
        path = os.path.join(self.folder, "bin") + os.pathsep + os.environ["PATH"]
        code, output, errors = self.run_there("doctor", "--json", PATH=path, **changes)
        self.assertEqual((code, errors), (1, ""))
        tools = {tool["name"]: tool for tool in json.loads(output)["machine"]}
        for tool in tools.values():
            self.assertEqual(tool["state"] == "present", tool["advice"] == "", tool)
        return tools

    def test_doctor_of_the_machine(self):
        self.fake_program("nvidia-smi", "echo 'NVIDIA H200, 9.0, 580.95.05'\n")
        self.fake_program("tileiras", "echo 'Cuda compilation tools, release 13.0, V13.0.88'\n")
        tools = self.machine(CUDA_HOME="", CUDA_PATH="")
        self.assertEqual((tools["GPU"]["state"], tools["tileiras of the system's CUDA"]["state"]), ("present", "too old"))
        self.assertIn("NVIDIA H200, compute capability 9.0, driver 580.95.05", tools["GPU"]["version"])
        self.assertNotIn("CUDA_HOME", tools)
        self.fake_program("nvidia-smi", "echo 'NVIDIA-SMI has failed because it could not communicate with the NVIDIA driver'; exit 9\n")
        self.fake_program("tileiras", "kill -SEGV $$\n")
        tools = self.machine(CUDA_HOME=os.path.join(self.folder, "gone"))
        self.assertEqual({name: tool["state"] for name, tool in tools.items()},
                         {"GPU": "broken", "tileiras of the system's CUDA": "broken", "tileiras for --compile": "broken", "CUDA_HOME": "missing"})

    def test_doctor_of_what_compiles(self):
        self.fake_program("tileiras", "echo 'Cuda compilation tools, release 13.4, V13.4.92'\n")
        tool = self.machine(CUDA_HOME="", CUDA_PATH="")["tileiras for --compile"]
        self.assertEqual((tool["state"], tool["version"]), ("broken", "13.4.92"))
        self.assertIn("nvidia-nvvm==13.4.92", tool["advice"])
        self.fake_program("ptxas", "")
        library = os.path.join(self.folder, "nvvm", "lib64", "libnvvm.so.4")
        os.makedirs(os.path.dirname(library))
        with open(library, "w", encoding="utf-8"):
            pass
        self.assertEqual(self.machine(CUDA_HOME="", CUDA_PATH="")["tileiras for --compile"]["state"], "present")

    def test_doctor_of_a_toolkit(self):
        home = os.path.join(self.folder, "cuda")
        os.makedirs(home)
        for text, state in [('{"cuda": {"name": "CUDA SDK", "version": "13.2.1"}}', "present"), ('{"cuda": {"version": "12.9.0"}}', "too old"),
                            ('{"cuda": {"version": "', "broken"), ("", "broken"), ("\0" * 9000, "broken")]:
            with open(os.path.join(home, "version.json"), "w", encoding="utf-8") as file:
                file.write(text)
            with self.subTest(text[:40]):
                self.assertEqual(self.machine(CUDA_HOME=home)["CUDA_HOME"]["state"], state)

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
