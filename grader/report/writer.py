"""Writing a finished report to disk: all of it or nothing."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


class WriteError(Exception):
    """The report could not be written; the message is one sentence for people."""


def write_atomically(path: Path, text: str) -> None:
    """Writes ``text`` to ``path`` as UTF-8, so that no reader and no crash meets half a file.

    The text goes to a new file beside the target, is forced to disk and then takes the
    target's name. An existing file keeps its permissions, a symbolic link keeps pointing
    where it did. Devices and pipes (``/dev/stdout``) are written to, never replaced.

    Raises:
        WriteError: the target cannot be written; what stood there before still stands there.
    """
    # Student text with lone surrogates belongs in escapes, but must not cost the whole report.
    data = text.encode("utf-8", errors="backslashreplace")
    try:
        if path.is_dir():
            raise WriteError(f"Cannot write {path}: it is a folder; name a file inside it.")
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)
    except FileNotFoundError as error:
        raise WriteError(
            f"Cannot write {path}: the folder {path.parent} does not exist; create it first."
        ) from error
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of symbolic links
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise WriteError(f"Cannot write {path}: {reason}; try another place.") from error


def _replace(target: Path, data: bytes) -> None:
    # A short name of its own: the target's may already be as long as the file system allows.
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
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    # Without this the new name may be lost in a power cut. Some file systems refuse to sync a
    # folder; the file itself is complete by now, so that is no reason to report a failure.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
