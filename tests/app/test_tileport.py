#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the real tileport program: answers, exit codes, errors, widths, colours, pipes. TILEPORT names it, TILEPORT_DEMO the demo."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from running import CARELESS, DEMO, ESCAPE, REFERENCE, TILEPORT, Case, demo_file, display_width, run, run_in_terminal


class Help(Case):
    def test_teaches(self):
        code, output, errors = run("--help")
        self.assertEqual((code, errors), (0, ""))
        for part in ("show", "diff", "review", "convert", "check", "import", "specify", "analysis", "doctor", "Examples:", "Exit codes:", "resources/demo"):
            self.assertIn(part, output)
        for command in ("show", "diff", "review", "convert", "check", "import", "specify", "analysis", "doctor"):
            code, output, _ = run(command, "--help")
            self.assertEqual(code, 0)
            self.assertIn("Examples:\n  tileport " + command, output)

    def test_fits_a_terminal_of_80_columns(self):
        for command in ((), ("show",), ("diff",), ("review",), ("convert",), ("check",), ("import",), ("specify",), ("analysis",), ("analysis", "check"), ("analysis", "draft"), ("doctor",)):
            for line in run(*command, "--help")[1].splitlines():
                self.assertLessEqual(len(line), 80, line)
        output = run("diff", "--help")[1]
        self.assertIn("40 to 1000", output)
        self.assertIn("0 to 1000000", output)

    def test_version(self):
        code, output, _ = run("--version")
        self.assertEqual(code, 0)
        self.assertRegex(output, r"^tileport \d+\.\d+\.\d+\n$")

    def test_wrong_use(self):
        cases = {
            (): "a command is needed",
            ("dif", "a", "b"): 'no command "dif"',
            ("--colour",): 'no option "--colour"',
            ("diff", "a"): "PORT is required",
            ("diff", "a", "b", "c"): "not expected",
            ("diff", "a", "b", "--color", "red"): '"red" is not auto, always or never',
            ("diff", "a", "b", "--width", "3"): "--width",
            ("import", "python"): '"python" is not tilegym, operators, pipeline, files, triton or cutile-cache',
            ("import",): "WHAT is required",
            ("import", "operators"): "import operators needs a FOLDER",
            ("import", "tilegym", "somewhere"): "takes no FOLDER",
            ("import", "triton", "--operator", "add"): "only import tilegym takes --operator",
        }
        for arguments, part in cases.items():
            with self.subTest(arguments):
                code, output, errors = run(*arguments)
                self.assertEqual((code, output), (2, ""))
                self.assert_one_line(errors, part, "--help")


class Show(Case):
    def test_text(self):
        code, output, errors = run("show", REFERENCE)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("entry @", output)
        self.assertNotIn("loc(", output)

    def test_locations(self):
        code, output, _ = run("show", "--locations", REFERENCE)
        self.assertEqual(code, 0)
        self.assertRegex(output, r"loc\(#loc\d+\)")
        self.assertIn("log_softmax.py", output)

    def test_json(self):
        code, output, _ = run("show", "--json", REFERENCE)
        answer = json.loads(output)
        self.assertEqual(code, 0)
        self.assertEqual(answer["schema"], "tileport-show/1")
        self.assertEqual(answer["program"], REFERENCE)
        self.assertEqual(answer["text"], run("show", REFERENCE)[1])
        self.assertEqual(len(answer["entries"]), 1)
        self.assertGreater(len(answer["entries"][0]["arguments"]), 3)
        lines = answer["text"].split("\n")
        for op in answer["ops"]:
            line = lines[op["lines"]["first"] - 1]
            # A region may end in an op that is not written: its line is that of the brace.
            self.assertTrue(op["mnemonic"] in line or line.strip().startswith("}"), line)
            self.assertLessEqual(op["lines"]["first"], op["lines"]["last"])
        self.assertTrue(any(place["file"].endswith("log_softmax.py") for op in answer["ops"] for place in op["source"]))


