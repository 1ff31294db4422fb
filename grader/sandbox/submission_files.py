"""Prepares the files in a sandbox that were handed in beside a program.

Backends put them at :data:`grader.runner.boot.SUBMISSION_FOLDER` before any student code runs, and
so that nothing inside can change them.
"""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath

from grader.runner.boot import SUBMISSION_FOLDER
from grader.sandbox.backend_interface import SandboxProgram

_ROOM = 1 << 20
"""Bytes for folders and names, beside those of the files."""


def list_files(program: SandboxProgram) -> dict[str, bytes]:
    """Return the files by path, code as UTF-8; none if the program came alone."""
    if not program.main:
        return {}
    code = {module.name: module.source for module in program.modules}
    if not any(cell.notebook for cell in program.cells):
        code[program.main] = "".join(cell.source for cell in program.cells)
    texts = {path: text.encode("utf-8", "surrogatepass") for path, text in code.items()}
    return texts | {file.name: file.content for file in program.data}


def links_to_surrounding_files(program: SandboxProgram) -> dict[str, str]:
    """Return links in the program's folder, by path, to the contents of the folders around it.

    A program in ``src`` may be started there, or beside ``src``: what it names is found from both.
    """
    if not program.main:
        return {}
    paths = [PurePosixPath(path) for path in list_files(program)]
    entries = sorted({*paths, *(parent for path in paths for parent in path.parents)})
    here = PurePosixPath(program.main).parent
    taken = {entry.name for entry in entries if entry.parent == here}
    found: dict[str, str] = {}
    for around in here.parents:
        beside = (entry for entry in entries if entry.name and entry.parent == around)
        for entry in beside:
            if entry.name not in taken and entry not in (here, *here.parents):
                found[str(here / entry.name)] = f"{SUBMISSION_FOLDER}/{entry}"
                taken.add(entry.name)
    return found


def as_bubblewrap_mounts(program: SandboxProgram, undo: ExitStack) -> tuple[list[str], list[int]]:
    """Return bubblewrap's options that make the files, and the descriptors with their contents.

    Args:
        undo: closes the descriptors.
    """
    held = list_files(program)
    if not held:
        return [], []
    size = sum(len(content) + 4096 for content in held.values()) + _ROOM
    words = ["--size", str(size), "--tmpfs", SUBMISSION_FOLDER]
    descriptors = []
    for path, content in held.items():
        # In memory: nothing that students hand in is written to a disk here.
        descriptor = os.memfd_create("handed-in")
        undo.callback(os.close, descriptor)
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        descriptors.append(descriptor)
        words += ["--file", str(descriptor), f"{SUBMISSION_FOLDER}/{path}"]
    words += [
        word
        for at, to in links_to_surrounding_files(program).items()
        for word in ("--symlink", to, f"{SUBMISSION_FOLDER}/{at}")
    ]
    return [*words, "--remount-ro", SUBMISSION_FOLDER], descriptors


def write_files(program: SandboxProgram, folder: Path) -> None:
    """Write the files into a folder of this machine, for a backend that isolates nothing."""
    for path, content in list_files(program).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    for path, target in links_to_surrounding_files(program).items():
        (folder / path).symlink_to(folder / target.removeprefix(f"{SUBMISSION_FOLDER}/"))


def as_archive(program: SandboxProgram) -> bytes:
    """Return the files as a tar archive of the submission's folder, owned by root and read-only."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for entry, content in _members(program):
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def _members(program: SandboxProgram) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    held = list_files(program)
    folders = {parent for path in held for parent in PurePosixPath(path).parents if parent.name}
    for folder in sorted(folders):
        entry = tarfile.TarInfo(str(folder))
        entry.type, entry.mode = tarfile.DIRTYPE, 0o555
        yield entry, b""
    for path, content in held.items():
        entry = tarfile.TarInfo(path)
        entry.size, entry.mode = len(content), 0o444
        yield entry, content
    for path, target in links_to_surrounding_files(program).items():
        entry = tarfile.TarInfo(path)
        entry.type, entry.linkname = tarfile.SYMTYPE, target
        yield entry, b""
