#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in every form, read, shown, converted, verified and compared by the real tileport program."""
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from running import CARELESS, DEMO, REFERENCE, TILEPORT, Case, demo_file, run

PROGRAMS = [demo_file(operator, side) for operator in ("log_softmax", "softmax", "rms_norm", "matmul") for side in ("reference", "port")]
# Breaks a rule and is read all the same: the tiles of an mmaf do not fit together.
BROKEN = """entry @k() {
  %cst_f16 = constant <f16: 1.000000e+00> : tile<4x8xf16>
  %cst_f32 = constant <f32: 1.000000e+00> : tile<4x8xf32>
  %0 = mmaf %cst_f16, %cst_f16, %cst_f32 : tile<4x8xf16>, tile<4x8xf16>, tile<4x8xf32>
  return
}
"""
CASES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cases")
CUBINS = os.path.join(CASES, "cubin")
# atan2 came with 13.2.
YOUNG = """entry @k(%arg0: tile<f32>) {
  %0 = atan2 %arg0, %arg0 : tile<f32>
  return
}
"""
# A constant of three spellings: whole, without its elements, and another one.
WHOLE = """entry @k(%arg0: tile<ptr<f32>>) {
  %cst = constant <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tile<4xf32>
  %0 = reshape %arg0 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %1 = broadcast %0 : tile<1xptr<f32>> -> tile<4xptr<f32>>
  %2 = store_ptr_tko weak %1, %cst : tile<4xptr<f32>>, tile<4xf32> -> token
  return
}
"""
LEFT_OUT = re.sub(r"\[1.*\]", "__elided__", WHOLE)
LOOP = """entry @k(%arg0: tile<i32>) {
  for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {
  }
  return
}
"""


def content(path):
    with open(path, "rb") as file:
        return file.read()


