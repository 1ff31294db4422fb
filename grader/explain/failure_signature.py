"""Describes how the cases of a task went, in a form that can be compared across submissions.

Whatever a student's code does differently shows in the code of a failure, and in the answer beside
it. The sentence about it does not count: improving it invalidates nothing.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass

from grader.examine.case_runner import LAST
from grader.model.report import CaseResult, TaskResult
from grader.model.verdict import LIMIT_VERDICTS, Verdict
from grader.testing.case_failures import TOO_LARGE

_PARTICULARS = re.compile(
    r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|\b(?:inf|nan)\b)|'[^']*'|\"[^\"]*\"", re.ASCII
)
"""Numbers and quotations."""

_PROSE = re.compile(r"[a-z]+(?:,? [a-z]+)+")
"""Several words and no value."""


@dataclass(frozen=True, slots=True)
class CaseSignature:
    """The outcome of one case as a digest.

    Attributes:
        digest: stands for all that is said of it; a dot if it was accepted.
        vague: whether many mistakes lead there: a limit, or an answer of which a test tells
            nothing but words of its own, such as "a changed board".
    """

    digest: str
    vague: bool = False

    @property
    def failed(self) -> bool:
        """Return whether the case failed."""
        return self.digest != ACCEPTED.digest


ACCEPTED = CaseSignature(".")
LIMIT = CaseSignature("!", vague=True)
"""Whichever it was: code that does far too much runs into one or another of them."""


def case_signatures(task: TaskResult) -> Mapping[str, CaseSignature]:
    """Return the signatures of the cases of ``task`` by id, without uninformative cases.

    These are cases that were left out, or in which nothing of the student's ran.
    """
    found = ((case.id, _symptom(case)) for case in task.cases)
    return {name: symptom for name, symptom in found if symptom is not None}


def _symptom(case: CaseResult) -> CaseSignature | None:
    verdict = case.verdict
    if verdict.passed:
        return ACCEPTED
    if case.call is None:
        return None
    if verdict in LIMIT_VERDICTS or case.code == TOO_LARGE:
        return LIMIT
    if verdict in LAST:
        return None
    actual = case.actual or ""
    if verdict is Verdict.RUNTIME_ERROR:
        actual = _PARTICULARS.sub("#", actual)  # an exception quotes names that the student chose
    vague = verdict is Verdict.WRONG_ANSWER and _PROSE.fullmatch(actual) is not None
    if vague:
        actual = ""
    return CaseSignature(_short_digest(verdict.value, case.code, actual), vague)


def _short_digest(*texts: str) -> str:
    """Return a digest of three characters, as a diagnosis needs many agreements."""
    data = "\0".join(texts).encode("utf-8", "surrogatepass")
    return urlsafe_b64encode(hashlib.sha256(data).digest()[:3])[:3].decode("ascii")
