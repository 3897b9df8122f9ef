# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Export jobs with the real front end: what good kernels give, and that a hostile one loses nothing but itself."""

import glob
import hashlib
import json
import os
import resource
import subprocess
import sys
import time

from running import DEMO, EXPORT, ROOT, ExporterTest, array, needs_cutile, needs_tilegym

KERNEL = """\
import cuda.tile as ct

@ct.kernel
def good(x, T: ct.Constant[int]):
    tile = ct.load(x, index=(ct.bid(0), 0), shape=(1, T))
    ct.store(x, index=(ct.bid(0), 0), tile=tile * 2)
"""
# User code that never comes back, in Python and in C.
ENDLESS = {
    "loop": "def spin():\n    while True:\n        pass\nspin()\n",
    "in_c": "import re\nre.match('(a+)+$', 'a' * 60 + 'b')\n",
    "deaf": "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\ntime.sleep(1000)\n",
    "print": "while True:\n    print('x' * 1000)\n",
    "input": "import threading\nthreading.Event().wait()\n",
}


@needs_cutile
class Jobs(ExporterTest):
    def item(self, path, name="good", arguments=None, **members):
        self.number = getattr(self, "number", 0) + 1
        given = arguments or [{"name": "x", "value": array()}, {"name": "T", "value": 16, "constant": True}]
        item = {
            "id": os.path.basename(path),
            "file": f"{self.number}.tileirbc",
            "launch": {"kernel": name, "args": given},
        }
        return {**item, "source": path, **members}

    def program(self, answers, identity):
        answer = answers[identity]
        self.assertEqual(answer["answer"], "program", answer)
        self.assertEqual(self.read(os.path.join(self.out, answer["file"]))[:8], b"\x7fTileIR\x00")
        return answer

    def failure(self, answers, identity, kind, said, line=None, column=None):
        answer = answers[identity]
        self.assertEqual((answer["answer"], answer.get("kind")), ("failure", kind), answer)
        self.assertIn(said, answer["message"])
        if line is not None:
            self.assertEqual((answer["file"], answer["line"]), (os.path.join(self.folder, identity), line), answer)
        if column is not None:
            self.assertEqual(answer["column"], column, answer)
        return answer

    # ---- Programs ----

    def test_demo(self):
        """The job gives the bytes that git holds."""
        items, expected = [], {}
        for description in sorted(glob.glob(os.path.join(DEMO, "*", "launches.json"))):
            with open(description, encoding="utf-8") as file:
                launches = json.load(file)
            folder = os.path.dirname(description)
            for variant in launches["variants"]:
                source = os.path.join(folder, launches["reference"]["source"])
                launch = {**variant["reference"], "kernel": launches["reference"]["kernel"]}
                identity = f"{launches['operator']}/{variant['name']}"
                items.append(self.item(source, id=identity, launch=launch))
                expected[identity] = os.path.join(folder, "reference", f"reference_{variant['name']}.tileirbc")
        answers = self.export(items)
        for identity, path in expected.items():
            answer = self.program(answers, identity)
            self.assertEqual(self.read(os.path.join(self.out, answer["file"])), self.read(path), identity)
            self.assertEqual(len(answer["dependencies"]), 1)

    @needs_tilegym
    def test_module(self):
        with open(os.path.join(ROOT, "resources/tilegym/tilegym-reference-launches.jsonl"), encoding="utf-8") as file:
            launches = [json.loads(line) for line in file]
        launch = next(launch for launch in launches if launch["op"] == "softmax")
        item = {"id": "s", "module": launch["module"], "file": "s.tileirbc", "launch": launch}
        missing = {"id": "m", "module": "tilegym.ops.cutile.nothing", "file": "m.tileirbc", "launch": launch}
        answers = self.export([item, missing])
        answer = self.program(answers, "s")
        self.assertEqual(answer["symbol"], launch["symbol"])
        names = {os.path.basename(path) for path, _ in answer["dependencies"]}
        self.assertLessEqual({"softmax.py", "utils.py"}, names)
        self.assertEqual((answers["m"]["answer"], answers["m"]["kind"]), ("failure", "source"))

    def test_dependencies(self):
        self.write("helper.py", "from deeper import three\ndef scale(t):\n    return t * three\n")
        self.write("deeper.py", "three = 3\n")
        self.write("unused.py", "")
        path = self.write("kernel.py", "from helper import scale\n" + KERNEL.replace("tile * 2", "scale(tile)"))
        answer = self.program(self.export([self.item(path)]), "kernel.py")
        found = {os.path.relpath(file, self.folder): digest for file, digest in answer["dependencies"]}
        self.assertEqual(set(found), {"kernel.py", "helper.py", "deeper.py"})
        self.assertEqual(found["kernel.py"], hashlib.sha256(self.read(path)).hexdigest())
        data = self.read(os.path.join(self.out, answer["file"]))
        self.assertNotIn(self.folder.encode(), data)
        self.assertIn(b"helper.py", data)

    def test_packages_and_links(self):
        self.write("pack/__init__.py", "LEVEL = 2\n")
        self.write("pack/sub/__init__.py", "")
        self.write("pack/sub/helper.py", "from .. import LEVEL\ndef scale(t):\n    return t * LEVEL\n")
        path = self.write(
            "pack/sub/kernel.py", "from .helper import scale\n" + KERNEL.replace("tile * 2", "scale(tile)")
        )
        os.symlink(os.path.join(self.folder, "pack"), os.path.join(self.folder, "linked"))
        plain = self.write("plain.py", KERNEL)
        os.symlink(plain, os.path.join(self.folder, "link.py"))
        answers = self.export([self.item(path), self.item(os.path.join(self.folder, "link.py"))])
        found = [os.path.relpath(file, self.folder) for file, _ in self.program(answers, "kernel.py")["dependencies"]]
        self.assertEqual(
            found, ["pack/__init__.py", "pack/sub/__init__.py", "pack/sub/helper.py", "pack/sub/kernel.py"]
        )
        self.program(answers, "link.py")

    def test_names_that_others_have(self):
        """Files that are named like ours, Python's or each other's."""
        names = [
            "signature.py",
            "facts.py",
            "json.py",
            "types.py",
            "cuda.py",
            "torch.py",
            "my kernel.py",
            "größe.v2.py",
            "a/k.py",
            "b/k.py",
        ]
        items = []
        for number, name in enumerate(names):
            self.write(os.path.join(os.path.dirname(name), "near.py"), "def twice(t):\n    return t + t\n")
            path = self.write(
                name, f"N = {number}\nfrom near import twice\n" + KERNEL.replace("tile * 2", "twice(tile)")
            )
            items.append(self.item(path, id=name))
        answers = self.export(items)
        for name in names:
            files = [os.path.relpath(file, self.folder) for file, _ in self.program(answers, name)["dependencies"]]
            self.assertEqual(files, sorted([name, os.path.join(os.path.dirname(name), "near.py")]))

    def test_host_packages_are_stubs(self):
        text = "import torch\nfrom numpy import float32\n@torch.no_grad()\ndef host(x: torch.Tensor): pass\n"
        path = self.write(
            "kernel.py", text + KERNEL.replace("tile * 2", "ct.astype(ct.astype(tile, torch.int32), x.dtype)")
        )
        self.program(self.export([self.item(path)]), "kernel.py")

    def test_versions(self):
        path = self.write("kernel.py", KERNEL)
        for version, members in (("13.1", {"gpu_code": "sm_100"}), ("13.4", {})):
            self.program(self.export([self.item(path)], bytecode_version=version, **members), "kernel.py")

    def test_an_existing_program_is_replaced_whole(self):
        path = self.write("kernel.py", KERNEL)
        item = self.item(path)
        with open(os.path.join(self.out, item["file"]), "w") as file:
            file.write("old")
        self.program(self.export([item]), "kernel.py")
        self.assertEqual(os.listdir(self.out), [item["file"]])

    # ---- Failures that have a place ----

    def test_sources_that_do_not_import(self):
        texts = {
            "syntax.py": ("é = 'é' +* 1\n", "invalid syntax", 1, 10),
            "name.py": ("import os\nü = 'ü'; nothing\n", "NameError: name 'nothing'", 2, 10),
            "missing.py": ("\nimport not_there\n", "No module named 'not_there'", 2, 1),
            "exit.py": ("import sys\nsys.exit(3)\n", "sys.exit(3)", 2, 1),
            "interrupt.py": ("\n\nraise KeyboardInterrupt\n", "KeyboardInterrupt", 3, 1),
            "deep.py": ("def f():\n    return f()\nf()\n", "RecursionError", 2, None),
            "memory.py": ("\nx = 'a' * (1 << 45)\n", "MemoryError", 2, None),
            "evil.py": (
                "class E(Exception):\n    def __str__(self): raise self\n\nraise E\n",
                "its text cannot be had",
                4,
                None,
            ),
            "surrogate.py": ("raise ValueError('\\ud800' + 'x' * 100000)\n", "ValueError: ?xxx", 1, None),
            "decorated.py": ("import cuda.tile as ct\nct.kernel(3)\n", "TypeError", 2, None),
            "hints.py": ("import cuda.tile as ct\n@ct.kernel(num_ctas=3)\ndef good(x): pass\n", "num_ctas", None, None),
        }
        answers = self.export([self.item(self.write(name, text)) for name, (text, *_) in texts.items()])
        for name, (_, said, line, column) in texts.items():
            with self.subTest(name):
                if column and sys.version_info < (3, 11) and name != "syntax.py":
                    column = 0
                answer = self.failure(answers, name, "source", said, line, column)
                self.assertLess(len(answer["message"]), 5000)

    def test_error_in_a_neighbour(self):
        self.write("near.py", "\n1 / 0\n")
        answers = self.export([self.item(self.write("kernel.py", "import near\n"))])
        self.assertEqual(answers["kernel.py"]["file"], os.path.join(self.folder, "near.py"))
        self.assertEqual(answers["kernel.py"]["line"], 2)

    def test_no_source(self):
        answers = self.export([self.item(os.path.join(self.folder, "none.py")), self.item(self.folder, id="folder")])
        self.failure(answers, "none.py", "source", "no such Python file", 0)
        self.assertEqual(answers["folder"]["kind"], "source")

    def test_refused_by_the_compiler(self):
        text = KERNEL.replace("    tile = ", '    é = "é"; tile = ').replace("(1, T)", "(1, T + 1)")
        answers = self.export([self.item(self.write("kernel.py", text))])
        self.failure(answers, "kernel.py", "front_end", "power of two", 5, 21)

    def test_launches(self):
        path = self.write("kernel.py", KERNEL + "\ndef make(n):\n    return good if n == 6 else 1 / 0\n\nother = 3\n")
        x, t = {"name": "x", "value": array()}, {"name": "T", "value": 16, "constant": True}
        wrong = {
            "no kernel": (
                {"kernel": "nothing"},
                "launch.kernel is 'nothing', which is no kernel of the module: its kernels are good",
            ),
            "no kernel either": ({"kernel": "other"}, "launch.kernel"),
            "no number": ({"kernel": "make:x"}, "launch.kernel is 'make:x'"),
            "no name": ({"kernel": 3}, "launch.kernel is 3"),
            "no args": ({"args": None}, "launch.args is null"),
            "few": ({"args": [x]}, "launch.args has 1 arguments; the kernel takes 2: x, T"),
            "order": (
                {"args": [{**t, "constant": False}, x]},
                "launch.args[0].name is 'T'; the kernel's parameter there is 'x'",
            ),
            "constant": ({"args": [x, {**t, "constant": False}]}, "launch.args[1].constant is not true"),
            "null": ({"args": [x, {**t, "value": None}]}, "launch.args[1].value is null: a draft"),
            "shape": (
                {"args": [{"name": "x", "value": array(shape=(3, None), strides=(1, 1))}, t]},
                "launch.args[0].value.shape[1] is null",
            ),
            "strides": (
                {"args": [{"name": "x", "value": {**array(), "strides": [1]}}, t]},
                "launch.args[0].value.strides has 1 strides for 2",
            ),
            "extent": (
                {"args": [{"name": "x", "value": {**array(), "shape": [-1, 2]}}, t]},
                "launch.args[0].value.shape[0] is -1",
            ),
            "dtype": (
                {"args": [{"name": "x", "value": array("float15")}, t]},
                "launch.args[0] (x) gives no constraint: unknown dtype 'float15'",
            ),
            "kind": ({"args": [{"name": "x", "value": {"kind": "heap"}}, t]}, 'launch.args[0].value.kind is "heap"'),
            "hint": ({"hints": {"speed": 3}}, "launch.hints.speed is no hint"),
            "hint value": ({"hints": {"occupancy": 99}}, "launch.hints.occupancy is refused: occupancy should be"),
            "hint text": ({"hints": {"occupancy": "many"}}, 'launch.hints.occupancy is "many"'),
            "convention": ({"convention": "c"}, 'launch.convention is "c"'),
            "one": ({"args": [{"name": "x", "value": array(shape=(1, 64))}, t]}, "version >= 2 is required"),
            "symbol": ({"symbol": "good"}, "launch.symbol is good, the launch gives good_Kt1"),
        }
        items = []
        for identity, (members, _) in wrong.items():
            items.append(self.item(path, id=identity))
            items[-1]["launch"].update(members)
        items.append(self.item(path, id="list", launch=[]))
        items.append(self.item(path, "make:6", id="good"))
        items.append(self.item(path, "make:5", id="bad factory"))
        answers = self.export(items)
        for identity, (_, said) in wrong.items():
            with self.subTest(identity):
                self.failure(answers, identity, "launch", said)
        self.failure(answers, "list", "launch", "launch is [], not an object")
        self.program(answers, "good")
        self.assertEqual((answers["bad factory"]["kind"], answers["bad factory"]["line"]), ("source", 9))

    # ---- Hostile modules ----

    def test_processes_that_die(self):
        texts = {
            "abort.py": ("import os\ndef f():\n    os.abort()\nf()\n", "importing it killed the process (SIGABRT)", 3),
            "segfault.py": ("import ctypes\n\nctypes.string_at(0)\n", "SIGSEGV", None),
            "exit0.py": ("import os\nos._exit(0)\n", "importing it ended the process (exit code 0)", 0),
            "kill.py": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", "SIGKILL", 0),
            "stack.py": (
                "import sys\nsys.setrecursionlimit(10**8)\nx = []\nfor i in range(10**6): x = [x]\nrepr(x)\n",
                "",
                None,
            ),
        }
        items = [self.item(self.write(name, text)) for name, (text, *_) in texts.items()]
        answers = self.export([*items, self.item(self.write("good.py", KERNEL))])
        for name, (_, said, line) in texts.items():
            with self.subTest(name):
                answer = self.failure(answers, name, "source", said, line)
                self.assertEqual(answer["file"], os.path.join(self.folder, name))
        self.program(answers, "good.py")

    def test_a_compiler_that_dies_loses_one_launch(self):
        """Of three launches of one kernel, the second ends the process while it is compiled."""
        text = KERNEL.replace(
            "@ct.kernel", "import os\ndef check(n):\n    if n == 32: os.abort()\n    return 2\n\n@ct.kernel"
        )
        path = self.write("kernel.py", text.replace("* 2", "* ct.static_eval(check(T))"))
        items = []
        for size in (16, 32, 64):
            arguments = [{"name": "x", "value": array()}, {"name": "T", "value": size, "constant": True}]
            items.append(self.item(path, id=str(size), arguments=arguments))
        answers = self.export(items)
        self.program(answers, "16")
        self.program(answers, "64")
        answer = answers["32"]
        self.assertEqual(
            (answer["kind"], answer["message"]), ("front_end", "the front end killed the process (SIGABRT)")
        )
        self.assertEqual((answer["file"], answer["line"]), (path, 8))

    def test_modules_that_hang(self):
        items = [self.item(self.write(f"{name}.py", text)) for name, text in ENDLESS.items()]
        # Its second launch must not wait for the import again.
        items.append(self.item(items[0]["source"], id="again"))
        begin = time.monotonic()
        answers = self.export(items, seconds=2)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertLess(len(self.stderr), 200_000)
        for name in ENDLESS:
            with self.subTest(name):
                self.failure(answers, f"{name}.py", "time", "took more than 2 s")
        self.assertIn(answers["loop.py"]["line"], (2, 3))
        self.assertEqual(answers["in_c.py"]["line"], 2)
        self.assertEqual(answers["again"]["kind"], "time")

    def test_a_hang_in_the_compiler(self):
        text = KERNEL.replace("@ct.kernel", "def check():\n    while True: pass\n\n@ct.kernel").replace(
            "* 2", "* ct.static_eval(check())"
        )
        path = self.write("kernel.py", text)
        answers = self.export([self.item(path)], seconds=2)
        self.failure(answers, "kernel.py", "time", "the front end took more than 2 s", 6)

    def test_what_modules_print(self):
        noisy = (
            "import os, sys\nprint('to stdout: é')\nos.write(1, b'raw\\xff')\nprint('to stderr', file=sys.__stderr__)\n"
        )
        closed = "import os, sys\nsys.stdout.close()\nos.close(1)\nos.close(2)\nsys.stdin.read()\n"
        answers = self.export(
            [self.item(self.write("noisy.py", noisy + KERNEL)), self.item(self.write("closed.py", closed + KERNEL))]
        )
        self.program(answers, "noisy.py")
        self.program(answers, "closed.py")
        self.assertIn("to stdout: é", self.stderr)
        self.assertIn("to stderr", self.stderr)

    def test_descriptors_are_out_of_reach(self):
        write = "import os\nfor n in range(3, 256):\n    try: os.write(n, b'nonsense' * 10)\n    except OSError: pass\n"
        close = "import os\nos.closerange(3, 256)\n"
        items = [self.item(self.write("write.py", write + KERNEL)), self.item(self.write("close.py", close + KERNEL))]
        answers = self.export([*items, self.item(self.write("good.py", KERNEL))])
        self.failure(answers, "write.py", "source", "it writes into descriptors that are not its own", 0)
        self.assertEqual(answers["close.py"]["answer"], "failure")
        self.program(answers, "good.py")

    def test_modules_that_change_python(self):
        """What one does to its process is not there for the next."""
        changes = "import json, os, sys\njson.dumps = None\nos.write = None\nsys.modules.clear()\nsys.path.clear()\nos.chdir('/')\nos.environ.clear()\n"
        answers = self.export([self.item(self.write("first.py", changes)), self.item(self.write("good.py", KERNEL))])
        self.assertEqual(answers["first.py"]["answer"], "failure")
        self.program(answers, "good.py")

    def test_processes_that_are_left_behind(self):
        marker = f"10{os.getpid()}.25"
        text = f"import os, subprocess\nsubprocess.Popen(['sleep', '{marker}'], start_new_session=True)\n"
        answers = self.export([self.item(self.write("kernel.py", text + KERNEL))])
        self.program(answers, "kernel.py")
        found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        self.assertNotIn(f"sleep {marker}", found)

    # ---- The world ----

    def test_no_room(self):
        """A file size limit stands for a full disk: nothing is left of the program, and it is nobody's kernel's fault."""
        path = self.write("kernel.py", KERNEL)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # noqa: E731
        done, answers = self.run_job(self.export_request([self.item(path)]), preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1.tileirbc: File too large; see that the folder may be written to and has room", done.stderr)
        self.assertEqual([a for a in answers if a["answer"] != "progress"], [])
        self.assertEqual(os.listdir(self.out), [])

    def test_a_folder_that_cannot_be_written_to(self):
        request = self.export_request([self.item(self.write("kernel.py", KERNEL))], out="/proc/self")
        done, answers = self.run_job(request)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/proc/self/1.tileirbc: ", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_answers_that_nobody_can_take(self):
        request = self.export_request([self.item(self.write("kernel.py", KERNEL))])
        with open("/dev/full", "w") as full:
            done = self.run_script(
                EXPORT, "job", self.write_request(request), capture_output=False, stdout=full, stderr=subprocess.PIPE
            )
        self.assertEqual(done.returncode, 1)
        self.assertIn("the answers cannot be written: No space left on device", done.stderr)

    def write_request(self, request):
        path = os.path.join(self.folder, "request.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(request, file)
        return path

    def test_an_end_takes_the_workers_along(self):
        """Whoever asked ends the driver, by a signal that cannot be ignored: nothing goes on."""
        marker = os.path.join(self.folder, "alive")
        path = self.write(
            "kernel.py", f"import os, time\nopen({marker!r}, 'w').write(str(os.getpid()))\ntime.sleep(1000)\n"
        )
        command = [sys.executable, EXPORT, "job", self.write_request(self.export_request([self.item(path)]))]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while not (os.path.exists(marker) and self.read(marker)):
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
        worker = int(self.read(marker))
        process.kill()
        process.wait()
        while (
            os.path.exists(f"/proc/{worker}") and b"Z" not in self.read(f"/proc/{worker}/stat").rpartition(b")")[2][:3]
        ):
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
