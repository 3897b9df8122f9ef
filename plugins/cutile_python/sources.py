# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads kernel modules without a GPU, without PyTorch, and under names that say nothing of this machine.

cuTile writes the file name of each function's code object into the bytecode.  Modules are therefore
compiled under a path relative to their root ("softmax.py", "tilegym/ops/cutile/softmax.py"), so that the
same sources give the same bytes wherever they lie.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import types

# Host code of kernel modules imports these; the kernels themselves never use them.
HOST_ONLY = ("torch", "transformers", "numpy", "triton")


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

    def __init__(self, fullname, path, root):
        super().__init__(fullname, path)
        self._root = root

    def get_code(self, fullname):
        data = self.get_data(self.path)
        name = os.path.relpath(self.path, self._root).replace(os.sep, "/")
        text = importlib.util.decode_source(data)
        # cuTile reads the source back through linecache; no time stamp means that it is never checked.
        linecache.cache[name] = (len(data), None, text.splitlines(keepends=True), name)
        return compile(data, name, "exec", dont_inherit=True)


class _NeutralFinder(importlib.abc.MetaPathFinder):
    """Finds what lies under `root` as Python itself would, then loads it by the neutral loader."""

    def __init__(self, root):
        self._root = os.path.realpath(root)

    def find_spec(self, fullname, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(fullname, path or [self._root], target)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        if os.path.commonpath([self._root, os.path.realpath(spec.origin)]) != self._root:
            return None
        spec.loader = _NeutralLoader(fullname, os.path.realpath(spec.origin), self._root)
        return spec


def _install(*finders):
    sys.meta_path[:0] = finders


def neutral_cutile():
    """Imports cuTile itself under neutral names: helpers of its own are inlined into kernels."""
    spec = importlib.util.find_spec("cuda")
    locations = list(spec.submodule_search_locations or ()) if spec else []
    if not locations:
        raise ModuleNotFoundError("No module named 'cuda'")
    _install(*(_NeutralFinder(os.path.dirname(os.path.realpath(folder))) for folder in locations))
    return importlib.import_module("cuda.tile")


def load_source(path):
    """The module of one source file; its neighbours can be imported by it."""
    path = os.path.realpath(path)
    name, extension = os.path.splitext(os.path.basename(path))
    if extension != ".py" or not os.path.isfile(path):
        raise FileNotFoundError(f"no Python file {path}")
    finder = _NeutralFinder(os.path.dirname(path))
    _install(_StubFinder(), finder)
    return importlib.import_module(name)


def _bare_package(name, folder):
    """A package that can be imported from but whose own __init__ is not run."""
    module = types.ModuleType(name)
    module.__path__ = [folder]
    sys.modules[name] = module
    return module


def prepare_tilegym():
    """Makes the kernel modules of an installed TileGym importable.

    TileGym's __init__ imports PyTorch and every back end; its kernel modules need neither.
    """
    spec = importlib.util.find_spec("tilegym")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package tilegym is not installed here")
    folder = os.path.dirname(os.path.realpath(spec.origin))
    for name in ("tilegym", "tilegym.ops", "tilegym.ops.cutile"):
        _bare_package(name, os.path.join(folder, *name.split(".")[1:]))
    backend = _bare_package("tilegym.backend", os.path.join(folder, "backend"))
    backend.register_impl = lambda *args, **kwargs: lambda function: function
    backend.is_backend_available = lambda name: name == "cutile"
    sys.modules["tilegym.backend.dispatcher"] = backend
    _install(_StubFinder(), _NeutralFinder(os.path.dirname(folder)))
    return os.path.dirname(folder)
