"""Names the known mistake that explains why cases of a task are not accepted.

``diagnoses.json`` stands beside the hidden tests and is written by ``grade author diagnoses``: it
says how each case goes for a solution that makes a mistake. Without it nothing is known, and
nothing is said. How a case went is compared by its signature: whatever a student's code does
differently shows in the code of a failure, and in the answer beside it. The sentence about it does
not count: improving it invalidates nothing.

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

import hashlib
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, permutations
from pathlib import Path
from typing import Any

from grader.assignment import Assignment
from grader.examine.case_runner import LAST
from grader.model.figures import Diagnosis
from grader.model.report import CaseResult, TaskResult
from grader.model.verdict import LIMIT_VERDICTS, OPEN_VERDICTS, Verdict
from grader.testing.case_failures import TOO_LARGE

NAME = "diagnoses.json"

_UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """The outcomes of one task's cases for one known-wrong solution.

    Attributes:
        name: of the known-wrong solution that makes it.
        sentence: what the mistake is, for people.
        outcomes: the symptom of each case, as its digest. Of a case that is not there nothing is
            known.
        by_chance: whether chance has a part in it. It is never named then, and has no outcomes.
    """

    name: str
    sentence: str
    outcomes: Mapping[str, str] = field(default_factory=dict)
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class KnownMistakes:
    """All known mistakes of an assignment, by task.

    Attributes:
        seeds: of the gradings that were recorded.
        tasks: the mistakes in each task, by the task's id.
    """

    seeds: tuple[int, ...] = ()
    tasks: Mapping[str, Sequence[KnownMistake]] = field(default_factory=dict)

    def of(self, task: str) -> Sequence[KnownMistake]:
        """Return the known mistakes in the task with the id ``task``."""
        return self.tasks.get(task, ())


def read_known_mistakes(path: Path) -> KnownMistakes:
    """Return the mistakes in the file ``path``; none if the file does not exist.

    Raises:
        ValueError: if it cannot be used. The message is a sentence that names the file.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return KnownMistakes()
    except (OSError, ValueError, RecursionError) as problem:
        raise ValueError(f"{path} cannot be read: {problem}.") from None
    try:
        tasks = {
            task: [_mistake(part["cases"], row) for row in part["mistakes"]]
            for task, part in document["tasks"].items()
        }
        return KnownMistakes(tuple(document["seeds"]), tasks)
    except (AttributeError, LookupError, TypeError, ValueError) as problem:
        raise ValueError(
            f"{path} does not hold known mistakes ({type(problem).__name__}: {problem}); write it "
            "anew with `grade author diagnoses`."
        ) from None


def _mistake(cases: Sequence[str], row: Mapping[str, Any]) -> KnownMistake:
    if row.get("by_chance"):
        return KnownMistake(**row)
    seen = zip(cases, _unpack_outcomes(row["outcomes"]), strict=True)
    return KnownMistake(
        **{**row, "outcomes": {case: each for case, each in seen if each != _UNKNOWN}}
    )


def dump_known_mistakes(mistakes: KnownMistakes) -> str:
    """Return ``mistakes`` as the text of a file, a case or a mistake to a line."""
    tasks = ",\n".join(_task(task, known) for task, known in mistakes.tasks.items())
    return f'{{\n "seeds": {json.dumps(mistakes.seeds)},\n "tasks": {{\n{tasks}\n }}\n}}\n'


def _task(id: str, mistakes: Sequence[KnownMistake]) -> str:
    cases = list(dict.fromkeys(case for mistake in mistakes for case in mistake.outcomes))
    listed = [json.dumps(case) for case in cases]
    rows = [json.dumps(_row(mistake, cases), ensure_ascii=False) for mistake in mistakes]
    return (
        f"  {json.dumps(id)}: {{\n"
        f'   "cases": [\n    {_lines(listed)}\n   ],\n'
        f'   "mistakes": [\n    {_lines(rows)}\n   ]\n'
        "  }"
    )


def _lines(items: Sequence[str]) -> str:
    return ",\n    ".join(items)


def _row(mistake: KnownMistake, cases: Sequence[str]) -> dict[str, object]:
    row: dict[str, object] = {"name": mistake.name, "sentence": mistake.sentence}
    if mistake.by_chance:
        return row | {"by_chance": True}
    return row | {
        "outcomes": _pack_outcomes(mistake.outcomes.get(case, _UNKNOWN) for case in cases)
    }


def _pack_outcomes(outcomes: Iterator[str]) -> str:
    """Return one word for each run of equal outcomes: ``word*3`` stands for three."""
    counted = ((word, len(list(alike))) for word, alike in groupby(outcomes))
    return " ".join(word if count == 1 else f"{word}*{count}" for word, count in counted)


def _unpack_outcomes(text: str) -> list[str]:
    outcomes: list[str] = []
    for word in text.split():
        outcome, _, count = word.partition("*")
        outcomes += [outcome] * int(count or 1)
    return outcomes


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
        known = read_known_mistakes(assignment.tests / NAME)
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
