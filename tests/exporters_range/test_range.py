#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tileport review REPO HEAD --trust with the real front ends: a port is spoilt, and mended. TILEPORT names the program, TILEPORT_TOOLS the
folder that packaging/toolchain makes; the cache is the user's, with the built crates in it."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TILEPORT = os.environ["TILEPORT"]
# Longer than any run takes on a busy machine, a first build of the crates included; a test that reaches it has found a hang.
RUN_SECONDS = 1800
IDENTITY = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
            "GIT_CONFIG_GLOBAL": "/dev/null"}


class Range(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.repository = folder.name
        self.git("init", "--quiet")
        shutil.copytree(os.path.join(ROOT, "resources/demo/softmax"), os.path.join(self.repository, "soft max"), ignore=shutil.ignore_patterns("*.tileirbc"))
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "port")

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.repository, env={**os.environ, **IDENTITY}, check=True, capture_output=True)

    def change(self, name, old, new):
        path = os.path.join(self.repository, "soft max", name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        self.git("commit", "--quiet", "--all", "-m", f"{old} -> {new}")

    def review(self, range_, code):
        done = subprocess.run([TILEPORT, "review", self.repository, range_, "--trust", "--json"], capture_output=True, timeout=RUN_SECONDS,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stderr.decode()[-4000:] + done.stdout.decode()[-4000:])
        (manifest,) = json.loads(done.stdout)["manifests"]
        return manifest

    def test_a_port_is_spoilt_and_mended(self):
        self.change("kernel.rs", "padding::NegInf", "padding::Zero")
        spoilt = self.review("HEAD", 1)
        self.assertEqual((spoilt["manifest"], spoilt["made"], spoilt["undecided"]), ("soft max/launches.json", True, []))
        self.assertEqual(spoilt["findings"]["counts"], {"gone": 0, "remaining": 0, "new": 2, "undecided": 0})
        for variant in spoilt["findings"]["variants"]:
            (part,) = variant["findings"][0]["parts"]
            self.assertEqual((part["what"], part["reference"], part["port"]), ("padding_value", "neg_inf", "zero"))
        self.assertEqual([(each["side"], each["counts"]["differs"]) for each in spoilt["changes"]], [("port", 1), ("port", 1)])
        # Another mistake beside it, and lines that move: the first one remains.
        self.change("kernel.rs", "            [row, 0i32],\n            ordering::Weak,\n            scope::TileBlock,\n            None,",
                    "            [row, 0i32],\n\n\n            ordering::Weak,\n            scope::TileBlock,\n            Some(5i32),")
        worse = self.review("HEAD", 1)
        self.assertEqual(worse["findings"]["counts"], {"gone": 0, "remaining": 2, "new": 2, "undecided": 0})
        self.change("kernel.rs", "padding::Zero", "padding::NegInf")
        self.change("kernel.rs", "Some(5i32),", "None,")
        self.assertEqual(self.review("HEAD~2..HEAD", 0)["findings"]["counts"], {"gone": 4, "remaining": 0, "new": 0, "undecided": 0})

    def test_a_port_that_does_not_compile(self):
        self.change("kernel.rs", "padding::NegInf", "padding::Nowhere")
        broken = self.review("HEAD", 4)
        self.assertEqual(broken["result"], "undecided")
        self.assertTrue(any("soft max/kernel.rs:" in each for each in broken["undecided"]), broken["undecided"])


if __name__ == "__main__":
    unittest.main()
