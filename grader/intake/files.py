"""Finds and reads the one file that counts; never waits, follows links, or reads too much."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath

from grader.intake import archive
from grader.intake.refusal import (
    ACCEPTED,
    LIMITS,
    MAX_ENTRIES,
    IntakeError,
    SeveralFiles,
    shown,
    suffix_of,
    too_large,
)


def content(path: Path, given: Collection[str]) -> tuple[str, bytes]:
    """Base name and bytes of the file that counts; the name ends in .py or .ipynb.

    Args:
        given: names, lower case, of files that students are given and often hand back along with
            their own.

    Raises:
        IntakeError, OSError: if there is no such file or it cannot be read.
        ValueError: if the path has a NUL character.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        raise IntakeError(f"There is no file {shown(path)}; check the path.") from None
    if stat.S_ISLNK(mode):
        # In an unpacked collection it may lead to another student's work, or to a secret.
        raise IntakeError(f"{shown(path)} is a symbolic link; give the file that it leads to.")
    suffix = suffix_of(path.name)
    if stat.S_ISDIR(mode):
        if suffix in LIMITS:
            raise IntakeError(
                f"{shown(path)} is a folder although it is named like a file; "
                "give the path of the file inside."
            )
        chosen = path / the_one(regular_files(path), path, given)
        return chosen.name, read_file(chosen)
    if suffix not in LIMITS:
        raise IntakeError(f"{shown(path)} is not a kind of file that is graded; give {ACCEPTED}.")
    data = read_file(path)
    if suffix != ".zip":
        return path.name, data
    with archive.opened(data, shown(path)) as members:
        chosen_member = the_one(archive.files(members), path, given)
        return meant(chosen_member).name, archive.read(members, chosen_member, shown(path))


def the_one(entries: Iterable[str], container: Path, given: Collection[str]) -> str:
    """The one entry that is a Python file or notebook of the student's own."""
    found = [entry for entry in entries if counts(PurePosixPath(entry), given)]
    if not found:
        raise IntakeError(
            f"{shown(container)} holds no Python file or notebook of your own; give {ACCEPTED}."
        )
    if len(found) > 1:
        names = ", ".join(shown(entry) for entry in found[:5])
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        raise SeveralFiles(
            f"{shown(container)} holds several files that could be graded ({names}{more}); "
            "give the one that counts."
        )
    return found[0]


def counts(entry: PurePosixPath, given: Collection[str]) -> bool:
    """Whether a file of this name, within what was handed in, may be the one to grade."""
    path = meant(entry)
    return (
        suffix_of(entry.name) in {".py", ".ipynb"}
        and path.name.lower() not in given
        and not any(part.startswith((".", "__")) and part != ".." for part in path.parts)
    )


def meant(entry: str | PurePosixPath) -> PurePosixPath:
    """The path that a name in an archive stands for.

    Some tools on Windows separate folders by backslashes there, although the format forbids it.
    """
    return PurePosixPath(str(entry).replace("\\", "/"))


def regular_files(folder: Path) -> Iterator[str]:
    """Relative paths of the files in a folder; symbolic links are not followed.

    Raises:
        IntakeError: if there are too many.
    """
    seen = 0
    waiting = [folder]  # os.walk calls itself for every level, and folders can be very deep
    while waiting:
        inside = []
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                seen += 1
                if seen > MAX_ENTRIES:
                    raise IntakeError(
                        f"{shown(folder)} holds more than {MAX_ENTRIES} files and folders; "
                        "give a folder with only your own files."
                    )
                inside.append(entry)
        inside.sort(key=lambda entry: entry.name)
        for entry in inside:
            if entry.is_file(follow_symlinks=False):
                yield Path(entry).relative_to(folder).as_posix()
        waiting += [
            Path(entry)
            for entry in reversed(inside)
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith((".", "__"))
        ]


def read_file(path: Path) -> bytes:
    """All bytes of a regular file; links, pipes and devices are neither opened nor waited for.

    Raises:
        IntakeError, OSError: if it is something else, too large, or cannot be read.
    """
    _refuse_irregular(path, path.lstat().st_mode)
    # It may have been replaced meanwhile, so the open file is checked again.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    with open(descriptor, "rb") as file:  # noqa: PTH123 - a descriptor has no path
        status = os.fstat(descriptor)
        _refuse_irregular(path, status.st_mode)
        limit = LIMITS[suffix_of(path.name)]
        if status.st_size > limit or len(data := file.read(limit + 1)) > limit:
            raise too_large(path.name)
        return data


def _refuse_irregular(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise IntakeError(f"{shown(path)} is not a regular file; give {ACCEPTED}.")
