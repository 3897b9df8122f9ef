# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads kernel modules without a GPU, without PyTorch, and under names that say nothing of this machine.

cuTile writes the file name of each function's code object into the bytecode.  Modules are therefore
compiled under a path relative to their root ("softmax.py", "tilegym/ops/cutile/softmax.py"), so that the
same sources give the same bytes wherever they lie.
"""

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import types

from .failures import Failure, is_standard

# Host code of kernel modules imports these; the kernels themselves never use them.
HOST_ONLY = ("torch", "transformers", "numpy", "triton", "cupy", "jax")


class _StubType(type):
    """A class whose every attribute is again a stub, so that host code can be defined, not run."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = _StubType(name, (Stub,), {})
        setattr(cls, name, value)
        return value


class Stub(metaclass=_StubType):
    """Stands for any class, function or decorator of a module that is not there."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        # As a decorator with arguments (@torch.no_grad()) a stub gives the function back.
        return args[0] if len(args) == 1 and callable(args[0]) else Stub()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Stub()


class _StubModule(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(Stub, name)


class _StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] not in HOST_ONLY:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        return _StubModule(spec.name)

    def exec_module(self, module):
        pass


class _NeutralLoader(importlib.machinery.SourceFileLoader):
    """Compiles a module under its path relative to `root`; reads and writes no .pyc."""

    def __init__(self, fullname, path, root, recorded):
        super().__init__(fullname, path)
        self._root = root
        self._recorded = recorded

    def get_code(self, fullname):
        data = self.get_data(self.path)
        if self._recorded is not None:
            # Of what was read here, not of what may stand there a moment later.
            self._recorded[self.path] = hashlib.sha256(data).hexdigest()
        name = os.path.relpath(self.path, self._root).replace(os.sep, "/")
        text = importlib.util.decode_source(data)
        # cuTile reads the source back through linecache; no time stamp means that it is never checked.
        linecache.cache[name] = (len(data), None, text.splitlines(keepends=True), name)
        # Of the text: of bytes, Python tells the columns of syntax errors in bytes.
        return compile(text, name, "exec", dont_inherit=True)


class _NeutralFinder(importlib.abc.MetaPathFinder):
    """Finds what lies under `root` as Python itself would, then loads it by the neutral loader.

    `installed`: it is where packages are installed, which Python looks at after its own library.
    """

    def __init__(self, root, recorded=None, installed=False):
        self.root = os.path.realpath(root)
        self._recorded = recorded
        self._installed = installed

    def find_spec(self, fullname, path=None, target=None):
        if self._installed and fullname.partition(".")[0] in sys.stdlib_module_names:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path or [self.root], target)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        origin = os.path.realpath(spec.origin)
        if os.path.commonpath([self.root, origin]) != self.root or is_standard(origin):
            return None
        spec.loader = _NeutralLoader(fullname, origin, self.root, self._recorded)
        return spec


def _install(*finders):
    sys.meta_path[:0] = finders


def _front_end_folder():
    """The folder of the installed cuda.tile, "" without it."""
    module = sys.modules.get("cuda.tile")
    return os.path.dirname(os.path.realpath(module.__file__)) + os.sep if module else ""


class Loaded:
    """The modules of one import: where their neutral names lead, and which files they were made of."""

    def __init__(self, announce=lambda roots: None):
        """`announce` is told of the roots before anything of them is imported."""
        self.recorded = {}
        self.roots = {}
        self._announce = announce
        self._before = set(sys.modules)

    def add_root(self, written, installed=False):
        """Modules below this folder get neutral names; it is shown as it is written here."""
        self.roots.setdefault(os.path.realpath(written), written)
        self._announce(self.roots)
        return _NeutralFinder(written, self.recorded, installed)

    def shown(self, path):
        """A real path as the person who called would write it."""
        for real, written in self.roots.items():
            if path.startswith(real + os.sep):
                return os.path.join(written, path[len(real) + 1 :])
        return path

    def dependencies(self):
        """[path, SHA-256] of every file that was imported and is neither Python's own nor cuTile's."""
        found = dict(self.recorded)
        for name in set(sys.modules) - self._before:
            path = getattr(sys.modules[name], "__file__", None)
            if not isinstance(path, str):
                continue
            path = os.path.realpath(path)
            if path not in found and os.path.isfile(path) and not is_standard(path):
                found[path] = _digest(path)
        front_end = _front_end_folder()
        kept = {path: digest for path, digest in found.items() if not (front_end and path.startswith(front_end))}
        return [[self.shown(path), digest] for path, digest in sorted(kept.items())]


def _digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def neutral_cutile():
    """Imports cuTile itself under neutral names: helpers of its own are inlined into kernels."""
    spec = importlib.util.find_spec("cuda")
    locations = list(spec.submodule_search_locations or ()) if spec else []
    if not locations:
        raise ModuleNotFoundError("No module named 'cuda'")
    _install(*(_NeutralFinder(os.path.dirname(os.path.realpath(folder))) for folder in locations))
    return importlib.import_module("cuda.tile")


def stub_host_packages():
    """From now on these packages are stubs.  Imported here once, before the first kernel is compiled: that is when cuTile
    looks which of them there are, to know their dtypes (torch.int32) when a kernel names them."""
    _install(_StubFinder())
    for name in HOST_ONLY:
        importlib.import_module(name)


def _installed_roots():
    """Where packages are installed, in Python's own order."""
    return [
        entry
        for entry in sys.path
        if entry and os.path.isdir(entry) and not is_standard(os.path.realpath(entry) + os.sep)
    ]


