# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which operators a change reaches: a review of commits never calls untouched what may be made of something that changed."""
import json
import os
import shutil
import unittest

from repositories import Repository, of_manifest

KERNEL = "demo/softmax/kernel.rs"
REFERENCE = "demo/softmax/reference/softmax.py"


class Reach(Repository):
    def add(self, launches=False):
        shutil.rmtree(self.path("demo"), ignore_errors=True)
        self.add_demo(launches=launches)
        self.manifest(lambda manifest: manifest.update(operators=[each for each in manifest["operators"] if each["name"] in ("softmax", "rms_norm")]))

    def append(self, name, text):
        self.write(name, self.read(name) + text.encode())

    def reached(self, code, *arguments):
        found, output, errors = self.review("HEAD", "--json", *arguments)
        self.assertEqual((found, errors), (code, ""), output[-2000:])
        return of_manifest(json.loads(output))

    # A source that names a file, however it does: changed alone, it leaves the programs in doubt.
    def test_named_files(self):
        for source, text, name in (
            (KERNEL, 'include!("body.inc");', "demo/softmax/body.inc"),
            (KERNEL, 'include!("../../far/two words.inc");', "far/two words.inc"),
            (KERNEL, '#[path = "../../far/row-max.rs"] mod x;', "far/row-max.rs"),
            (KERNEL, '#[path = "../../src/kernels/lib.rs"] mod x;', "src/kernels/lib.rs"),
            (KERNEL, 'const T: &str = include_str!("../../far/é.txt");', "far/é.txt"),
            (KERNEL, "use crate::kernels::a;", "src/kernels/a.rs"),
            (REFERENCE, "from src.kernels import reference", "src/kernels/reference.py"),
            (REFERENCE, "TABLE = 'exponents.json'", "far/exponents.json"),
            (REFERENCE, "from far.tables import *", "far/tables/__init__.py"),
        ):
            with self.subTest(text):
                self.add()
                self.append(source, "\n" + text + "\n")
                self.write(name, "1")
                self.commit()
                self.write(name, "2")
                self.commit()
                manifest = self.reached(4)
                self.assertEqual(manifest["untouched"], ["rms_norm"])
                self.assertTrue(any(f"{name} changed and demo/softmax/" in each for each in manifest["undecided"]))

    # What is imported imports in turn.
    def test_imports_of_imports(self):
        self.add()
        self.append(REFERENCE, "\nimport alpha\n")
        for name, text in (("far/alpha.py", "from beta import x\n"), ("other/beta.py", "import gamma\n"), ("third/gamma.py", "1"), ("fourth/delta.py", "1")):
            self.write(name, text)
        self.commit()
        self.write("third/gamma.py", "2")
        self.commit()
        self.assertEqual(self.reached(4)["untouched"], ["rms_norm"])
        self.write("fourth/delta.py", "2")
        self.commit()
        self.assertEqual(len(self.reached(0)["untouched"]), 2)

    # A link to a folder: it stays, and what lies there changes.
    def test_links_to_folders(self):
        self.add()
        self.write("shared/deep/body.rs", "1")
        os.symlink("shared", self.path("by name"))
        os.symlink("../../by name/deep/", self.path("demo/softmax/parts"))
        self.commit()
        self.write("shared/deep/body.rs", "2")
        self.commit()
        manifest = self.reached(4)
        self.assertEqual(manifest["untouched"], ["rms_norm"])
        self.assertTrue(any("demo/softmax/parts changed" in each for each in manifest["undecided"]))
        os.remove(self.path("demo/softmax/parts"))
        os.symlink("../..", self.path("demo/softmax/parts"))
        self.commit()
        self.write("words.txt", "x")
        self.commit()
        self.assertEqual(self.reached(4)["untouched"], ["rms_norm"])

    def test_pinned_versions(self):
        self.add()
        self.commit()
        for name in ("requirements-dev.txt", "rust-toolchain", "uv.lock", "setup.cfg"):
            with self.subTest(name):
                self.write(name, "1")
                self.commit()
                self.assertEqual(self.reached(4)["untouched"], [])

    # Sources in several folders: beside each of them.
    def test_beside_every_source(self):
        self.add()

        def spread(manifest):
            manifest["operators"] = manifest["operators"][:1]
            for variant in manifest["operators"][0]["variants"]:
                variant["reference"]["source"] = "a/b/reference/softmax.py"
                variant["port"]["source"] = "c/d/port/kernel.rs"

        self.manifest(spread)
        for name in ("demo/a/b/reference/softmax.py", "demo/c/d/port/kernel.rs", "demo/c/d/port/parts.rs"):
            self.write(name, "1")
        self.commit()
        self.write("demo/c/d/port/parts.rs", "2")
        self.commit()
        self.assertEqual(self.reached(4)["untouched"], [])

    # A manifest is one however its JSON is written.
    def test_escaped_schema(self):
        self.add()
        self.write("demo/workspace.json", self.read("demo/workspace.json").replace(b"tileport-workspace/", b"tileport-workspace\\/"))
        self.commit()
        self.append(KERNEL, "\n// new\n")
        self.commit()
        self.assertEqual(self.reached(4)["untouched"], ["rms_norm"])

    # Committed programs stand for a launches.json only when they were looked at, all of them.
    def test_launches_beside_committed_programs(self):
        path = "demo/softmax/launches.json"
        self.add(launches=True)
        self.write("demo/softmax/table.bin", "1")
        self.commit()
        self.write("demo/softmax/table.bin", "2")
        self.commit()
        self.assertEqual(len(self.reached(4)["untouched"]), 2)
        launched = of_manifest(json.loads(self.review("HEAD", "--json")[1]), path)
        self.assertIn("demo/softmax/table.bin changed", launched["undecided"][0])
        self.assertIsNone(launched["note"])
        self.write("demo/softmax/README.md", "words")
        self.commit()
        self.reached(0)
        launches = json.loads(self.read(path))
        launches["variants"].append({**launches["variants"][0], "name": "another"})
        self.write(path, json.dumps(launches))
        self.commit()
        self.reached(4)
        self.assertEqual(len(of_manifest(json.loads(self.review("HEAD", "--json")[1]), path)["undecided"]), 1)


if __name__ == "__main__":
    unittest.main()