class Diff(Case):
    def test_same(self):
        code, output, errors = run("diff", REFERENCE, REFERENCE)
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(output, r"(?m)^same: \d+ ops paired, no divergence$")

    def test_faithful_ports(self):
        for operator in ("softmax", "rms_norm", "matmul"):
            with self.subTest(operator):
                code, output, _ = run("diff", demo_file(operator, "reference"), demo_file(operator, "port"))
                self.assertIn(code, (0, 1), output)
                self.assertEqual(code == 0, "\nsame: " in output)

    def test_careless_port(self):
        code, output, errors = run("diff", REFERENCE, CARELESS)
        self.assertEqual((code, errors), (1, ""))
        self.assertRegex(output, r"(?m)^divergent: \d+ divergences,")
        # The three planted mistakes.
        for part in ("padding", "div_by", "latency"):
            self.assertIn(part, output)
        self.assertRegex(output, r"log_softmax\.py:\d+")
        self.assertRegex(output, r"kernel\.rs:\d+")

    def test_json(self):
        code, output, _ = run("diff", "--json", REFERENCE, CARELESS)
        answer = json.loads(output)
        self.assertEqual(code, 1)
        self.assertEqual((answer["schema"], answer["result"], answer["undecided"]), ("tileport-diff/1", "divergent", None))
        self.assertEqual(sum(answer["counts"].values()), len(answer["divergences"]))
        for divergence in answer["divergences"]:
            self.assertIn(divergence["status"], ("DIFFERS", "MISSING", "EXTRA"))
            self.assertTrue(divergence["differences"])
            self.assertEqual(divergence["reference"] is None, divergence["status"] == "EXTRA")
            self.assertEqual(divergence["port"] is None, divergence["status"] == "MISSING")
        whats = " ".join(difference["what"] for divergence in answer["divergences"] for difference in divergence["differences"])
        for part in ("padding", "div_by", "latency"):
            self.assertIn(part, whats)

    def test_all_shows_every_line_once(self):
        _, output, _ = run("diff", "--all", "--width", "400", REFERENCE, CARELESS)
        left = [re.match(r" *(\d+) [ ~+.=-] ", line) for line in output.split("\n\n")[0].splitlines()]
        numbers = [int(match[1]) for match in left if match]
        self.assertEqual(numbers, list(range(1, run("show", REFERENCE)[1].count("\n") + 1)))

    def test_context_folds(self):
        _, output, _ = run("diff", "--context", "0", REFERENCE, CARELESS)
        self.assertRegex(output, r"(?m)^ +\.\.\. \d+ rows without a divergence$")
        self.assertLess(output.count("\n"), run("diff", "--all", REFERENCE, CARELESS)[1].count("\n"))

    def test_what_differs_is_marked_without_colour(self):
        _, output, _ = run("diff", REFERENCE, CARELESS)
        self.assertRegex(output, r"(?m)^ *\d+ ~ .*│ *\d+ ~ ")
        self.assertIn("^^^", output)


