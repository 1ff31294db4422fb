"""The hand-in of one student, and reading it from disk or from the archive of a course."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

from grader import intake
from grader.batch.lms_filenames import hidden
from grader.intake import archive, files
from grader.intake.refusal import shown, suffix_of
from grader.model.submission import Submission

_ANSWER = "template.py"
"""The name of the answer to each programming question in Coursemology."""

_CODE = {".py", ".ipynb"}

Fetch = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in. Nothing of it has been read yet.

    Attributes:
        id: of the student, an untrusted text.
        name: of its files in the results; safe and unique.
        path: in its report.
        parts: its files and folders, each with its path or member, and the student's name for it.
        download: the archive that holds them; ``None`` if they are on disk.
    """

    id: str
    name: str
    path: Path
    parts: tuple[tuple[str, str], ...]
    download: Path | None = None


Contents = list[tuple[str, bytes]]
"""The files that count, by name."""


def read(handin: HandIn, given: Collection[str] = ()) -> Submission:
    """The submission in ``handin``, the same that ``grade`` would read from there.

    Unlike in a single submission, an archive in a student's folder is opened if there is nothing
    else, and all answers that Coursemology keeps in a folder per question are one program.

    Args:
        given: see :func:`grader.intake.read`.

    Raises:
        IntakeError: if there is not exactly one file to grade, or it cannot be read.
    """
    with intake.refusing(handin.path):
        return intake.of_contents(_alone(handin) or handin.path, contents(handin, given))


def contents(handin: HandIn, given: Collection[str] = ()) -> Contents:
    """The files of the submission in ``handin``. Arguments and errors as :func:`read`."""
    with intake.refusing(handin.path):
        if (alone := _alone(handin)) is not None:
            return intake.contents(alone, given)
        if handin.download is not None:
            return _from_download(handin, handin.download, given)
        return _from_disk(handin, given)


def _alone(handin: HandIn) -> Path | None:
    """The only file of a hand-in on disk; ``None`` if there are more, or folders."""
    if handin.download is not None or len(handin.parts) > 1:
        return None
    path = Path(handin.parts[0][0])
    return None if _is_folder(path) else path


def _from_disk(handin: HandIn, given: Collection[str]) -> Contents:
    found: list[tuple[str, str]] = []
    for where, name in handin.parts:
        folder = Path(where)
        if _is_folder(folder):
            found += ((str(folder / file), file) for file in files.regular_files(folder))
        else:
            found.append((where, name))
    return _chosen(handin.path, _by_name(found), lambda where: files.read_file(Path(where)), given)


def _from_download(handin: HandIn, download: Path, given: Collection[str]) -> Contents:
    name = shown(download)
    with archive.refusing(name):
        opened = open_download(download)
        return _chosen(
            handin.path,
            _by_name(handin.parts),
            lambda member: archive.read(opened, member, name),
            given,
        )


def _by_name(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The path of each file, by the student's name for it, or by the path if that is taken."""
    paths: dict[str, str] = {}
    for where, name in parts:
        paths[where if name in paths else name] = where
    return paths


@functools.lru_cache(maxsize=1)
def open_download(path: Path) -> ZipFile:
    """The archive at ``path``, kept in memory until a different one is opened.

    Raises:
        IntakeError, OSError: if it cannot be read.
    """
    return archive.opened_for_long(files.read_file(path), shown(path))


def _chosen(path: Path, paths: Mapping[str, str], fetch: Fetch, given: Collection[str]) -> Contents:
    """Those that count of the files at ``paths``, by the student's names for them."""
    chosen = answers(paths, given) or [_the_one(paths, path, given)]
    found = [(name, fetch(paths[name])) for name in chosen]
    if len(found) > 1 or suffix_of(chosen[0]) in _CODE:
        # The folder is a part of the name only among several answers.
        return found if len(found) > 1 else [(files.meant(chosen[0]).name, found[0][1])]
    with archive.opened(found[0][1], shown(chosen[0])) as inner:
        member = files.the_one(archive.files(inner), path / chosen[0], given)
        data = archive.read(inner, member, shown(chosen[0]))
    return [(files.meant(member).name, data)]


def _the_one(names: Collection[str], path: Path, given: Collection[str]) -> str:
    """The file that counts, else the only archive; raises IntakeError if there is not one."""
    archives = [
        name for name in names
        if suffix_of(name) == ".zip" and not any(map(hidden, PurePosixPath(name).parts))
    ]  # fmt: skip
    if len(archives) == 1 and not any(files.counts(PurePosixPath(name), given) for name in names):
        return archives[0]
    return files.the_one(names, path, given)


def answers(names: Collection[str], given: Collection[str]) -> list[str]:
    """Answers as Coursemology has them, by question: ``3.1 Minimax/template.py``.

    Empty unless all code is in folders of that kind.
    """
    paths = [PurePosixPath(name) for name in names]
    code = [
        path for path in paths
        if suffix_of(path.name) in _CODE and not any(map(hidden, path.parts))
    ]  # fmt: skip
    if not any(path.name == _ANSWER for path in code):
        return []
    if any(len(path.parts) != 2 for path in code):
        return []
    own = [path for path in code if path.name == _ANSWER or files.counts(path, given)]
    return sorted(map(str, own), key=_natural)


def _natural(name: str) -> list[tuple[int, str]]:
    """A sort key by which ``Question 10`` comes after ``Question 2``."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return [(int(part), "") if part.isdecimal() and len(part) < 10 else (0, part) for part in parts]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()
