from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import reference_costs as files
from grader.assignment.reference_costs import MaxCallCost, ReferenceCosts
from grader.author import measure_reference_costs
from grader.author.measure_reference_costs import (
    CostsError,
    MeasuredCosts,
    find_stale_costs,
    measure_costs,
    update_costs,
)
from grader.machine import speed
from grader.sandbox import choose_backend
from tests.made_up import APPLY, DOUBLE, TEST_APPLY, TEST_DOUBLE, made_up

MEASURED = MeasuredCosts(
    0.04, {"a": 0.1234, "b": 0.001, "c": 0.5}, {"a": {}, "b": {"f": 2}, "c": {}}
)


def test_what_costs_next_to_nothing_is_left_out_and_figures_are_rounded_up() -> None:
    found = update_costs(ReferenceCosts(), MEASURED)
    assert found.calibration == 0.04
    assert found.cases == {
        "a": MaxCallCost(0.13),
        "b": MaxCallCost(None, {"f": 2}),
        "c": MaxCallCost(0.5),
    }
    again = replace(MEASURED, cpu={"a": 0.001, "b": 0.001, "c": 0.001})
    assert update_costs(ReferenceCosts(), again).cases == {"b": MaxCallCost(None, {"f": 2})}


@pytest.mark.parametrize(("before", "after"), [(0.1, 0.1), (0.18, 0.18), (0.5, 0.13), (0.01, 0.13)])
def test_what_still_holds_is_left_as_it_is(before: float, after: float) -> None:
    assert update_costs(ReferenceCosts(0.04, {"a": MaxCallCost(before)}), MEASURED).cases[
        "a"
    ] == MaxCallCost(after)


def test_a_faster_machine_changes_nothing() -> None:
    known = update_costs(ReferenceCosts(), MEASURED)
    twice = replace(MEASURED, calibration=0.02, cpu={k: v / 2 for k, v in MEASURED.cpu.items()})
    assert files.dump_costs(update_costs(known, twice)) == files.dump_costs(known)


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        (ReferenceCosts(0.04, {"a": MaxCallCost(0.1), "c": MaxCallCost(0.5)}), None),
        (ReferenceCosts(0.02, {"a": MaxCallCost(0.06), "c": MaxCallCost(0.25)}), None),
        (
            ReferenceCosts(0.04, {"a": MaxCallCost(1.0), "c": MaxCallCost(0.5)}),
            "a: takes 0.12 s, not 1.00 s",
        ),
        (ReferenceCosts(0.04, {"a": MaxCallCost(0.1)}), "c: takes 0.50 s, not 0 ms"),
        (
            ReferenceCosts(
                0.04,
                {"a": MaxCallCost(0.1), "c": MaxCallCost(0.5), "b": MaxCallCost(None, {"f": 3})},
            ),
            "b: calls f 2 times, not f 3 times",
        ),
        (
            ReferenceCosts(
                0.04, {"a": MaxCallCost(0.1), "c": MaxCallCost(0.5), "d": MaxCallCost(0.1)}
            ),
            "d: there is no such case",
        ),
    ],
    ids=str,
)
def test_what_does_not_hold_any_more_is_told(
    known: ReferenceCosts, sentence: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure_reference_costs, "measure_costs", lambda *_: MEASURED)
    assignment = replace(assignments.load_assignment("ps2"), costs=known)
    assert find_stale_costs(assignment, choose_backend("none")) == (
        [] if sentence is None else [sentence]
    )


def test_what_is_slow_once_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a call takes long now and then, which says nothing about the file."""
    slow = replace(MEASURED, cpu={**MEASURED.cpu, "a": 3.0})
    later = replace(MEASURED, cpu={**MEASURED.cpu, "c": 9.0})
    assignment = replace(
        assignments.load_assignment("ps2"),
        costs=ReferenceCosts(0.04, {"a": MaxCallCost(0.1), "c": MaxCallCost(0.5)}),
    )
    for measured, sentences in (
        ([slow, MEASURED], []),
        ([slow, later], []),
        ([slow, slow, MEASURED], []),
        ([slow, slow, slow], ["a: takes 3.00 s, not 0.10 s"]),
    ):
        left = list(measured)
        monkeypatch.setattr(
            measure_reference_costs, "measure_costs", lambda *_, left=left: left.pop(0)
        )
        assert find_stale_costs(assignment, choose_backend("none")) == sentences
        assert not left


SLOW_APPLY = """
def apply(function, number):
    for _ in range(3):
        function(0)
    return function(number)
"""


@pytest.mark.bubblewrap
def test_measuring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "measure_shortest_benchmark", lambda: 0.04)
    demo = made_up(tmp_path, TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY)
    (demo.reference / "double.py").write_text("def double(number):\n    return 2 * number\n")
    (demo.reference / "apply.py").write_text(SLOW_APPLY)
    found = measure_costs(demo, choose_backend("bubblewrap"), seeds=(0, 1))
    assert found.calibration == 0.04
    assert found.calls == {
        "1/doubles[1]": {},
        "1/doubles[2]": {},
        "1/doubles[3]": {},
        "3/applies": {"add_one": 4},
    }
    assert found.cpu.keys() == found.calls.keys()
    assert all(0 < cpu < 1 for cpu in found.cpu.values())


@pytest.mark.bubblewrap
def test_a_reference_that_is_wrong_cannot_be_measured(tmp_path: Path) -> None:
    demo = made_up(tmp_path)
    (demo.reference / "double.py").write_text("def double(number):\n    return number\n")
    with pytest.raises(CostsError, match=r"1/doubles\[1\] is not accepted"):
        measure_costs(demo, choose_backend("bubblewrap"), seeds=(0,))
