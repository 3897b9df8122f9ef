#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tileport import pipeline on output folders of the conversion pipeline, whole, contradictory and damaged. TILEPORT names the program."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

import pipeline_trees as trees
from running import TILEPORT, Case, run


class PipelineCase(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tileport é ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.root = os.path.join(self.folder, "out")
        self.workspace = os.path.join(self.folder, "workspace")

    def imported(self, folder=None, code=0):
        """The answer as JSON."""
        done, output, errors = run("import", "pipeline", folder or self.root, "-o", self.workspace, "--json")
        self.assertEqual((done, errors), (code, ""), output + errors)
        return json.loads(output)

    def written(self):
        with open(os.path.join(self.workspace, "workspace.json"), encoding="utf-8") as file:
            return {each["name"]: each for each in json.load(file)["operators"]}

    def variants(self, operator):
        return {each["name"]: each for each in self.written()[operator]["variants"]}

    def unpaired(self, operator):
        return {(each["side"], each["name"]): each.get("reason") for each in self.written()[operator].get("unpaired", [])}

    def reviewed(self, code):
        done, output, errors = run("review", self.workspace, "--json")
        self.assertEqual((done, errors.count("\n") > 0), (code, code == 3), errors)
        return json.loads(output)

    def assert_noted(self, answer, *parts, line=None):
        """One note has all the parts, and stands in a file, at that line if one is given."""
        found = [each for each in answer["notes"] if all(part in f"{each['file']}: {each['message']}" for part in parts)]
        self.assertEqual(len(found), 1, json.dumps(answer["notes"], indent=1))
        self.assertTrue(found[0]["file"])
        if line is not None:
            self.assertEqual(found[0]["line"], line)

    def line_of(self, out, text):
        with open(f"{out}/reference/analysis.json", encoding="utf-8") as file:
            return next(number for number, line in enumerate(file, 1) if text in line)


class Trees(PipelineCase):
    def test_several_operators(self):
        trees.build(self.root, "log_softmax")
        trees.build(self.root, "softmax", "ein Kern Ω", variants=())
        os.makedirs(f"{self.root}/of nobody")
        trees.write(f"{self.root}/notes.txt")
        answer = self.imported()
        self.assertEqual((answer["pairs"], answer["references"], answer["ports"], answer["failures"], answer["notes"]), (3, 3, 3, [], []))
        self.assertEqual(sorted(self.variants("log_softmax")), ["fwd", "fwd_long"])
        variant = self.variants("log_softmax")["fwd"]
        self.assertEqual(variant["description"], "N goes to fwd")
        self.assertEqual(variant["reference"]["source"], "log_softmax/source/reference.py")
        self.assertTrue(variant["port"]["program"].endswith(".tileirbc"))
        self.assertEqual(list(self.variants("ein Kern Ω")), ["single"])
        review = self.reviewed(1)
        self.assertEqual({(op["name"], each["name"], each["result"]) for op in review["operators"] for each in op["variants"]},
                         {("log_softmax", "fwd", "divergent"), ("log_softmax", "fwd_long", "divergent"), ("ein Kern Ω", "single", "same")})
        with open(f"{self.workspace}/pipeline.json", encoding="utf-8") as file:
            record = json.load(file)
        self.assertEqual([each["folder"] for each in record["operators"]], [os.path.realpath(f"{self.root}/{name}") for name in ("ein Kern Ω", "log_softmax")])

    def test_one_operator(self):
        out = trees.build(self.root, "softmax")
        self.assertEqual(self.imported(out)["pairs"], 2)
        self.reviewed(0)
        # The folder stands for itself: nothing of it changes, and again gives the same.
        before = {entry.path: entry.stat().st_mtime_ns for entry in os.scandir(self.workspace)}
        self.assertEqual(self.imported(out)["pairs"], 2)
        self.assertEqual({entry.path: entry.stat().st_mtime_ns for entry in os.scandir(self.workspace)}, before)
        os.chdir(out)
        self.addCleanup(os.chdir, "/")
        self.assertEqual(self.imported(".")["pairs"], 2)
        self.assertIn("softmax", self.written())

    def test_forms_of_a_port(self):
        out = trees.build(self.root, "softmax", variants=())
        for gone, program in (("generated.tileirbc", "generated.mlir"), ("generated.mlir", "generated_canon.mlir")):
            os.remove(f"{out}/generated/{gone}")
            answer = self.imported()
            self.assertEqual(os.path.basename(self.variants("softmax")["single"]["port"]["program"]), program)
            self.reviewed(0)
        self.assert_noted(answer, "generated_canon.mlir", "canonical form alone")

    def test_two_forms_that_are_not_one_program(self):
        out = trees.build(self.root, "softmax", variants=())
        trees.write(f"{out}/generated/generated.mlir", trees.as_module(trees.demo_variants("log_softmax")[0][2]))
        answer = self.imported()
        self.assert_noted(answer, "generated.mlir", "is not the program that generated.tileirbc")
        self.assertEqual((answer["pairs"], answer["unpaired_ports"]), (1, 1))
        self.assertEqual(list(self.unpaired("softmax")), [("port", "single (.mlir)")])
        self.reviewed(4)
        trees.write(f"{out}/generated/generated.mlir", "half a li")
        self.assert_noted(self.imported(), "generated.mlir", "cannot be read, though generated.tileirbc")
        self.reviewed(0)  # of the bytecode

    def test_reference_from_triton(self):
        out = trees.build(self.root, "softmax", variants=())
        trees.save_analysis(out, trees.analysis_of(out) | {"reference_backend": "triton"})
        self.imported()
        self.assertEqual(self.variants("softmax")["single"]["reference"]["frontend"], "Triton (Tile IR back end)")

    def test_text_answer_says_the_notes(self):
        out = trees.build(self.root, "softmax")
        os.remove(f"{out}/ffi.rs")
        code, output, errors = run("import", "pipeline", out, "-o", self.workspace)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("note: softmax: ", output)
        self.assertIn("ffi.rs: is not there", output)


class Contradictions(PipelineCase):
    def test_missing_files(self):
        """Whatever file is not there: the import ends, and nothing is compared with what is not its partner."""
        whole = trees.build(os.path.join(self.folder, "whole"), "softmax")
        files = [os.path.relpath(os.path.join(folder, name), whole) for folder, _, names in os.walk(whole) for name in names]
        for gone in files:
            with self.subTest(gone):
                shutil.rmtree(self.root, ignore_errors=True)
                shutil.copytree(whole, f"{self.root}/softmax")
                os.remove(f"{self.root}/softmax/{gone}")
                answer = self.imported()
                lost = gone.startswith("reference/reference_")
                self.assertEqual((answer["pairs"], answer["unpaired_ports"]), (1, 1) if lost else (2, 0))
                self.reviewed(4 if lost else 0)
                if gone in ("kernel.rs", "ffi.rs", "reference/analysis.json", "src/reference.py"):
                    self.assertTrue(answer["notes"], gone)

    def test_variant_on_one_side(self):
        out = trees.build(self.root, "softmax")
        for ending in (".tileirbc", ".mlir", "_canon.mlir"):
            os.remove(f"{out}/generated/generated_fwd{ending}")
        answer = self.imported()
        self.assertEqual((answer["pairs"], answer["unpaired_references"]), (1, 1))
        self.assertEqual(self.unpaired("softmax"), {("reference", "fwd"): "there is no generated/generated_fwd.tileirbc or .mlir"})
        self.reviewed(4)

    def test_analysis_names_what_is_not_there(self):
        out = trees.build(self.root, "softmax")
        analysis = trees.analysis_of(out)
        analysis["kernel_variants"][0]["reference_ir"] = "reference/gone.mlir"
        analysis["kernel_variants"].append({"variant_name": "ghost", "reference_ir": "reference/reference_ghost.mlir"})
        analysis["source_file"] = "src/tilegym/ops/cutile/softmax.py"
        trees.save_analysis(out, analysis)
        answer = self.imported()
        self.assertEqual(answer["pairs"], 2)
        self.assert_noted(answer, "names reference/gone.mlir", line=self.line_of(out, "gone.mlir"))
        self.assert_noted(answer, "names reference/reference_ghost.mlir", "not there", line=self.line_of(out, "reference_ghost"))
        self.assert_noted(answer, "lists the variant ghost", "passed over")
        self.assert_noted(answer, "source src/tilegym/ops/cutile/softmax.py")

    def test_reference_of_no_name_beside_variants(self):
        out = trees.build(self.root, "softmax")
        shutil.copy(f"{out}/reference/reference_fwd.mlir", f"{out}/reference/reference.mlir")
        answer = self.imported()
        self.assert_noted(answer, "reference.mlir", "is a copy of reference_fwd.mlir")
        self.assertEqual(answer["unpaired_references"], 0)
        trees.write(f"{out}/reference/reference.mlir", trees.as_module(trees.demo_variants("log_softmax")[0][1]))
        answer = self.imported()
        self.assert_noted(answer, "reference.mlir", "beside references of variants")
        self.assertEqual((answer["pairs"], answer["unpaired_references"]), (2, 1))
        self.reviewed(4)

    def test_one_variant_that_has_a_name(self):
        """kernel_variants of one element is no "multi": the port is generated.*."""
        out = trees.build(self.root, "softmax", variants=("fwd",))
        for ending in (".tileirbc", ".mlir", "_canon.mlir"):
            os.rename(f"{out}/generated/generated_fwd{ending}", f"{out}/generated/generated{ending}")
        self.assertEqual(self.imported()["pairs"], 1)
        self.assertEqual(list(self.variants("softmax")), ["fwd"])
        os.remove(f"{out}/reference/analysis.json")
        answer = self.imported()
        self.assertEqual(answer["pairs"], 1)
        self.assert_noted(answer, "is taken for the port of reference_fwd.mlir")

    def test_supplements_are_no_variants(self):
        out = trees.build(self.root, "softmax")
        shutil.copy(f"{out}/reference/reference_fwd.mlir", f"{out}/reference/reference_evidence.mlir")
        shutil.copy(f"{out}/reference/reference_fwd.mlir", f"{out}/reference/reference_fwd_bf16.mlir")
        analysis = trees.analysis_of(out)
        analysis["kernel_variants"][0]["reference_ir_f32_supplement"] = "reference/reference_evidence.mlir"
        trees.save_analysis(out, analysis)
        answer = self.imported()
        self.assertEqual((answer["pairs"], answer["unpaired_references"]), (2, 0))
        self.assert_noted(answer, "reference_fwd_bf16.mlir", "dtype evidence of fwd")
        # Nobody says any more that these are none.
        os.remove(f"{out}/reference/analysis.json")
        answer = self.imported()
        self.assertEqual((answer["pairs"], answer["unpaired_references"]), (2, 2))
        self.reviewed(4)

    def test_a_reference_that_is_the_port(self):
        """Whatever leads from one side to the other would be found the same."""
        out = trees.build(self.root, "log_softmax")
        analysis = trees.analysis_of(out)
        analysis["kernel_variants"][0]["reference_ir"] = "generated/generated_fwd.mlir"
        analysis["kernel_variants"][1]["reference_ir"] = "reference/supplements/reference_f32.mlir"
        trees.save_analysis(out, analysis)
        answer = self.imported()
        self.assert_noted(answer, "generated/generated_fwd.mlir", "not in reference/", line=self.line_of(out, "generated/generated_fwd.mlir"))
        self.assert_noted(answer, "supplements/reference_f32.mlir", "never a variant")
        self.reviewed(1)
        os.remove(f"{out}/reference/reference_fwd.mlir")
        os.symlink("../generated/generated_fwd.mlir", f"{out}/reference/reference_fwd.mlir")
        answer = self.imported(code=1)
        self.assertEqual(answer["unpaired_ports"], 1)
        self.assertIn("not in reference/", answer["failures"][0]["message"])
        os.remove(f"{out}/reference/reference_fwd.mlir")
        for ending in (".tileirbc", "_canon.mlir"):
            os.remove(f"{out}/generated/generated_fwd{ending}")
        shutil.copy(f"{out}/generated/generated_fwd.mlir", f"{out}/reference/reference_fwd.mlir")
        self.assert_copied()
        # As bytecode, too.
        code, _, errors = run("convert", f"{out}/reference/reference_fwd.mlir", f"{out}/generated/generated_fwd.tileirbc")
        self.assertEqual((code, errors), (0, ""))
        self.assert_copied()

    def assert_copied(self):
        answer = self.imported()
        self.assert_noted(answer, "one is a copy of the other")
        self.assertEqual((answer["pairs"], answer["unpaired_ports"], answer["unpaired_references"]), (1, 1, 1))

    def test_places_of_host_files(self):
        out = trees.build(self.root, "softmax", "softmax_kernel")
        os.rename(f"{out}/softmax_kernel_pipeline.rs", f"{out}/softmax_pipeline.rs")
        inside = f"{out}/src/tilegym/ops/cutile_rs/softmax_kernel/ffi.rs"
        trees.write(inside, "another")
        answer = self.imported()
        self.assert_noted(answer, "softmax_pipeline.rs", "without _kernel")
        self.assert_noted(answer, "is the ffi.rs of the checkout")
        self.assert_noted(answer, "is not the same as")
        os.remove(f"{out}/ffi.rs")
        answer = self.imported()
        self.assert_noted(answer, "is the ffi.rs of the checkout")
        self.assertNotIn("is not there", json.dumps(answer["notes"]))
        trees.write(f"{out}/softmax_kernel_pipeline.rs")
        self.assert_noted(self.imported(), "two tests of one kernel")

    def test_folder_and_analysis_disagree_on_the_name(self):
        trees.build(self.root, "softmax")
        os.rename(f"{self.root}/softmax", f"{self.root}/renamed")
        trees.build(self.root, "softmax")
        answer = self.imported()
        self.assert_noted(answer, "says that the kernel is softmax, the folder is called renamed")
        self.assert_noted(answer, "is the name of another operator too")
        self.assertEqual(sorted(self.written()), ["softmax", "softmax (softmax)"])

    def test_names_of_nobody(self):
        out = trees.build(self.root, "softmax")
        for name in ("reference/softmax.mlir", "reference/reference_fwd.tileirbc", "generated/final.tileirbc", "reference/reference_.mlir"):
            trees.write(f"{out}/{name}", "what is it")
        answer = self.imported()
        for name in ("softmax.mlir", "reference_fwd.tileirbc", "final.tileirbc", "reference_.mlir"):
            self.assert_noted(answer, f"/{name}: has no name of the pipeline")


class BadTrees(PipelineCase):
    def test_bad_analysis(self):
        out = trees.build(self.root, "softmax")
        texts = {
            "empty": b"",
            "cut": b'{"kernel_name": "softmax", "kernel_variants": [{"variant',
            "not UTF-8": b'{"kernel_name": "\xff\xfe"}',
            "a NUL": b'{"kernel_name"\0: "softmax"}',
            "a list": b"[]",
            "other types": b'{"kernel_name": 3, "kernel_variants": {"fwd": 1}, "source_file": []}',
            "members of other types": b'{"kernel_variants": [1, null, {}, {"variant_name": 7, "reference_ir": {}}, {"variant_name": "fwd"}, {"variant_name": "fwd"}]}',
            "deep": b'{"a":' + b"[" * 100_000,
            "a long name": b'{"kernel_name": "' + b"x" * 900_000 + b'", "kernel_variants": [{"variant_name": "' + b"y" * 100_000 + b'"}]}',
            "huge": b'{"kernel_name": "' + b"x" * (2 << 20) + b'"}',
            "many members": b"{" + b",".join(b'"%d":0' % i for i in range(100_000)) + b"}",
            "many bad variants": b'{"kernel_variants": [' + b"0," * 200_000 + b"0]}",
            "paths that leave": json.dumps({"source_file": "/etc/passwd", "kernel_variants": [
                {"variant_name": "fwd", "reference_ir": "../../../../../../etc/passwd"}, {"variant_name": "b", "reference_ir": "/etc/passwd"},
                {"variant_name": "c\0d", "reference_ir": "reference/reference_fwd.mlir\0"}]}).encode(),
            "a name of paths": json.dumps({"kernel_name": "../../.. /\n\x1b[31m", "kernel_variants": [{"variant_name": "../" * 500, "reference_ir": "reference/" * 2000}]}).encode(),
        }
        for name, text in texts.items():
            with self.subTest(name):
                trees.write(f"{out}/reference/analysis.json", text)
                answer = self.imported()
                self.assertEqual(answer["pairs"], 2)
                self.assertTrue(answer["notes"] or name == "many members")
                self.assertLess(len(answer["notes"]), 100)
                self.reviewed(0)
                self.assertNotIn("root:", json.dumps(answer))

    def test_bad_programs(self):
        """What cannot be read is named, stays in the workspace, and is never the same as anything."""
        for name in ("reference/reference_fwd.mlir", "generated/generated_fwd.tileirbc"):
            for content in (b"", b"garbage", b"cuda_tile.module @kernels {\n}\n", b"\x7fTileIR\0" + bytes(40)):
                with self.subTest(f"{name} {content[:8]}"):
                    shutil.rmtree(self.root, ignore_errors=True)
                    out = trees.build(self.root, "softmax")
                    trees.write(f"{out}/{name}", content)
                    broken = not content.startswith(b"cuda_tile")
                    answer = self.imported(code=1 if broken else 0)
                    self.assertEqual(len(answer["failures"]), broken)
                    if broken:
                        self.assertTrue(answer["failures"][0]["file"].endswith(name))
                    results = [each["result"] for each in self.reviewed(3)["operators"][0]["variants"]]
                    self.assertEqual(sorted(results), ["same", "unreadable"])

    def test_something_else_in_place_of_a_file(self):
        for name in ("reference/reference_fwd.mlir", "generated/generated_fwd.tileirbc", "kernel.rs", "reference/analysis.json", "src/reference.py", "ffi.rs"):
            for kind in ("folder", "pipe", "link outside", "link to nothing", "link to itself"):
                with self.subTest(f"{kind} {name}"):
                    shutil.rmtree(self.root, ignore_errors=True)
                    out = trees.build(self.root, "softmax")
                    os.remove(f"{out}/{name}")
                    if kind == "folder":
                        os.makedirs(f"{out}/{name}")
                    elif kind == "pipe":
                        os.mkfifo(f"{out}/{name}")
                    else:
                        os.symlink({"link outside": "/etc/passwd", "link to nothing": "nowhere", "link to itself": os.path.basename(name)}[kind], f"{out}/{name}")
                    isProgram = name.startswith(("reference/reference_", "generated"))
                    answer = self.imported(code=1 if isProgram and kind in ("folder", "pipe", "link outside") else 0)
                    self.assertTrue(answer["notes"] + answer["failures"])
                    self.reviewed(4 if name.startswith("reference/reference_") else 0)
                    for folder, _, files in os.walk(self.workspace):
                        for file in files:
                            with open(os.path.join(folder, file), "rb") as content:
                                self.assertNotIn(b"root:", content.read())

    def test_folders_that_are_none(self):
        for name in ("reference", "generated"):
            for kind in ("file", "link outside", "unreadable"):
                if kind == "unreadable" and os.geteuid() == 0:
                    continue  # root reads everything
                with self.subTest(f"{kind} {name}"):
                    shutil.rmtree(self.root, ignore_errors=True)
                    out = trees.build(self.root, "softmax")
                    if kind == "unreadable":
                        os.chmod(f"{out}/{name}", 0)
                    else:
                        shutil.rmtree(f"{out}/{name}")
                    if kind == "file":
                        trees.write(f"{out}/{name}", "no folder")
                    elif kind == "link outside":
                        os.symlink("/usr", f"{out}/{name}")
                    answer = self.imported(out, code=1)
                    self.assertEqual((answer["pairs"], answer["unpaired_references"] + answer["unpaired_ports"]), (0, 2))
                    self.reviewed(4)

    def test_operators_that_are_links(self):
        trees.build(os.path.join(self.folder, "elsewhere"), "softmax")
        trees.build(self.root, "log_softmax")
        os.symlink(f"{self.folder}/elsewhere/softmax", f"{self.root}/softmax")
        os.symlink("log_softmax", f"{self.root}/again")
        answer = self.imported()
        self.assertEqual(list(self.written()), ["log_softmax"])
        self.assert_noted(answer, "softmax", "leads out of the folder")

    def test_nothing_to_import(self):
        os.makedirs(f"{self.root}/softmax/reference/supplements")
        trees.write(f"{self.root}/a file")
        for folder, parts in ((self.root, ["no program"]), (f"{self.root}/nowhere", ["cannot be opened"]), (f"{self.root}/a file", ["is no folder"])):
            code, output, errors = run("import", "pipeline", folder, "-o", self.workspace)
            self.assertEqual((code, output), (3, ""))
            self.assert_one_line(errors, folder, *parts)
        self.assertFalse(os.path.exists(self.workspace))
        for arguments in (["pipeline"], ["pipeline", self.root, "more"], ["pipeline", self.root, "--trust"], ["pipeline", self.root, "--operator", "softmax"]):
            code, _, errors = run("import", *arguments)
            self.assertEqual(code, 2)
            self.assert_one_line(errors, "import")

    def test_odd_names(self):
        """Names that are no file names of ours, that collide when they become such, and that are no UTF-8."""
        out = trees.build(self.root, "softmax", variants=())
        os.remove(f"{out}/reference/analysis.json")
        reference, port = (os.path.join(out, name) for name in ("reference/reference.mlir", "generated/generated.tileirbc"))
        names = [b"a b", b"a_b", b"A_B", b"\xff", b"\xfe", "ä".encode(), b"new\nline", b"x" * 200, b"_", b"canon", b"\x1b[31m", b"a\\b"]
        for name in names:
            shutil.copy(reference, os.fsencode(f"{out}/reference/reference_") + name + b".mlir")
            shutil.copy(port, os.fsencode(f"{out}/generated/generated_") + name + b".tileirbc")
        answer = self.imported()
        self.assertEqual(answer["pairs"], len(names) + 1)
        programs = {each[side]["program"] for each in self.written()["softmax"]["variants"] for side in ("reference", "port")}
        self.assertEqual(len(programs), 2 * (len(names) + 1))
        self.assertEqual({each["result"] for each in self.reviewed(0)["operators"][0]["variants"]}, {"same"})

    def test_changed_tree_over_an_earlier_import(self):
        out = trees.build(self.root, "softmax")
        self.imported()
        trees.write(f"{out}/generated/generated_fwd.tileirbc", b"")
        self.imported(code=1)
        self.reviewed(3)
        for side, name in (("reference", "reference_fwd.mlir"), ("generated", "generated_fwd.tileirbc"), ("generated", "generated_fwd.mlir"), ("generated", "generated_fwd_canon.mlir")):
            os.remove(f"{out}/{side}/{name}")
        answer = self.imported()
        self.assertEqual(list(self.variants("softmax")), ["fwd_long"])
        self.assert_noted(answer, "lists the variant fwd,")


class Writing(PipelineCase):
    def test_two_at_once_into_one_folder(self):
        """Whichever ends last: the workspace is of one of the two, never of both."""
        one, other = trees.build(os.path.join(self.folder, "one"), "log_softmax", "kernel"), trees.build(os.path.join(self.folder, "other"), "softmax", "kernel")
        for _ in range(6):
            started = [subprocess.Popen([TILEPORT, "import", "pipeline", out, "-o", self.workspace, "--json"], stdout=subprocess.PIPE) for out in (one, other)]
            for process in started:
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 0)
            results = {each["result"] for each in json.loads(run("review", self.workspace, "--json")[1])["operators"][0]["variants"]}
            self.assertIn(results, ({"same"}, {"divergent"}))

    def test_ended_midway(self):
        """A workspace is whole or not there, whenever the import over an earlier one ends."""
        one, other = trees.build(os.path.join(self.folder, "one"), "log_softmax", "kernel"), trees.build(os.path.join(self.folder, "other"), "softmax", "kernel")
        self.imported(one)
        whole = 0
        for bytes_written in (1, 10_000, 20_000, 40_000, 60_000):
            # A limit on a file's size ends the process by a signal at the first larger one: always at the same place.
            process = subprocess.run(["prlimit", f"--fsize={bytes_written}", TILEPORT, "import", "pipeline", other, "-o", self.workspace], capture_output=True)
            code, output, _ = run("review", self.workspace, "--json")
            if process.returncode == 0:
                whole += 1
                self.assertEqual({each["result"] for each in json.loads(output)["operators"][0]["variants"]}, {"same"})
            elif code != 3:
                self.assertEqual({each["result"] for each in json.loads(output)["operators"][0]["variants"]}, {"divergent"})
            self.imported(one)
        self.assertGreater(whole, 0)

    def test_folder_that_takes_nothing(self):
        out = trees.build(self.root, "softmax")
        trees.write(os.path.join(self.folder, "file"))
        for place in (os.path.join(self.folder, "file"), os.path.join(self.folder, "file", "below"), "/proc/nowhere", out):
            code, output, errors = run("import", "pipeline", out, "-o", place)
            self.assertEqual((code, output), (3, ""), place)
            self.assert_one_line(errors, place)

    def test_interrupted_while_waiting(self):
        out = trees.build(self.root, "softmax")
        self.imported(out)
        holder = subprocess.Popen(["flock", self.workspace, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        holder.stdin.write(b"held\n")
        holder.stdin.flush()
        holder.stdout.read(5)
        waiting = subprocess.Popen([TILEPORT, "import", "pipeline", out, "-o", self.workspace], stderr=subprocess.PIPE)
        with self.assertRaises(subprocess.TimeoutExpired):
            waiting.wait(timeout=1)
        waiting.send_signal(signal.SIGINT)
        self.assertEqual((waiting.communicate(timeout=20)[1].decode().count("cancelled"), waiting.returncode), (1, 3))
        holder.communicate(timeout=20)
        self.imported(out)


if __name__ == "__main__":
    unittest.main()
