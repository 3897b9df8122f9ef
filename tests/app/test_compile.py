# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--compile: both sides of a pair through a tileiras that fails on one of them. FAKE_TILEIRAS names one that does as it is told
(tests/toolchain/fake_tileiras.cpp); the last class takes the real one where it is."""
import glob
import json
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import unittest

from running import CARELESS, DEMO, REFERENCE, TILEPORT, Case, copy_demo, run

FAKE = os.environ.get("FAKE_TILEIRAS", "")
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAIR = tuple(os.path.join(DEMO, "softmax", each) for each in ("reference/reference_f16-1x1024.tileirbc", "generated/generated_f16-1x1024.tileirbc"))
# In the symbols of the entries, so in the bytes of one side alone.
ON = {"reference": "softmax_Kt1", "port": "softmax_entry"}


def compiling(*arguments, do="", on="port", environment=None, options=(), **kinds):
    variables = {"FAKE_TILEIRAS_DO": do, "FAKE_TILEIRAS_ON": ON.get(on, on), "HOME": tempfile.gettempdir(), **(environment or {})}
    return run(*arguments, "--compile", "--tileiras", FAKE, *options, environment=variables, **kinds)


class Diff(Case):
    def diff(self, *options, pair=PAIR, **kinds):
        code, output, errors = compiling("diff", *pair, "--json", options=options, **kinds)
        self.assertEqual(errors, "")
        return code, json.loads(output)

    def test_nothing_changes_without_it(self):
        plain = run("diff", *PAIR)
        self.assertEqual(plain[0], 0)
        self.assertNotIn("tileiras", plain[1])
        self.assertIsNone(json.loads(run("diff", "--json", *PAIR)[1])["compilation"])

    def test_both_compile(self):
        code, answer = self.diff()
        self.assertEqual((code, answer["result"], answer["triage"]["verdict"]), (0, "same", "PASS"))
        compilation = answer["compilation"]
        self.assertEqual((compilation["tool"], compilation["gpu"], compilation["differences"]), ("tileiras 13.4.92", "sm_100", []))
        for side in ("reference", "port"):
            self.assertEqual((compilation[side]["end"], compilation[side]["bytecode"], compilation[side]["remarks"]),
                             ("compiled", "13.3, as it was read", []))

    def test_one_side_fails(self):
        for side in ("reference", "port"):
            for do, end, rule in (("crash", "crashed", "compile_crash_of_one"), ("refuse", "refused", "compile_refusal_of_one")):
                code, answer = self.diff(do=do, on=side)
                self.assertEqual((code, answer["result"], answer["triage"]["verdict"]), (1, "divergent", "FAIL_COMPILER_BUG"), (side, do))
                self.assertEqual(answer["divergences"], [])
                finding = answer["triage"]["findings"][-1]
                self.assertEqual((finding["rule"], finding["owner"], finding["compilation"]), (rule, "compiler", 0))
                self.assertEqual(answer["compilation"][side]["end"], end)
                self.assertIn("compiler", [each["kind"] for each in finding["evidence"]])
        code, output, _ = compiling("diff", *PAIR, do="crash")
        self.assertEqual(code, 1)
        self.assertIn("the programs do not differ, but tileiras 13.4.92 takes one of them alone", output)
        self.assertIn("port: crashed: signal 11 (Segmentation fault)", output)
        self.assertEqual(compiling("diff", "--pipeline", *PAIR, do="crash")[0], 1)

    def test_both_fail(self):
        code, answer = self.diff(do="crash", on="softmax")
        self.assertEqual((code, answer["result"], answer["triage"]["verdict"]), (0, "same", "PASS_WITH_NOTES"))

    def test_what_is_not_known_is_not_the_same(self):
        for do, on, end in (("hang", "port", "unfinished"), ("lack-libnvvm", "", "not_run"), ("run-out-of-memory", "port", "not_run")):
            code, answer = self.diff("--compile-seconds", "2", do=do, on=on)
            self.assertEqual((code, answer["result"], answer["triage"]["verdict"]), (4, "undecided", "PASS_WITH_NOTES"), do)
            self.assertEqual(answer["compilation"]["port"]["end"], end)
            self.assertEqual({each["cause"] for each in answer["triage"]["findings"] if each["compilation"] is not None}, {"undecided"})
        self.assertIn("nvidia-nvvm==13.4.92", compiling("diff", *PAIR, do="lack-libnvvm", on="", options=("--width", "1000"))[1])

    def test_differing_programs_stay_what_they_are(self):
        plain = json.loads(run("diff", "--json", REFERENCE, CARELESS)[1])
        code, answer = self.diff(pair=(REFERENCE, CARELESS))
        self.assertEqual((code, answer["triage"]), (1, plain["triage"]))
        code, answer = self.diff(pair=(REFERENCE, CARELESS), do="refuse", on="log_softmax_entry")
        self.assertEqual((code, answer["triage"]["verdict"], answer["triage"]["findings"][-1]["rule"]),
                         (1, "FAIL_FIXABLE", "compile_failure_of_port"))

    def test_remarks(self):
        with tempfile.TemporaryDirectory() as folder:
            remarks = os.path.join(folder, "remarks.yaml")
            with open(remarks, "w", encoding="utf-8") as file:
                file.write("--- !Passed\nPass: Memory\nName: RemarkMemoryLoadInstructionSelected\nFunction: f\nArgs:\n  - Remark: 'a | b <b>'\n...\n")
            code, answer = self.diff(environment={"FAKE_TILEIRAS_REMARKS": remarks})
            self.assertEqual((code, answer["triage"]["verdict"]), (0, "PASS_WITH_NOTES"))
            self.assertEqual(answer["compilation"]["differences"][0]["port"], "a | b <b>")
            self.assertEqual(answer["triage"]["findings"][-1]["rule"], "remarks_differ")
            code, answer = self.diff(environment={"FAKE_TILEIRAS_REMARKS": remarks, "FAKE_TILEIRAS_OTHER_REMARKS": remarks})
            self.assertEqual((code, answer["triage"]["verdict"]), (0, "PASS"))
            with open(remarks, "a", encoding="utf-8") as file:
                file.write("--- !Passed\n")
            code, answer = self.diff(environment={"FAKE_TILEIRAS_REMARKS": remarks})
            self.assertEqual((code, answer["triage"]["verdict"]), (0, "PASS_WITH_NOTES"))
            self.assertIn("ends within a remark", answer["compilation"]["port"]["remarks_unknown"])

    def test_forms_and_versions(self):
        with tempfile.TemporaryDirectory() as folder:
            text, newest = os.path.join(folder, "port.mlir"), os.path.join(folder, "port.tileirbc")
            self.assertEqual(run("convert", PAIR[1], text)[0], 0)
            self.assertEqual(run("convert", PAIR[1], newest, "--bytecode-version", "13.5")[0], 0)
            for port, says in ((text, "13.1, written by Tileport of a file that is no bytecode"),
                               (newest, "13.4, written by Tileport of bytecode 13.5")):
                code, answer = self.diff(pair=(PAIR[0], port))
                self.assertEqual((code, answer["compilation"]["port"]["bytecode"]), (0, says))
            code, answer = self.diff(pair=(PAIR[0], newest), environment={"FAKE_TILEIRAS_VERSIONS": "12.9\n"})
            self.assertEqual((code, answer["compilation"]["port"]["end"]), (4, "not_run"))
            with open(PAIR[1], "rb") as file:
                code, answer = self.diff(pair=(PAIR[0], "-"), stdin=file)
            self.assertEqual(answer["compilation"]["port"]["bytecode"], "13.3, written by Tileport of a file that is no bytecode")

    def test_ops_without_locations(self):
        with tempfile.TemporaryDirectory() as folder:
            bare, remarks = os.path.join(folder, "port.tileirbc"), os.path.join(folder, "remarks.yaml")
            self.assertEqual(run("convert", PAIR[1], bare, "--no-locations")[0], 0)
            ops = json.loads(run("show", "--json", bare)[1])["ops"]
            load = next(each["id"] for each in ops if each["mnemonic"] == "load_view_tko")
            with open(remarks, "w", encoding="utf-8") as file:
                for line in (load + 1, len(ops) + 1):
                    file.write("--- !Passed\nName: RemarkMemoryLoadInstructionSelected\n"
                               f"DebugLoc: {{ File: tileport-ops, Line: {line}, Column: 1 }}\nFunction: f\n...\n")
            code, answer = self.diff(pair=(PAIR[1], bare), environment={"FAKE_TILEIRAS_REMARKS": remarks}, on="tileport-ops")
            found = answer["compilation"]["port"]
            self.assertEqual([(each["op"], each["file"]) for each in found["remarks"]], [(None, None), (load, None)])
            self.assertEqual(found["bytecode"], "13.3, as it was read")
            # With a line for each op it is another cubin: then nothing is known.
            code, answer = self.diff(pair=(PAIR[1], bare), do="copy", on="entry")
            self.assertEqual((code, answer["triage"]["verdict"]), (0, "PASS_WITH_NOTES"))
            self.assertIn("makes another cubin", answer["compilation"]["port"]["remarks_unknown"])

    def test_wrong_use(self):
        for arguments, code, says in ((("--compile", "--tileiras", FAKE, "--gpu-name", "sm_1"), 2, "knows no GPU \"sm_1\". It knows sm_90, sm_100."),
                                      (("--gpu-name", "sm_90"), 2, "--gpu-name requires --compile"),
                                      (("--compile", "--tileiras", "/no/such"), 3, "/no/such: there is no such program"),
                                      (("--compile", "--tileiras", "/bin/true"), 3, "is no tileiras"),
                                      (("--compile", "--compile-seconds", "0"), 2, "--compile-seconds")):
            answer = run("diff", *PAIR, *arguments, environment={"HOME": tempfile.gettempdir()})
            self.assertEqual((answer[0], answer[1]), (code, ""), arguments)
            self.assertIn(says, answer[2])
            self.assertEqual(answer[2].count("\n"), 1)
        self.assertEqual(run("diff", "--pipeline", *PAIR, "--compile", "--tileiras", "/no/such", environment={"HOME": "/"})[0], 1)
        self.assertEqual(run("review", ".", "main..HEAD", "--compile")[0], 2)


class Review(Case):
    def test_every_variant(self):
        code, output, errors = compiling("review", DEMO, "--json", do="refuse")
        self.assertEqual(code, 1, errors)
        verdicts = {(op["name"], each["name"]): each["triage"]["verdict"] for op in json.loads(output)["operators"] for each in op["variants"]}
        self.assertEqual(verdicts["softmax", "f16-1x1024"], "FAIL_COMPILER_BUG")
        self.assertEqual(verdicts["softmax", "f32-1x1024"], "FAIL_COMPILER_BUG")
        self.assertEqual(verdicts["rms_norm", "f16-1x4096"], "PASS")
        self.assertIn("FAIL_COMPILER_BUG", compiling("review", DEMO, do="refuse")[1])

    def test_an_interrupt_ends_what_it_started(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
            variables = {"PATH": os.environ["PATH"], "HOME": folder, "FAKE_TILEIRAS_DO": "leave-child-and-hang", "FAKE_TILEIRAS_ON": ON["port"],
                         "FAKE_TILEIRAS_PIPE": pipe}
            process = subprocess.Popen([TILEPORT, "review", DEMO, "--compile", "--tileiras", FAKE], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       env=variables)
            ready = select.poll()
            ready.register(reader, select.POLLIN)
            self.assertTrue(ready.poll(30_000))
            os.set_blocking(reader, True)
            self.assertEqual(os.read(reader, 1), b"x")
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=30)
            self.assertEqual((process.returncode, output), (3, b""))
            self.assertIn(b"interrupted", errors)
            self.assertEqual(os.read(reader, 1), b"")  # its child holds the pipe no longer
            os.close(reader)

    def test_a_persons_word_on_it(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.join(folder, "demo")
            copy_demo(folder)
            found = json.loads(compiling("review", folder, "--json", do="crash")[1])
            softmax = next(op for op in found["operators"] if op["name"] == "softmax")
            anchors = {each["triage"]["findings"][-1]["anchor"] for each in softmax["variants"]}
            self.assertEqual(len(anchors), 1)
            words = ("triage", folder, "softmax", "--accept", anchors.pop(), "--note", "reported", "--author", "A. Reviewer")
            self.assertEqual(run(*words)[0], 2)  # without --compile there is no such finding
            self.assertEqual(compiling(*words, do="crash")[1].split(":")[0], "waived 2 findings of 2 variants")
            again = json.loads(compiling("review", folder, "--json", do="crash")[1])
            softmax = next(op for op in again["operators"] if op["name"] == "softmax")
            self.assertEqual({each["triage"]["verdict"] for each in softmax["variants"]}, {"PASS_WITH_NOTES"})


class Report(Case):
    def report(self, *arguments, do="crash"):
        code, output, errors = compiling("report", *arguments, do=do)
        self.assertEqual((code, errors), (0, ""))
        return output

    def test_all_forms(self):
        markdown = self.report(*PAIR)
        self.assertTrue(markdown.startswith("VERDICT: FAIL_COMPILER_BUG\n"))
        self.assertIn("crashed: signal 11", markdown)
        code, output, _ = run("report", "--check", "-", input=markdown.encode())
        self.assertEqual(code, 0, output)
        self.assertIn("crashed: signal 11 (Segmentation fault)", self.report(*PAIR, "--format", "html"))
        results = json.loads(self.report(*PAIR, "--format", "sarif"))["runs"][0]["results"]
        self.assertEqual([each["ruleId"] for each in results], ["compile_crash_of_one"])
        pair = json.loads(self.report(*PAIR, "--format", "json"))["pairs"][0]
        self.assertEqual((pair["verdict"], pair["compilation"]["port"]["end"]), ("FAIL_COMPILER_BUG", "crashed"))
        self.assertIn("a cubin, with the same remarks", self.report(*PAIR, do=""))


REAL = sorted(glob.glob(str(ROOT / "build/tileiras/lib/python*/site-packages/nvidia/cu13/bin/tileiras")))


@unittest.skipUnless(REAL, "no tileiras that writes cubins in build/tileiras: tests/oracle/gpu/record.py tools makes it (downloads about 160 MB)")
class Real(Case):
    def test_the_demo(self):
        for gpu in ("sm_100", "sm_90"):
            code, output, errors = run("review", DEMO, "--compile", "--tileiras", REAL[0], "--gpu-name", gpu, "--json",
                                       environment={"HOME": tempfile.gettempdir()})
            self.assertEqual(code, 1, errors)
            for op in json.loads(output)["operators"]:
                for variant in op["variants"]:
                    sides = variant["compilation"]
                    self.assertEqual((sides["reference"]["end"], sides["port"]["end"]), ("compiled", "compiled"), (op["name"], sides))
                    self.assertTrue(sides["reference"]["remarks"] and sides["port"]["remarks"])
                    expected = {"softmax": "PASS", "rms_norm": "PASS", "matmul": "PASS_WITH_NOTES", "log_softmax": "FAIL_FIXABLE"}
                    self.assertEqual(variant["triage"]["verdict"], expected[op["name"]], (gpu, op["name"], variant["triage"]["reasons"]))

    def test_without_locations(self):
        with tempfile.TemporaryDirectory() as folder:
            for op, name in (("softmax", "f16-1x1024"), ("matmul", "f16-128x128x64"), ("rms_norm", "bf16-1x4096")):
                port, bare = os.path.join(DEMO, op, f"generated/generated_{name}.tileirbc"), os.path.join(folder, "port.tileirbc")
                self.assertEqual(run("convert", port, bare, "--no-locations")[0], 0)
                code, output, errors = run("diff", port, bare, "--compile", "--tileiras", REAL[0], "--json", environment={"HOME": folder})
                answer = json.loads(output)
                self.assertEqual((code, answer["triage"]["verdict"]), (0, "PASS"), (op, answer["triage"]["reasons"], errors))
                self.assertEqual(answer["compilation"]["reference"]["cubin"], answer["compilation"]["port"]["cubin"])

    def test_what_it_refuses(self):
        bad = str(ROOT / "tests/cases/allops/entries-13.4.tileirbc")
        code, output, errors = run("diff", bad, bad, "--compile", "--tileiras", REAL[0], "--json", environment={"HOME": tempfile.gettempdir()})
        answer = json.loads(output)
        self.assertEqual((code, answer["compilation"]["port"]["end"], answer["triage"]["verdict"]), (0, "refused", "PASS_WITH_NOTES"), errors)


if __name__ == "__main__":
    unittest.main()
