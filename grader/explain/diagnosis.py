"""Whether a known mistake explains why cases of a task are not accepted.

A mistake is compared case by case: what the submission fails, the mistake should fail in the same
way, and what the mistake fails, the submission should fail. Where that holds nearly throughout, the
mistake is named. Silence is better than a wrong sentence: if many mistakes fit equally well, or
little is known of the submission, nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.assignment import Assignment
from grader.explain import mistakes
from grader.explain.mistakes import Mistake
from grader.explain.symptoms import Symptom, symptoms
from grader.model.figures import Diagnosis
from grader.model.report import TaskResult
from grader.model.verdict import UNSAID, Verdict

_NOTHING_TO_EXPLAIN = {None, Verdict.ACCEPTED, *UNSAID}
ENOUGH = 0.9
"""Share of the failing cases that have to agree, both ways."""
MOST = 3
"""Mistakes that are named if they fit equally well. More would help nobody."""
_FEWEST = 5
"""Cases that have to be known of a mistake in which chance has a part. Fewer of them come out alike
for any other mistake: of a lost game, all that is compared is that it was lost."""
_ALIKE = 0.2
"""How far the lengths that two trials came to may be apart, as a share of the longer one."""


def with_diagnoses(tasks: Sequence[TaskResult], assignment: Assignment) -> tuple[TaskResult, ...]:
    """``tasks``, with the known mistakes that explain what fails in them.

    If the file with the mistakes cannot be used, nothing is said: verdicts must not be lost over
    an explanation.
    """
    wrong = {task.id for task in tasks if task.verdict not in _NOTHING_TO_EXPLAIN}
    if not wrong:
        return tuple(tasks)
    try:
        known = mistakes.read(assignment.tests / mistakes.NAME, wrong)
    except ValueError:
        return tuple(tasks)
    return tuple(
        replace(task, diagnoses=diagnosed(task, known.of(task.id))) if task.id in wrong else task
        for task in tasks
    )


def diagnosed(task: TaskResult, known: Sequence[Mistake]) -> tuple[Diagnosis, ...]:
    """The known mistakes that explain what fails in ``task``, the likeliest first."""
    # Of the cases that were drawn for this submission only, no mistake says anything.
    recorded = {case for mistake in known for case in mistake.outcomes}
    seen = {case: symptom for case, symptom in symptoms(task).items() if case in recorded}
    failing = [symptom for symptom in seen.values() if symptom.failed]
    if all(symptom.vague for symptom in failing):
        return ()
    fits = [_fit(mistake, seen) for mistake in known if _says_enough(mistake, seen)]
    return tuple(
        Diagnosis(fit.mistake.sentence, fit.agreeing, len(failing))
        for fit in _best([fit for fit in fits if fit.share >= ENOUGH])
    )


def explains(mistake: Mistake, seen: Mapping[str, Symptom]) -> bool:
    """Whether ``mistake`` explains a task whose cases went like that."""
    return _fit(mistake, seen).share >= ENOUGH


def _says_enough(mistake: Mistake, seen: Mapping[str, Symptom]) -> bool:
    return not mistake.by_chance or len(mistake.outcomes.keys() & seen.keys()) >= _FEWEST


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well a mistake fits.

    Attributes:
        agreeing: cases that both fail, and in the same way.
        failing: cases that one of them fails, of those of which both sides are known.
        surely: of the agreeing cases, those that the mistake always fails in this way.
    """

    mistake: Mistake
    agreeing: int
    failing: int
    surely: int = 0

    @property
    def share(self) -> float:
        """Of what fails, how much agrees."""
        return self.agreeing / self.failing if self.agreeing else 0.0

    @property
    def rank(self) -> tuple[float, bool, int]:
        """Orders fits. Where chance has a part, it is easier to agree, most of all now and then."""
        by_chance = self.mistake.by_chance
        return self.share, not by_chance, self.surely if by_chance else 0


def _fit(mistake: Mistake, seen: Mapping[str, Symptom]) -> _Fit:
    if _far_apart(mistake, seen):
        return _Fit(mistake, 0, 0)
    agreeing = failing = surely = 0
    for case, outcomes in mistake.outcomes.items():
        symptom = seen.get(case)
        if symptom is None:
            continue
        agrees = (symptom.loose if mistake.by_chance else symptom.exact) in outcomes
        agreeing += agrees and symptom.failed
        surely += agrees and symptom.failed and len(outcomes) == 1
        failing += symptom.failed or not agrees
    return _Fit(mistake, agreeing, failing, surely)


def _far_apart(mistake: Mistake, seen: Mapping[str, Symptom]) -> bool:
    """Whether a trial went too differently for chance: it speaks for many attempts."""
    for case, margin in mistake.margins.items():
        own = seen[case].margin if case in seen else None
        if own is not None and abs(own - margin) > _ALIKE * max(1 - own, 1 - margin):
            return True
    return False


def _best(fits: Sequence[_Fit]) -> list[_Fit]:
    """Those that fit best, each sentence once; none if there are too many of them."""
    rank = max((fit.rank for fit in fits), default=None)
    best = [fit for fit in fits if fit.rank == rank]
    # A mistake in one function is likelier than one that several have in common.
    narrowest = min((len(fit.mistake.also) for fit in best), default=0)
    named = {fit.mistake.sentence: fit for fit in best if len(fit.mistake.also) == narrowest}
    return list(named.values()) if len(named) <= MOST else []
