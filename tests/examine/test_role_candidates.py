"""Calls that are read from names and parameters; nothing is called."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from grader.examine.role_candidates import (
    Candidate,
    CandidateFinder,
    format_signature,
)
from grader.model.role_binding import Fit
from grader.model.submission_survey import Definition, Parameter, Survey
from grader.testing import Contract, Reading, Role

WORDS = {
    "heap": "h|heap|stones", "number": "n|number|count", "depth": "d|depth|plies",
    "verbose": "verbose|debug", "alpha": "alpha", "order": "ordering",
}  # fmt: skip
TAKE = Role(
    "take", takes=("heap", "number"), names=("remove", "grab_stones"), like=r"take\w+",
    unlike=r"\w*test\w*", methods=("act",),
)  # fmt: skip


def expressed(word: str, parameter: Parameter, reading: Reading) -> Sequence[str]:
    """Nothing is passed to be told more; a bound is passed where one is needed."""
    if word == "verbose":
        return ["False"] if parameter.required else []
    return ["-inf"] if word == "alpha" else [word]


CONTRACT = Contract((TAKE,), words=WORDS, expressed=expressed)


def parameters(*texts: str) -> tuple[Parameter, ...]:
    """Parameters as they are written: ``depth=4``, ``*rest``; those after ``*`` have names."""
    found: list[Parameter] = []
    kind = "POSITIONAL_OR_KEYWORD"
    for text in texts:
        name, given, default = text.partition("=")
        if text.startswith("*"):
            kind = "KEYWORD_ONLY"
            if name.strip("*"):
                named = "VAR_KEYWORD" if text.startswith("**") else "VAR_POSITIONAL"
                found.append(Parameter(name.strip("*"), named))
        else:
            found.append(Parameter(name, kind, not given, default))
    return tuple(found)


def function(*texts: str) -> Definition:
    return Definition("function", parameters(*texts))


def a_class(made: Sequence[str] = (), **methods: Sequence[str]) -> Definition:
    return Definition(
        "class", parameters(*made), {name: parameters(*them) for name, them in methods.items()}
    )


def read(
    definitions: Mapping[str, Definition], contract: Contract = CONTRACT,
    unwritten: Collection[str] = (), **changes: Any,
) -> list[Candidate]:  # fmt: skip
    role = replace(contract.roles[0], **changes)
    return CandidateFinder(contract, unwritten).candidates(
        Reading(role, Survey(definitions), {}, {})
    )


def calls(*texts: str, contract: Contract = CONTRACT, **changes: Any) -> list[str]:
    """Calls of a function ``take`` with these parameters; why there is none, if there is none."""
    found = read({"take": function(*texts)}, contract, **changes)
    return [one.call or one.problem for one in found]


def test_a_function_comes_before_the_method_of_a_class_that_uses_it() -> None:
    pile = a_class(take=("heap", "number"))
    for uses, first in ((("remove",), "remove"), ((), "Pile")):
        definitions = {"Pile": replace(pile, mentions=uses), "remove": function("heap", "number")}
        assert read(definitions)[0].name == first


@pytest.mark.parametrize(
    ("texts", "call"),
    [
        (("heap", "number"), "take(heap, number)"),
        (("n", "h"), "take(number, heap)"),
        (("Heap", "COUNT"), "take(heap, number)"),
        (("heap", "number", "depth=4"), "take(heap, number)"),
        (("heap", "number", "mood='good'"), "take(heap, number)"),
        (("heap", "mood=1", "number=1"), "take(heap)"),
        (("heap", "number", "*rest", "**more"), "take(heap, number)"),
        (("heap", "*", "number"), "take(heap, number=number)"),
        (("heap", "verbose", "number"), "take(heap, False, number)"),
        (("heap", "number", "verbose=True"), "take(heap, number)"),
        (("heap", "alpha", "number"), "take(heap, -inf, number)"),
        ((), "take()(heap, number)"),
        (("depth",), "take(depth)(heap, number)"),
    ],
)
def test_parameters_are_told_by_their_names(texts: Sequence[str], call: str) -> None:
    assert calls(*texts) == [call]


@pytest.mark.parametrize(
    ("texts", "call"),
    [
        (("heap", "number=1"), "take(heap, number)"),
        (("heap", "mood=1", "number=1"), "take(heap, number=number)"),
        (("heap", "mood=1", "n=1", "debug=True"), "take(heap, n=number)"),
        (("mood=1", "n=1", "heap=3"), "take(n=number, heap=heap)"),
    ],
)
def test_what_is_set_is_passed_in_spite_of_defaults_by_name_after_what_is_left_out(
    texts: Sequence[str], call: str
) -> None:
    assert calls(*texts, sets=frozenset({"heap", "number", "verbose"})) == [call]


@pytest.mark.parametrize(
    ("texts", "call"),
    [
        (("heap", "what"), "take(heap, number)"),
        (("what", "number"), "take(heap, number)"),
        (("number", "that"), "take(number, heap)"),
        (("heap", "what=3"), "take(heap)"),
    ],
)
def test_a_parameter_with_an_unknown_name_is_what_the_role_takes_besides(
    texts: Sequence[str], call: str
) -> None:
    assert calls(*texts) == [call]


def test_parameters_that_nobody_knows_are_passed_what_is_left_in_any_order() -> None:
    assert calls("this", "that") == ["take(heap, number)", "take(number, heap)"]
    assert calls("depth", "this", "that") == [
        "take(depth, heap, number)", "take(depth, number, heap)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "unknown"),
    [
        (("heap", "number", "mood"), "mood"),
        (("a", "b", "c", "d"), "c"),
        (("h", "n", "*", "x"), "x"),
    ],
)
def test_without_a_meaning_for_a_required_parameter_there_is_no_call(
    texts: Sequence[str], unknown: str
) -> None:
    assert calls(*texts) == [f"nobody knows what to pass for its parameter {unknown}"]


def test_of_unknown_parameters_there_is_no_call() -> None:
    found = read({"take": Definition("object", None)})
    assert [(one.call, one.problem) for one in found] == [("", "its parameters are not known")]


def test_an_assignment_may_know_more_than_a_name_says() -> None:
    def meaning(
        parameter: Parameter, others: Sequence[Parameter], reading: Reading
    ) -> Sequence[str] | None:
        assert reading.role.name == "take"
        alone = len(others) == 1
        return ["depth", "number"] if parameter.name == "x" and not alone else None

    contract = replace(CONTRACT, meaning=meaning)
    assert calls("heap", "x", contract=contract) == ["take(heap, depth)", "take(heap, number)"]
    assert calls("x", contract=contract) == ["take(heap)"]


def test_all_that_may_be_passed_is_tried_up_to_a_point() -> None:
    ways = replace(CONTRACT, expressed=lambda word, _, __: [word, f"[{word}]", f"({word},)"])
    found = calls("heap", "number", contract=ways)
    assert found[:2] == ["take(heap, number)", "take(heap, [number])"]
    assert len(found) == 8


def test_a_role_may_need_to_be_told_something() -> None:
    needs = frozenset({"depth"})
    assert calls("heap", "number", needs=needs) == ["it takes no depth"]
    assert calls("heap", "number", "plies", needs=needs) == ["take(heap, number, depth)"]
    assert calls("heap", "n", "d=3", needs=needs, sets=needs) == ["take(heap, number, depth)"]


def names(definitions: Mapping[str, Definition], **changes: Any) -> list[tuple[str, bool]]:
    return [(one.call.partition("(")[0], one.usual) for one in read(definitions, **changes)]


def test_usual_names_come_first_in_their_order_and_then_those_like_them() -> None:
    plain = function("heap", "number")
    there = ("take_away", "GrabStones", "unrelated", "remove", "take", "takeTest", "taking")
    assert names(dict.fromkeys(there, plain)) == [
        ("take", True), ("remove", True), ("GrabStones", True), ("take_away", False),
    ]  # fmt: skip


def test_names_may_come_before_usual_ones() -> None:
    plain = function("heap", "number")
    there = dict.fromkeys(("take", "take_away", "remove"), plain)
    assert names(there, first="takeaway") == [("take_away", True), ("take", True), ("remove", True)]


def test_the_last_of_several_with_names_that_are_alike_comes_first() -> None:
    plain = function("heap", "number")
    assert names({"Remove": plain, "re_move": plain}) == [("re_move", True), ("Remove", True)]


def test_what_is_not_written_comes_last() -> None:
    plain = function("heap", "number")
    there = {"take": plain, "take_away": plain}
    assert names(there, unwritten={"take"}) == [("take_away", False), ("take", True)]


def test_what_is_made_first_comes_after_what_is_there() -> None:
    there = {"take_it": function("heap", "number"), "take_later": function()}
    found = [one.call for one in read(there)]
    assert found == ["take_it(heap, number)", "take_later()(heap, number)"]


def test_an_object_comes_after_its_class_that_can_be_told_more() -> None:
    plain = function("heap", "number")
    there = {"take": replace(plain, kind="object"), "TakeAway": a_class(act=["heap", "number"])}
    role = replace(TAKE, methods=("act",))
    reading = Reading(role, Survey(there, {"take": "TakeAway"}), {}, {})
    found = CandidateFinder(CONTRACT).candidates(reading)
    assert [one.call for one in found] == ["TakeAway().act(heap, number)", "take(heap, number)"]


@pytest.mark.parametrize(
    ("mentions", "call"),
    [
        ({"take": ["sorted"]}, "take(heap, number)"),
        ({"take": ["first"], "first": ["sort_moves", "take"]}, "take(heap, number)"),
        ({"take": [], "other": ["sorted"]}, ""),
        ({"take": ["sorted"], "in_order": []}, "in_order(heap, number)"),
    ],
)
def test_a_function_whose_code_always_does_it_is_taken_if_nothing_else_is(
    mentions: Mapping[str, Sequence[str]], call: str
) -> None:
    plain = function("heap", "number")
    there = {name: replace(plain, mentions=tuple(used)) for name, used in mentions.items()}
    ordered = replace(
        TAKE, name="ordered", names=("in_order",), like="", part_of="take", uses="sort"
    )
    fits = {"take": Fit("take", {"call": "take(heap, number)"})}
    contract = replace(CONTRACT, roles=(TAKE, ordered))
    found = CandidateFinder(contract).read(
        Reading(ordered, Survey(there), {}, fits), {"take": "take"}
    )
    assert [one.call for one in found] == [call] * bool(call)


def test_a_private_name_is_no_usual_one() -> None:
    plain = function("heap", "number")
    assert names({"_take": plain, "take_away": plain}) == [("take_away", False), ("_take", False)]


def test_a_class_with_the_name_is_asked_by_its_usual_method_first() -> None:
    both = a_class(take_part=["heap", "number"], act=["heap", "number"])
    found = [one.call for one in read({"Remove": both})]
    assert found == ["Remove().act(heap, number)", "Remove().take_part(heap, number)"]


def test_a_dozen_names_are_read() -> None:
    plain = function("heap", "number")
    assert len(names({f"take{number}": plain for number in range(99)})) == 12


def test_methods_and_objects() -> None:
    found = read(
        {
            "Heap": a_class(["stones"], take=["number"]),
            "Remove": a_class(act=["heap", "number"], other=["heap", "number"]),
            "grab_stones": Definition("object", parameters("heap", "number")),
        }
    )
    assert [one.call for one in found] == [
        "Heap(heap).take(number)", "Remove().act(heap, number)", "grab_stones(heap, number)",
    ]  # fmt: skip


def test_an_object_that_is_called_itself() -> None:
    (found,) = read(
        {"Remove": a_class(["depth"], __call__=["heap", "number"])}, methods=("__call__",)
    )
    assert (found.name, found.call) == ("Remove", "Remove(depth)(heap, number)")


def test_what_an_object_is_made_of_is_not_passed_once_more() -> None:
    (found,) = read({"Heap": a_class(["stones"], take=["what"])})
    assert found.call == "Heap(heap).take(number)"


def test_an_object_that_cannot_be_made() -> None:
    (found,) = read({"Heap": a_class(["mood"], take=["number"])})
    assert (found.call, found.problem) == (
        "", "nobody knows what to pass for its parameter mood",
    )  # fmt: skip


def test_an_assignment_may_say_which_objects_there_are() -> None:
    contract = replace(
        CONTRACT, objects=lambda name, made, _: [*made, f"with_heap({name}(), heap)"]
    )
    (only,) = read({"Heap": a_class(take=["number"])}, contract)  # the other one has no heap
    assert only.call == "with_heap(Heap(), heap).take(number)"


def test_others_are_all_that_have_other_names() -> None:
    survey = Survey(
        {
            "f": function("heap", "number"),
            "g": function("mood", "a", "b"),
            "C": a_class(m=["heap", "number"], other=["number"]),
            "alias": function("heap", "number"),
        }
    )
    found = CandidateFinder(CONTRACT).others(Reading(TAKE, survey, {}, {}), {"alias", "C.other"})
    assert [one.call for one in found] == ["f(heap, number)", "C().m(heap, number)"]
    assert not any(one.usual for one in found)


def test_a_class_that_a_person_names_has_its_usual_methods_or_all() -> None:
    definitions = {
        "A": a_class(act=["heap", "n"], other=["heap", "n"]),
        "B": a_class(one=["heap", "n"], two=["heap", "n"]),
    }
    reading = Reading(TAKE, Survey(definitions), {}, {})
    reader = CandidateFinder(CONTRACT)
    assert [one.call for one in reader.candidates_for_all(reading, "A")] == [
        "A().act(heap, number)"
    ]
    assert [one.call for one in reader.candidates_for_all(reading, "B")] == [
        "B().one(heap, number)", "B().two(heap, number)",
    ]  # fmt: skip


def test_switches_and_signatures() -> None:
    definitions = {
        "search": function("heap", "use_ordering=True", "odd_flag=False", "quiet=3"),
        "Agent": a_class(move_sorted=["heap", "fine=True"]),
        "helper": function("x"),
    }
    reading = Reading(TAKE, Survey(definitions), {}, {})
    reader = CandidateFinder(CONTRACT)
    assert reader.unknown_switches(reading, "search") == [
        "use_ordering", "odd_flag", "quiet",
    ]  # fmt: skip
    assert reader.unknown_switches(reading, "Agent") == ["fine"]
    assert format_signature("search", reading) == "search(heap, use_ordering, odd_flag, quiet)"


def test_what_is_the_default_of_a_parameter_for_it_has_a_usual_name() -> None:
    definitions = {
        "other": function("heap", "number"), "fewer": function("heap", "number"),
        "search": function("heap", "ordering=fewer"),
        "Player": a_class(act=("heap", "ordering=quick")), "quick": function("heap", "number"),
    }  # fmt: skip
    role = replace(TAKE, passed_as="order")
    found = CandidateFinder(replace(CONTRACT, roles=(role,))).candidates(
        Reading(role, Survey(definitions), {}, {})
    )
    assert {(one.name, one.usual) for one in found} == {("fewer", True), ("quick", True)}
