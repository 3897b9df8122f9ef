# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The triage of pairs on the command line: verdicts, the pipeline's exit codes, waivers."""
import json
import os
import shutil
import tempfile
import unittest

from running import CARELESS, DEMO, REFERENCE, Case, copy_demo, run

POLICY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../resources/policy/default.json")


class Pipeline(Case):
    def verdict(self, *arguments):
        code, output, errors = run("diff", "--pipeline", *arguments)
        return code, output.splitlines()[0] if output else "", errors

    def test_fails_what_differs(self):
        code, first, errors = self.verdict(REFERENCE, CARELESS)
        self.assertEqual((code, first, errors), (1, "VERDICT: FAIL_FIXABLE", ""))
        self.assertIn("owner: kernel\n", run("diff", "--pipeline", REFERENCE, CARELESS)[1])

    def test_equal_is_no_pass_without_a_certificate(self):
        code, output, errors = run("diff", "--pipeline", "--json", REFERENCE, REFERENCE)
        triage = json.loads(output)["triage"]
        expected = {"PASS": 0, "PASS_WITH_NOTES": 2, "BLOCKED": 1}
        self.assertEqual(code, expected[triage["verdict"]])
        self.assertEqual(triage["verdict"] == "BLOCKED", triage["certificate"]["steps"] is None)
        self.assertEqual(triage["counts"], {"critical": 0, "warn": 0, "info": 0})
        if triage["verdict"] == "BLOCKED":
            self.assertTrue(triage["reasons"][0].startswith("UNDECIDED: no certificate: "))

    def test_hints_for_one_architecture_are_no_pass(self):
        with tempfile.TemporaryDirectory() as folder:

            def program(name, hints):
                path = os.path.join(folder, name + ".mlir")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"entry @k(%n: tile<i32>) optimization_hints=<{hints}> {{\n  return\n}}\n")
                return path

            every = program("every", "default = {occupancy = 2}")
            one = program("one", "sm_90 = {occupancy = 2}")
            both = program("both", "sm_90 = {occupancy = 2}, default = {occupancy = 2}")
            for pair in ((every, one), (one, every)):
                self.assertEqual(self.verdict(*pair), (2, "VERDICT: PASS_WITH_NOTES", ""))
            self.assertEqual(self.verdict(both, one)[:2], (1, "VERDICT: FAIL_FIXABLE"))
            self.assertEqual(self.verdict(every, both), (0, "VERDICT: PASS", ""))

    def test_errors_are_one(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = os.path.join(folder, "broken.mlir")
            with open(broken, "w", encoding="utf-8") as file:
                file.write("entry @broken(")
            empty = os.path.join(folder, "empty.mlir")
            with open(empty, "w", encoding="utf-8"):
                pass
            invalid = os.path.join(folder, "invalid.mlir")
            with open(invalid, "w", encoding="utf-8") as file:
                file.write("entry @k(%n: tile<i32>) {\n  %x = assume div_by<3>, %n : tile<i32>\n  return\n}\n")
            for arguments in (
                (REFERENCE, os.path.join(folder, "absent")),
                (os.path.join(folder, "absent"), REFERENCE),
                (REFERENCE, folder),
                (REFERENCE, broken),
                (REFERENCE, empty),
                (invalid, invalid),
                (REFERENCE, CARELESS, "--policy", os.path.join(folder, "absent")),
                (REFERENCE, CARELESS, "--policy", broken),
                (REFERENCE,),
                (REFERENCE, CARELESS, "--no-such-option"),
                (REFERENCE, CARELESS, "--context", "many"),
                ("-", "-"),
            ):
                with self.subTest(arguments):
                    code, output, errors = run("diff", "--pipeline", *arguments)
                    self.assertEqual((code, output), (1, ""))
                    self.assert_one_line(errors)

    def test_a_file_against_itself_never_fails(self):
        for folder, _, files in os.walk(DEMO):
            for file in files:
                if file.endswith(".tileirbc"):
                    with self.subTest(file):
                        output = run("diff", "--pipeline", os.path.join(folder, file), os.path.join(folder, file))[1]
                        self.assertRegex(output, r"^VERDICT: (PASS|BLOCKED)\n")

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            import subprocess

            done = subprocess.run([os.environ["TILEPORT"], "diff", "--pipeline", REFERENCE, REFERENCE], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 1)

    def test_crash_is_one(self):
        import resource
        import subprocess

        # Too little memory to start comparing: whatever ends it, the answer is 1.
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (0, 0))
        done = subprocess.run([os.environ["TILEPORT"], "diff", "--pipeline", REFERENCE, CARELESS], capture_output=True, timeout=60, preexec_fn=limit)
        self.assertNotIn(done.returncode, (0, 2))


class Evidence(Case):
    def test_a_listing_says_whose_it_is(self):
        diff = json.loads(run("diff", "--json", REFERENCE, CARELESS)[1])
        seen = set()
        for finding in diff["triage"]["findings"]:
            for each in finding["evidence"]:
                self.assertEqual(each["side"] is not None, each["kind"] == "listing", each)
                if each["side"]:
                    seen.add(each["side"])
                    lines = diff["divergences"][finding["divergence"]][each["side"]]["lines"]
                    self.assertEqual(each["line"], lines["first"])
        self.assertEqual(seen, {"reference", "port"})


