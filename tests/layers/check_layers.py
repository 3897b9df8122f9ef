#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the tree against docs/architecture.md: who includes whom, sizes, licence lines, paths of the building machine.

Prints one line a violation (file:line: rule: what) and exits 1 if there is any.
test_check_layers.py plants each kind of violation, so that a check that sees nothing fails.
"""
import argparse
import os
import re
import subprocess
import sys
from typing import NamedTuple

MOST_LINES = 600
CODE = (".cpp", ".h", ".py", ".cmake", ".td", ".rs", ".sh")
# Data with an owner of its own: generated, recorded or written as an input of a test.
DATA = ("tests/cases/", "LICENSE", "LICENSES/")
# A folder and a name below it: the paths that only the building machine has. Somebody called "me" is an example.
MACHINE_PATH = re.compile(rb"(?<![\w.$}\-])/(?:work|tmp|root|home)/(?!me/)[\w.]")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
ALLOWED_ROW = re.compile(r"^set\(TILEPORT_ALLOWED_(\w+) (.*)\)", re.MULTILINE)
DOCUMENTED_ROW = re.compile(r"^\| `(?:core/)?(\w+)` \| ([^|]*) \|", re.MULTILINE)
# Loading plugins and hashing is Qt Core's work (docs/decisions/0010-plugins-describe-drivers.md).
QT_CORE_LAYERS = ("plugin", "toolchain")
WINDOW_LIBRARY = re.compile(r"Qt6::(?:Gui|Widgets)\b|QCustomPlot|KF6::|tileport_views")


class Violation(NamedTuple):
    file: str
    line: int
    rule: str
    what: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.rule}: {self.what}"


def tracked_files(root):
    """What git tracks or would track; outside of a checkout, everything but build folders."""
    try:
        output = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"], check=True, capture_output=True).stdout
        names = [name for name in output.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, folders, files in os.walk(root):
            folders[:] = [each for each in folders if each not in (".git", "build", "target", "__pycache__")]
            names += [os.path.relpath(os.path.join(folder, file), root) for file in files]
    return sorted(name for name in names if os.path.isfile(os.path.join(root, name)))


def is_script(name, data):
    return "." not in os.path.basename(name) and data.startswith(b"#!")


def is_code(name, data):
    return name.endswith(CODE) or os.path.basename(name) == "CMakeLists.txt" or is_script(name, data)


def layer_of(name):
    """The layer that a file belongs to; None outside of core/ and views/."""
    parts = name.split("/")
    if parts[0] == "core" and len(parts) > 2:
        return parts[1]
    return "views" if parts[0] == "views" else None


class Tree:
    """The files of a checkout and what the C++ ones include."""

    def __init__(self, root):
        self.root = root
        self.data = {}
        self.includes = {}  # name -> [(line, bracket, header)]
        for name in tracked_files(root):
            with open(os.path.join(root, name), "rb") as file:
                self.data[name] = file.read()
            if name.endswith((".cpp", ".h")):
                self.includes[name] = self._read_includes(name)
        self.allowed = {}
        rows = self.text("cmake/Layers.cmake")
        for layer, layers in ALLOWED_ROW.findall(rows):
            self.allowed[layer] = set(layers.replace('"', "").split())

    def text(self, name):
        return self.data.get(name, b"").decode("utf-8", "replace")

    def _read_includes(self, name):
        found = []
        for number, line in enumerate(self.text(name).splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                found.append((number, match[1], match[2]))
        return found

    def resolve(self, name, header):
        """The file of this tree that an include means; None when it is someone else's."""
        for candidate in (os.path.join(os.path.dirname(name), header), "core/" + header, "app/" + header, header):
            candidate = os.path.normpath(candidate)
            if candidate in self.includes:
                return candidate
        return None


def is_mlir(header):
    return header.startswith(("mlir/", "llvm/", "mlir-c/", "llvm-c/"))


def is_qt(header):
    return re.match(r"Q[A-Z]\w*$|Qt\w+/|qcustomplot", header) is not None


