"""First code to run in the sandbox: imports modules from text that came over the wire.

This file's own text is what the interpreter is started with (``python -c``), so it cannot import
anything of ours; it reads one frame, a JSON object of module names and sources, and makes those
modules importable from memory.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import json
import os
import struct
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType


class MemoryModules(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports modules and packages whose sources are held in memory."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._sources = dict(sources)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The import system's question whether ``fullname`` is one of ours."""
        if fullname not in self._sources:
            return None
        return importlib.machinery.ModuleSpec(
            fullname, self, origin=f"<{fullname}>", is_package=self.is_package(fullname)
        )

    def is_package(self, fullname: str) -> bool:
        """Whether any held module lives below ``fullname``."""
        return any(name.startswith(f"{fullname}.") for name in self._sources)

    def get_source(self, fullname: str) -> str:
        """The text of ``fullname``."""
        return self._sources[fullname]

    def exec_module(self, module: ModuleType) -> None:
        """Run the text of ``module`` in its namespace."""
        name = module.__name__
        exec(compile(self._sources[name], f"<{name}>", "exec"), module.__dict__)


def boot() -> None:
    """Read the runner's modules from standard input and hand over to the zygote."""
    (length,) = struct.unpack(">I", _read(4))
    sys.meta_path.insert(0, MemoryModules(json.loads(_read(length))))
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
