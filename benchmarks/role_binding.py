"""How long it takes to find out how a notebook is called for fifteen roles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measure import Figure
from grader import assignment as assignments
from grader import intake
from grader.examine.load_contract import load_contract
from grader.examine.role_binding import bind_roles
from grader.examine.run_hidden_tests import sandbox_program
from grader.machine import speed as machine
from grader.model.role_binding import BindingSource
from grader.model.submission import Cell
from grader.model.time_limits import CallLimits, LoadLimits
from grader.sandbox.backend_interface import Injection, SandboxProgram
from grader.sandbox.bubblewrap import Bubblewrap
from grader.testing import Contract, Known, Role

ROLES = 15
SHAPES = Path(__file__).parents[1] / "tests" / "connect4_shapes"
_TARGET = 2.0
"""CPU seconds beside loading, at the pace at which budgets are made."""
_ADAPTER = """
def adapted(scope, how):
    def function(items, number):
        own = list(items) if how["form"] == "numbers" else [str(item) for item in items]
        answer = scope.evaluate(how["call"], {"items": own, "number": number})
        if type(answer) is not int:
            raise ValueError("no number")
        return answer if how["answer"] else [["number", answer]]
    return function
"""


def _role(number: int) -> Role:
    def known(*items: int) -> Known:
        right = sum(items) * number
        return Known((items, number), lambda answer: bool(answer == right))

    asked = (known(1, 2, 3), known(5), known(4, 4), known(2, 0, 7))
    return Role(
        f"role_{number}", ("items", "number"), (f"usual_{number}",), known=asked, by_answers=True
    )


CONTRACT = Contract(
    tuple(map(_role, range(1, ROLES + 1))),
    words={"items": "items|values", "number": "number|n"},
    editions=lambda *_: [{"form": "numbers"}, {"form": "texts"}],
    telling=("role_4", "role_5"),
)


def _notebook(renamed: int) -> str:
    """Return thirty functions, fifteen for roles; the first ``renamed`` have own names."""
    texts = []
    for number in range(1, ROLES + 1):
        name = f"mine_{number}" if number <= renamed else f"role_{number}"
        arguments = "number, items" if number <= renamed else "items, number"
        texts.append(f"def {name}({arguments}):\n    return sum(items) * {number}\n")
        texts.append(f"def helper_{number}(items):\n    return [item + 1 for item in items]\n")
    return "\n".join(texts)


def table(runs: int) -> Iterator[str]:
    """Yield how many CPU seconds it takes, notebook by notebook."""
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for renamed, what in ((0, "usual names"), (3, "three by their answers")):
        yield _figure(f"fifteen roles, {what}", _of_notebook(_notebook(renamed), runs, renamed))
    for path in sorted(SHAPES.glob("*.*")):
        if path.suffix in {".ipynb", ".py"}:
            yield _figure(f"Connect 4, {path.stem}", _of_shape(path, runs))


def _figure(what: str, seconds: Sequence[float]) -> str:
    return Figure(what, "s", seconds, _TARGET).row()


def _of_notebook(text: str, runs: int, renamed: int) -> Sequence[float]:
    cells = (Cell(text, "notebook.py", False),)
    limits = LoadLimits(CallLimits(5.0, 60.0), CallLimits(9.0, 90.0))
    session = Bubblewrap.locate().start(SandboxProgram(cells, "", {}, (), {}, 768 << 20, limits))
    pace = machine.machine_slowness(assignments.load_assignment("connect4").costs.calibration)
    times = []
    try:
        for _ in range(runs):
            loaded = session.load(Injection(adapter={"": _ADAPTER}))
            began = session.cpu_seconds
            found = bind_roles(session, loaded, CONTRACT, cells, {}, "seed", 1.0)
            times.append((session.cpu_seconds - began) / pace)
            by_answers = [one for one in found.roles if one.found is BindingSource.BEHAVIOUR]
            if (len(found.fits), len(by_answers)) != (ROLES, renamed):
                raise RuntimeError(
                    f"{len(found.fits)} roles are bound, {len(by_answers)} by answers"
                )
    finally:
        session.close()
    return times


def _of_shape(path: Path, runs: int) -> Sequence[float]:
    assignment = assignments.load_assignment("connect4")
    contract, _ = load_contract(assignment)
    pace = machine.machine_slowness(assignment.costs.calibration)
    submission = intake.read_submission(path)
    times = []
    for _ in range(runs):
        session = Bubblewrap.locate().start(sandbox_program(submission, assignment, pace))
        try:
            loaded = session.load(Injection(adapter=assignment.adapter_sources()))
            began = session.cpu_seconds
            bind_roles(session, loaded, contract, submission.code, {}, "seed", pace)
            times.append((session.cpu_seconds - began) / pace)
        finally:
            session.close()
    return times
