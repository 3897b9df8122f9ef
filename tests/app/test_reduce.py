#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tileport reduce with real commands, good and hostile ones, as a script or a person runs it."""
import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from running import DEMO, REFERENCE, TILEPORT, Case, demo_file, run, run_in_terminal

MATMUL = demo_file("matmul", "reference")
TOOL = shlex.quote(TILEPORT)
HAS_STORE = f"{TOOL} show {{}} | grep -q store_view_tko"
# Where there is no terminal, a line each ten seconds.
PROGRESS = re.compile(r"^\d+ of \d+ ops left, \d+ runs?, [a-z ]+\n", re.M)
BUNDLE = ["README.md", "original.txt", "output.txt", "reduced.mlir", "reduced.tileirbc", "versions.txt"]


def content(path):
    with open(path, "rb") as file:
        return file.read()


def mnemonics(path):
    code, text, errors = run("show", path)
    assert (code, errors) == (0, ""), errors
    return re.findall(r"^ +(?:%\S+(?:, %\S+)* = )?([a-z_0-9]+)", text, re.M)


def ended(process):
    """Also where nobody has asked yet how it ended."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


class Reduce(Case):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.out = self.at("small.tileirbc")
        self.scratch = self.at("scratch")
        os.mkdir(self.scratch)

    def tearDown(self):
        self.temporary.cleanup()

    def at(self, name):
        return os.path.join(self.folder, name)

    def script(self, text):
        path = self.at("command")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nimport os, sys, time\ncandidate = sys.argv[1]\n{text}\n")
        os.chmod(path, 0o755)
        return path

    def reduce(self, *arguments):
        code, output, errors = run("reduce", *arguments, environment={"TMPDIR": self.scratch})
        self.assertEqual(os.listdir(self.scratch), [], "candidates are left over")
        return code, output, PROGRESS.sub("", errors)

    def reduced(self, *arguments, ops=5):
        code, output, errors = self.reduce(*arguments)
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(output, rf"^\S+: 55 ops, now {ops}; \d+ bytes, now \d+; \d+ runs\n$")
        return output


class Commands(Reduce):
    def test_by_the_shell(self):
        self.reduced(MATMUL, "-o", self.out, "--while", HAS_STORE)
        self.assertIn("store_view_tko", mnemonics(self.out))
        self.assertEqual(run("check", self.out)[0], 0)
        self.assertLess(len(content(self.out)), len(content(MATMUL)))

    def test_by_words(self):
        script = self.script(f"import subprocess\nsys.exit('store_view_tko' not in subprocess.run([{TILEPORT!r}, 'show', candidate],"
                             " capture_output=True, text=True).stdout)")
        self.reduced(MATMUL, "-o", self.out, "--", script)
        first = content(self.out)
        self.reduced(MATMUL, "-o", self.out, "--jobs", "2", "--", script, "{}")
        self.assertEqual(content(self.out), first)

    def test_text(self):
        out = self.at("small.mlir")
        self.reduced(MATMUL, "-o", out, "--form", "text", "--while", "grep -q store_view_tko {}")
        self.assertIn(b"store_view_tko", content(out))
        code, _, errors = self.reduce(MATMUL, "-o", out, "--while", "true")
        self.assertEqual(code, 2)
        self.assert_one_line(errors, "--form")

    def test_by_diff(self):
        """What differs from a fixed other side stays."""
        port = demo_file("log_softmax", "port")
        code, _, errors = self.reduce(port, "-o", self.out, "--while", f"{TOOL} diff {shlex.quote(REFERENCE)} {{}} | grep -q padding_value")
        self.assertEqual((code, errors), (0, ""))
        self.assertIn("padding_value", run("diff", REFERENCE, self.out)[1])

    def test_every_form_is_read(self):
        text, own = self.at("in.mlir"), self.at("in.tileport")
        for path in (text, own):
            self.assertEqual(run("convert", MATMUL, path)[0], 0)
        for path in (text, own):
            self.reduced(path, "-o", self.out, "--while", HAS_STORE)
        with open(MATMUL, "rb") as file:
            code, _, errors = run("reduce", "-", "-o", self.out, "--while", HAS_STORE, input=file.read())
        self.assertEqual((code, PROGRESS.sub("", errors)), (0, ""))

    def test_what_it_writes_beside_goes(self):
        self.reduced(MATMUL, "-o", self.out, "--while", HAS_STORE + " && cp {} {}.copy && mkdir -p $(dirname {})/deep/er")

    def test_not_interesting(self):
        code, output, errors = self.reduce(MATMUL, "-o", self.out, "--while", "echo to say; echo to complain >&2; exit 7")
        self.assertEqual((code, output), (1, ""))
        self.assertIn("exited with 7", errors.splitlines()[0])
        self.assertEqual(errors.splitlines()[1:], ["to say", "to complain"])
        self.assertFalse(os.path.exists(self.out))

    def test_misuse(self):
        for arguments in ([MATMUL, "-o", self.out], [MATMUL, "--while", "true"], [MATMUL, "-o", self.out, "--while", "true", "--", "true"],
                          [MATMUL, "-o", self.out, "--while", "true", "--form", "cubin"], [MATMUL, "-o", self.out, "--while", "true", "--jobs", "0"]):
            code, output, errors = self.reduce(*arguments)
            self.assertEqual((code, output), (2, ""), arguments)
            self.assert_one_line(errors, "See tileport reduce --help.")

    def test_cannot(self):
        broken = self.at("broken.mlir")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("entry @k() {\n  %0 = constant <f32: 1.0> : tile<4xf32>\n  %1 = constant <i32: 1> : tile<4xi32>\n"
                       "  %2 = mmaf %0, %0, %0 : tile<4xf32>, tile<4xf32>, tile<4xf32>\n  return\n}\n")
        for arguments, part in (([self.at("none"), "-o", self.out, "--while", "true"], "none"),
                                ([broken, "-o", self.out, "--while", "true"], "tileport check"),
                                ([MATMUL, "-o", self.at("no/where.tileirbc"), "--while", "true"], "folder"),
                                ([MATMUL, "-o", self.out, "--", "no-such-program-anywhere"], "no-such-program-anywhere")):
            code, output, errors = self.reduce(*arguments)
            self.assertEqual((code, output), (3, ""), errors)
            self.assert_one_line(errors, part)

    def test_in_a_terminal(self):
        self.assertIn("55 ops, now 5", run_in_terminal(80, "reduce", MATMUL, "-o", self.out, "--while", HAS_STORE,
                                                      environment={"PATH": os.environ["PATH"], "TMPDIR": self.scratch}))


class Hostile(Reduce):
    """The first run is well behaved or nothing would begin; what the others do must harm nobody."""

    def hostile(self, deed, *arguments):
        """Says no by the deed where the store is gone."""
        script = self.script(f"import subprocess\nif 'store_view_tko' not in subprocess.run([{TILEPORT!r}, 'show', candidate],"
                             f" capture_output=True, text=True).stdout:\n    {deed}\n    sys.exit(9)")
        self.reduced(MATMUL, "-o", self.out, *arguments, "--", script)

    def test_hangs(self):
        out = self.at("small.mlir")
        code, output, errors = self.reduce(MATMUL, "-o", out, "--form", "text", "--timeout", "3", "--jobs", "2", "--max-runs", "8",
                                           "--while", "grep -q store_view_tko {} || sleep 1000")
        self.assertEqual(code, 4, errors)
        self.assertLess(int(re.search(r"now (\d+);", output)[1]), 55)
        self.assertIn("store_view_tko", mnemonics(out))

    def test_crashes(self):
        self.hostile("os.kill(os.getpid(), 11)")

    def test_prints_without_end(self):
        self.hostile("[(sys.stdout.write('x' * 1000000), sys.stderr.write('y' * 1000000)) for _ in range(100)]", "--jobs", "2")

    def test_forks(self):
        mark = self.at("forked")
        self.hostile(f"os.fork() or (open({mark!r}, 'a').write(f'{{os.getpid()}}\\n'), time.sleep(1000))")
        with open(mark, encoding="utf-8") as file:
            children = [int(line) for line in file]
        self.assertGreater(len(children), 3)
        for child in children:
            self.assertTrue(ended(child), "what a command started outlived it")

    def test_deletes_and_spoils_the_file(self):
        self.hostile("os.remove(candidate)")
        self.reduced(MATMUL, "-o", self.out, "--while", HAS_STORE + " && rm {}")
        self.reduced(MATMUL, "-o", self.out, "--while", HAS_STORE + " && echo spoiled > {}")
        self.assertIn("store_view_tko", mnemonics(self.out))

    def test_takes_all_memory(self):
        with open(TILEPORT, "rb") as program:
            if b"__asan_init" in program.read():
                self.skipTest("the command runs tileport, which under the address sanitizer needs more address space than any limit")
        self.hostile("x = b'x' * (8 << 30)", "--memory", "4096")

    def test_flips(self):
        count = shlex.quote(self.at("count"))
        code, output, errors = self.reduce(MATMUL, "-o", self.out, "--while", f"echo {{}} >> {count}; test $(wc -l < {count}) -le 1")
        self.assertEqual(code, 4)
        self.assert_one_line(errors, "always say the same")
        self.assertIn("now 55", output)
        self.assertEqual(run("check", self.out)[0], 0)

    def test_first_run_prints_too_much(self):
        code, _, errors = self.reduce(MATMUL, "-o", self.out, "--while", "head -c 100000000 /dev/zero | tr '\\0' x")
        self.assertEqual(code, 1)
        self.assertLess(len(errors), 20000)


class Stopping(Reduce):
    def interrupted(self, number):
        started = self.at("started")
        line = f"echo x >> {shlex.quote(started)}; {HAS_STORE} && sleep 0.05"
        process = subprocess.Popen([TILEPORT, "reduce", MATMUL, "-o", self.out, "--while", line], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": self.scratch})
        deadline = time.monotonic() + 50
        while time.monotonic() < deadline and not (os.path.exists(started) and os.path.getsize(started) >= 2 * number):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
        errors = PROGRESS.sub("", errors)
        self.assertEqual(os.listdir(self.scratch), [])
        return process.returncode, output, errors

    def test_interrupted(self):
        code, output, errors = self.interrupted(8)
        self.assertEqual(code, 4, errors)
        self.assert_one_line(errors, "interrupted", "the best so far is written")
        self.assertEqual(run("check", self.out)[0], 0)
        self.assertIn("store_view_tko", mnemonics(self.out))
        self.assertLess(int(re.search(r"now (\d+);", output)[1]), 55)

    def test_interrupted_at_once(self):
        code, output, errors = self.interrupted(1)
        if "nothing is written" in errors:
            self.assertFalse(os.path.exists(self.out))
        self.assertEqual(code, 4, errors)

    def test_out_of_runs(self):
        code, output, errors = self.reduce(MATMUL, "-o", self.out, "--max-runs", "4", "--while", HAS_STORE)
        self.assertEqual(code, 4)
        self.assert_one_line(errors, "after 4 runs")
        self.assertIn("4 runs", output)


class Bundle(Reduce):
    def bundle(self):
        return {name: content(os.path.join(self.at("report"), name)) for name in sorted(os.listdir(self.at("report")))}

    def test_bundle(self):
        tool = self.at("tileiras")
        with open(tool, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n[ \"$1\" = --version ] && {{ echo 'release 13.9'; exit; }}\necho \"compiling $2 in $PWD\"\n"
                       f"{TOOL} show \"$2\" | grep -q store_view_tko && echo 'crash in /usr/lib/libnvvm.so' >&2 && exit 5\nexit 0\n")
        os.chmod(tool, 0o755)
        self.reduced(MATMUL, "--bundle", self.at("report"), "--while", f"{tool} --gpu={{}} {{}}; test $? -eq 5")
        files = self.bundle()
        self.assertEqual(list(files), BUNDLE)
        self.assertIn(hashlib.sha256(content(MATMUL)).hexdigest().encode(), files["original.txt"])
        self.assertIn(b"tileiras --gpu=reduced.tileirbc reduced.tileirbc; test $? -eq 5", files["README.md"])
        self.assertIn(b"release 13.9", files["versions.txt"])
        self.assertIn(run("--version")[1].strip().encode(), files["versions.txt"])
        self.assertIn(b"crash in libnvvm.so", files["output.txt"])
        self.assertIn(b"compiling reduced.tileirbc", files["output.txt"])
        for name, each in files.items():
            for mine in (self.folder, self.scratch, os.getcwd(), os.path.expanduser("~"), "/usr/", DEMO):
                self.assertNotIn(mine.encode(), each, name)
        # It reproduces where it lies, by what it says itself.
        line = re.search(r"```\n(.*)\n```", files["README.md"].decode())[1]
        again = subprocess.run(["sh", "-c", line], capture_output=True, cwd=self.at("report"), env={"PATH": self.folder + ":" + os.environ["PATH"]}, check=False)
        self.assertEqual(again.returncode, 0)
        # Both forms are one program.
        self.assertEqual(run("show", os.path.join(self.at("report"), "reduced.mlir"))[1],
                         run("show", os.path.join(self.at("report"), "reduced.tileirbc"))[1])

    def located(self):
        """The matmul as if its source lay in somebody's home."""
        text = run("show", "--locations", MATMUL)[1]
        self.assertIn('loc("matmul.py":', text)
        path = self.at("located.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('"matmul.py"', '"/srv/someone/src/matmul.py"').replace(' in ""', ' in "/srv/someone/src"'))
        return path

    def test_folders_of_sources(self):
        for options, note in (([], b""), (["--max-runs", "3"], b"without their folders")):
            line = f"{TOOL} show --locations {{}} | grep -q 'matmul.py\":17'"
            code, _, errors = self.reduce(self.located(), "--bundle", self.at("report"), *options, "--while", line)
            self.assertEqual(code, 4 if options else 0, errors)
            files = self.bundle()
            self.assertIn(b'matmul.py":17', files["reduced.mlir"])
            self.assertIn(note, files["README.md"])
            for name, each in files.items():
                self.assertNotIn(b"someone", each, name)
            shutil.rmtree(self.at("report"))

    def test_folders_that_matter(self):
        line = f"{TOOL} show --locations {{}} | grep -q someone"
        code, _, errors = self.reduce(self.located(), "--bundle", self.at("report"), "--while", line)
        self.assertEqual((code, errors), (0, ""))
        self.assertIn(b"the command needs them", self.bundle()["README.md"])

    def test_nothing_of_the_user_is_replaced(self):
        os.mkdir(self.at("report"))
        with open(self.at("report/mine"), "w", encoding="utf-8"):
            pass
        code, _, errors = self.reduce(MATMUL, "--bundle", self.at("report"), "--while", HAS_STORE)
        self.assertEqual(code, 2)
        self.assert_one_line(errors, "empty")
        self.assertEqual(os.listdir(self.at("report")), ["mine"])


if __name__ == "__main__":
    unittest.main()
