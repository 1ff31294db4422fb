"""Says which kinds of files are accepted, by how their names end, and how large they may be."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

ACCEPTED = "a .py file, a .ipynb notebook, or a .zip archive or folder with one of these"

SIZE_LIMITS = {".py": 1 << 20, ".ipynb": 64 << 20, ".zip": 50 << 20}
"""Bytes of a file, by the kinds of files that are accepted."""

MAX_ENTRIES = 2000
"""Entries of an archive or folder (subfolders included), and cells of a notebook."""

MAX_FURTHER = 200
"""Files that are taken along beside the graded one,"""
MAX_CODE = 2 << 20
"""bytes of all those that can be imported,"""
MAX_DATA = 8 << 20
"""and bytes of all others."""

_RENAMED = re.compile(r"(?<=.)(?P<kind>\.py|\.ipynb)\.(txt|json)\Z")
"""Kinds of files to whose names something else has added an ending."""


def suffix_of(name: str) -> str:
    """Return the key of a file's name in :data:`SIZE_LIMITS`: ``hw/a.PY`` and ``a.py/.`` have .py.

    ``a.py.txt`` has it, too: so do browsers and courses save what they take for text.
    """
    base = PurePosixPath(name).name.lower()
    if renamed := _RENAMED.search(base):
        return renamed["kind"]
    return PurePosixPath(base).suffix


def name_without_suffix(name: str) -> str:
    """Return a file's name without the ending that :func:`suffix_of` finds."""
    base = PurePosixPath(name).name
    renamed = _RENAMED.search(base.lower())
    return base[: renamed.start()] if renamed else PurePosixPath(base).stem
