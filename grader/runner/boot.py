"""First code to run in the sandbox: imports modules from text that came over the wire.

This file's own text is what the interpreter is started with (``python -c``), so it cannot import
anything of ours; it reads one frame, a JSON object with the sources of modules, and makes those
modules importable from memory.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import marshal
import os
import struct
import sys
from collections.abc import Mapping, Sequence
from types import CodeType, ModuleType


class MemoryModules:
    """Imports modules and packages whose sources are held in memory: a finder and a loader.

    It does without the abstract classes of both, whose module takes a tenth of a sandbox's start.

    Args:
        sources: by the modules' names.
        compiled: what came of compiling them, of all or of none.
    """

    def __init__(
        self, sources: Mapping[str, str], compiled: Mapping[str, CodeType] | None = None
    ) -> None:
        self._sources = dict(sources)
        self._compiled = compiled
        self._executed: dict[str, ModuleType] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The import system's question whether ``fullname`` is one of ours."""
        if fullname not in self._sources:
            return None
        return importlib.machinery.ModuleSpec(
            fullname,
            self,  # type: ignore[arg-type]  # a loader in all but its base class
            origin=f"<{fullname}>",
            is_package=self.is_package(fullname),
        )

    def is_package(self, fullname: str) -> bool:
        """Whether any held module lives below ``fullname``."""
        return any(name.startswith(f"{fullname}.") for name in self._sources)

    def get_source(self, fullname: str) -> str:
        """The text of ``fullname``."""
        return self._sources[fullname]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """The module of an earlier import; otherwise the import system makes one."""
        return self._executed.get(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run the text of ``module`` in its namespace, unless that has been done.

        A reload, or an import after the module was taken out of ``sys.modules``, would make its
        classes anew, and members of the old enumerations, which the wire goes on to carry, would
        equal none of the new ones.
        """
        name = module.__name__
        if self._executed.get(name) is not module:
            exec(self.get_code(name), module.__dict__)
            self._executed[name] = module

    def get_code(self, fullname: str) -> CodeType:
        """What ``fullname`` is compiled to."""
        if self._compiled is not None:
            return self._compiled[fullname]
        return compiled(fullname, self._sources[fullname])


def compiled(name: str, source: str) -> CodeType:
    """The code of the module ``name``."""
    return compile(source, f"<{name}>", "exec", dont_inherit=True, optimize=0)


def boot() -> None:
    """Read the runner's modules from standard input and hand over to the zygote."""
    (length,) = struct.unpack(">I", _read(4))
    modules = json.loads(_read(length))
    code = None
    if modules["bytecode"] == importlib.util.MAGIC_NUMBER.hex():
        code = marshal.loads(bytes.fromhex(modules["code"]))
    sys.meta_path.insert(0, MemoryModules(modules["sources"], code))
    from grader.runner import zygote

    zygote.main()


def _read(size: int) -> bytes:
    """Exactly ``size`` bytes, unbuffered, because the zygote's own frames follow."""
    data = b""
    while len(data) < size:
        chunk = os.read(0, size - len(data))
        if not chunk:
            sys.exit("the trusted side closed the wire before the runner had arrived")
        data += chunk
    return data
