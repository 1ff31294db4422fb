"""Writes files atomically: completely, or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from grader.model.user_error import UserError

_MISPLACED = {
    errno.EACCES, errno.EINVAL, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOENT,
    errno.ENOTDIR, errno.EPERM, errno.EROFS,
}  # fmt: skip


_DRAFT = re.compile(r"\.[0-9a-f]{16}\.tmp")
_OLD = 600.0
"""Seconds that no writing takes."""


class WriteError(UserError):
    """The error of a report that cannot be written; the message is one sentence for people.

    Attributes:
        misplaced: whether another place would do; otherwise the machine is in trouble.
    """

    def __init__(self, sentence: str, *, misplaced: bool = True) -> None:
        super().__init__(sentence)
        self.misplaced = misplaced


def check_writable(path: Path) -> None:
    """Raise WriteError if a report cannot be written to ``path``, before any work is done for it.

    Success is no promise: the disk may be full by then.
    """
    with _raise_write_errors(path):
        if path.exists() and not path.is_file():
            _check_access(path, os.W_OK)
        else:
            _try_to_write(path.resolve().parent)


def _try_to_write(folder: Path) -> None:
    """Write a byte to a file without a name, which vanishes when it is closed."""
    try:
        attempt = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600)
    except OSError as error:
        if error.errno not in {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL}:
            raise
        _check_access(folder, os.W_OK | os.X_OK)  # a file system that knows only files with names
        return
    try:
        os.write(attempt, b"\0")
    finally:
        os.close(attempt)


def _check_access(path: Path, rights: int) -> None:
    if not os.access(path, rights):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def write_atomically(path: Path, text: str) -> None:
    """Write ``text`` to ``path`` as UTF-8, whole or not at all.

    The text goes to a new file beside the target, is forced to disk and then renamed. An existing
    file keeps its permissions, and a symbolic link its target. Devices and pipes (``/dev/stdout``)
    are written to, never replaced.

    Raises:
        WriteError: the target cannot be written, and is unchanged.
    """
    # Student text with lone surrogates belongs in escapes, but must not cost the whole report.
    write_bytes_atomically(path, text.encode("utf-8", errors="backslashreplace"))


def write_bytes_atomically(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` as :func:`write_atomically` writes a text.

    Raises:
        WriteError: the target cannot be written, and is unchanged.
    """
    with _raise_write_errors(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)


def remove_old_drafts(folder: Path) -> None:
    """Remove old drafts in ``folder``, whose writers were killed; keep recent ones."""
    with contextlib.suppress(OSError):
        for draft in folder.glob(".*.tmp"):
            if _DRAFT.fullmatch(draft.name) and draft.lstat().st_mtime < time.time() - _OLD:
                draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _raise_write_errors(path: Path) -> Iterator[None]:
    """Turn errors into WriteError, with a sentence about ``path``."""
    try:
        if path.is_dir():
            raise WriteError(f"Cannot write {path}: it is a folder; name a file inside it.")
        yield
    except RuntimeError as error:  # a loop of symbolic links
        raise WriteError(f"Cannot write {path}: {error}; try another place.") from error
    except OSError as error:
        reason, remedy = error.strerror or str(error), "try another place"
        if isinstance(error, FileNotFoundError) and not path.parent.exists():
            reason, remedy = f"the folder {path.parent} does not exist", "create it first"
        raise WriteError(
            f"Cannot write {path}: {reason}; {remedy}.",
            misplaced=error.errno in _MISPLACED,
        ) from error


def _replace(target: Path, data: bytes) -> None:
    # A short name: the target's may already be as long as the file system allows.
    draft = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as file:
            if target.exists():
                os.fchmod(file.fileno(), target.stat().st_mode & 0o777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    # Otherwise a power cut may lose the new name. Some file systems refuse to sync a folder; the
    # file itself is complete, so that is no failure.
    with contextlib.suppress(OSError):
        handle = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
