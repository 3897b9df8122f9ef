# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Requests that are wrong: one line that says where, exit code 2, and nothing on standard output."""

import os
import subprocess
import sys

from running import EXPORT, ExporterTest, installed, needs_cutile


class Requests(ExporterTest):
    def item(self, **members):
        return {"id": "a", "source": "/k.py", "file": "a.tileirbc", "launch": {"kernel": "k", "args": []}, **members}

    def refused(self, request, *said):
        done, answers = self.run_job(request)
        self.assertEqual((done.returncode, answers), (2, []), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for text in said:
            self.assertIn(text, done.stderr)

    def test_no_request(self):
        done = self.run_script(EXPORT, "job", os.path.join(self.folder, "none.json"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("none.json: No such file or directory", done.stderr)

    def test_no_json(self):
        done = self.run_script(EXPORT, "job", self.write("broken.json", '{\n  "schema": ,\n}'))
        self.assertEqual(done.returncode, 2)
        self.assertIn("broken.json: line 2, column 13: not JSON", done.stderr)

    def test_nested_json(self):
        done = self.run_script(EXPORT, "job", self.write("deep.json", "[" * 100000))
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr[-300:])

    def test_members(self):
        good = self.export_request([self.item()])
        self.refused([], "a request is one JSON object")
        self.refused({**good, "schema": "tileport-job/9"}, "schema: is 'tileport-job/9'")
        self.refused({**good, "job": "dance"}, "job: is 'dance'", "export, facts")
        self.refused(
            {**good, "out": "/nowhere/at/all"}, "out: /nowhere/at/all is no absolute path of an existing folder"
        )
        self.refused({**good, "bytecode_version": "12.0"}, "bytecode_version: is '12.0'", "13.1, 13.2, 13.3, 13.4")
        self.refused({**good, "bytecode_version": "13.1"}, "gpu_code: is missing")
        self.refused({**good, "seconds": 0}, "seconds: is 0")
        self.refused({**good, "seconds": True}, "seconds: is True")
        self.refused({**good, "items": {}}, "items: is no list")

    def test_items(self):
        for members, said in (
            ({"id": 3}, "items[0].id: is 3"),
            ({"file": "../a"}, "items[0].file: '../a' is no plain name"),
            ({"file": ".."}, "items[0].file"),
            ({"source": "k.py"}, "items[0].source: k.py is no absolute path"),
            ({"module": "m"}, "items[0]: has either a source or a module"),
            ({"source": "/a\0b.py"}, "items[0].source"),
        ):
            with self.subTest(said):
                self.refused(self.export_request([self.item(**members)]), said)
        item = self.item()
        del item["launch"]
        self.refused(self.export_request([item]), "items[0].launch: is missing")

    def test_two_items_of_one_file(self):
        self.refused(
            self.export_request([self.item(), self.item(id="b")]), "items[1].file: 'a.tileirbc' is another item's"
        )
        self.refused(self.export_request([self.item(), self.item(file="b")]), "items[1].id: 'a' is another item's")

    def test_facts(self):
        request = {"schema": "tileport-job/1", "job": "facts"}
        self.refused(request, "sources: is no list")
        self.refused({**request, "sources": ["k.py"]}, "sources[0]: is 'k.py', no absolute path")

    def test_no_cutile(self):
        """The same Python without any packages."""
        request = self.write("request.json", "")
        import json

        with open(request, "w", encoding="utf-8") as file:
            json.dump(self.export_request([self.item()]), file)
        command = [sys.executable, "-S", EXPORT, "job", request]
        if installed("cuda.tile") and sys.prefix == sys.base_prefix:
            self.skipTest("cuda-tile lies where -S does not hide it")
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
        self.assertIn("run packaging/toolchain", done.stderr)

    @needs_cutile
    def test_nothing_to_do(self):
        self.assertEqual(self.export([]), {})
