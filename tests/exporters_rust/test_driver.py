#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The driver of the Rust front end against a cargo and exporters that misbehave. Needs Python alone."""

import json
import os
import signal
import time
import unittest

from driving import FakeCargoTest, finish, launch, start


class Requests(FakeCargoTest):
    """What is wrong with a request as a whole: exit code 2 and one line that says where and what."""

    def refused(self, request, *words):
        answer = self.job(request)
        self.assertEqual(answer.code, 2, answer.errors)
        self.assertEqual(len(answer.errors.splitlines()), 1, answer.errors)
        for word in ("request.json", *words):
            self.assertIn(word, answer.errors)
        self.assertEqual(answer.all, [])

    def test_not_there(self):
        self.refused(os.path.join(self.folder, "no request.json"), "No such file")

    def test_not_json(self):
        self.refused(self.write("request.json", '{"schema":\n ,}'), ":2:2: not JSON")
        self.refused(self.write("request.json", b"\xff\xfe"), "not UTF-8")
        self.refused(self.write("request.json", "[" * 100000), "nested too deeply")
        self.refused(self.write("request.json", "[" + "9" * 5000 + "]"), "not JSON")
        self.refused(self.write("request.json", "[]"), "not a JSON object")

    def test_members(self):
        good = [("a", self.kernel, launch())]
        self.refused(self.request(good, schema="tileport-job/2"), "schema")
        self.refused(self.request(good, job="sing"), "job")
        self.refused(self.request(good, front_end="0.3.0"), "front_end", "0.5.0")
        self.refused(self.request(good, bytecode_version="12.0"), "bytecode_version", "13.2")
        self.refused(self.request(good, front_end="0.2.0", bytecode_version="13.4"), "bytecode_version", "13.3")
        for seconds in (0, -1, "9", None, True, float("nan"), float("inf")):
            self.refused(self.request(good, seconds=seconds), "seconds")
        self.refused(self.request(good, out="relative"), "out")
        self.refused(self.request(good, out=os.path.join(self.folder, "nowhere")), "out", "make it first")
        self.refused(self.request(good, out=self.kernel), "out")
        self.refused(self.request(good, items={}), "items")
        self.refused(self.request([], job="facts", sources=["kernel.rs"]), "sources[0]")
        self.refused(self.request([], job="facts", sources=None), "sources")

    def test_items(self):
        def item(**members):
            return {"id": "a", "source": self.kernel, "file": "a", "launch": launch(), **members}

        self.refused(self.request([], items=[1]), "items[0]")
        self.refused(self.request([], items=[item(id=1)]), "items[0].id")
        self.refused(self.request([], items=[item(), item(file="b")]), "items[1].id", "another")
        self.refused(self.request([], items=[item(), item(id="b")]), "items[1].file", "another")
        self.refused(self.request([], items=[item(source="kernel.rs")]), "items[0].source")
        for name in ("", ".", "..", "../a", "a/b", "/a", "a\0b", None):
            self.refused(self.request([], items=[item(file=name)]), "items[0].file")

    def test_wrong_use(self):
        answer = finish(start(["job"], self.environment()), 60)
        self.assertEqual(answer.code, 2)
        answer = finish(start(["job", "x", "--timeout", "0"], self.environment()), 60)
        self.assertEqual(answer.code, 2)