class Policy(Case):
    def test_another_policy(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = os.path.join(folder, "mine.json")
            rule = {
                "id": "calm",
                "when": {},
                "then": {"severity": "INFO", "cause": "undecided", "owner": "none", "impact": {}, "sentence": "{name} differs."},
            }
            with open(mine, "w", encoding="utf-8") as file:
                json.dump({"schema": "tileport-policy/1", "name": "calm", "version": "7", "families": {}, "rules": [rule]}, file)
            triage = json.loads(run("diff", "--json", "--policy", mine, REFERENCE, CARELESS)[1])["triage"]
            self.assertEqual((triage["policy"], triage["counts"]["critical"]), ("calm 7", 0))
            self.assertEqual({finding["rule"] for finding in triage["findings"]}, {"calm"})
            answer = json.loads(run("review", DEMO, "--json", "--policy", mine)[1])
            for operator in answer["operators"]:
                for variant in operator["variants"]:
                    self.assertEqual(variant["triage"]["policy"], "calm 7")

    def test_default_is_a_policy_file(self):
        own = json.loads(run("diff", "--json", REFERENCE, CARELESS)[1])["triage"]
        given = json.loads(run("diff", "--json", "--policy", POLICY, REFERENCE, CARELESS)[1])["triage"]
        self.assertEqual(own, given)

    def test_broken_policy_is_located(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = os.path.join(folder, "broken.json")
            with open(POLICY, encoding="utf-8") as file:
                text = file.read()
            with open(broken, "w", encoding="utf-8") as file:
                file.write(text.replace('"severity": "WARN"', '"severity": "MAYBE"', 1))
            for command in (("diff", REFERENCE, CARELESS), ("review", DEMO)):
                code, output, errors = run(*command, "--policy", broken)
                self.assertEqual((code, output), (3, ""))
                self.assert_one_line(errors, broken + ":", "MAYBE")


class Waivers(Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.demo = os.path.join(self.folder.name, "demo")
        copy_demo(self.demo)

    def tearDown(self):
        self.folder.cleanup()

    def triages(self):
        answer = json.loads(run("review", self.demo, "--json")[1])
        for operator in answer["operators"]:
            if operator["name"] == "log_softmax":
                return [variant["triage"] for variant in operator["variants"]]
        raise LookupError("log_softmax")

    def accept(self, anchor, what="log_softmax"):
        return run("triage", self.demo, what, "--accept", anchor, "--note", "measured", "--author", "A. Reviewer", "--date", "2026-11-30")

    def test_once_for_all_variants(self):
        first, second = self.triages()
        shared = {each["anchor"] for each in first["findings"]} & {each["anchor"] for each in second["findings"]}
        self.assertEqual(len(shared), len(first["findings"]))
        for anchor in sorted(shared):
            code, output, errors = self.accept(anchor)
            self.assertEqual((code, errors), (0, ""))
            self.assertIn("of 2 variants", output)
        for before, after in zip((first, second), self.triages()):
            self.assertNotIn(after["verdict"], ("PASS", "FAIL_FIXABLE"))
            for old, new in zip(before["findings"], after["findings"]):
                self.assertFalse(new["waiver"]["lapsed"])
                self.assertEqual(new["waiver"]["author"], "A. Reviewer")
                for key in ("severity", "cause", "owner", "rule", "sentence"):
                    self.assertEqual(old[key], new[key])
        self.assertIn("WAIVED by A. Reviewer", run("review", self.demo)[1])
        with open(os.path.join(self.demo, "log_softmax", "triage.json"), encoding="utf-8") as file:
            anchors = [entry["anchor"] for entry in json.load(file)["entries"]]
        self.assertEqual(anchors, sorted(shared))

    def test_lapses(self):
        latency = next(each["anchor"] for each in self.triages()[0]["findings"] if each["rule"] == "latency_changed")
        self.assertEqual(self.accept(latency)[0], 0)
        generated = os.path.join(self.demo, "log_softmax", "generated")
        for name in os.listdir(generated):
            if name.endswith(".tileirbc"):
                path = os.path.join(generated, name)
                text = run("show", "--locations", path)[1]
                self.assertIn("latency = 7", text)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text.replace("latency = 7", "latency = 8"))
        for triage in self.triages():
            (finding,) = [each for each in triage["findings"] if each["anchor"] == latency]
            self.assertTrue(finding["waiver"]["lapsed"])
            self.assertIn("port's side", finding["waiver"]["lapsed_because"])
            self.assertEqual(triage["verdict"], "FAIL_FIXABLE")

    def test_unknown(self):
        for arguments in (("no.such.anchor",), ("no.such.anchor", "nobody")):
            code, output, errors = self.accept(*arguments)
            self.assertEqual((code, output), (2, ""))
            self.assert_one_line(errors)

    def test_broken_file_waives_nothing(self):
        with open(os.path.join(self.demo, "log_softmax", "triage.json"), "w", encoding="utf-8") as file:
            file.write("<<<<<<< ours\n")
        for triage in self.triages():
            self.assertIn("triage.json", triage["waivers_unread"])
            self.assertEqual(triage["verdict"], "FAIL_FIXABLE")
        self.assertIn("no triage of a person counts", run("review", self.demo)[1])


if __name__ == "__main__":
    unittest.main()
