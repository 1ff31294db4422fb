"""What may fill a role that nothing is named for, as other functions show."""

from __future__ import annotations

import pytest

from grader.examine.role_candidates import CandidateFinder
from grader.examine.unbound_roles import find_explained, find_trace
from grader.model.role_binding import Fit
from grader.model.submission_survey import Definition, Parameter, Survey
from grader.testing import Contract, Reading, Role

SORTED = Role("sorted", ("heap",), part_of="take", traces="order(?!=true)")
TAKE = Fit("take", {"call": "take(heap)"})


def reason(definitions: dict[str, Definition], *opened: str) -> str:
    """Why ``sorted`` is open; empty if nothing speaks of it."""
    fits = {} if opened else {"take": TAKE}
    reading = Reading(SORTED, Survey(definitions), {}, fits)
    trace = find_trace(reading, CandidateFinder(Contract((SORTED,))), opened)
    return trace.reason if trace else ""


def function(*mentions: str, **defaults: str) -> Definition:
    listed = tuple(Parameter(name, default=value) for name, value in defaults.items())
    return Definition("function", listed, {}, mentions)


@pytest.mark.parametrize(
    ("definitions", "why"),
    [
        ({"take": function()}, ""),
        ({"take": function("sort")}, ""),  # it is taken for the role then
        (
            {"take": function(), "reorder": function()},
            "reorder may do this, but take does not use it.",
        ),
        ({"take": function("reorder"), "reorder": function()}, "reorder may do this within take."),
        ({"take": function(order="True")}, "take may do this where order says so."),
        ({"take": function(), "A": Definition("class", (), {"in_order": ()})}, "A may do this"),
        ({"take": function(use_order="")}, "take may do this within take."),
        ({"take": function(order_by="None")}, "take may do this where order_by says so."),
        ({"take": function(odd="False")}, "take may do this where odd says so."),
    ],
)
def test_what_a_function_is_made_of_shows_in_its_code(
    definitions: dict[str, Definition], why: str
) -> None:
    assert reason(definitions).startswith(why)
    assert bool(reason(definitions)) is bool(why)


@pytest.mark.parametrize(
    ("definitions", "calls"),
    [
        ({"fast": function("sort")}, ["fast()"]),
        ({"fast": function("sort"), "agent": function("fast")}, ["agent()"]),  # the whole of it
        ({"fast": function("best")}, []),
        ({"fast": function("sort", "take")}, []),  # it builds on the other one
        ({"fast": function("sort", unknown="")}, []),
        ({"take": function("fast"), "fast": function("sort")}, []),
        ({"give": function("sort")}, []),  # it is named for another role
    ],
)
def test_code_may_say_what_a_function_does(
    definitions: dict[str, Definition], calls: list[str]
) -> None:
    part = Role("sorted", part_of="take", uses="sort")
    contract = Contract((Role("take"), part, Role("give")))
    survey = Survey({"take": function(), **definitions})
    reading = Reading(part, survey, {}, {"take": Fit("take", {"call": "take()"})})
    assert [one.call for one in CandidateFinder(contract).candidates_by_code(reading)] == calls


def test_what_serves_another_role_is_no_trace() -> None:
    definitions = {"take": function(), "give": function("reorder"), "reorder": function()}
    heap = {**definitions, "reorder": Definition("class", (), {"in_order": ()})}
    give = {"give": Fit("give", {"call": "give(heap)"})}
    # An object may be given to whatever uses its methods.
    for survey, given, there in (
        (definitions, {}, True), (definitions, give, False), (heap, give, True),
    ):  # fmt: skip
        reading = Reading(SORTED, Survey(survey), {}, {"take": TAKE, **given})
        trace = find_trace(reading, CandidateFinder(Contract((SORTED,))), ())
        assert (trace is not None) == there


def test_what_another_role_may_do_as_well_waits_for_it() -> None:
    assert reason({"reorder": function()}, "take").startswith("The function for take may do this")
    assert reason({"take": function()}, "take") == ""


def test_what_roles_use_and_what_passes_on_to_them_is_explained() -> None:
    definitions = {
        "take": function("drop", "best"), "drop": function(), "give": function(),
        "best": function("best", "flip"), "flip": function(), "strange": function(),
        "take_two": function("take", "drop"), "best_of_two": function("best", "np"),
        "both": function("take", "give"), "mine": function("drop", "flip"),
        "other": function("best", "strange"), "alone": function("np"),
    }  # fmt: skip
    used = {"take", "drop", "give", "best", "flip"}
    survey = Survey(definitions)
    found = find_explained(survey, ["drop"], ["take", "give"])
    assert found == {*used, "take_two", "best_of_two"}
    # Many use a helper to do something of their own.
    assert find_explained(survey, ["take", "give"], []) == used
