#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tileport report, as a person or a script runs it."""
import json
import os
import subprocess
import tempfile
import unittest

TILEPORT = os.environ["TILEPORT"]
DEMO = os.environ["TILEPORT_DEMO"]
SCHEMA = os.path.join(DEMO, "..", "..", "docs", "report.schema.json")
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int}


def report(*arguments):
    return subprocess.run([TILEPORT, "report", *arguments], capture_output=True, text=True)


def problems(value, schema, root, place="$"):
    """What the schema complains of: the part of JSON Schema that report.schema.json uses."""
    if "$ref" in schema:
        schema = root["definitions"][schema["$ref"].rsplit("/", 1)[1]]
    if "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is not of {schema['enum']}"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(type(value) is TYPES[each] for each in types):
        yield f"{place}: {value!r} is no {types}"
    if type(value) is int and value < schema.get("minimum", value):
        yield f"{place}: {value} is too small"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{place}: no {name}"
        for name, each in schema.get("properties", {}).items():
            if name in value:
                yield from problems(value[name], each, root, f"{place}.{name}")
    if isinstance(value, list) and "items" in schema:
        for number, each in enumerate(value):
            yield from problems(each, schema["items"], root, f"{place}[{number}]")


class Report(unittest.TestCase):
    def test_json_keeps_its_schema(self):
        with open(SCHEMA, encoding="utf-8") as file:
            schema = json.load(file)
        answer = report(DEMO, "--format", "json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        value = json.loads(answer.stdout)
        self.assertEqual(list(problems(value, schema, schema)), [])
        self.assertTrue(any(pair["findings"] for pair in value["pairs"]))
        value["pairs"][0]["verdict"] = "GOOD"
        del value["title"]
        self.assertEqual(len(list(problems(value, schema, schema))), 2)

    def test_form_by_the_files_ending(self):
        with tempfile.TemporaryDirectory() as folder:
            for ending, begin in (("md", "VERDICT: "), ("html", "<!DOCTYPE html>"), ("json", "{"), ("sarif", "{\n \"$schema\"")):
                name = os.path.join(folder, "report." + ending)
                answer = report(DEMO, "log_softmax/f16-1x4096", "-o", name)
                self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "", ""))
                with open(name, encoding="utf-8") as file:
                    self.assertTrue(file.read().startswith(begin), ending)
            checked = report("--check", os.path.join(folder, "report.md"), os.path.join(folder, "report.json"))
            self.assertEqual(checked.returncode, 1)
            self.assertIn("report.md: complete", checked.stdout)
            self.assertIn("report.json:1: first-line: ", checked.stdout)

    def test_sarif_names_the_source(self):
        run = json.loads(report(DEMO, "log_softmax", "--format", "sarif", "--source-prefix", "ports").stdout)["runs"][0]
        places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]}
        self.assertEqual(places, {"ports/log_softmax/kernel.rs"})

    def test_what_is_wrong(self):
        for arguments, code, words in (
            ((), 2, "a workspace or two programs"),
            ((DEMO, "nothing"), 2, "no operator or variant \"nothing\""),
            ((DEMO, "--format", "pdf"), 2, "not markdown, html, json or sarif"),
            (("nowhere.mlir",), 2, "give a port"),
            (("nowhere.mlir", "nowhere.mlir"), 3, "nowhere.mlir"),
            ((DEMO, "-o", "nowhere/report.md"), 3, "nowhere"),
            (("--check", "nowhere.md"), 3, "nowhere.md"),
        ):
            answer = report(*arguments)
            self.assertEqual(answer.returncode, code, arguments)
            self.assertEqual(answer.stdout, "")
            self.assertIn(words, answer.stderr)
            self.assertEqual(answer.stderr.count("\n"), 1, answer.stderr)


if __name__ == "__main__":
    unittest.main()
