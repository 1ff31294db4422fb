"""Orders: a submission to be graded in a setting, as a value and as a text to be sent.

A result is only worth something if whoever grades has the same hidden tests, limits, reference,
grader, Python, packages and sandbox as whoever asks. So each order says what these have to be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grader.jobs.setting import Setting, digest
from grader.model.submission import Cell, LoadNote, Submission


@dataclass(frozen=True)
class Order:
    """Grade ``submission`` in ``setting``."""

    setting: Setting
    submission: Submission

    @cached_property
    def key(self) -> str:
        """Of the answer: orders with the same key have the same."""
        return key_of(self.setting.digest, self.submission)

    @property
    def text(self) -> str:
        """For :func:`read`."""
        return _text(self.setting, self.submission)


class NotAnOrder(Exception):
    """A text is no order, or that of another version of the grader."""


def key_of(setting: str, submission: Submission) -> str:
    """The key of what ``submission`` comes to in the setting with the digest ``setting``.

    Where it lies does not matter. The names of its files do, because tracebacks and seeds have
    them, and so does what was noticed when they were read.
    """
    notes = (f"{note.file}|{note.line}|{note.message}" for note in submission.notes)
    return digest([setting, submission.digest, *notes])


def inquiry(setting: Setting) -> str:
    """The text of an order to grade nothing, which shows whether a worker has ``setting``."""
    return _text(setting, None)


def read(text: str) -> tuple[Setting, Submission | None]:
    """What an order asks for; without a submission, it is an inquiry.

    Raises:
        NotAnOrder: if it cannot be read.
    """
    try:
        setting, submission = json.loads(text)
        return Setting(**setting), None if submission is None else _submission(submission)
    except (ValueError, TypeError, KeyError) as problem:
        raise NotAnOrder(str(problem)) from None


def _text(setting: Setting, submission: Submission | None) -> str:
    return json.dumps([setting.parts, None if submission is None else _fields(submission)])


def _fields(submission: Submission) -> dict[str, object]:
    return {
        "path": submission.path,
        "digest": submission.digest,
        "cells": [[cell.source, cell.name, cell.notebook] for cell in submission.cells],
        "notes": [[note.message, note.file, note.line] for note in submission.notes],
    }


def _submission(fields: dict[str, Any]) -> Submission:
    return Submission(
        path=fields["path"],
        digest=fields["digest"],
        cells=tuple(Cell(source, name, notebook) for source, name, notebook in fields["cells"]),
        notes=tuple(LoadNote(message, file, line) for message, file, line in fields["notes"]),
    )
