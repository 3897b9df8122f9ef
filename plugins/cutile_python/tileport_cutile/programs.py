# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a launch to the bytes of its program, in the process that has cuTile and the kernel's module."""

import io
import os
import signal
import sys
import tempfile

from .failures import Places, failure_of
from .launches import Malformed

# Bytecode older than this writes its hints for one architecture, which has to be named.
FIRST_NEUTRAL_VERSION = (13, 3)
VERSIONS = ("13.1", "13.2", "13.3", "13.4")


def version_tuple(version):
    return tuple(int(part) for part in version.split("."))


def needs_target(version):
    return version_tuple(version) < FIRST_NEUTRAL_VERSION


def front_end():
    from cuda.tile import __version__

    return f"cuTile Python {__version__}"


def find_kernel(module, name, places):
    """The kernel of that name; "make_kernel:6" is what the module's make_kernel(6) returns."""
    import cuda.tile as ct

    base, *given = name.split(":")
    kernel = getattr(module, base, None)
    if given and callable(kernel):
        try:
            kernel = kernel(*(int(value) for value in given))
        except ValueError as error:
            raise Malformed(("kernel",), f"is {name!r}: what follows the colon are whole numbers") from error
        except Exception as error:
            raise failure_of(error, "source", places) from error
    if isinstance(kernel, ct.kernel):
        return kernel
    there = sorted(key for key, value in vars(module).items() if isinstance(value, ct.kernel))
    has = f"its kernels are {', '.join(there)}" if there else "it has none"
    raise Malformed(("kernel",), f"is {name!r}, which is no kernel of the module: {has}")


def check_arguments(kernel, launch):
    """Refuses what the compiler would take for something else: too few arguments, another order, a runtime constant."""
    parameters = list(kernel._annotated_function.pysig.parameters)
    given = launch["args"]
    if len(given) != len(parameters):
        raise Malformed(
            ("args",), f"has {len(given)} arguments; the kernel takes {len(parameters)}: {', '.join(parameters)}"
        )
    annotations = kernel._annotated_function.parameter_annotations
    for index, (argument, name, annotation) in enumerate(zip(given, parameters, annotations)):
        if argument.get("name", name) != name:
            raise Malformed(
                ("args", index, "name"), f"is {argument['name']!r}; the kernel's parameter there is {name!r}"
            )
        if getattr(annotation, "constant", False) and not argument.get("constant"):
            raise Malformed(("args", index, "constant"), f"is not true, but {name!r} is ct.Constant")


def _hinted(kernel, launch):
    from .signature import hint_value

    for name, value in launch.get("hints", {}).items():
        try:
            kernel = kernel.replace_hints(**{name: hint_value(value)})
        except (TypeError, ValueError) as error:
            raise Malformed(("hints", name), f"is refused: {error}") from error
    return kernel


def _signature(kernel, launch):
    from .signature import ArgumentError, kernel_signature

    try:
        return kernel_signature(launch, kernel._pyfunc.__name__)
    except ArgumentError as error:
        raise Malformed(("args", error.index), str(error)) from error
    except (TypeError, ValueError) as error:
        raise Malformed((), f"gives no signature: {error}") from error


def compile_launch(kernel, launch, version, gpu_code=None, places=Places()):
    """(symbol, bytecode) of one launch of a kernel object."""
    from cuda.tile.compilation import export_kernel

    check_arguments(kernel, launch)
    kernel = _hinted(kernel, launch)
    signature = _signature(kernel, launch)
    expected = launch.get("symbol")
    if expected and expected != signature.symbol:
        raise Malformed(("symbol",), f"is {expected}, the launch gives {signature.symbol}")
    buffer = io.BytesIO()
    try:
        export_kernel(
            kernel,
            [signature],
            buffer,
            gpu_code=gpu_code,
            output_format="tileir_bytecode",
            bytecode_version=version,
        )
    except (Exception, SystemExit) as error:
        raise failure_of(error, "front_end", places) from error
    return signature.symbol, buffer.getvalue()


def private_folders():
    """Folders whose names would tell on this machine if a program carried them."""
    named = {sys.prefix, os.getcwd(), os.path.expanduser("~"), tempfile.gettempdir(), os.path.dirname(__file__)}
    named |= {entry for entry in sys.path if entry}
    real = {os.path.realpath(folder) for folder in named}
    return sorted(folder.encode() for folder in named | real if len(folder.strip("/")) > 0)


def private_folder_in(data):
    """The folder of this machine that a program names, "" if it names none."""
    found = next((folder for folder in private_folders() if folder + b"/" in data), b"")
    return found.decode(errors="replace")


def write_atomically(path, data):
    """A reader never meets half a file, even when this process is killed; after an error nothing is left."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError as error:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise CannotWrite(path, error) from error


class CannotWrite(Exception):
    """Nobody's kernel is to blame: the folder or the disk takes no more."""

    def __init__(self, path, error):
        super().__init__(f"{path}: {error.strerror}; see that the folder may be written to and has room")


def ended_text(status, phase):
    """How a process ended, from what os.waitpid said."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        names = {value.value: value.name for value in signal.Signals}
        how = f"killed the process ({names.get(number, f'signal {number}')})"
    else:
        how = f"ended the process (exit code {os.WEXITSTATUS(status)})"
    return f"importing it {how}" if phase == "import" else f"the front end {how}"
