"""Names the known mistake that explains why cases of a task are not accepted.

A mistake explains a task if every case went as it does for the known-wrong solution that makes the
mistake: those that fail with the same verdict and answer, and those that are accepted. What was
stopped at a limit says nothing either way, as it depends on the machine.

1. Nothing is said where cases fail in few different ways: much comes to the same there.
2. One mistake that explains the task is named, two are named as two. Where three or more do, the
   next program may make yet another, and none is named.
3. Where several tasks ask for one function, as of an agent, a mistake has to explain all of them:
   what is accepted in one task contradicts a mistake that fails it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from grader.assignment import Assignment
from grader.explain import known_mistakes
from grader.explain.failure_signature import LIMIT, CaseSignature, case_signatures
from grader.explain.known_mistakes import KnownMistake, KnownMistakes
from grader.model.figures import Diagnosis
from grader.model.report import TaskResult
from grader.model.verdict import OPEN_VERDICTS, Verdict

_NOTHING_TO_EXPLAIN = {None, Verdict.ACCEPTED, *OPEN_VERDICTS}
_FEWEST = 3
"""Different symptoms that have to be seen. That every case ends in ``None``, or in the same
exception, has many reasons."""


def add_diagnoses(tasks: Sequence[TaskResult], assignment: Assignment) -> tuple[TaskResult, ...]:
    """Return ``tasks`` with the known mistakes that explain their failing cases.

    If the file with the mistakes cannot be used, nothing is said: verdicts must not be lost over
    an explanation.
    """
    wrong = {task.id for task in tasks if task.verdict not in _NOTHING_TO_EXPLAIN}
    if not wrong:
        return tuple(tasks)
    try:
        known = known_mistakes.read_known_mistakes(assignment.tests / known_mistakes.NAME)
    except ValueError:
        return tuple(tasks)
    contradicted = _find_ruled_out_mistakes(tasks, known, assignment)
    return tuple(
        replace(
            task,
            diagnoses=diagnose_cases(
                case_signatures(task),
                [each for each in known.of(task.id) if each.name not in contradicted[task.id]],
            ),
        )
        if task.id in wrong
        else task
        for task in tasks
    )


def _find_ruled_out_mistakes(
    tasks: Sequence[TaskResult], known: KnownMistakes, assignment: Assignment
) -> Mapping[str, Collection[str]]:
    """Return, by task id, mistakes that other tasks on its function rule out."""
    functions = {task.id: task.function for task in assignment.tasks}
    contradicted: dict[str, set[str]] = {task.id: set() for task in tasks}
    for task, other in permutations(tasks, 2):
        function = functions.get(task.id)
        if (
            function is None
            or functions.get(other.id) != function
            or other.verdict in OPEN_VERDICTS
        ):
            continue
        seen = case_signatures(other)
        there = {each.name: each for each in known.of(other.id)}
        for mistake in known.of(task.id):
            # Nothing is recorded of a task that the known-wrong solution does not fail.
            recorded = there.get(mistake.name, KnownMistake(mistake.name, mistake.sentence))
            if not recorded.by_chance and not mistake_explains_cases(recorded, seen):
                contradicted[task.id].add(mistake.name)
    return contradicted


def diagnose_cases(
    went: Mapping[str, CaseSignature], known: Sequence[KnownMistake]
) -> tuple[Diagnosis, ...]:
    """Return a sentence on the one or two known mistakes that explain these outcomes."""
    # Of the cases that were drawn for this submission only, no mistake says anything.
    recorded = {case for mistake in known for case in mistake.outcomes}
    seen = {case: symptom for case, symptom in went.items() if case in recorded}
    told = {symptom for symptom in seen.values() if symptom.failed and not symptom.vague}
    if len(told) < _FEWEST:
        return ()
    # Several known-wrong solutions may make one mistake.
    found = list(
        dict.fromkeys(each.sentence for each in known if mistake_explains_cases(each, seen))
    )
    if not 1 <= len(found) <= 2:
        return ()
    sentence = found[0] if len(found) == 1 else f"Either: {found[0]} Or: {found[1]}"
    failing = [symptom for symptom in seen.values() if symptom.failed]
    agreeing = [symptom for symptom in failing if symptom != LIMIT]
    return (Diagnosis(sentence, len(agreeing), len(failing)),)


def mistake_explains_cases(mistake: KnownMistake, seen: Mapping[str, CaseSignature]) -> bool:
    """Return whether every case in ``seen`` has the outcome that ``mistake`` leads to.

    A case of which the mistake knows nothing has to be accepted.
    """
    if mistake.by_chance:
        return False
    comparable = {case: symptom for case, symptom in seen.items() if symptom != LIMIT}
    stopped = {case for case, outcome in mistake.outcomes.items() if outcome == LIMIT.digest}
    return all(
        not symptom.failed if case in stopped or case not in mistake.outcomes
        else symptom.digest == mistake.outcomes[case]
        for case, symptom in comparable.items()
    )  # fmt: skip