class InFolder(Case):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name

    def tearDown(self):
        self.temporary.cleanup()

    def at(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, text):
        with open(self.at(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return self.at(name)

    def convert(self, *arguments):
        code, output, errors = run("convert", *arguments)
        self.assertEqual((code, output, errors), (0, "", ""))


class Convert(InFolder):
    def test_there_and_back(self):
        for number, program in enumerate(PROGRAMS):
            with self.subTest(program):
                text, back = self.at(f"{number}.mlir"), self.at(f"{number}.tileirbc")
                compact, last = self.at(f"{number}.tileport"), self.at(f"{number}.tileIR")
                self.convert(program, text)
                self.convert(text, back)
                self.convert(back, compact)
                self.convert(compact, last)
                self.assertEqual(content(last), content(text))
                text_of = ("show", "--locations") if b"loc(" in content(text) else ("show",)
                self.assertEqual(content(text).decode(), run(*text_of, program)[1])
                for other in (text, back, compact, last):
                    self.assertEqual(run("show", "--locations", other)[1], run("show", "--locations", program)[1])
                    self.assertEqual(run("diff", program, other)[0], 0)

    def test_what_tells_is_the_content(self):
        self.convert("--to", "bytecode", PROGRAMS[0], self.at("program.mlir"))
        self.assertEqual(content(self.at("program.mlir"))[:4], b"\x7fTil")
        self.assertEqual(json.loads(run("show", "--json", self.at("program.mlir"))[1])["form"], "bytecode")

    def test_versions(self):
        program = self.file("young.mlir", YOUNG)
        for version in ("13.2", "13.3", "13.4", "13.5"):
            self.convert("--bytecode-version", version, program, self.at("young.tileirbc"))
            answer = json.loads(run("show", "--json", self.at("young.tileirbc"))[1])
            self.assertEqual(answer["bytecode_version"], version)
            self.assertEqual(answer["needed_version"]["version"], "13.2")
        self.convert(program, self.at("young.tileirbc"))  # a text names no version: the oldest that will do
        self.assertEqual(json.loads(run("show", "--json", self.at("young.tileirbc"))[1])["bytecode_version"], "13.2")
        code, output, errors = run("convert", "--bytecode-version", "13.1", program, self.at("old.tileirbc"))
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, program, "atan2", "13.1")
        self.assertFalse(os.path.exists(self.at("old.tileirbc")))

    def test_without_locations(self):
        for form in ("text", "bytecode", "serialised"):
            self.convert("--no-locations", "--to", form, REFERENCE, self.at("bare"))
            self.assertNotIn("di_loc", run("show", "--locations", self.at("bare"))[1])
            self.assertEqual(run("show", self.at("bare"))[1], run("show", REFERENCE)[1])
            self.convert(self.at("bare"), self.at("again.mlir"))
            self.assertEqual(content(self.at("again.mlir")).decode(), run("show", REFERENCE)[1])

    def test_locations_stand_in_text_if_there_are_any(self):
        """Text without locations converts to itself, by way of any form; with one, every op has its own."""
        shown = run("show", REFERENCE)[1]
        for text in (YOUNG, shown):
            bare = self.file("bare.mlir", text)
            for form in ("text", "bytecode", "serialised"):
                self.convert("--to", form, bare, self.at("other"))
                self.convert(self.at("other"), self.at("back.mlir"))
                self.assertEqual(content(self.at("back.mlir")).decode(), text)
        unknown = self.file("unknown.mlir", YOUNG.replace("return", "return loc(unknown)"))
        self.assertEqual(run("convert", "--to", "text", unknown, "-"), (0, YOUNG, ""))
        for line in ("return", "}"):
            placed = self.file("placed.mlir", YOUNG.replace(line, line + ' loc("a.py":3:4)'))
            output = run("convert", "--to", "text", placed, "-")[1]
            self.assertEqual(len(re.findall(r"(?m) loc\(#loc\d*\)$", output)), 3)
            self.assertIn('loc("a.py":3:4)', output)

    def test_every_case_as_text(self):
        """Whatever tileirdisasm prints raw, as names of architectures with blanks, is written so that it can be read."""
        folder = os.path.join(CASES, "allops")
        odd = 0
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".tileirbc"):
                continue
            with self.subTest(name):
                program = os.path.join(folder, name)
                self.convert(program, self.at("a.mlir"))
                self.convert(self.at("a.mlir"), self.at("b.mlir"))
                self.assertEqual(content(self.at("a.mlir")), content(self.at("b.mlir")))
                self.assertEqual(run("show", self.at("a.mlir"))[1], run("show", program)[1])
                odd += b'"no arch" = {' in content(self.at("a.mlir"))
        self.assertGreaterEqual(odd, 1)

    def test_numbers_of_hints_keep_their_type(self):
        """Which show leaves out, as tileirdisasm does."""
        hints = "{latency = 3 : i64, occupancy = 2, odd = -1 : i64, ratio = 1.000000e+00 : f32}"
        text = YOUNG.replace(") {", f") optimization_hints=<sm_100 = {hints}> {{")
        self.convert(self.file("a.mlir", text), self.at("a.tileirbc"))
        self.convert(self.at("a.tileirbc"), self.at("b.mlir"))
        self.assertEqual(content(self.at("b.mlir")).decode(), text)
        self.assertEqual(run("diff", self.at("a.tileirbc"), self.at("b.mlir"))[0], 0)

    def test_what_no_text_can_hold(self):
        """A loop whose block takes no argument. The message names the file, and a form that holds it does."""
        self.convert(self.file("loop.mlir", LOOP), self.at("loop.tileirbc"))
        data = content(self.at("loop.tileirbc"))
        whole = bytes.fromhex("11 290003000000 01 01 01 01 01 110000 5c0000 cb")  # length, for, a region, a block, an argument, its type, an op
        bare = bytes.fromhex("10 290003000000 01 01 00 01 110000 5c0000 cbcb")
        self.assertEqual((data.count(whole), len(whole)), (1, len(bare)))
        odd = self.file("odd.tileirbc", data.replace(whole, bare))
        code, output, errors = run("convert", odd, self.at("odd.mlir"))
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, odd + ": the text that would be written cannot be read again: in its line 2: ", "--to")
        self.assertFalse(os.path.exists(self.at("odd.mlir")))
        self.convert(odd, self.at("other.tileirbc"))

    def test_links_and_rights(self):
        os.symlink("new.mlir", self.at("link.mlir"))
        self.convert(REFERENCE, self.at("link.mlir"))
        self.assertTrue(os.path.islink(self.at("link.mlir")))
        self.assertEqual(content(self.at("new.mlir")), content(self.at("link.mlir")))
        if os.geteuid() != 0:  # whom no mode stops; tst_file has more
            os.chmod(self.at("new.mlir"), 0o444)
            code, _, errors = run("convert", "--no-locations", REFERENCE, self.at("link.mlir"))
            self.assertEqual(code, 3)
            self.assert_one_line(errors, self.at("link.mlir"), "Permission denied")
            self.assertIn(b"loc(", content(self.at("new.mlir")))

    def test_to_standard_output(self):
        self.assertEqual(run("convert", "--to", "text", REFERENCE, "-"), (0, run("show", "--locations", REFERENCE)[1], ""))
        done = subprocess.run([TILEPORT, "convert", "--to", "bytecode", REFERENCE, "-"], capture_output=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.convert("--to", "bytecode", REFERENCE, self.at("a"))
        self.assertEqual(done.stdout, content(self.at("a")))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TILEPORT, "convert", "--to", "text", REFERENCE, "-"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 3)

    def test_no_bytes_to_a_terminal(self):
        parent, child = pty.openpty()
        done = subprocess.run([TILEPORT, "convert", "--to", "bytecode", REFERENCE, "-"], stdout=child, stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(child)
        self.assertEqual(done.returncode, 2)
        self.assert_one_line(done.stderr.decode(), "terminal")
        with self.assertRaises(OSError):  # nothing was written before it was closed
            os.read(parent, 1)
        os.close(parent)

    def test_wrong_use(self):
        cases = {
            (REFERENCE, self.at("a.bin")): "--to",
            (REFERENCE, "-"): "--to",
            ("--to", "cubin", REFERENCE, self.at("a.mlir")): '"cubin" is not bytecode, text or serialised',
            ("--bytecode-version", "13.9", REFERENCE, self.at("a.tileirbc")): '"13.9" is not 13.1',
            ("--bytecode-version", "13.3", REFERENCE, self.at("a.mlir")): "--bytecode-version",
            (REFERENCE,): "OUT is required",
        }
        for arguments, part in cases.items():
            with self.subTest(arguments):
                code, output, errors = run("convert", *arguments)
                self.assertEqual((code, output), (2, ""))
                self.assert_one_line(errors, part, "--help")
        self.assertEqual(os.listdir(self.folder), [])

    def test_old_file_stays_on_errors(self):
        old = self.file("old.mlir", "old")
        for source in (self.at("gone"), self.file("noise", b"\x01\x02"), self.file("cut", content(REFERENCE)[:200])):
            code, output, errors = run("convert", source, old)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, source)
            self.assertEqual(content(old), b"old")
        for target in (self.at("none/new.mlir"), self.folder, "/proc/new.mlir"):
            code, _, errors = run("convert", "--to", "text", REFERENCE, target)
            self.assertEqual(code, 3)
            self.assert_one_line(errors, target)
        self.assertEqual(sorted(os.listdir(self.folder)), ["cut", "noise", "old.mlir"])

    def test_killed_midway_leaves_the_old_or_the_new_file(self):
        large = self.file("large.mlir", "entry @k() {\n" + "".join(f"  %{i} = constant <i32: {i}> : tile<i32>\n" for i in range(40000)) + "  return\n}\n")
        target = self.file("target.tileirbc", "old")
        self.convert(large, self.at("whole.tileirbc"))
        whole = content(self.at("whole.tileirbc"))
        # Ended while it works, at moments that differ from run to run; what matters holds at every one.
        for _ in range(8):
            process = subprocess.Popen([TILEPORT, "convert", large, target], stdin=subprocess.DEVNULL)
            while process.poll() is None:
                # Beside the old file the new one grows: the moment that would do harm.
                if any(name.startswith(".target") for name in os.listdir(self.folder)):
                    process.send_signal(signal.SIGKILL)
                    break
            process.wait(timeout=60)
            self.assertIn(content(target), (b"old", whole))


