"""Orders: a submission to be graded in a setting, as a value and as a text to be sent.

A result counts only if it was made with the hidden tests, limits, reference, grader, Python,
packages and sandbox that the order is about. So each order says what these have to be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property

from grader.jobs.setting import Setting, digest
from grader.model.submission import Submission
from grader.render.document import build, parse, plain


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
        return json.dumps(plain(_Sent(self.setting, self.submission)))


def key_of(setting: str, submission: Submission) -> str:
    """The key of what ``submission`` comes to in the setting with the digest ``setting``.

    Where it lies does not matter. The names of its files do, because tracebacks and seeds have
    them, and so does what was noticed when they were read.
    """
    notes = (f"{note.file}|{note.line}|{note.message}" for note in submission.notes)
    return digest([setting, submission.digest, *notes])


@dataclass(frozen=True, slots=True)
class _Sent:
    """What is sent of an order, or of an inquiry."""

    setting: Setting
    submission: Submission | None


def inquiry(setting: Setting) -> str:
    """The text of an order to grade nothing, which shows whether a worker has ``setting``."""
    return json.dumps(plain(_Sent(setting, None)))


def read(text: str) -> tuple[Setting, Submission | None]:
    """What an order asks for; without a submission, it is an inquiry.

    Raises:
        ReportError: if it cannot be read.
    """
    sent = build(_Sent, parse(text, "an order"), "an order")
    return sent.setting, sent.submission
