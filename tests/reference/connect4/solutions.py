"""The right solutions in a sandbox, with how they are called.

Run as a program, this prints the table in ``data/bindings.txt``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grader import intake
from grader.assignment.course_assignments import load_assignment
from grader.examine.role_binding import Bindings, bind_roles
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import Injection, Outcome, SandboxProgram, Session
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.call_request import Call
from hidden_tests.connect4.contract import CONTRACT

REFERENCE = Path(__file__).parents[3] / "reference" / "connect4"
ADAPTER = load_assignment("connect4").adapter_sources()
RIGHTS = sorted(
    path
    for path in (REFERENCE / "rights").glob("*/*")
    if path.suffix in {".py", ".ipynb"} and "#: whole = " in path.read_text("utf-8")
)
"""Those that are programs by themselves."""
_ENOUGH = CallLimits(20.0, 100.0)


@contextmanager
def bound_session(path: Path) -> Iterator[tuple[Session, Bindings]]:
    """A sandbox with the solution at ``path``, and how it is called."""
    submission = intake.read_submission(path)
    load = LoadLimits(CallLimits(1.0, 5.0), CallLimits(5.0, 25.0))
    program = SandboxProgram(submission.cells, "", {}, ("numpy",), {}, 1 << 30, load)
    session = Bubblewrap.locate().start(program)
    try:
        loaded = session.load(Injection(adapter=ADAPTER))
        yield session, bind_roles(session, loaded, CONTRACT, submission.cells, {}, "", speed=1.0)
    finally:
        session.close()


def called(bindings: Bindings, role: str, *args: object) -> Call:
    """A call of a role by the binding that was found."""
    return Call(role, args, {}, 0, _ENOUGH, fit=bindings.fits[role])


def values(outcomes: list[Outcome]) -> list[Any]:
    """The answers, of calls that all were answered."""
    assert {outcome.ending.name for outcome in outcomes} == {"ANSWER"}, [
        (outcome.ending, outcome.detail) for outcome in outcomes if outcome.ending.name != "ANSWER"
    ]
    return [outcome.value for outcome in outcomes]


def whole(path: Path) -> list[str]:
    """The tasks in which the solution at ``path`` says that it is right."""
    text = "\n".join(cell.source for cell in intake.read_submission(path).cells)
    (said,) = re.findall(r"^#: whole = (.+)$", text, re.MULTILINE)
    return [task.strip() for task in said.split(",")]


def lines(bindings: Bindings) -> Mapping[str, str]:
    """Role by role what was found, as the table has it."""
    return {
        role.role: f"{role.found.value} {role.binding}" if role.settled else role.found.value
        for role in bindings.roles
        if role.settled or role.open
    }


def title(path: Path) -> str:
    """The folder and the name of a solution."""
    return f"{path.parent.name}/{path.name}"


def main() -> None:
    """Print what is found in each solution."""
    for path in RIGHTS:
        with bound_session(path) as (_, bindings):
            found = [f"    {role} = {line}" for role, line in lines(bindings).items()]
            sys.stdout.write("\n".join([title(path), *found, ""]))


if __name__ == "__main__":
    main()