def check_includes(tree):
    for name, includes in tree.includes.items():
        layer = layer_of(name)
        for line, bracket, header in includes:
            if is_mlir(header) and layer != "tileir":
                yield Violation(name, line, "mlir", f"{header}: only core/tileir includes MLIR")
            if name.startswith(("core/", "app/tileport/")) and is_qt(header):
                if layer not in QT_CORE_LAYERS:
                    yield Violation(name, line, "qt", f"{header}: only the window and {' and '.join(QT_CORE_LAYERS)} include Qt")
                elif not header.startswith("QtCore/"):
                    yield Violation(name, line, "qt", f"{header}: below the window there is Qt Core alone, as <QtCore/...>")
            if bracket == '"' and header.startswith(".."):
                yield Violation(name, line, "relative", f"{header}: name the layer instead")
            target = tree.resolve(name, header)
            if target is not None:
                yield from check_arrow(tree, name, line, target)


def check_arrow(tree, name, line, target):
    layer, other = layer_of(name), layer_of(target)
    if layer is not None and other is not None and other != layer and other not in tree.allowed.get(layer, set()):
        yield Violation(name, line, "layer", f"{layer} must not include {other} ({target})")
    if layer is not None and target.startswith("app/"):
        yield Violation(name, line, "layer", f"{layer} must not include an application ({target})")
    if name.startswith("app/tileport/") and other == "views":
        yield Violation(name, line, "layer", f"the command line must not include views ({target})")


def check_public_headers(tree):
    """No file outside of core/tileir sees MLIR, not even through a header of core/tileir."""
    for name in tree.includes:
        is_public = re.match(r"core/tileir/[^/]+\.h$", name) is not None
        if not is_public and layer_of(name) == "tileir":
            continue
        seen, todo = {name}, [(name, 0)]
        while todo:
            current, first_line = todo.pop()
            for line, _, header in tree.includes[current]:
                if is_mlir(header) and (current != name or is_public):
                    yield Violation(name, first_line or line, "mlir", f"sees {header} through {current}")
                target = tree.resolve(current, header)
                if target is not None and target not in seen:
                    seen.add(target)
                    todo.append((target, first_line or line))


def check_links(tree):
    for name, data in tree.data.items():
        if os.path.basename(name) != "CMakeLists.txt" or not name.startswith(("core/", "app/tileport/", "plugins/")):
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            match = WINDOW_LIBRARY.search(line)
            if match:
                yield Violation(name, number, "link", f"{match[0]}: nothing below the window links it")


def check_rows(tree):
    """The page that people read and the rows that CMake enforces say the same."""
    page = "docs/architecture.md"
    documented = {layer: set(re.findall(r"\w+", layers)) for layer, layers in DOCUMENTED_ROW.findall(tree.text(page))}
    documented = {layer: layers - {"nothing"} for layer, layers in documented.items()}
    for layer in sorted(set(documented) | set(tree.allowed)):
        if documented.get(layer) != tree.allowed.get(layer):
            yield Violation(page, 1, "rows", f"the row of {layer} is not that of cmake/Layers.cmake")


def check_files(tree):
    for name, data in tree.data.items():
        if name.startswith(DATA):
            continue
        if is_code(name, data):
            if data.count(b"\n") > MOST_LINES:
                yield Violation(name, data.count(b"\n"), "size", f"more than {MOST_LINES} lines: split it by what its parts are about")
            if data and not any(b"SPDX-License-Identifier:" in line for line in data.split(b"\n")[:3]):
                yield Violation(name, 1, "spdx", "no SPDX-License-Identifier in the first three lines")
        match = MACHINE_PATH.search(data)
        if match:
            line = data.count(b"\n", 0, match.start()) + 1
            around = data[match.start() : match.start() + 40].split(b"\n")[0].decode("ascii", "replace")
            yield Violation(name, line, "path", f"a path of the building machine: {around}")


def check_binary(binary):
    """The command line is the proof that core needs no window: its program loads no Qt library but Qt Core."""
    output = subprocess.run(["readelf", "-d", binary], check=True, capture_output=True, text=True).stdout
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", output):
        if re.match(r"libQt(?!\d+Core\.)|libqcustomplot|libKF", library):
            yield Violation(binary, 0, "link", f"loads {library}")


def check(root):
    tree = Tree(root)
    violations = []
    if not tree.allowed:
        violations.append(Violation("cmake/Layers.cmake", 0, "rows", "no row found"))
    for each in (check_includes, check_public_headers, check_links, check_rows, check_files):
        violations += each(tree)
    return violations


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", help="the checkout")
    parser.add_argument("--binary", action="append", default=[], help="a program that must load no library of a window")
    arguments = parser.parse_args()
    violations = check(arguments.root)
    for binary in arguments.binary:
        violations += check_binary(binary)
    for violation in violations:
        print(violation)
    print(f"{len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
