"""File names and archives that would write, or read, where they must not, or fill the memory."""

from __future__ import annotations

import io
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import select

from grader.intake import IntakeError
from grader.model.submission import MainFileRules
from grader.service import accept_submission
from grader.service.data.tables import Submission
from tests.service.cast import Cast
from tests.service.scene import RIGHT

_MIB = 1 << 20
_MOST_MEMORY = 64 * _MIB
NAMES = ("../../evil.py", "..\\..\\evil.py", "/tmp/evil.py", "C:\\evil.py", "a/../../evil.py",
         "evil.py/../../x.py", "....//evil.py", "%2e%2e%2fevil.py")  # fmt: skip


def names(cast: Cast) -> set[str]:
    """Names of files that keep a folder, and so could say where a worker writes."""
    browser, found = cast.browser("owner"), set()
    for number, name in enumerate(NAMES):
        browser.hand_in(RIGHT, name, f"name {number}")
    with cast.scene.database.reading() as session:
        for kept in session.scalars(select(Submission.filename)):
            if Path(kept).name != kept or "\\" in kept or kept.startswith("."):
                found.add(kept)
    return found


def archives(cast: Cast) -> set[str]:
    """Archives that a worker reads and should not, or that write a file, or fill its memory."""
    found, browser, outside = set(), cast.browser("owner"), cast.scene.folder / "outside.py"
    for name, archive in _archives(outside).items():
        tracemalloc.start()
        answer = browser.post(
            "/c/demo/demo/submissions", data={"csrf": browser.csrf, "key": name},
            files={"file": ("mine.zip", archive)},
        )  # fmt: skip
        assert answer.status_code in {303, 400}, answer.text
        try:
            read = accept_submission.read_upload("mine.zip", archive, MainFileRules())
        except IntakeError:
            pass
        else:
            if "root:" in repr(read) or name not in {"a folder above", "an absolute name"}:
                found.add(name)
        if tracemalloc.get_traced_memory()[1] > _MOST_MEMORY:
            found.add(f"{name} in the memory")
        tracemalloc.stop()
        if outside.exists():
            found.add(name)
            outside.unlink()
    return found


def _archives(outside: Path) -> dict[str, bytes]:
    up = "../" * 20 + str(outside).lstrip("/")
    link = zipfile.ZipInfo("mine.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    inner = _zipped(lambda made: made.writestr("mine.py", bytes(16 * _MIB)))
    return {
        "a folder above": _zipped(lambda made: made.writestr(up, RIGHT)),
        "an absolute name": _zipped(lambda made: made.writestr(str(outside), RIGHT)),
        "a link": _zipped(lambda made: made.writestr(link, "/etc/passwd")),
        "a bomb": _zipped(lambda made: made.writestr("mine.py", bytes(100 * _MIB))),
        "a bomb that says less": _zipped(
            lambda made: made.writestr("mine.py", bytes(90 * _MIB))
        ).replace((90 * _MIB).to_bytes(4, "little"), (100).to_bytes(4, "little")),
        "an archive inside": _zipped(lambda made: made.writestr("mine.zip", inner)),
        "very many files": _zipped(_very_many),
    }


def _very_many(made: zipfile.ZipFile) -> None:
    for number in range(2500):
        made.writestr(f"{number}.py", b"")


def _zipped(fill: Callable[[zipfile.ZipFile], object]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        fill(made)
    return data.getvalue()
