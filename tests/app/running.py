# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the tests of the command line run it. TILEPORT names the program, TILEPORT_DEMO the demo."""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import termios
import unicodedata
import unittest

TILEPORT = os.environ["TILEPORT"]
DEMO = os.environ["TILEPORT_DEMO"]
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def demo_without_launches():
    """The demo's workspace.json, naming nothing that its programs are launched with: what is found then is in the programs."""
    with open(os.path.join(DEMO, "workspace.json"), encoding="utf-8") as file:
        return "".join(line for line in file if '"launch":' not in line)


def copy_demo(folder, ignore=()):
    shutil.copytree(DEMO, folder, ignore=shutil.ignore_patterns("*.launch.json", *ignore))
    with open(os.path.join(folder, "workspace.json"), "w", encoding="utf-8") as file:
        file.write(demo_without_launches())


def run(*arguments, environment=None, **options):
    """Exit code, standard output and standard error of a run whose output is a pipe. Its input is nothing, or `input`, bytes."""
    variables = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm", **(environment or {})}
    if "input" not in options:
        options.setdefault("stdin", subprocess.DEVNULL)
    done = subprocess.run([TILEPORT, *map(str, arguments)], capture_output=True, env=variables, timeout=60, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run_in_terminal(columns, *arguments, environment=None):
    """Standard output of a run whose output is a terminal of so many columns."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    variables = {"LC_ALL": "C.UTF-8", "TERM": "xterm", **(environment or {})}
    process = subprocess.Popen([TILEPORT, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=child, env=variables)
    os.close(child)
    output = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:  # how Linux says that the other side was closed
            break
        if not piece:
            break
        output += piece
    os.close(parent)
    process.wait(timeout=60)
    return output.decode().replace("\r\n", "\n")


def display_width(line):
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in line)
    return len(line) + wide


def demo_file(operator, which):
    with open(os.path.join(DEMO, "workspace.json"), encoding="utf-8") as file:
        workspace = json.load(file)
    for each in workspace["operators"]:
        if each["name"] == operator:
            return os.path.join(DEMO, each["variants"][0][which]["program"])
    raise LookupError(operator)


REFERENCE = demo_file("log_softmax", "reference")
CARELESS = demo_file("log_softmax", "port")


class Case(unittest.TestCase):
    def assert_one_line(self, text, *parts):
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.startswith("tileport: "), text)
        for part in parts:
            self.assertIn(part, text)