class Check(InFolder):
    def test_demo_is_valid(self):
        code, output, errors = run("check", *PROGRAMS)
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(output, "".join(f"{program}: valid\n" for program in PROGRAMS))

    def test_violations(self):
        broken = self.file("broken.mlir", BROKEN)
        code, output, errors = run("check", REFERENCE, broken)
        self.assertEqual((code, errors), (1, ""))
        first, second = output.splitlines()
        self.assertEqual(first, f"{REFERENCE}: valid")
        self.assertRegex(second, re.escape(broken) + r":4: mmaf: [a-z0-9-]+: .+")

    def test_lines_of_a_text_that_is_laid_out_otherwise(self):
        broken = self.file("broken.mlir", "// a comment\n\n\n" + BROKEN)
        self.assertRegex(run("check", broken)[1], re.escape(broken) + r": line 4 of its listing: mmaf: ")

    def test_cannot_read(self):
        broken, gone = self.file("broken.mlir", BROKEN), self.at("gone.mlir")
        code, output, errors = run("check", gone, broken, REFERENCE)
        self.assertEqual(code, 3)
        self.assertEqual(len(output.splitlines()), 2)  # the others are checked
        self.assert_one_line(errors, gone)

    def test_json(self):
        broken, gone = self.file("broken.mlir", BROKEN), self.at("gone.mlir")
        code, output, _ = run("check", "--json", gone, broken, REFERENCE)
        answer = json.loads(output)
        self.assertEqual((code, answer["schema"], answer["result"]), (3, "tileport-check/1", "unreadable"))
        self.assertEqual([each["result"] for each in answer["files"]], ["unreadable", "violations", "valid"])
        self.assertEqual([each["form"] for each in answer["files"]], [None, "text", "bytecode"])
        violation = answer["files"][1]["violations"][0]
        self.assertEqual((violation["line"], violation["op"]["mnemonic"], violation["entry"]), (4, "mmaf", "k"))
        self.assertTrue(violation["rule"] and violation["message"])
        self.assertEqual(answer["files"][0]["error"]["file"], gone)
        self.assertEqual(json.loads(run("check", "--json", broken)[1])["result"], "violations")

    def test_what_is_broken_is_never_the_same(self):
        broken = self.file("broken.mlir", BROKEN)
        for arguments in ((broken, broken), (REFERENCE, broken), (broken, REFERENCE)):
            code, output, errors = run("diff", *arguments)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, broken, "breaks a rule of Tile IR", "mmaf", "tileport check")
        demo = self.at("demo")
        shutil.copytree(DEMO, demo)
        with open(os.path.join(demo, "workspace.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        variant = manifest["operators"][1]["variants"][0]
        for side in ("reference", "port"):
            with open(os.path.join(demo, variant[side]["program"]), "w", encoding="utf-8") as file:
                file.write(BROKEN)
        code, output, errors = run("review", demo)
        self.assertEqual(code, 3)
        self.assert_one_line(errors, "breaks a rule of Tile IR")
        self.assertRegex(output, rf"(?m)^{manifest['operators'][1]['name']} +{variant['name']} +unreadable")


class Show(InFolder):
    def test_version(self):
        young = self.file("young.mlir", YOUNG)
        code, output, errors = run("show", "--version", young)
        self.assertEqual((code, errors), (0, ""))
        lines = dict(re.split(" +", line, maxsplit=1) for line in output.splitlines())
        self.assertEqual(lines["form"], "text")
        self.assertEqual(lines["version"], "a text names none")
        self.assertRegex(lines["needs"], r"^13\.2 or newer: .*atan2.*, line 2$")
        output = run("show", "--version", REFERENCE)[1]
        self.assertRegex(output, r"(?m)^form +bytecode\nversion +13\.\d\nneeds +13\.\d")
        self.assertRegex(run("--version")[1], r"^tileport ")

    def test_canonical(self):
        for program in PROGRAMS:
            code, output, errors = run("show", "--canonical", "--json", program)
            self.assertEqual((code, errors), (0, ""))
            answer, before = json.loads(output), json.loads(run("show", "--json", program)[1])
            self.assertEqual((answer["bytecode_version"], answer["producer"]), (before["bytecode_version"], before["producer"]))
            self.assertLess(len(answer["ops"]), len(before["ops"]))
            self.assertEqual(answer["text"], run("show", "--canonical", program)[1])
            lines = answer["text"].split("\n")
            for op in answer["ops"]:
                line = lines[op["lines"]["first"] - 1]
                self.assertTrue(op["mnemonic"] in line or line.strip().startswith("}"), line)

    def test_canonical_form_is_the_same_program(self):
        for program in PROGRAMS:
            canonical = self.file("canonical.mlir", run("show", "--canonical", program)[1])
            self.assertEqual(run("check", canonical)[0], 0)
            self.assertEqual(run("diff", program, canonical)[0], 0)

    def test_elements_that_are_left_out(self):
        whole, left_out, other = self.file("a.mlir", WHOLE), self.file("b.mlir", LEFT_OUT), self.file("c.mlir", WHOLE.replace("4.0", "5.0"))
        for pair in ((whole, left_out), (left_out, other), (left_out, left_out)):
            code, output, errors = run("diff", *pair)
            self.assertEqual((code, errors), (4, ""))
            self.assertIn("left out", output)
        self.assertEqual(run("diff", whole, other)[0], 1)
        # What differs beside it still does.
        self.assertEqual(run("diff", left_out, self.file("d.mlir", WHOLE.replace("weak", "relaxed device")))[0], 1)
        # So does a constant of another type.
        self.assertEqual(run("diff", left_out, self.file("e.mlir", WHOLE.replace("f32", "i32").replace(".000000e+00", "")))[0], 1)

    def test_what_mlir_cannot_read(self):
        program = self.file("broken.mlir", YOUNG.replace("f32", "i32").replace("atan2 %arg0, %arg0", "negf %arg0"))
        self.assertEqual(run("show", program)[0], 0)
        code, output, errors = run("show", "--canonical", program)
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, program + ":2:", "negf", "MLIR does not take this line")

    def test_canonical_form_of_odd_names(self):
        """A key of hints with blanks is printed as it is, officially too, which no lexer reads. It does not get in the way."""
        program = os.path.join(CASES, "allops", "entries-13.1.tileirbc")
        code, output, errors = run("show", "--canonical", program)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("optimization_hints=<no arch = {occupancy = 99}>", output)
        self.assertEqual(run("show", "--canonical", self.file("a.mlir", output))[:2], (0, output))

    def test_errors_of_text_have_their_place(self):
        code, output, errors = run("show", self.file("a.mlir", "entry @k() {\n  %0 = frobnicate\n  return\n}\n"))
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, self.at("a.mlir") + ":2:")

    def test_careless_port_as_text(self):
        """The same divergences, whatever the form of either side."""
        text = self.at("careless.mlir")
        self.convert(CARELESS, text)
        wanted = json.loads(run("diff", "--json", REFERENCE, CARELESS)[1])
        found = json.loads(run("diff", "--json", REFERENCE, text)[1])
        self.assertEqual(found["divergences"], wanted["divergences"])


