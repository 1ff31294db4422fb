"""Bundles what somebody uploads at once into one file: an archive, or pasted code as a .py file.

An archive of the same files has the same bytes: a form that is sent twice is one submission. Which
file in it counts, its grading says, as for archives that students make themselves.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.intake.intake_errors import IntakeError, printable_name, too_large_error
from grader.service.accept_submission import check_submission_name, name_without_folders
from grader.service.text_input import unix_newlines

MOST_FILES = 50
"""Files that can be handed in at once without an archive of one's own."""
_PACKED = "files.zip"
_PASTED = "pasted.py"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file that a student uploads."""

    filename: str
    content: bytes


def pack_uploads(files: Sequence[UploadedFile], pasted: str = "") -> UploadedFile:
    """Return one file for several uploaded files, or for pasted code.

    Args:
        files: those with neither a name nor content are what browsers send for an empty field.
        pasted: code from a text area, whose lines browsers end with CR LF.

    Raises:
        IntakeError: if it cannot be a submission; the sentence is for the student.
    """
    given = [each for each in files if each.filename or each.content]
    if pasted.strip() and given:
        raise IntakeError("There are both files and pasted code; hand in one or the other.")
    if pasted.strip():
        return UploadedFile(_PASTED, unix_newlines(pasted).encode("utf-8", "replace"))
    if not given:
        raise IntakeError("Nothing was handed in; choose a file, or paste your code.")
    return given[0] if len(given) == 1 else UploadedFile(_PACKED, _archive(given))


def _archive(files: Sequence[UploadedFile]) -> bytes:
    if len(files) > MOST_FILES:
        raise IntakeError(
            f"You can hand in at most {MOST_FILES} files at once, not {len(files)}; hand in your "
            "own code only, or a .zip archive."
        )
    names = [name_without_folders(each.filename) for each in files]
    if any(suffix_of(name) == ".zip" for name in names):
        raise IntakeError("A .zip archive came with other files; hand it in alone.")
    if not any(suffix_of(name) in SIZE_LIMITS for name in names):
        check_submission_name(names[0])  # which says what is graded
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise IntakeError(
            f"Two files are called {printable_name(twice)}; hand in a .zip archive of their "
            "folders."
        )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, each in sorted(zip(names, files, strict=True), key=lambda pair: pair[0]):
            if suffix_of(name) in SIZE_LIMITS and len(each.content) > SIZE_LIMITS[suffix_of(name)]:
                raise too_large_error(name)
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), each.content)
    content = buffer.getvalue()
    if len(content) > SIZE_LIMITS[".zip"]:
        raise too_large_error(_PACKED)
    return content