class Items(FakeCargoTest):
    """What one item does is that item's answer."""

    def test_programs(self):
        other = self.write("ä folder/other.rs", "// another one\n")
        kernels = [("first", self.kernel, launch(kernel="a")), ("zwölf", other, launch(kernel="b"))]
        answer = self.job(self.request(kernels), CUTILE_DUMP="ir")
        self.assertEqual((answer.code, answer.errors), (0, ""))
        self.assertTrue(answer.ended)
        self.assertEqual(answer.all[-1]["front_end"], "cuTile Rust 0.5.0")
        self.assertEqual(set(answer.programs), {"first", "zwölf"})
        program = answer.programs["zwölf"]
        self.assertEqual((program["symbol"], program["file"], program["seconds"]), ("b_entry", "1.tileirbc", 0.25))
        self.assertEqual([path for path, _ in program["dependencies"]], [other])
        self.assertRegex(program["dependencies"][0][1], "^[0-9a-f]{64}$")
        self.assertEqual(self.written(), ["0.tileirbc", "1.tileirbc"])
        with open(os.path.join(self.out, "1.tileirbc"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "program b")

    def test_no_items(self):
        answer = self.job(self.request([]))
        self.assertEqual((answer.code, answer.of("end")), (0, answer.all))

    def test_a_crash_costs_itself_alone(self):
        kinds = ["a", "crash", "b", "overflow", "c", "garbage", "d", "crash", "e", "hang", "f"]
        items = [(f"{number} {kind}", self.kernel, launch(kernel=kind)) for number, kind in enumerate(kinds)]
        answer = self.job(self.request(items, seconds=1.5))
        self.assertEqual(answer.code, 0, answer.errors)
        self.assertTrue(answer.ended)
        self.assertEqual(sorted(name.split()[1] for name in answer.programs), list("abcdef"))
        failures = answer.failures
        self.assertEqual(failures["9 hang"]["kind"], "time")
        self.assertIn("1.5 s", failures["9 hang"]["message"])
        self.assertEqual(failures["1 crash"]["kind"], "front_end")
        self.assertIn("signal 6", failures["1 crash"]["message"])
        self.assertIn("recurses", failures["3 overflow"]["message"])
        self.assertIn("not JSON", failures["5 garbage"]["message"])
        self.assertEqual(len(self.written()), 6)

    def test_errors_have_places(self):
        kinds = ["refused", "elsewhere", "launch", "private"]
        answer = self.job(self.request([(kind, self.kernel, launch(kernel=kind)) for kind in kinds]))
        failures = answer.failures
        refused = {"answer": "failure", "id": "refused", "kind": "front_end", "message": "no such thing"}
        self.assertEqual(failures["refused"], {**refused, "file": self.kernel, "line": 2, "column": 5})
        self.assertIn("cargo/cutile/x.rs:2:5", failures["elsewhere"]["message"])
        self.assertEqual(failures["launch"]["kind"], "launch")
        self.assertIn("names a folder of this machine", failures["private"]["message"])
        self.assertEqual(self.written(), [])

    def test_a_launch_that_is_none(self):
        answer = self.job(self.request([("a", self.kernel, None), ("b", self.kernel, launch(kernel="b"))]))
        self.assertEqual(answer.failures["a"]["kind"], "launch")
        self.assertIn("b", answer.programs)

    def test_sources(self):
        broken = self.write("broken.rs", "// does not compile\n")
        latin = self.write("latin.rs", b"// one\n// \xe9\n")
        missing = os.path.join(self.folder, "missing.rs")
        large = self.write("large.rs", b"// " + b"x" * (17 << 20))
        sources = {"broken": broken, "latin": latin, "missing": missing, "large": large, "good": self.kernel}
        answer = self.job(self.request([(name, path, launch(kernel="a")) for name, path in sources.items()]))
        self.assertEqual(answer.code, 0, answer.errors)
        self.assertEqual(set(answer.programs), {"good"})
        for name, failure in answer.failures.items():
            self.assertEqual((failure["kind"], failure["file"]), ("source", sources[name]))
        failure = answer.failures["broken"]
        self.assertEqual((failure["line"], failure["column"]), (3, 7))
        self.assertIn(f"--> {broken}:3:7", failure["message"])
        self.assertIn("2: not UTF-8", answer.failures["latin"]["message"])

    def test_what_a_kernel_pulls_in(self):
        kernel = self.write(
            "own/kernel.rs",
            'include!("part.inc");\nmod sibling;\npub mod below;\n#[path = "named/x.rs"]\nmod named;\n// mod absent;\n',
        )
        pulled = [
            self.write("own/part.inc", ""),
            self.write("own/sibling.rs", ""),
            self.write("own/kernel/below.rs", ""),
            self.write("own/named/x.rs", ""),
        ]
        answer = self.job(self.request([("a", kernel, launch(kernel="a"))]))
        found = [path for path, _ in answer.programs["a"]["dependencies"]]
        self.assertEqual(sorted(found), sorted([kernel, *pulled]))
        before = answer.programs["a"]["dependencies"]
        self.write("own/named/x.rs", "// changed\n")
        after = self.job(self.request([("a", kernel, launch(kernel="a"))])).programs["a"]["dependencies"]
        self.assertEqual(len([pair for pair in before if pair not in after]), 1)

    def test_a_kernel_that_pulls_in_what_lies_above(self):
        self.write("part.rs", "")
        for name in ("../part.rs", "main.rs", os.path.join(self.folder, "part.rs")):
            kernel = self.write("own/kernel.rs", f'include!("{name}");\n')
            self.write("own/main.rs", "")
            answer = self.job(self.request([("a", kernel, launch(kernel="a"))]))
            self.assertIn("below it", answer.failures["a"]["message"])

    def test_one_build_a_content(self):
        copy = self.write("copy/kernel.rs", "// a kernel\n")
        other = self.write("other/kernel.rs", "// another kernel\n")
        sources = {"a": self.kernel, "b": copy, "c": other, "d": self.kernel}
        answer = self.job(self.request([(name, path, launch(kernel=name)) for name, path in sources.items()]))
        self.assertEqual(set(answer.programs), set("abcd"))
        self.assertEqual([path for path, _ in answer.programs["b"]["dependencies"]], [copy])
        crates = [name for name in os.listdir(os.path.join(self.target, "tileport-scratch")) if name != "lock"]
        self.assertEqual(len(crates), 2)


    def test_prepares(self):
        answer = self.job(self.request([], job="prepare"))
        self.assertEqual((answer.code, answer.failures, answer.programs), (0, {}, {}), answer.errors)
        said = " ".join(each["text"] for each in answer.all if each["answer"] == "progress")
        for part in ("cuTile Rust 0.2.0", "cuTile Rust 0.5.0", "reader of facts"):
            self.assertIn(part, said)
        with open(self.log, encoding="utf-8") as log:
            self.assertEqual(log.read().count("build"), 3)

    def test_cannot_prepare(self):
        for mode, code, told in (("dependency", 1, "could not compile `cutile`"), ("nothing", 1, "built nothing"), ("old", 4, "too old")):
            answer = self.job(self.request([], job="prepare"), mode)
            self.assertEqual((answer.code, "end" in [each["answer"] for each in answer.all]), (code, False), answer.errors)
            self.assertIn(told, answer.errors)

    def test_crates_used_long_ago_go(self):
        scratch = os.path.join(self.target, "tileport-scratch")
        for number in range(50):
            name = f"tileport-export-0_5_0-{number:016x}"
            for made in (name, f"deps/{name.replace('-', '_')}-1", f".fingerprint/{name}-1/bin"):
                self.write(f"target/debug/{made}", "")
            os.makedirs(os.path.join(scratch, name))
            # Ten of them in this hour: somebody may be at work with those.
            os.utime(os.path.join(scratch, name), (time.time() - (9000 if number < 40 else 0),) * 2)
        self.write("target/debug/deps/other", "")
        self.assertEqual(self.job(self.request([("a", self.kernel, launch(kernel="a"))])).code, 0)
        left = sorted(name for name in os.listdir(scratch) if name != "lock")
        self.assertEqual(len(left), 40)
        self.assertIn(f"tileport-export-0_5_0-{49:016x}", left)
        self.assertEqual(len(os.listdir(os.path.join(self.target, "debug", ".fingerprint"))), 39)
        self.assertEqual(len(os.listdir(os.path.join(self.target, "debug", "deps"))), 40)


class Tools(FakeCargoTest):
    """What is wrong with the tools: exit code 4 where one is missing, else 1; always one line."""

    def fails(self, code, mode, *words, options=()):
        answer = self.job(self.request([("a", self.kernel, launch(kernel="a"))]), mode, options)
        self.assertEqual(answer.code, code, answer.errors)
        self.assertEqual(len(answer.errors.splitlines()), 1, answer.errors)
        for word in words:
            self.assertIn(word, answer.errors)
        self.assertFalse(answer.ended)

    def test_cargo_is_old(self):
        self.fails(4, "old", "1.60.0", "install Rust 1.89")

    def test_cargo_hangs(self):
        begin = time.monotonic()
        self.fails(1, "hang", "more than 1 s", options=["--timeout", "1"])
        self.assertLess(time.monotonic() - begin, 20)

    def test_cargo_crashes(self):
        self.fails(4, "crash", "cargo --version fails")

    def test_cargo_says_garbage(self):
        self.fails(4, "garbage", "cargo --version fails")

    def test_crates_cannot_be_fetched(self):
        self.fails(4, "offline", "cannot be fetched", "go online")

    def test_a_dependency_does_not_build(self):
        self.fails(1, "dependency", "cuTile Rust 0.5.0 cannot be built", "could not compile `cutile`")

    def test_cargo_builds_nothing(self):
        self.fails(1, "nothing", "built nothing")

    def test_a_build_hangs(self):
        answer = self.job(self.request([("a", self.kernel, launch())]), "hang_build", ["--timeout", "1"])
        self.assertEqual((answer.code, answer.failures["a"]["kind"]), (0, "time"))

    def test_no_cargo(self):
        os.remove(os.path.join(self.folder, "bin", "cargo"))
        request = self.request([("a", self.kernel, launch())])
        answer = self.job(request, PATH=os.path.join(self.folder, "bin"))
        self.assertEqual(answer.code, 4, answer.errors)
        self.assertIn("cargo is not installed", answer.errors)

    def test_no_toolchain(self):
        nowhere = os.path.join(self.folder, "nowhere")
        self.fails(4, "", "run packaging/toolchain", options=["--toolchain", nowhere])

    def test_out_is_read_only(self):
        # Permissions do not stop root, but in /proc nobody makes a file.
        answer = self.job(self.request([("a", self.kernel, launch())], out="/proc/self/task"))
        self.assertEqual(answer.code, 1)
        self.assertIn("nothing can be written there", answer.errors)

    def test_the_target_folder_is_a_file(self):
        self.fails(1, "", "--target-dir", options=["--target-dir", self.kernel])


class Modes(FakeCargoTest):
    """The two modes for people."""

    def run_mode(self, *arguments, mode=""):
        process = start([*arguments, *self.options()], self.environment(mode))
        out, errors = process.communicate(timeout=60)
        return process.returncode, out, errors

    def operator(self, **kernels):
        port = {"source": "kernel.rs", "front_end": "0.5.0", "module": "m", "kernel": "a"}
        variants = [{"name": name, "port": {"target": "sm_100"}} for name in kernels]
        launches = {"schema": "tileport-launches/1", "operator": "x", "port": port, "variants": variants}
        for variant in variants:
            if kernels[variant["name"]] != "a":
                port["kernel"] = kernels[variant["name"]]
        self.write("launches.json", json.dumps(launches))

    def test_operator(self):
        self.operator(one="a", two="a")
        code, out, errors = self.run_mode("operator", self.folder)
        generated = [os.path.join(self.folder, "generated", f"generated_{name}.tileirbc") for name in ("one", "two")]
        self.assertEqual((code, out.splitlines()), (0, generated), errors)
        self.assertEqual(errors, "2 exported, 0 failed\n")
        code, out, errors = self.run_mode("operator", self.folder, "--variant", "two", "--out", self.out)
        self.assertEqual((code, self.written()), (0, ["generated_two.tileirbc"]), errors)
        code, _, errors = self.run_mode("operator", self.folder, "--variant", "three")
        self.assertEqual(code, 1)
        self.assertIn("no variant three", errors)

    def test_operator_with_failures(self):
        self.operator(one="refused")
        code, out, errors = self.run_mode("operator", self.folder)
        self.assertEqual((code, out), (1, ""))
        self.assertEqual(errors, f"error: one: {self.kernel}:2:5: no such thing\n0 exported, 1 failed\n")
        self.write("kernel.rs", "// does not compile\n")
        code, _, errors = self.run_mode("operator", self.folder)
        self.assertEqual(code, 1)
        self.assertIn(f"{self.kernel} does not compile:\nerror: no\n --> {self.kernel}:3:7", errors)
        self.assertEqual(self.run_mode("operator", self.folder, mode="old")[0], 4)

    def test_corpus(self):
        kinds = ["a", "a", "crash", "b"]
        variants = [
            {**launch(kernel=kind), "op": f"op{number % 2}", "variant": "v", "entry": kind}
            for number, kind in enumerate(kinds)
        ]
        for number in range(2):
            self.write(f"kernels/op{number}_kernel/kernel.rs", f"// {number}\n")
        corpus = self.write("corpus.jsonl", "\n".join(map(json.dumps, variants)))
        kernels = os.path.join(self.folder, "kernels")
        code, _, errors = self.run_mode("corpus", corpus, "--out", self.out, "--kernels", kernels)
        self.assertEqual(code, 1)
        self.assertIn("corpus.jsonl:3: op0.crash.v:", errors)
        self.assertIn("3 exported, 1 failed", errors)
        self.assertEqual(self.written(), ["index.json", "op0.a.v.tileirbc", "op1.a.v.tileirbc", "op1.b.v.tileirbc"])
        with open(os.path.join(self.out, "index.json"), encoding="utf-8") as file:
            index = json.load(file)
        self.assertEqual((index["schema"], index["frontend"]), ("tileport-exports/1", "cuTile Rust 0.2.0"))
        self.assertEqual([program["symbol"] for program in index["programs"]], ["a", "a", "b"])


class Processes(FakeCargoTest):
    def test_two_at_once(self):
        other = self.write("other.rs", "// another kernel\n")
        items = [(f"{n}", other if n % 3 == 0 else self.kernel, launch(kernel=f"k{n}")) for n in range(12)]
        request = self.request(items)
        with open(request, encoding="utf-8") as file:
            second = json.load(file)
        second["out"] = os.path.join(self.folder, "out2")
        os.mkdir(second["out"])
        second = self.write("second.json", json.dumps(second))
        runs = [self.start(request), self.start(second)]
        for run in runs:
            answer = finish(run, 60)
            self.assertEqual((answer.code, len(answer.programs)), (0, 12), answer.errors)
        self.assertEqual(len(os.listdir(self.out)), 12)
        self.assertEqual(len(os.listdir(os.path.join(self.folder, "out2"))), 12)

    def kill(self, number, mode, kernel):
        """Ends a driver in the middle of its work; what it started must be gone, and the next one do all of it."""
        request = self.request([(f"{n}", self.kernel, launch(kernel=kernel)) for n in range(6)])
        run = self.start(request, mode)
        time.sleep(1.2)
        run.send_signal(number)
        self.assertNotEqual(finish(run, 20).code, 0)
        answer = self.job(self.request([(f"{n}", self.kernel, launch(kernel="a")) for n in range(6)]))
        self.assertEqual(len(answer.programs), 6)
        deadline = time.monotonic() + 10
        while (left := self.started()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return left

    def started(self):
        """Processes that belong to this test's folder."""
        found = []
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if name.isdigit() and int(name) != os.getpid() and os.fsencode(self.folder) in file.read():
                        found.append(int(name))
            except OSError:
                pass
        return found

    def test_terminated_while_it_exports(self):
        self.assertEqual(self.kill(signal.SIGTERM, "", "hang"), [])
        self.assertEqual([name for name in self.written() if name.endswith(".tmp")], [])

    def test_terminated_while_it_builds(self):
        self.assertEqual(self.kill(signal.SIGTERM, "hang_build", "a"), [])

    def test_killed_while_it_exports(self):
        # The fake exporter looks for the end of its input only between two variants; the real one always does.
        self.assertEqual(self.kill(signal.SIGKILL, "", "slow"), [])

    def test_nobody_reads(self):
        run = self.start(self.request([(f"{n}", self.kernel, launch(kernel="slow")) for n in range(8)]))
        run.stdout.readline()
        run.stdout.close()
        self.assertIn("nobody reads", run.stderr.read())
        run.stderr.close()
        self.assertEqual(run.wait(30), 1)


if __name__ == "__main__":
    unittest.main()
