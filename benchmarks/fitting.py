"""How long it takes to find out which functions of a notebook fill fifteen roles."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.measure import Figure
from grader.examine.fitting import settled
from grader.model.contract import Convention, Found
from grader.model.limits import Limits, LoadLimits
from grader.model.submission import Cell
from grader.sandbox.bubblewrap import Bubblewrap
from grader.sandbox.protocol import Injection, Program
from grader.testing import READABLE, RIGHT, UNFIT, Probe, Role

ROLES = 15
_FORMS = ("numbers", "texts", "nested", "pairs")
_ORDERS = ("first", "last", "both", "none")
_ADAPTER = """
def adapted(target, convention):
    form, order = convention["form"], convention["order"]

    def called(items, number):
        own = list(items) if form == "numbers" else [[str(item)] for item in items]
        arguments = {"first": (own, number), "last": (number, own), "both": (own, number, own)}
        answer = target(*arguments.get(order, (own,)))
        if type(answer) is not int:
            raise ValueError("no number")
        return answer

    return called
"""


def _conventions(_: Mapping[str, Convention]) -> list[Convention]:
    return [{"form": form, "order": order} for form in _FORMS for order in _ORDERS]


def _role(number: int) -> Role:
    def probe(*items: int) -> Probe:
        right = sum(items) * number

        def fits(answer: object) -> int:
            return UNFIT if type(answer) is not int else RIGHT if answer == right else READABLE

        return Probe((items, number), fits)

    trials = (probe(1, 2, 3), probe(5), probe(4, 4), probe(2, 0, 7))
    return Role(f"role_{number}", (f"usual_{number}",), _conventions, trials, lambda _: "")


def _notebook(renamed: int) -> str:
    """Thirty functions, of which fifteen fill roles; the first ``renamed`` have own names."""
    texts = ["import numpy as np\n"]
    for number in range(1, ROLES + 1):
        name = f"mine_{number}" if number <= renamed else f"role_{number}"
        arguments = "number, items" if number <= renamed else "items, number"
        texts.append(f"def {name}({arguments}):\n    return sum(items) * {number}\n")
        texts.append(f"def helper_{number}(items):\n    return [item + 1 for item in items]\n")
    return "\n".join(texts)


def table(runs: int) -> Iterator[str]:
    """How long it takes where some functions have no usual name, row by row."""
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for renamed in (0, 1, 3):
        what = f"fifteen roles, {renamed} of them by behaviour"
        yield Figure(what, "s", _times(_notebook(renamed), runs, renamed), 1.0).row()


def _times(text: str, runs: int, renamed: int) -> Sequence[float]:
    cells = (Cell(text, "notebook.py", False),)
    limits = LoadLimits(Limits(5.0, 60.0), Limits(9.0, 90.0))
    program = Program(cells, "", {}, ("numpy",), {}, 768 << 20, limits)
    roles = [_role(number) for number in range(1, ROLES + 1)]
    session = Bubblewrap.locate().start(program)
    times = []
    try:
        for _ in range(runs):
            loaded = session.load(Injection(adapter={"": _ADAPTER}))
            began = time.monotonic()
            fitting = settled(session, loaded, roles, cells, {}, "seed", 1.0)
            times.append(time.monotonic() - began)
            by_behaviour = [one for one in fitting.roles if one.found is Found.BEHAVIOUR]
            assert (len(fitting.fits), len(by_behaviour)) == (ROLES, renamed)
    finally:
        session.close()
    return times