class Cubins(InFolder):
    SOFTMAX = os.path.join(CUBINS, "softmax-generated-sm_80.cubin")
    BARE = os.path.join(CUBINS, "matmul-generated-sm_80.cubin")  # embeds nothing

    def test_text_with_header(self):
        code, output, errors = run("show", self.SOFTMAX)
        self.assertEqual((code, errors), (0, ""))
        head = [line for line in output.splitlines() if line.startswith("//")]
        self.assertRegex(head[0], r"^// cubin for sm_80, .*V13\.")
        self.assertRegex(head[1], r"^// kernel softmax_entry: \d+ registers, \d+ bytes of shared memory,.* \d+ bytes of code$")
        # The comments leave it Tile IR.
        self.assertEqual(run("diff", self.file("a.mlir", output), self.SOFTMAX)[0], 0)

    def test_is_a_program_as_any_other(self):
        self.assertEqual(run("diff", self.SOFTMAX, demo_file("softmax", "port"))[0], 0)
        self.assertEqual(run("check", self.SOFTMAX)[:2], (0, f"{self.SOFTMAX}: valid\n"))
        self.convert(self.SOFTMAX, self.at("a.tileirbc"))
        self.assertEqual(run("diff", self.at("a.tileirbc"), self.SOFTMAX)[0], 0)
        self.assertIn("a text names none", run("show", "--version", self.SOFTMAX)[1])
        self.assertEqual(run("show", "--canonical", self.SOFTMAX)[0], 0)

    def test_ptx(self):
        code, output, errors = run("show", "--ptx", self.SOFTMAX)
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(output, r"(?m)^\.version ")
        for path, part in ((self.BARE, "embeds no PTX"), (REFERENCE, "is bytecode")):
            code, output, errors = run("show", "--ptx", path)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, path, part)
        self.assertEqual(run("show", "--ptx", "--json", self.SOFTMAX)[0], 2)

    def test_json(self):
        answer = json.loads(run("show", "--json", self.SOFTMAX)[1])
        self.assertEqual((answer["form"], answer["cubin"]["sm"]), ("cubin", 80))
        kernel = answer["cubin"]["kernels"][0]
        self.assertEqual(kernel["name"], answer["entries"][0]["name"])
        self.assertGreater(kernel["registers"], 0)
        self.assertGreater(answer["cubin"]["lines"]["tile_ir"]["rows"], 0)
        self.assertEqual(len(answer["cubin"]["tile_ir"]), 1)
        self.assertEqual(answer["cubin"]["ptx"], run("show", "--ptx", self.SOFTMAX)[1])

    def test_without_tile_ir(self):
        for arguments in (("show", self.BARE), ("diff", self.BARE, self.SOFTMAX), ("check", self.BARE)):
            code, output, errors = run(*arguments)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, self.BARE, "--lineinfo")
        code, output, errors = run("show", "--json", self.BARE)
        self.assertEqual((code, errors), (0, ""))
        answer = json.loads(output)
        self.assertEqual((answer["text"], answer["ops"], answer["bytecode_version"]), (None, [], None))
        self.assertEqual(answer["cubin"]["kernels"][0]["name"], "matmul_entry")

    def test_damaged(self):
        data = content(self.SOFTMAX)
        for size in (4, 20, 64, 1000, len(data) // 2):
            path = self.file("cut.cubin", data[:size])
            code, output, errors = run("show", path)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, path)