def _package_root(path):
    """(root, module name) of a source file: the folder above all packages that it lies in, and its name from there."""
    folder, name = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    parts = [] if name == "__init__" else [name]
    while os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.basename(folder).isidentifier():
        parts.insert(0, os.path.basename(folder))
        folder = os.path.dirname(folder)
    return folder, ".".join(parts) or name


def load_source(path, loaded):
    """The module of one source file; its neighbours can be imported by it."""
    if os.path.splitext(path)[1] != ".py" or not os.path.isfile(path):
        raise Failure("there is no such Python file", "source", path)
    written, name = _package_root(os.path.abspath(path))
    packaged = (
        written != os.path.dirname(os.path.abspath(path))
        and _package_root(os.path.realpath(path))[1] == name
        and all(part.isidentifier() for part in name.split("."))
        and name.partition(".")[0] not in sys.modules
    )
    if not packaged:
        written, name = os.path.dirname(os.path.abspath(path)), os.path.splitext(os.path.basename(path))[0]
        # The real folder: a link to a file leads to the neighbours of what it links to.
        if os.path.realpath(path) != os.path.join(os.path.realpath(written), os.path.basename(path)):
            written = os.path.dirname(os.path.realpath(path))
    finders = [loaded.add_root(written), *(loaded.add_root(root, installed=True) for root in _installed_roots())]
    _install(*finders)
    if packaged:
        return load_module(name, loaded) if name.startswith("tilegym.") else importlib.import_module(name)
    return _load_file(name, os.path.realpath(path), finders[0], loaded)


def _load_file(name, path, finder, loaded):
    # By its place, not by its name: a kernel may stand in a file that is named like a module of Python's own.
    name = f"kernel_{name}" if name in sys.modules else name
    loader = _NeutralLoader(name, path, finder.root, loaded.recorded)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_module(name, loaded):
    """The module of an installed package."""
    top = name.partition(".")[0]
    if not all(part.isidentifier() for part in name.split(".")):
        raise Failure(f"module: {name!r} is no name of a Python module", "launch")
    if top == "tilegym":
        prepare_tilegym(loaded)
    else:
        _install(*(loaded.add_root(root, installed=True) for root in _installed_roots()))
    return importlib.import_module(name)


def _bare_package(name, folder):
    """A package that can be imported from but whose own __init__ is not run."""
    module = types.ModuleType(name)
    module.__path__ = [folder]
    sys.modules[name] = module
    return module


def prepare_tilegym(loaded):
    """Makes the kernel modules of an installed TileGym importable.

    TileGym's __init__ imports PyTorch and every back end; its kernel modules need neither.
    """
    spec = importlib.util.find_spec("tilegym")
    if spec is None or spec.origin is None:
        raise Failure("the package tilegym is not installed here; run packaging/toolchain", "source")
    folder = os.path.dirname(os.path.realpath(spec.origin))
    for name in ("tilegym", "tilegym.ops", "tilegym.ops.cutile"):
        _bare_package(name, os.path.join(folder, *name.split(".")[1:]))
    backend = _bare_package("tilegym.backend", os.path.join(folder, "backend"))
    backend.register_impl = lambda *args, **kwargs: lambda function: function
    backend.is_backend_available = lambda name: name == "cutile"
    sys.modules["tilegym.backend.dispatcher"] = backend
    _install(loaded.add_root(os.path.dirname(folder)))
