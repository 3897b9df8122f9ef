# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs plugins/cutile_python for the tests beside this file."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLUGIN = os.path.join(ROOT, "plugins", "cutile_python")
EXPORT = os.path.join(PLUGIN, "export.py")
RECORD = os.path.join(PLUGIN, "record.py")
DEMO = os.path.join(ROOT, "resources", "demo")
# Longer than any run takes on a busy machine; a test that reaches it has found a hang.
RUN_SECONDS = 300

if PLUGIN not in sys.path:
    sys.path.insert(0, PLUGIN)


def installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


needs_cutile = unittest.skipUnless(installed("cuda.tile"), "needs cuda-tile: run by the Python of packaging/toolchain")
needs_tilegym = unittest.skipUnless(installed("tilegym"), "needs tilegym: run by the Python of packaging/toolchain")


def array(dtype="float16", shape=(64, 64), strides=None):
    strides = list(strides or [shape[1], 1][-len(shape) :])
    return {"kind": "array", "dtype": dtype, "shape": list(shape), "strides": strides, "base_aligned16": True}


class ExporterTest(unittest.TestCase):
    """A folder of its own for each test, with a space and a letter outside ASCII in its name."""

    maxDiff = None

    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="tileport exporté "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = os.path.join(self.folder, "out")
        os.mkdir(self.out)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(text))
        return path

    def read(self, path):
        with open(path, "rb") as file:
            return file.read()

    def run_script(self, script, *arguments, **options):
        options = {"capture_output": True, "text": True, "timeout": RUN_SECONDS, "stdin": subprocess.DEVNULL, **options}
        return subprocess.run([sys.executable, script, *arguments], **options)

    def run_job(self, request, **options):
        """(finished process, answers) of a request."""
        path = os.path.join(self.folder, "request.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(request, file)
        done = self.run_script(EXPORT, "job", path, **options)
        return done, [json.loads(line) for line in (done.stdout or "").splitlines()]

    def export_request(self, items, **members):
        request = {
            "schema": "tileport-job/1",
            "job": "export",
            "out": self.out,
            "bytecode_version": "13.3",
            "seconds": 120,
        }
        return {**request, "items": items, **members}

    def export(self, items, code=0, **members):
        """id -> answer of an export job that runs to its end."""
        done, answers = self.run_job(self.export_request(items, **members))
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(answers[-1]["answer"], "end")
        self.stderr = done.stderr
        return {answer["id"]: answer for answer in answers if "id" in answer}

    def facts(self, *paths):
        """The answers of a facts job, its end left out."""
        done, answers = self.run_job({"schema": "tileport-job/1", "job": "facts", "sources": list(paths)})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(answers[-1]["answer"], "end")
        return answers[:-1]