class StandardInput(InFolder):
    def test_is_a_program_as_any_other(self):
        text = run("show", REFERENCE)[1].encode()
        for data in (content(REFERENCE), text):
            self.assertEqual(run("show", "-", input=data), (0, text.decode(), ""))
            self.assertEqual(run("check", "-", input=data), (0, "standard input: valid\n", ""))
            self.assertEqual(run("check", REFERENCE, "-", input=data)[1], f"{REFERENCE}: valid\nstandard input: valid\n")
            self.assertEqual(run("convert", "--no-locations", "--to", "text", "-", "-", input=data), (0, text.decode(), ""))
            for sides in (("-", CARELESS), (REFERENCE, "-")):
                files = [REFERENCE if side == "-" else side for side in sides]
                answer, wanted = json.loads(run("diff", "--json", *sides, input=data)[1]), json.loads(run("diff", "--json", *files)[1])
                self.assertEqual(len(answer["divergences"]), len(wanted["divergences"]))
                if data != text:  # which has no locations
                    self.assertEqual(answer["divergences"], wanted["divergences"])
                self.assertIn("standard input", run("diff", *sides, input=data)[1])

    def test_cubin(self):
        cubin = os.path.join(CUBINS, "softmax-generated-sm_80.cubin")
        for arguments in ((), ("--ptx",), ("--version",)):
            self.assertEqual(run("show", *arguments, "-", input=content(cubin)), run("show", *arguments, cubin))

    def test_errors_name_it(self):
        wrong = b"entry @k() {\n  %0 = frobnicate\n}\n"
        for command in ("show", "check"):
            for data, part in ((wrong, "standard input:2:"), (b"", "standard input: the file is empty"), (YOUNG.encode() + b"//\xff", "standard input:5:3: the byte 0xff is not UTF-8")):
                code, output, errors = run(command, "-", input=data)
                self.assertEqual((code, output), (3, ""))
                self.assert_one_line(errors, part)
        code, output, errors = run("diff", "-", REFERENCE, input=BROKEN.encode())
        self.assertEqual((code, output), (3, ""))
        self.assert_one_line(errors, "standard input", "breaks a rule")
        code, output, errors = run("convert", "-", self.at("a.mlir"), input=wrong)
        self.assertEqual((code, os.listdir(self.folder)), (3, []))
        self.assert_one_line(errors, "standard input:2:")

    def test_only_once(self):
        for arguments in (("diff", "-", "-"), ("check", "-", REFERENCE, "-")):
            code, output, errors = run(*arguments, input=content(REFERENCE))
            self.assertEqual((code, output), (2, ""))
            self.assert_one_line(errors, "standard input (-)", "--help")

    def test_a_file_of_that_name(self):
        with open(self.at("-"), "wb") as file:
            file.write(content(REFERENCE))
        self.assertEqual(run("show", "./-", cwd=self.folder), run("show", REFERENCE))


if __name__ == "__main__":
    unittest.main()
