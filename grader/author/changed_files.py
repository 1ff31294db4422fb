"""Finds which files of an assignment have changed, and what is to be validated again first.

Files are looked at by their times, again and again, instead of asking the system for messages: on
network drives and in folders that a container shares no messages come, an assignment is a few
hundred files at most, and nothing has to be installed for it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from grader.assignment.course_assignments import REFERENCE, TESTS

_CHECKS = {"families": "limits"}
"""What a folder's check is called, where not as the folder."""

FileStamps = Mapping[Path, tuple[int, int]]
"""Time and size of each file."""


def stamp_files(course: Path, assignments: Collection[str]) -> FileStamps:
    """Return the paths of all files of these assignments with their present state."""
    folders = (course / kind / name for name in assignments for kind in (TESTS, REFERENCE))
    return {path: facts for folder in folders for path, facts in _files(folder)}


def find_changed_files(before: FileStamps, after: FileStamps) -> list[Path]:
    """Return the files that differ, are new, or are gone."""
    return sorted({path for path, _ in before.items() ^ after.items()})


def arguments_for_changes(course: Path, paths: Sequence[Path]) -> list[str]:
    """Return the arguments of ``grade author validate`` that try ``paths`` alone.

    There are none if that may be anything: tests, the reference, or files of several assignments.
    """
    options: dict[str, None] = {}
    ids = {path.relative_to(course).parts[1] for path in paths}
    for path in paths:
        match path.relative_to(course).parts[2:]:
            case ("mutants" | "rights" | "families" as kind, group, file) if file.endswith(".py"):
                if not path.exists():
                    return []
                check = _CHECKS.get(kind, kind)
                options |= dict.fromkeys([f"--only={check}", f"--variant={group}/{file[:-3]}"])
            case ("skeleton.py",) if path.exists() and len(paths) == 1:
                options["--only=skeleton"] = None
            case _:
                return []
    return [*ids, *options] if len(ids) == 1 else []


def _files(folder: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            # What editors and Python leave beside a file is not the author's.
            if entry.name.startswith((".", "__pycache__")) or entry.name.endswith("~"):
                continue
            if entry.is_dir():
                yield from _files(Path(entry.path))
            else:
                with contextlib.suppress(FileNotFoundError):  # gone in this moment
                    facts = entry.stat()
                    yield Path(entry.path), (facts.st_mtime_ns, facts.st_size)
