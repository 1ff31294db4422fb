"""Reading what was handed in: files, archives and folders, from disk as ever."""

from __future__ import annotations

import json
import os
from pathlib import Path, PurePosixPath

from grader import intake
from grader.intake import notebook_texts
from grader.intake.accepted_files import MAX_CODE, MAX_DATA, MAX_FURTHER, SIZE_LIMITS
from grader.model.submission import Submission
from tests.fuzz import archives, hand_ins
from tests.fuzz.case import Bounds, Case, Draw
from tests.fuzz.noise import damaged

_STEMS = (
    *("a",) * 40, "", ".", "A B", "é", "a\x1b[2J", "a\n", "\u202ea", "\udcff", "x" * 200, "utils",
    "'", "a.b", "-",
)  # fmt: skip
_SUFFIXES = {
    ".py": (*(".py",) * 12, ".PY", ".pY", ".ipynb", ".txt", ""),
    ".ipynb": (*(".ipynb",) * 9, ".IPYNB", ".py", ".py", ".zip"),
    ".zip": (*(".zip",) * 9, ".Zip", ".py"),
    "": (*("",) * 6, ".d", ".py"),
}
_ENTRIES = ("file", "file", "file", "folder", "link", "pipe", "loop")
_NAMES = (
    "a.py", "b.ipynb", "hw", "hw/ps2.py", "hw/deep/er/a.PY", ".hidden/a.py", "__pycache__/a.py",
    "utils.py", "notes.txt", "a\x1b.py", "\udcff.py", "x" * 250 + ".py", "inner.zip", ".py",
)  # fmt: skip


class IntakeTarget:
    """Reads submissions; the kind of a case is their file name, with ``/`` behind a folder's."""

    name = "intake"
    bounds = Bounds(cpu_seconds=10.0, memory_bytes=1 << 30)

    def __init__(self) -> None:
        self._place = Path()

    def prepare(self, place: Path) -> None:
        """See :class:`tests.fuzz.case.Target`."""
        self._place = place

    def case(self, draw: Draw) -> Case:
        """See :class:`tests.fuzz.case.Target`."""
        kind = draw.pick((".py", ".ipynb", ".ipynb", ".zip", ".zip", ".zip"))
        if draw.chance(0.02):
            kind = ""
        suffix = draw.pick(_SUFFIXES[kind])
        name = draw.pick(_STEMS) + suffix
        if name.strip(".") == "":
            name = "a" + suffix
        if kind == "":
            return Case(f"{name}/", _folder(draw))
        if kind == ".zip":
            members = [_content(draw) for _ in range(1 if draw.chance(0.8) else draw.few(6) - 1)]
            data = archives.archive(draw, members)
        else:
            data = hand_ins.python_file(draw) if kind == ".py" else hand_ins.notebook(draw)
        if draw.chance(0.25) and len(data) < 100_000:
            data = damaged(data, draw, hand_ins.python_file(draw))
        return Case(name, data)

    def run(self, case: Case) -> str:
        """See :class:`tests.fuzz.case.Target`."""
        path = self._place / case.kind.rstrip("/")
        try:
            if case.kind.endswith("/"):
                _plant(path, case.data)
            else:
                path.write_bytes(case.data)
            return _read(path)
        finally:
            if case.kind.endswith("/"):
                _remove(path)
            else:
                path.unlink()


def _content(draw: Draw) -> bytes:
    if draw.chance(0.01):
        return archives.bomb(draw)
    return hand_ins.python_file(draw) if draw.chance(0.6) else hand_ins.notebook(draw)


def _read(path: Path) -> str:
    """What intake makes of ``path``, which may be nothing but a submission or one sentence."""
    try:
        submission = intake.read_submission(path)
    except intake.IntakeError as refusal:
        sentence = str(refusal)
        assert sentence.isprintable(), "a sentence with control characters"
        assert sentence.endswith("."), sentence
        assert 20 < len(sentence) < 1200, sentence
        return "refused"
    assert submission.cells, "nothing to grade"
    assert len(submission.digest) == 64
    submission.path.encode()
    for cell in submission.cells:
        assert cell.source.strip()
        assert "\r" not in cell.source
        assert cell.notebook or "\0" not in cell.source
        assert cell.name.isprintable()
        assert cell.name
        cell.name.encode()
    assert sum(len(cell.source) for cell in submission.cells) <= SIZE_LIMITS[".py"]
    for note in submission.notes:
        assert note.message.isprintable()
        assert note.message
        assert note.file.isprintable()
    _look_beside(submission)
    for said in notebook_texts.read_cells_without_code(intake.read_contents(path).graded):
        assert said.name.isprintable()
        assert len(said.pieces) <= notebook_texts.MAX_PIECES + 1
    return "notebook" if submission.cells[0].notebook else "Python file"


def _look_beside(submission: Submission) -> None:
    """See that what is taken along is bounded, and goes nowhere but where it belongs."""
    assert len(submission.modules) + len(submission.data) <= MAX_FURTHER
    assert sum(len(module.source) for module in submission.modules) <= MAX_CODE
    assert sum(len(file.content) for file in submission.data) <= MAX_DATA
    paths = [module.name for module in submission.modules]
    paths += [file.name for file in submission.data]
    if not paths:
        assert submission.main == ""
        return
    paths.append(submission.main)
    assert len(set(paths)) == len(paths)
    folders = {str(parent) for path in paths for parent in PurePosixPath(path).parents}
    assert folders.isdisjoint(paths), "a file where a folder has to be"
    for path in paths:
        path.encode()
        assert path.isprintable()
        assert not path.startswith("/")
        assert {"", ".", ".."}.isdisjoint(path.split("/"))


def _folder(draw: Draw) -> bytes:
    """A description of a folder, one entry after another."""
    if draw.chance(0.02):
        return json.dumps([["deep", "d", str(draw.few(1500))]]).encode()
    if draw.chance(0.003):
        return json.dumps([["file", f"{n}.txt", ""] for n in range(1995 + draw.below(10))]).encode()
    entries = []
    for _ in range(draw.few(8) - 1):
        text = hand_ins.python_file(draw).decode("latin-1")
        entries.append([draw.pick(_ENTRIES), draw.pick(_NAMES), text])
    return json.dumps(entries).encode()


def _plant(folder: Path, description: bytes) -> None:
    """Make the folder described."""
    folder.mkdir()
    for kind, name, text in json.loads(description):
        path = folder / name
        if os.path.lexists(path) or not _made(path.parent):
            continue
        match kind:
            case "file":
                path.write_bytes(text.encode("latin-1"))
            case "folder":
                path.mkdir()
            case "link":
                path.symlink_to("/dev/zero")
            case "pipe":
                os.mkfifo(path)
            case "loop":
                path.symlink_to(path.name)
            case "deep":
                _dig(folder, int(text))


def _made(folder: Path) -> bool:
    """Whether there is such a folder now, which there is not where something else has its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return True


def _dig(folder: Path, levels: int) -> None:
    """Folders in folders; pathlib, too, calls itself for every level."""
    for _ in range(levels):
        folder /= "d"
        folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")


def _remove(folder: Path) -> None:
    """Remove a folder however deep it is; shutil calls itself for every level."""
    waiting, found = [folder], []
    while waiting:
        found.append(waiting.pop())
        for entry in os.scandir(found[-1]):
            if entry.is_dir(follow_symlinks=False):
                waiting.append(Path(entry))
            else:
                Path(entry).unlink()
    for emptied in reversed(found):
        emptied.rmdir()
