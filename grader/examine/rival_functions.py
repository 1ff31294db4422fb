"""Finds a wrong function that may be meant for a role rather than the right one that was found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.examine.binding_score import EASY, BindingScore, QuestionAsker
from grader.examine.role_candidates import Candidate, callers, names_reached_from
from grader.examine.similar_names import normalise_name
from grader.model.role_binding import CALL
from grader.model.submission_survey import Survey
from grader.testing.roles import Role


def has_very_name(score: BindingScore, role: Role) -> bool:
    """Return whether the function that is called, or its class, has the name of ``role``."""
    called = re.findall(r"(\w+)\(", str(score.fit.how[CALL]))
    return normalise_name(role.name) in map(normalise_name, called)


def find_rival(
    asker: QuestionAsker,
    survey: Survey,
    role: Role,
    candidates: Sequence[Candidate],
    found: BindingScore,
) -> BindingScore | None:
    """Return the score of a wrong function that is meant rather than the one of ``found``.

    It is read before that, and has a usual name and is no part of it, or calls it where that
    has no usual name: what plays may pass on the wrong things. What is wrong about hard
    questions only may look less far, unless it has the very name of the role.
    """
    name = found.fit.name
    usual = {one.name for one in candidates if one.usual}
    outer = () if name in usual else callers(name, candidates, survey)
    # A variable that holds an object stands for the code of its class. Methods of one class are
    # no parts of each other here, because it is not known which of them call which.
    parts = {*names_reached_from(survey, name), *survey.objects} - {name}
    called: dict[tuple[str, str], list[Candidate]] = {}
    for one in candidates:
        called.setdefault((one.name, one.method), []).append(one)
    for (other, method), calls in called.items():
        if any(one.call == found.fit.how[CALL] for one in calls):
            break
        meant = other not in parts and any(one.usual for one in calls)
        if other not in outer and not meant:
            continue
        score = asker.best(role, calls, [found.edition])
        if score is None or score.full or not any(score.read):
            continue
        if method and score.constant:  # which other classes are to put something better for
            continue
        if has_very_name(score, role) or not all(score.right[:EASY]):
            return score
    return None