class Errors(Case):
    def test_cannot_read(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(REFERENCE, "rb") as file:
                data = file.read()
            files = {"empty": b"", "text": b"not bytecode at all\n", "cut": data[: len(data) // 2], "header": data[:9]}
            for name, content in files.items():
                path = os.path.join(folder, name + ".tileirbc")
                with open(path, "wb") as file:
                    file.write(content)
                for arguments in (("show", path), ("diff", path, REFERENCE), ("diff", REFERENCE, path)):
                    with self.subTest(name, arguments=arguments[0]):
                        code, output, errors = run(*arguments)
                        self.assertEqual((code, output), (3, ""))
                        self.assert_one_line(errors, path)
            for path in ("/nowhere/a.tileirbc", folder):
                code, output, errors = run("show", path)
                self.assertEqual((code, output), (3, ""))
                self.assert_one_line(errors, path)

    def test_a_name_cannot_steer_the_terminal(self):
        code, _, errors = run("show", "no\x1b[31m\nwhere")
        self.assertEqual(code, 3)
        self.assert_one_line(errors)
        self.assertNotIn("\x1b", errors)

    def test_workspace_that_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            code, output, errors = run("review", folder)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, folder, "workspace.json")
            with open(os.path.join(folder, "workspace.json"), "w", encoding="utf-8") as file:
                file.write('{\n  "schema": "tileport-workspace/1",\n  "name": 7\n}\n')
            code, output, errors = run("review", folder)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, "workspace.json:3:", "member name must be a string")

    def test_output_that_cannot_be_written(self):
        for arguments in (["show", REFERENCE], ["--help"], ["--version"], ["diff", "--help"]):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([TILEPORT, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
                self.assertEqual(done.returncode, 3)
                self.assert_one_line(done.stderr.decode(), "cannot write")

    def test_what_is_no_program(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)  # nobody writes to it: it must not be waited for
            cases = {folder: "is a folder", pipe: "is a pipe or device", "/dev/zero": "is a pipe or device", "": '"": the name'}
            for name, content, part in (
                ("empty", b"", "the file is empty"),
                ("noise", b"\x01\x02\x03\x04\x05\x06\x07\x08\x09", "begins with the bytes 01 02 03 04 05 06 07 08. Read are"),
                ("mlir", b"ML\xefR\x01", "it is MLIR's own bytecode"),
                ("zip", b"PK\x03\x04", "it is a ZIP archive"),
                ("utf16", "entry".encode("utf-16"), "it is text in UTF-16"),
            ):
                path = os.path.join(folder, name + ".tileirbc")
                with open(path, "wb") as file:
                    file.write(content)
                cases[path] = part
            sparse = os.path.join(folder, "large")
            with open(sparse, "wb") as file:
                file.truncate(2**28 + 1)
            cases[sparse] = "larger than 256 MiB"
            for path, part in cases.items():
                for arguments in (("show", path), ("diff", path, REFERENCE), ("diff", REFERENCE, path)):
                    with self.subTest(path, command=arguments[0]):
                        code, output, errors = run(*arguments)
                        self.assertEqual((code, output), (3, ""))
                        self.assert_one_line(errors, part)

    def test_long_values_are_cut(self):
        for arguments in (("show", "x" * 100000), ("show", "/nowhere/" + "x/" * 2000), ("x" * 100000,), ("show", "a", "b " * 20000)):
            code, _, errors = run(*arguments)
            self.assertIn(code, (2, 3))
            self.assert_one_line(errors)
            self.assertLess(len(errors), 2100)


class Canonical(Case):
    def test_less_of_the_same(self):
        for program in (REFERENCE, CARELESS):
            code, output, errors = run("show", "--canonical", program)
            self.assertEqual((code, errors), (0, ""))
            self.assertIn("entry @", output)
            self.assertNotIn("loc(", output)
            self.assertLess(output.count("\n"), run("show", program)[1].count("\n"))
        code, output, _ = run("show", "--canonical", "--locations", REFERENCE)
        self.assertEqual(code, 0)
        self.assertRegex(output, r"loc\(#loc\d+\)")

    def test_without_the_worker(self):
        code, output, errors = run("show", "--canonical", REFERENCE, environment={"TILEPORT_MLIR_WORKER": "/nowhere/tileport-mlir"})
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "/nowhere/tileport-mlir", "TILEPORT_MLIR_WORKER")
        self.assertEqual(run("show", REFERENCE, environment={"TILEPORT_MLIR_WORKER": "/nowhere"})[0], 0)
        with tempfile.TemporaryDirectory() as folder:
            alone = os.path.join(folder, "tileport")
            shutil.copy(TILEPORT, alone)
            done = subprocess.run([alone, "show", "--canonical", REFERENCE], capture_output=True, timeout=60, check=False)
            self.assertEqual((done.returncode, done.stdout), (3, b""))
            self.assert_one_line(done.stderr.decode(), "tileport-mlir", "libexec/tileport")
            os.makedirs(os.path.join(folder, "libexec", "tileport"))
            os.makedirs(os.path.join(folder, "bin"))
            os.rename(alone, os.path.join(folder, "bin", "tileport"))
            worker = os.path.join(os.path.dirname(TILEPORT), "tileport-mlir")
            os.symlink(worker, os.path.join(folder, "libexec", "tileport", "tileport-mlir"))
            installed = os.path.join(folder, "bin", "tileport")
            done = subprocess.run([installed, "show", "--canonical", REFERENCE], capture_output=True, timeout=60, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_worker_that_fails(self):
        code, output, errors = run("show", "--canonical", REFERENCE, environment={"TILEPORT_MLIR_WORKER": "/bin/false"})
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, REFERENCE)


class Review(Case):
    def test_demo(self):
        code, output, errors = run("review", DEMO)
        # Said before any divergence: the careless port was launched with other strides.
        careless = output.index("log_softmax / f16-1x4096")
        self.assertLess(careless, output.index("! the stride of x, axis 0 is 50264 in the reference and 50257 in the port"))
        # eps is an argument of both sides, of which a port's launch does not tell.
        self.assertEqual(output.count("specialised differently"), 2)
        self.assertNotRegex(output, r"\beps\b")
        self.assertEqual((code, errors), (1, ""))
        # The hints of the matmuls are written for sm_100 on one side and as default on the other.
        for operator, verdict in (("softmax", "PASS"), ("rms_norm", "PASS"), ("matmul", "PASS_WITH_NOTES")):
            self.assertRegex(output, rf"(?m)^{operator} +\S+ +same +0 +0 +0 +{verdict}$")
        self.assertRegex(output, r"(?m)^log_softmax +\S+ +divergent +3 +0 +0 +FAIL_FIXABLE kernel$")
        self.assertIn("\nlog_softmax / ", output)
        self.assertRegex(output, r"(?m)^ +reference +.*log_softmax/reference/log_softmax\.py:\d+")
        self.assertRegex(output, r"(?m)^ +port +.*log_softmax/kernel\.rs:\d+")

    def test_json(self):
        code, output, _ = run("review", DEMO, "--json")
        answer = json.loads(output)
        self.assertEqual(code, 1)
        self.assertEqual((answer["schema"], answer["result"]), ("tileport-review/1", "divergent"))
        self.assertEqual(len(answer["operators"]), 4)
        for operator in answer["operators"]:
            for variant in operator["variants"]:
                self.assertIn(variant["result"], ("same", "divergent"))
                self.assertFalse(os.path.isabs(variant["reference"]["program"]))
                self.assertIsNone(variant["error"])

    def test_unreadable_variant(self):
        with tempfile.TemporaryDirectory() as folder:
            demo = os.path.join(folder, "demo")
            shutil.copytree(DEMO, demo)
            with open(os.path.join(demo, "workspace.json"), encoding="utf-8") as file:
                manifest = json.load(file)
            os.remove(os.path.join(demo, manifest["operators"][1]["variants"][0]["port"]["program"]))
            os.remove(os.path.join(demo, manifest["operators"][0]["variants"][0]["port"]["source"]))
            code, output, errors = run("review", demo)
            self.assertEqual(code, 3)
            self.assert_one_line(errors, manifest["operators"][1]["name"] + " / ")
            self.assertRegex(output, rf"(?m)^{manifest['operators'][1]['name']} +\S+ +unreadable")
            self.assertIn("\nunreadable: ", output)
            self.assertRegex(output, r"(?m)^matmul +\S+ +(same|divergent)")  # the others are still reviewed
            answer = json.loads(run("review", demo, "--json")[1])
            self.assertEqual(answer["result"], "unreadable")
            self.assertTrue(answer["operators"][1]["variants"][0]["error"]["message"])

    def test_without_variants(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "workspace.json"), "w", encoding="utf-8") as file:
                json.dump({"schema": "tileport-workspace/1", "name": "nothing \x1b[31m yet", "operators": []}, file)
            code, output, errors = run("review", folder)
            self.assertEqual((code, output), (3, ""))  # nothing compared is not "same"
            self.assert_one_line(errors, "names no variant")


class Terminals(Case):
    def test_width(self):
        for width in (40, 72, 80, 133, 250):
            for arguments in (("diff", "--all", REFERENCE, CARELESS), ("review", DEMO)):
                with self.subTest(arguments[0], width=width):
                    _, output, _ = run(*arguments, "--width", width)
                    for line in output.splitlines():
                        self.assertLessEqual(display_width(line), width, line)

    def test_terminal_width_and_columns(self):
        rule = re.compile(r"(?m)^-+\+-+$")
        self.assertLessEqual(len(rule.search(ESCAPE.sub("", run_in_terminal(90, "diff", REFERENCE, CARELESS)))[0]), 90)
        self.assertGreater(len(rule.search(ESCAPE.sub("", run_in_terminal(200, "diff", REFERENCE, CARELESS)))[0]), 190)
        self.assertGreater(len(rule.search(run("diff", REFERENCE, CARELESS, environment={"COLUMNS": "180"})[1])[0]), 170)
        for columns in ("-5", "0", "", "wide", "80x", " 80"):
            length = len(rule.search(run("diff", REFERENCE, CARELESS, environment={"COLUMNS": columns})[1])[0])
            self.assertTrue(110 < length <= 120, (columns, length))

    def test_colour_only_where_wanted(self):
        arguments = ("diff", REFERENCE, CARELESS)
        self.assertIsNone(ESCAPE.search(run(*arguments)[1]))
        self.assertIsNotNone(ESCAPE.search(run(*arguments, "--color=always")[1]))
        self.assertIsNotNone(ESCAPE.search(run_in_terminal(120, *arguments)))
        self.assertIsNone(ESCAPE.search(run_in_terminal(120, *arguments, "--color=never")))
        self.assertIsNone(ESCAPE.search(run_in_terminal(120, *arguments, environment={"NO_COLOR": "1"})))
        self.assertIsNone(ESCAPE.search(run_in_terminal(120, *arguments, environment={"TERM": "dumb"})))

    def test_nothing_by_colour_alone(self):
        colored = ESCAPE.sub("", run("diff", REFERENCE, CARELESS, "--color=always")[1])
        plain = run("diff", REFERENCE, CARELESS)[1]
        # Apart from the carets, which underlining stands for.
        without_carets = [line.rstrip() for line in plain.splitlines() if not re.match(r"^[ ^│]*\^[ ^│]*$", line)]
        self.assertEqual([line.rstrip() for line in colored.splitlines()], without_carets)

    def test_ascii_where_the_locale_is(self):
        for arguments in (("diff", REFERENCE, CARELESS), ("review", DEMO)):
            _, output, _ = run(*arguments, "--width", "60", environment={"LC_ALL": "C"})
            self.assertTrue(output.isascii())

    def test_reader_that_goes_away(self):
        process = subprocess.Popen([TILEPORT, "show", REFERENCE], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.close()
        _, errors = process.communicate(timeout=60)
        self.assertEqual(errors, b"")
        shell = f"{TILEPORT} diff --all {REFERENCE} {CARELESS} | head -n 1"
        done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, timeout=60, check=False)
        self.assertEqual((done.stdout.count(b"\n"), done.stderr), (1, b""))


if __name__ == "__main__":
    unittest.main()
