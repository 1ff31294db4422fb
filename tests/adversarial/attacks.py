"""The hostile programs, and what is expected of each: read from the files under ``data``.

A program begins with a docstring that says what it attacks, and ends its header with lines
``#: key = value``, which together are TOML:

    verdict   of the attacked task: a verdict, or a list where a race of the kernel decides
    actual    what the attacked function is reported to have returned, exactly
    says      texts that must stand somewhere in the report
    never     texts that must not
    others    verdicts of other tasks, by id, where the program spoils its own, or lists of them
              where a race decides; "any" for all
    whole     true if the program does without the honest functions that others are given
    cpu       seconds that a call may take, for programs that need longer to get where they want

Without ``verdict`` it is ``wrong_answer``.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader import assignment as assignments
from grader import intake
from grader.assignment import Assignment
from grader.model.report import Report
from grader.model.submission import Submission
from grader.model.verdict import Verdict

HERE = Path(__file__).parent
DATA = HERE / "data"
ASSIGNMENT = HERE / "assignment"
HONEST = (DATA / "honest.py").read_text("utf-8")

ATTACKED = "attack"
"""The task that no program may earn a point of."""

_HEADER = re.compile(r"^#: ?(.*)$", re.MULTILINE)
_BUDGET = re.compile(r"(\[limits\]\ncpu_seconds = ).*")
_KEYS = {"verdict", "actual", "says", "never", "others", "whole", "cpu"}


@dataclass(frozen=True, slots=True)
class Attack:
    """One hostile program and its expectations; see the module's docstring."""

    id: str
    source: str
    verdicts: frozenset[Verdict]
    actual: str | None
    says: tuple[str, ...]
    never: tuple[str, ...]
    others: Mapping[str, frozenset[Verdict]] | None
    """``None`` if the program may spoil all of its own tasks."""
    cpu: float | None

    def __str__(self) -> str:
        return self.id

    def written(self, folder: Path, surroundings: Mapping[str, str]) -> Path:
        """The program as a file, with ``@NAME@`` replaced by what is really there."""
        text = self.source
        for name, value in surroundings.items():
            text = text.replace(f"@{name}@", value)
        path = folder / f"{self.id.replace('/', '-')}.py"
        path.write_text(text, "utf-8")
        return path


def read(path: Path) -> Attack:
    """The program in the file ``path``.

    Raises:
        ValueError: if its header cannot be used.
    """
    text = path.read_text("utf-8")
    header: dict[str, Any] = tomllib.loads("\n".join(_HEADER.findall(text)))
    if unknown := set(header) - _KEYS:
        raise ValueError(f"{path}: unknown keys {unknown}")
    verdict = header.get("verdict", "wrong_answer")
    others = header.get("others", {})
    return Attack(
        id=f"{path.parent.name}/{path.stem}",
        source=text if header.get("whole") else HONEST + text,
        verdicts=_verdicts(verdict),
        actual=header.get("actual"),
        says=_texts(header.get("says", ())),
        never=_texts(header.get("never", ())),
        others=None if others == "any" else {t: _verdicts(v) for t, v in others.items()},
        cpu=header.get("cpu"),
    )


def _verdicts(value: Any) -> frozenset[Verdict]:
    return frozenset(map(Verdict, value if isinstance(value, list) else [value]))


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


AGENTS = "agents"
"""The folder of programs that are played with, not graded."""

ATTACKS = [read(path) for path in sorted(DATA.glob("*/*.py")) if path.parent.name != AGENTS]


def assignment(cpu: float | None = None) -> Assignment:
    """The made-up assignment that the programs are handed in for."""
    read = assignments.read_assignment(
        ASSIGNMENT / "hidden_tests" / "attack", ASSIGNMENT / "reference" / "attack"
    )
    return replace(read, call=read.limits(cpu))


def copied(place: Path, cpu: float | None) -> Path:
    """A copy of the made-up assignment at ``place`` that lets calls take ``cpu`` seconds.

    For the command line, which has no option for what :func:`assignment` is given.
    """
    shutil.copytree(ASSIGNMENT, place)
    if cpu is not None:
        settings = place / "hidden_tests" / "attack" / "assignment.toml"
        text, ones = _BUDGET.subn(rf"\g<1>{cpu}", settings.read_text("utf-8"))
        assert ones == 1, f"{ones} budgets for calls in {settings}"
        settings.write_text(text, "utf-8")
    return place


def honest(folder: Path) -> Submission:
    """A submission that attacks nobody."""
    path = folder / "honest.py"
    path.write_text(f"{HONEST}\ndef attack(number):\n    return 'no idea'\n", "utf-8")
    return intake.read_submission(path)


def mistakes(attack: Attack, report: Report) -> list[str]:
    """What is not as it should be in the report on a graded attack, as sentences."""
    found = [f"the grader failed: {error}" for error in report.errors]
    if not report.complete:
        found.append("the report is not complete")
    for task in report.tasks:
        allowed = _allowed(attack, task.id)
        if allowed is not None and task.verdict not in allowed:
            found.append(
                f"task {task.id} is {task.verdict}, not {sorted(v.value for v in allowed)}"
            )
        elif task.verdict is Verdict.INTERNAL_ERROR:
            found.append(f"task {task.id} is {task.verdict}")
        if task.id == ATTACKED and task.score != 0.0:
            found.append(f"the attack has earned {task.score} points")
        if allowed == frozenset({Verdict.ACCEPTED}) and task.score != task.max_score:
            found.append(f"task {task.id} has {task.score} of {task.max_score} points")
    shown = everything_told(report)
    found += [f"{text!r} is said nowhere" for text in attack.says if text not in shown]
    found += [f"{text!r} is said" for text in attack.never if text in shown]
    first = next(task for task in report.tasks if task.id == ATTACKED).cases[0]
    if attack.actual is not None and first.actual != attack.actual:
        found.append(f"the attacked function returned {first.actual}, not {attack.actual}")
    return found


def _allowed(attack: Attack, task: str) -> frozenset[Verdict] | None:
    """The verdicts that a task may have; ``None`` if it is the program's own business."""
    if task == ATTACKED:
        return attack.verdicts
    if attack.others is None:
        return None
    return attack.others.get(task, frozenset({Verdict.ACCEPTED}))


def everything_told(report: Report) -> str:
    """All texts of the report that stem from the program, and how the grader put them."""
    texts = [note.message for note in report.load_notes]
    for task in report.tasks:
        for case in task.cases:
            texts += [case.message, case.actual or ""]
            if case.call is not None:
                texts += [case.call.stdout, case.call.stderr, case.call.traceback]
    return "\n".join((*texts, report.load_stdout))
