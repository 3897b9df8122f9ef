#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the cubins of this folder, and beside each a .expected of what NVIDIA's and GNU's tools say of it.

    python3 -m venv VENV; VENV/bin/pip install nvidia-cuda-tileiras==13.4.92 nvidia-cuda-nvcc==13.4.92 \\
        nvidia-nvvm==13.4.92 nvidia-cuda-cuobjdump==13.5.37
    VENV/bin/python tests/cases/cubin/make_cubins.py

Needs no GPU. tileiras runs in the root of the checkout on relative paths, so that no other path gets into a cubin; the
files that are compiled were exported in /src. readelf is that of binutils; it knows only one name of line tables, so that
the others are given to it under that name.
"""
import os
import re
import struct
import subprocess
import sysconfig
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
TOOLS = os.path.join(sysconfig.get_paths()["purelib"], "nvidia", "cu13", "bin")
# name: bytecode, architecture, whether lines and texts are embedded
CUBINS = {
    "places-sm_90": ("tests/cases/allops/places-13.4.tileirbc", "sm_90", True),  # two kernels
    "softmax-generated-sm_80": ("resources/demo/softmax/generated/generated_f16-1x1024.tileirbc", "sm_80", True),  # inlined lines
    "softmax-reference-sm_100": ("resources/demo/softmax/reference/reference_f16-1x1024.tileirbc", "sm_100", True),
    "matmul-generated-sm_80": ("resources/demo/matmul/generated/generated_f16-128x128x64.tileirbc", "sm_80", False),  # has a stack
}
LINE_TABLES = {"source": ".debug_line", "tileir": ".nv.tileir.debug_line", "ptx": ".nv_debug_line_sass"}


def run(*arguments):
    environment = dict(os.environ, PATH=TOOLS + os.pathsep + os.environ["PATH"])
    return subprocess.run(arguments, cwd=ROOT, env=environment, check=True, capture_output=True, text=True, errors="replace").stdout


def section_names(data):
    (table,) = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    (begin,) = struct.unpack_from("<Q", data, table + 64 * names + 24)
    offsets = [table + 64 * i for i in range(count)]
    return {data[begin + struct.unpack_from("<I", data, o)[0] :].split(b"\0", 1)[0].decode(): o for o in offsets}


def rows(cubin, section):
    """The rows of a line table as readelf prints the opcodes: (address, line)."""
    with open(cubin, "rb") as file:
        data = bytearray(file.read())
    names = section_names(data)
    if section not in names:
        return []
    one, other = names[".debug_line"], names[section]
    data[one : one + 4], data[other : other + 4] = data[other : other + 4], data[one : one + 4]
    found, address, line = [], 0, 1
    with tempfile.NamedTemporaryFile(suffix=".cubin") as swapped:
        swapped.write(data)
        swapped.flush()
        text = run("readelf", "--debug-dump=rawline", swapped.name)
    for opcode in text.splitlines():
        if match := re.search(r"set Address to (\w+)", opcode):
            address, line = int(match[1], 16), 1
        elif match := re.search(r"Advance Line by \S+ to (\d+)", opcode):
            line = int(match[1])
        elif match := re.search(r"Advance PC by (?:constant )?\w+ to (\w+)", opcode):
            address = int(match[1], 16)
        elif match := re.search(r"Special opcode \d+: advance Address by \w+ to (\w+) and Line by \S+ to (\d+)", opcode):
            address, line = int(match[1], 16), int(match[2])
            found.append((address, line))
        elif "]  Copy" in opcode or "End of Sequence" in opcode:
            found.append((address, line))
    return found


def kernels(cubin):
    usage = run(os.path.join(TOOLS, "cuobjdump"), "-res-usage", cubin)
    dump = run(os.path.join(TOOLS, "cuobjdump"), "-elf", cubin)
    symbols = run("readelf", "-sW", cubin)
    for name, numbers in re.findall(r"Function (\S+):\n\s+(.*)", usage):
        number = lambda key: re.search(re.escape(key) + r":(\d+)", numbers)[1]
        info = dump[dump.index(f"\n.nv.info.{name}\n") :]
        info = info[: re.search(r"\n\n\n", info).start()]
        parameters = re.findall(r"Ordinal : (\w+)\s+Offset  : (\w+)\s+Size    : (\w+)", info)
        size = re.search(r"(\d+) FUNC +GLOBAL.* " + re.escape(name) + "$", symbols, re.M)[1]
        value = lambda key: [int(n, 16) for n in re.search(key + r"\s+Format:\s+\w+\s+Value:\s+(.*)", info)[1].split()]
        yield [
            f"kernel {name}",
            f"codeSize {size}",
            f"registers {number('REG')}",
            f"stack {number('STACK')}",
            f"sharedMemory {number('SHARED')}",
            f"constantBank {number('CONSTANT[0]')}",
            f"parameterBytes {value('CBANK_PARAM_SIZE')[0]}",
            f"threads {' '.join(map(str, value('REQNTID')))}",
            "parameters " + " ".join(f"{int(b, 16)}:{int(c, 16)}" for a, b, c in sorted(parameters, key=lambda p: int(p[0], 16))),
        ]


def main():
    for name, (bytecode, architecture, lines) in CUBINS.items():
        cubin = os.path.join(HERE, name + ".cubin")
        options = ["--lineinfo"] if lines else []
        run(os.path.join(TOOLS, "tileiras"), "--gpu-name", architecture, *options, bytecode, "-o", os.path.relpath(cubin, ROOT))
        expected = [f"bytecode {bytecode}", f"sm {architecture[3:]}", f"embedded {int(lines)}"]
        for kernel in kernels(cubin):
            expected += kernel
        for table, section in LINE_TABLES.items():
            expected += [f"{table} {address} {line}" for address, line in rows(cubin, section)]
        with open(os.path.join(HERE, name + ".expected"), "w", encoding="utf-8") as file:
            file.write("\n".join(expected) + "\n")


if __name__ == "__main__":
    main()
