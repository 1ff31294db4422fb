"""How the cases of a task went, in a form that can be compared across submissions.

Whatever a student's code does differently shows in the code of a failure, and in the answer beside
it. The sentence about it does not count: improving it invalidates nothing. Answers may
depend on seeds, which no two submissions share: what is left without it is a *loose* symptom.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass

from grader.examine.results import LAST
from grader.model.report import CaseResult, TaskResult
from grader.model.verdict import LIMITS, Verdict
from grader.testing.failures import TOO_LARGE

_PARTICULARS = re.compile(
    r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|\b(?:inf|nan)\b)|'[^']*'|\"[^\"]*\"", re.ASCII
)
"""Numbers and quotations."""

_PROSE = re.compile(r"[a-z]+(?:,? [a-z]+)+")
"""Several words and no value."""


@dataclass(frozen=True, slots=True)
class Symptom:
    """How one case went.

    Attributes:
        exact: stands for all that is said of it; a dot if it was accepted.
        loose: the same without what chance decides.
        vague: whether many mistakes lead there: a limit, or an answer of which a test tells
            nothing but words of its own, such as "a changed board".
        margin: of a trial, the mean over its attempts of the share that sums them up.
    """

    exact: str
    loose: str
    vague: bool = False
    margin: float | None = None

    @property
    def failed(self) -> bool:
        """Whether there is something to explain."""
        return self.exact != ACCEPTED.exact


ACCEPTED = Symptom(".", ".")
LIMIT = Symptom("!", "!", vague=True)
"""Whichever it was: code that does far too much runs into one or another of them."""


def symptoms(task: TaskResult) -> Mapping[str, Symptom]:
    """The symptoms of the cases of ``task`` by their ids, but for those that tell nothing.

    These are cases that were left out, or in which nothing of the student's ran.
    """
    found = ((case.id, _symptom(case)) for case in task.cases)
    return {name: symptom for name, symptom in found if symptom is not None}


def _symptom(case: CaseResult) -> Symptom | None:
    verdict = case.verdict
    if verdict.passed:
        return ACCEPTED
    if case.call is None:
        return None
    if verdict in LIMITS or case.code == TOO_LARGE:
        return LIMIT
    if verdict in LAST:
        return None
    actual = case.actual or ""
    if verdict is Verdict.RUNTIME_ERROR:
        actual = _PARTICULARS.sub("#", actual)  # an exception quotes names that the student chose
    vague = verdict is Verdict.WRONG_ANSWER and _PROSE.fullmatch(actual) is not None
    if vague:
        actual = ""
    # Of an answer only its beginning: how long a list of lists is may be chance as well.
    beginning = _PARTICULARS.split(actual, maxsplit=1)[0]
    return Symptom(
        exact=_digest(verdict.value, case.code, actual),
        loose=_digest(verdict.value, case.code, beginning),
        vague=vague,
        margin=_margin(case),
    )


def _margin(case: CaseResult) -> float | None:
    keys = [measure.key for measure in case.measures if measure.share and measure.sums_up]
    values = (attempt.get(key) for key in keys[:1] for attempt in case.attempts)
    margins = [margin for margin in values if isinstance(margin, float)]
    return sum(margins) / len(margins) if margins else None


def _digest(*texts: str) -> str:
    """Three characters, which suffice: it takes many agreements to make a diagnosis."""
    data = "\0".join(texts).encode("utf-8", "surrogatepass")
    return urlsafe_b64encode(hashlib.sha256(data).digest()[:3])[:3].decode("ascii")
