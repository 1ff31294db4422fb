"""Boots the runner in the sandbox: imports modules from text that came over the wire.

This file's own text is what the interpreter is started with (``python -c``), so it cannot import
anything of ours; it reads one frame, a JSON object with the sources of modules, and makes those
modules importable from memory.

The runner gets a standard library and built-ins of its own. A program may replace ``json.dumps``,
``len`` or whatever it likes: what it replaces are other objects than those that the runner uses. So
in the runner's modules, what is imported at the top is the runner's own, and what a function
imports while it runs is what student code has and may have changed.

Student code has built-ins of its own, too: its ``builtins`` is a copy. The standard library and the
modules of the course work with those of the interpreter, whatever a program puts in their places.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib.machinery
import os
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from types import CodeType, ModuleType
from typing import Any

SUBMISSION_FOLDER = "/submission"
"""The folder in which a program finds the files that were handed in beside it."""
_SHARED = (
    "ast", "collections.abc", "copy", "dis", "enum", "functools", "importlib.util", "linecache",
    "operator", "random", "re", "struct", "tokenize", "types", "typing", "warnings",
)  # fmt: skip
"""Modules that the runner and student code both use, so that executing them twice would only take
time. Of their functions, the runner calls none once student code has run."""
_TWICE = {
    "base64", "contextlib", "copy", "json", "json.decoder", "json.encoder", "json.scanner",
    "linecache", "traceback",
}  # fmt: skip
"""Modules whose functions it does call then. They are executed once more, as everything is that is
not loaded when the runner is."""
_IN_COMMON = {"_frozen_importlib", "_frozen_importlib_external", "zipimport", "__main__"}
"""Modules that the interpreter itself holds on to, and ``encodings`` with all in it."""


class MemoryModules:
    """A finder and loader of modules and packages whose sources are held in memory.

    It does without the abstract classes of both, whose module takes a tenth of a sandbox's start.

    Args:
        sources: by the modules' names.
        compiled: what came of compiling them, of all or of none.
        built_ins: what they find as built-ins; those of student code unless they are given.
    """

    def __init__(
        self,
        sources: Mapping[str, str],
        compiled: Mapping[str, CodeType] | None = None,
        built_ins: Mapping[str, Any] | None = None,
    ) -> None:
        self._builtins = student_builtins() if built_ins is None else built_ins
        self._sources = dict(sources)
        self._compiled = compiled
        self._executed: dict[str, ModuleType] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of the module ``fullname`` if its source is held; else ``None``."""
        if fullname not in self._sources:
            return None
        return importlib.machinery.ModuleSpec(
            fullname,
            self,  # type: ignore[arg-type]  # a loader in all but its base class
            origin=f"<{fullname}>",
            is_package=self.is_package(fullname),
        )

    def is_package(self, fullname: str) -> bool:
        """Return whether ``fullname`` is a package: whether a held module lies below it."""
        return any(name.startswith(f"{fullname}.") for name in self._sources)

    def get_source(self, fullname: str) -> str:
        """Return the source of the module ``fullname``."""
        return self._sources[fullname]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """Return the module of an earlier import, or ``None`` to have a new one made."""
        return self._executed.get(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Execute the source of ``module`` in its namespace, unless that was done before.

        A reload, or an import after the module was taken out of ``sys.modules``, would make its
        classes anew, and members of the old enumerations, which the wire goes on to carry, would
        equal none of the new ones.
        """
        name = module.__name__
        if self._executed.get(name) is not module:
            module.__dict__.setdefault("__builtins__", self._builtins)
            exec(self.get_code(name), module.__dict__)
            self._executed[name] = module

    def get_code(self, fullname: str) -> CodeType:
        """Return the code object of the module ``fullname``."""
        if self._compiled is not None:
            return self._compiled[fullname]
        return compile_module(fullname, self._sources[fullname])


def compile_module(name: str, source: str) -> CodeType:
    """Return the code object of the module ``name``."""
    return compile(source, f"<{name}>", "exec", dont_inherit=True, optimize=0)


def student_builtins() -> dict[str, Any]:
    """Return the built-ins of student code, which all of its files share."""
    import builtins as theirs

    return vars(theirs)


def library_builtins() -> ModuleType:
    """Return the built-ins of modules that student code imports and has not written."""
    # What a built-in function belongs to is the interpreter's own module, in each copy as well.
    module: ModuleType = builtins.print.__self__  # type: ignore[attr-defined]
    return module


class _RunnerOnlyModuleLoader:
    """Finds and loads modules for the runner alone, so that student code cannot change them.

    Args:
        beside: takes the modules written in C that are loaded; the runner gets copies of them.
    """

    def __init__(self, beside: MutableMapping[str, ModuleType]) -> None:
        self._beside = beside
        self._builtins = dict(vars(builtins))
        self._loaders: dict[str, Any] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec that another finder has for ``fullname``, with this object as loader."""
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None:
                self._loaders[fullname] = spec.loader
                spec.loader = self  # type: ignore[assignment]  # as above
                return spec
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """Return a new module with the runner's built-ins, or a copy of a module written in C."""
        loader = self._loaders[spec.name]
        if _in_c(loader):
            self._beside[spec.name] = module = loader.create_module(spec)
            loader.exec_module(module)
            return copy_module(module)
        made = ModuleType(spec.name)
        made.__dict__["__builtins__"] = self._builtins
        return made

    def exec_module(self, module: ModuleType) -> None:
        """Execute ``module``, unless it is a copy of a module written in C."""
        loader = self._loaders[module.__name__]
        if not _in_c(loader):
            loader.exec_module(module)


def _in_c(loader: object) -> bool:
    kinds = importlib.machinery.BuiltinImporter, importlib.machinery.ExtensionFileLoader
    return loader is kinds[0] or isinstance(loader, kinds[1])


def copy_module(module: ModuleType) -> ModuleType:
    """Return a new module with everything that is in ``module`` now."""
    other = ModuleType(module.__name__)
    other.__dict__.update(vars(module))
    return other


@contextlib.contextmanager
def _separate_imports() -> Iterator[None]:
    """Give imports within the context modules of their own, which later imports do not get."""
    for name in _SHARED:
        importlib.import_module(name)
    beside = dict(sys.modules)
    for name, module in beside.items():
        if name in _TWICE:
            del sys.modules[name]
        elif name not in _IN_COMMON and name.partition(".")[0] != "encodings":
            sys.modules[name] = copy_module(module)
    separate = _RunnerOnlyModuleLoader(beside)
    sys.meta_path.insert(0, separate)
    try:
        yield
    finally:
        sys.meta_path.remove(separate)
        sys.modules.clear()
        sys.modules.update(beside | {"builtins": copy_module(builtins)})


def boot() -> None:
    """Read the runner's modules from standard input and hand over to the zygote."""
    data = _read_exactly(int.from_bytes(_read_exactly(4), "big"))
    with _separate_imports():
        main = _import_runner(data)
    main()


def _import_runner(data: bytes) -> Callable[[], None]:
    """Import the runner from the modules in ``data``, and return the zygote's main function."""
    import importlib.util
    import json
    import marshal

    modules = json.loads(data)
    code = None
    if modules["bytecode"] == importlib.util.MAGIC_NUMBER.hex():
        code = marshal.loads(bytes.fromhex(modules["code"]))
    ours = MemoryModules(modules["sources"], code)
    sys.meta_path.append(ours)
    from grader.runner import zygote

    sys.meta_path.remove(ours)
    return zygote.main


def _read_exactly(size: int) -> bytes:
    """Read exactly ``size`` bytes, without a buffer, because the zygote's own frames follow."""
    data = b""
    while len(data) < size:
        chunk = os.read(0, size - len(data))
        if not chunk:
            sys.exit("the trusted side closed the wire before the runner had arrived")
        data += chunk
    return data
