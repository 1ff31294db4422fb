"""How it is decided which binding counts, with stand-ins for what submissions answer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from grader.examine import binding_score, hidden_test_limits, role_binding
from grader.examine.binding_score import BindingScore
from grader.examine.choose_value_representation import choose_edition
from grader.examine.role_binding import Bindings, bind_roles
from grader.model.role_binding import DOUBT, UNUSUAL, BindingSource, RoleResult
from grader.model.submission import Cell
from grader.model.submission_survey import Definition, Parameter, Survey
from grader.sandbox.backend_interface import CallEnding, Loaded, Outcome, Starved
from grader.sandbox.call_request import Call
from grader.testing import Contract, Edition, Fit, Known, Role
from grader.wire import Codec
from tests.examine.fakes import FakeSession

Answer = Callable[[Call], object]
"""Answers a call: an outcome, or what the adapter makes of an answer."""

NOTHING_SAID: Mapping[str, str] = {}
READ = Parameter("heap"), Parameter("number")
READING = Definition("function", READ)
LATE = Outcome(CallEnding.CPU, cpu_seconds=1.0)
OTHER = Outcome(CallEnding.RAISED, detail="KeyError: 3")


def known(*args: Any, right: Any) -> Known:
    return Known(args, lambda answer: bool(answer == right))


TAKE = Role(
    "take", ("heap", "number"), ("remove",),
    known=tuple(known(heap, 2, right=heap - 2) for heap in (5, 6, 7, 9)), by_answers=True,
)  # fmt: skip
WORDS = {"heap": "heap", "number": "number"}
CONTRACT = Contract((TAKE,), words=WORDS)


def answering(function: Callable[..., Any], form: str = "heap") -> Answer:
    """A function whose answers can be read in one form."""
    return lambda call: [[form, function(*call.args)]]


def only(*rights: int) -> Answer:
    """A function that is right for these heaps, and can be read for all."""
    return answering(lambda heap, number: heap - number if heap in rights else 0)


RIGHT, WRONG = only(5, 6, 7, 9), only()


@dataclass
class Submission:
    """A submission: what its functions, or calls of them, answer."""

    functions: Mapping[str, Answer]
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    objects: Mapping[str, str] = field(default_factory=dict)
    comments: str = ""
    notebook: bool = False
    session: FakeSession = field(init=False)

    def __post_init__(self) -> None:
        self.session = FakeSession(self._answer)
        if not self.definitions:
            names = dict.fromkeys(name.partition("(")[0] for name in self.functions)
            self.definitions = dict.fromkeys(names, Definition("function", READ))

    def _answer(self, state: dict[str, Any], *args: Any) -> object:
        call = self.session.calls[-1]
        assert call.fit is not None
        said = self.functions.get(str(call.fit.how["call"])) or self.functions[call.fit.name]
        return said(call)

    def bound(
        self, contract: Contract = CONTRACT, where: Mapping[str, str] = NOTHING_SAID
    ) -> Bindings:
        """How it is called for the roles of ``contract``."""
        survey = Survey(self.definitions, self.objects)
        loaded = Loaded((), {}, "", 0.0, [*self.definitions], survey=survey)
        cells = [Cell(self.comments, "a.py", self.notebook)]
        return bind_roles(self.session, loaded, contract, cells, where, "origin", 1.0)

    def calls_of(self, name: str) -> list[Call]:
        """The calls that were made of a function."""
        return [call for call in self.session.calls if call.fit and call.fit.name == name]


def take(
    submission: Submission, contract: Contract = CONTRACT, where: Mapping[str, str] = NOTHING_SAID
) -> RoleResult:
    """The first role as it is bound."""
    found = submission.bound(contract, where)
    assert found.errors == ()
    return found.roles[0]


def test_people_come_before_comments_and_comments_before_names() -> None:
    functions = {"take": RIGHT, "commented": WRONG, "said": WRONG}
    comment = "# grade: take = commented(heap, number)"
    for comments, said, function, found in (
        ("", "", "take", BindingSource.NAME),
        (comment, "", "commented", BindingSource.HINT),
        (comment, "said", "said", BindingSource.MARKER),
    ):
        submission = Submission(functions, comments=comments)
        role = take(submission, where={"take": said} if said else {})
        assert (role.function, role.found) == (function, found)
        assert {call.fit.name for call in submission.session.calls if call.fit} == {function}


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        ([["heap", lambda right: right]], "heap"),
        ([["(a, b)", lambda _: 0], ["(b, a)", lambda right: right]], "(b, a)"),
        ([["heap", lambda right: right], ["same", lambda right: right]], "heap"),
    ],
)
def test_the_form_in_which_most_is_right_counts(texts: Sequence[Any], form: str) -> None:
    def answers(call: Call) -> object:
        heap, number = call.args
        return [[name, value(heap - number)] for name, value in texts]

    role = take(Submission({"take": answers}))
    assert (role.binding, role.how["answer"]) == (f"take(heap, number) -> {form}", form)
    assert (role.right, role.asked) == (4, 4)


def test_known_answers_choose_between_the_calls_that_are_read() -> None:
    ways = replace(CONTRACT, expressed=lambda word, _, __: [word, f"[{word}]"])
    functions = {"take": WRONG, "take([heap], number)": RIGHT, "take(heap, [number])": only(5, 6)}
    submission = Submission(functions)
    role = take(submission, ways)
    assert role.binding == "take([heap], number) -> heap"
    # The one after it need not be tried.
    assert not any(call.fit.how["call"].count("[") == 2 for call in submission.calls_of("take"))  # type: ignore[union-attr, union-attr]


@pytest.mark.parametrize(
    ("rights", "chance", "judged"),
    [
        ((), 0.0, False),
        ((5,), 0.0, True),
        ((5, 6), 0.5, False),
        ((5, 6, 7), 0.5, False),
        ((5, 6), 0.05, True),
        ((5, 6, 7, 9), 0.9, True),
    ],
)
def test_a_function_is_judged_if_chance_does_not_explain_its_answers(
    rights: tuple[int, ...], chance: float, judged: bool
) -> None:
    contract = replace(CONTRACT, roles=(replace(TAKE, chance=chance),))
    submission = Submission({"take": only(*rights), "other": RIGHT})
    role = take(submission, contract)
    assert role.function == ("take" if judged else "")
    assert role.open is not judged
    assert judged or role.candidates[0].startswith("other(")
    like = replace(contract.roles[0], name="away", names=(), like="take")
    (found,) = submission.bound(replace(contract, roles=(like,))).roles
    assert found.function == ("take" if judged else "other")
    assert role.found is (BindingSource.NAME if judged else BindingSource.UNDECIDED)
    # Nobody else is asked unless there is a need.
    assert bool(submission.calls_of("other")) is not judged


def definition(*mentions: str) -> Definition:
    return Definition("function", READ, mentions=mentions)


@pytest.mark.parametrize(
    ("answers", "definitions", "function"),
    [
        # What is named like the role calls what is right, and passes on the wrong things.
        ((only(5), RIGHT), {"agent": definition("inner"), "inner": definition()}, ""),
        ((only(5, 6, 7), RIGHT), {"agent": definition("inner"), "inner": definition()}, "inner"),
        ((only(5), RIGHT), {"agent": definition(), "inner": definition()}, "inner"),
        ((RIGHT, RIGHT), {"agent": definition("inner"), "inner": definition()}, "agent"),
        # Who has the very name of the role is not right because a part of it is.
        ((only(5, 6), RIGHT), {"take": definition("inner"), "inner": definition()}, ""),
        # A usual name is wrong beside another one that is right, and that does not use it.
        ((only(9), RIGHT), {"remove": definition(), "inner": definition()}, ""),
        ((only(9), RIGHT), {"remove": definition(), "inner": definition("remove")}, "inner"),
        ((only(5, 6), RIGHT), {"remove": definition(), "inner": definition()}, "inner"),
        # Of two wrong ones, the very name of the role is meant.
        ((only(5, 6), only(5, 6, 7)), {"take": definition(), "inner": definition()}, "take"),
        ((WRONG, only(5, 6, 7)), {"take": definition(), "inner": definition()}, ""),
    ],
)
def test_a_wrong_function_that_may_be_meant_is_not_passed_over(
    answers: tuple[Answer, Answer], definitions: Mapping[str, Definition], function: str
) -> None:
    contract = replace(CONTRACT, roles=(replace(TAKE, like="agent|inner"),))
    submission = Submission(dict(zip(definitions, answers, strict=True)), definitions)
    found = take(submission, contract)
    assert found.function == function
    if not function:
        assert found.found is BindingSource.UNDECIDED
        assert found.candidates[0].startswith("inner(heap, number)")
        assert "of them; a person has to say which is meant" in found.note


@pytest.mark.parametrize("says", [WRONG, only(9)], ids=["the same", "different things"])
def test_a_method_that_always_says_the_same_is_not_meant(says: Answer) -> None:
    methods = {"take": (Parameter("number"),)}
    definitions = {"Heap": Definition("class", (Parameter("heap"),), methods), "inner": READING}
    contract = replace(CONTRACT, roles=(replace(TAKE, like="inner"),))
    role = take(
        Submission({"Heap(heap).take(number)": says, "inner": RIGHT}, definitions), contract
    )
    assert role.function == ("inner" if says is WRONG else "")


def test_what_calls_itself_without_end_is_judged_and_no_variant_of_it_is() -> None:
    endless = Outcome(CallEnding.RAISED, detail="RecursionError: maximum recursion depth exceeded")
    definitions = {"take": READING, "agent": definition("slow_take"), "slow_take": READING}
    functions: dict[str, Answer] = {
        "take": lambda _: endless, "agent": RIGHT, "slow_take": RIGHT,
    }  # fmt: skip
    contract = replace(CONTRACT, roles=(replace(TAKE, like=r"\w*take", unlike="slow.*"),))
    role = take(Submission(functions, definitions), contract)
    assert (role.found, role.function, role.how["answer"]) == (BindingSource.NAME, "take", "?")


@pytest.mark.parametrize("right", [only(5, 6, 7), RIGHT], ids=["wrong", "right"])
def test_what_is_right_about_all_comes_before_what_does_a_part(right: Answer) -> None:
    questions = [replace(one, common=number == 2) for number, one in enumerate(TAKE.known)]
    contract = replace(CONTRACT, roles=(replace(TAKE, known=questions, by_answers=False),))
    role = take(Submission({"take": only(7), "remove": right}), contract)
    assert role.function == ("remove" if right is RIGHT else "take")


def test_what_calls_a_part_that_is_mostly_right_is_meant() -> None:
    functions = {"take": only(5, 6), "other": RIGHT}
    for uses, function in (("take", "other"), ("print", "take")):
        definitions = {"take": definition("print"), "other": definition(uses)}
        role = take(Submission(functions, definitions))
        assert role.function == function


@pytest.mark.parametrize("right", ["take", "remove"])
def test_methods_of_one_class_are_told_apart(right: str) -> None:
    methods = dict.fromkeys(("take", "remove"), (Parameter("number"),))
    heap = {"Heap": Definition("class", (Parameter("heap"),), methods)}
    answers = {
        f"Heap(heap).{name}(number)": RIGHT if name == right else only(5, 6) for name in methods
    }
    role = take(Submission(answers, heap))
    # The one with the very name of the role is not right because another one is.
    assert role.found is (BindingSource.NAME if right == "take" else BindingSource.UNDECIDED)


def test_an_object_is_no_other_one_than_its_class() -> None:
    definitions = {
        "remove": definition(), "take": Definition("object", READ), "Heap": Definition("class"),
    }  # fmt: skip
    submission = Submission({"remove": RIGHT, "take": only(5, 6)}, definitions)
    assert take(submission).found is BindingSource.UNDECIDED
    assert take(replace(submission, objects={"take": "Heap"})).function == "remove"


@pytest.mark.parametrize(("heaps", "first"), [((5,), 0), ((5, 6, 7), 0), ((5, 6, 7, 9), 1)])
def test_another_edition_counts_for_a_role_if_all_is_right_in_it(
    heaps: Sequence[int], first: int
) -> None:
    def right_if_shifted(call: Call) -> object:
        assert call.fit is not None
        heap, number = call.args
        return [["heap", heap - number if call.fit.how["first"] and heap in heaps else 0]]

    editions: list[Edition] = [{"first": 0}, {"first": 1}]
    contract = replace(
        CONTRACT, roles=(replace(TAKE, chance=0.05, by_answers=False),),
        editions=lambda *_: editions,
    )  # fmt: skip
    assert take(Submission({"take": right_if_shifted}), contract).how["first"] == first


SEARCH = Role("search", ("heap", "number"), ("look",), known=(known(9, 2, right=7),))


@pytest.mark.parametrize(
    ("used", "also", "found"),
    [
        (("worth",), (), BindingSource.BEHAVIOUR),
        (("worth", "part"), (), BindingSource.BEHAVIOUR),  # the one that uses the other
        (("worth", "other"), (), BindingSource.UNDECIDED),  # either may be meant
        (("worth",), ("worth",), BindingSource.UNDECIDED),  # an earlier role uses it, too
        (("part",), (), BindingSource.UNDECIDED),  # it does not answer all right
    ],
)
def test_what_is_passed_on_is_found_by_what_it_answers(
    used: tuple[str, ...], also: tuple[str, ...], found: BindingSource
) -> None:
    definitions = {
        "take": Definition("function", READ, {}, also),
        "look": Definition("function", READ, {}, used),
        "worth": Definition("function", READ, {}, ("part",)),
        "other": READING, "part": READING,
    }  # fmt: skip
    part = RIGHT if "part" in used and "worth" in used else WRONG
    functions = {"take": RIGHT, "look": RIGHT, "worth": RIGHT, "other": RIGHT, "part": part}
    value = replace(TAKE, name="value", names=(), by_answers=False, passed_as="worth_by")
    contract = replace(CONTRACT, roles=(TAKE, value, SEARCH))
    bindings = Submission(functions, definitions).bound(contract)
    assert bindings.roles[1].found is found
    assert bindings.roles[1].function == ("worth" if found is BindingSource.BEHAVIOUR else "")
    assert ("value" in bindings.fits) is (found is BindingSource.BEHAVIOUR)


@pytest.mark.parametrize(
    ("named", "function"),
    [(lambda _: OTHER, "take"), (WRONG, "act"), (RIGHT, "act")],
    ids=["unreadable", "wrong", "right"],
)
def test_a_role_that_may_do_it_as_well_is_asked_where_nothing_can_be_read(
    named: Answer, function: str
) -> None:
    act = replace(TAKE, name="act", names=(), by_answers=False, also=("take",))
    submission = Submission({"take": RIGHT, "act": named})
    role = submission.bound(replace(CONTRACT, roles=(TAKE, act))).roles[1]
    assert (role.found, role.function) == (BindingSource.NAME, function)


SORTED = replace(
    TAKE, name="sorted", names=(), by_answers=False, part_of="take", traces="order", uses="sortby"
)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ((5, 6, 7, 9), (5, 6, 7, 9), BindingSource.BEHAVIOUR),
        ((5, 6, 7, 9), (5, 6, 7), BindingSource.UNDECIDED),
        ((5, 6, 7), (5, 6, 7), BindingSource.BEHAVIOUR),  # as right as each other
        ((5, 6, 7), (5, 6), BindingSource.UNDECIDED),
        ((5,), (5,), BindingSource.NOT_FOUND),  # chance explains it
    ],
    ids=str,
)
def test_what_uses_the_names_of_a_part_fills_it_if_it_answers_as_well(
    first: Sequence[int], second: Sequence[int], found: BindingSource
) -> None:
    definitions = {
        "take": Definition("function", READ),
        "fast": Definition("function", READ, {}, ("sort_by_key",)),
    }
    contract = replace(CONTRACT, roles=(TAKE, replace(SORTED, chance=0.05)))
    functions = {"take": only(*first), "fast": only(*second)}
    role = Submission(functions, definitions).bound(contract).roles[1]
    assert role.found is found
    assert role.function == ("fast" if found is BindingSource.BEHAVIOUR else "")


@pytest.mark.parametrize("used", [True, False])
def test_what_other_calls_use_is_not_open_though_nobody_can_read_its_answer(used: bool) -> None:
    start = Role("start", (), known=(Known((), bool),))
    call = "take(start(), number)" if used else "take(heap, number)"
    passed = "start()" if used else "heap"
    contract = replace(
        CONTRACT,
        roles=(start, replace(TAKE, takes=("number",) if used else TAKE.takes)),
        expressed=lambda word, _, __: [passed] if word == "heap" else [word],
    )
    definitions = {"start": Definition("function", ()), "take": READING}
    found = Submission({"start": lambda _: [], call: RIGHT}, definitions).bound(contract)
    assert found.roles[1].binding.startswith(call)
    assert found.roles[0].found is (BindingSource.NOT_FOUND if used else BindingSource.UNDECIDED)
    assert ("start" in found.open) is not used
    assert found.roles[0].note


@pytest.mark.parametrize("by_answers", [True, False])
@pytest.mark.parametrize("other", [WRONG, only(5, 6, 7)], ids=["wrong", "mostly right"])
def test_what_nothing_else_fits_is_judged_where_it_can_be_read(
    other: Answer, by_answers: bool
) -> None:
    contract = replace(CONTRACT, roles=(replace(TAKE, by_answers=by_answers),))
    submission = Submission({"take": WRONG, "other": other})
    found = submission.bound(contract)
    assert (found.roles[0].function, found.roles[0].right) == ("take", 0)
    assert found.wrong == {"take"}
    assert not found.open
    assert submission.calls_of("other")


@pytest.mark.parametrize(
    ("other", "may_be"),
    [(RIGHT, True), (only(5, 6), True), (only(5), False), (WRONG, False), (lambda _: LATE, True)],
    ids=["right", "half right", "hardly right", "wrong", "too slow"],
)
def test_what_no_role_explains_may_be_the_one_that_nothing_is_named_for(
    other: Answer, may_be: bool
) -> None:
    contract = replace(CONTRACT, roles=(replace(TAKE, by_answers=False),))
    role = take(Submission({"other": other}), contract)
    if may_be:
        assert role.found is BindingSource.UNDECIDED
        assert [line.partition(" ->")[0] for line in role.candidates] == ["other(heap, number)"]
        assert "nothing shows what other is for" in role.note
    else:
        assert (role.found, role.names) == (BindingSource.NOT_FOUND, ("take", "remove"))


def test_what_chance_explains_or_its_code_rules_out_is_not_taken_for_a_missing_role() -> None:
    for by_chance, relies_on, uses, found in (
        (0.3, "", (), BindingSource.UNDECIDED), (0.5, "", (), BindingSource.NOT_FOUND),
        (0.3, "rand", (), BindingSource.NOT_FOUND),
        (0.3, "rand", ("np", "random"), BindingSource.UNDECIDED),
    ):  # fmt: skip
        missing = replace(TAKE, by_answers=False, chance=by_chance, relies_on=relies_on)
        definitions = {"other": replace(READING, mentions=uses)}
        submission = Submission({"other": only(5, 6)}, definitions)
        assert take(submission, replace(CONTRACT, roles=(missing,))).found is found


@pytest.mark.parametrize(
    ("named", "other", "asked"),
    [(only(5), RIGHT, True), (only(5), only(5, 6, 7), False), (only(5, 6), RIGHT, False)],
    ids=["right", "mostly right", "beside half right"],
)
def test_what_answers_everything_right_may_be_meant_rather_than_a_name(
    named: Answer, other: Answer, asked: bool
) -> None:
    contract = replace(CONTRACT, roles=(replace(TAKE, by_answers=False),))
    found = Submission({"take": named, "other": other}).bound(contract)
    (role,) = found.roles
    assert role.open is asked
    if asked:
        lines = "other(heap, number) -> heap", "take(heap, number) -> heap"
        assert role.candidates == lines
        assert "answers 1 of 4 questions with known answers right" in role.note
    assert found.wrong == ({"take"} if not asked else frozenset())


def test_what_a_role_uses_is_not_missed_elsewhere() -> None:
    give = replace(TAKE, name="give", names=(), by_answers=False)
    contract = replace(CONTRACT, roles=(TAKE, give))
    for used, found in ((("part",), BindingSource.NOT_FOUND), ((), BindingSource.UNDECIDED)):
        definitions = {"take": replace(READING, mentions=used), "part": READING}
        submission = Submission({"take": RIGHT, "part": only(5, 6, 7)}, definitions)
        assert submission.bound(contract).roles[1].found is found


@pytest.mark.parametrize("by_answers", [True, False])
def test_what_is_named_for_a_role_that_only_names_tell_is_none_by_answers(by_answers: bool) -> None:
    later = replace(TAKE, name="rate", names=(), by_answers=by_answers)
    role = take(Submission({"rate": RIGHT}), replace(CONTRACT, roles=(TAKE, later)))
    assert role.function == ("rate" if by_answers else "")


def test_one_that_fills_no_other_role_comes_first() -> None:
    both = Contract((replace(TAKE, name="first", names=()), TAKE), words=WORDS)
    found = Submission({"first": RIGHT, "other": RIGHT}).bound(both)
    assert [role.function for role in found.roles] == ["first", "other"]
    found = Submission({"first": RIGHT}).bound(both)
    assert [role.function for role in found.roles] == ["first", "first"]


HOSTILE: dict[str, object] = {
    "nothing": None, "a number": 3, "a text": "heap", "a list": [1, 2], "no pairs": [["heap"]],
    "triples": [["heap", 3, 3]], "no texts": [[1, 3]], "a dictionary": {"heap": 3},
    "nested": [[[]]], "forms that are lists": [[["heap"], 3]], "an exception": OTHER,
    "no answer": Outcome(CallEnding.DIED), "a breach": Outcome(CallEnding.BREACH),
    "too much": Outcome(CallEnding.OUTPUT),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_where_nothing_can_be_read_a_person_is_asked(what: str) -> None:
    submission = Submission({"take": lambda _: HOSTILE[what]}, {"take": definition("print")})
    found = submission.bound()
    (role,) = found.roles
    if isinstance(outcome := HOSTILE[what], Outcome) and outcome.ending is not CallEnding.RAISED:
        # It was stopped: nobody knows how it answers, and its tests say that.
        assert (role.found, role.how["answer"]) == (BindingSource.NAME, "?")
        return
    assert (role.found, role.candidates) == (BindingSource.UNDECIDED, ("take(heap, number)",))
    assert found.open == {"take": role.note}
    assert role.note.startswith("take answers with nothing that can be read as take asks. ")
    assert found.errors == ()
    # Two questions, and one about what comes instead.
    assert len(submission.session.calls) == 3


def test_the_reason_is_what_came() -> None:
    def answers(call: Call) -> object:
        assert call.fit is not None
        if call.fit.how["answer"] == "-":
            return Outcome(CallEnding.UNREADABLE, detail="Expected -; (a str, a list) came.")
        return []

    role = take(Submission({"take": answers}))
    assert role.note.endswith("It answered: (a str, a list).")
    assert take(Submission({"take": lambda _: OTHER})).note.endswith("It raised KeyError: 3.")


@pytest.mark.parametrize("odd", ["x" * 5000, "\x1b[2J", "a\nb"])
def test_a_reason_that_a_student_writes_is_bounded(odd: str) -> None:
    raises = Outcome(CallEnding.RAISED, detail=odd)
    assert len(take(Submission({"take": lambda _: raises})).note) < 300


def slow_after(calls: int) -> Answer:
    """A right function that has to be stopped from some call on."""
    counted = iter(range(calls))
    return lambda call: RIGHT(call) if next(counted, None) is not None else LATE


SLOW_NAMES = ("take", "remove", "Take", "Remove", "TAKE", "REMOVE", "t_ake", "re_move")


def test_slow_functions_cost_no_other_role_anything() -> None:
    second = replace(TAKE, name="second", names=(), by_answers=False)
    both = Contract((replace(TAKE, by_answers=False), second), words=WORDS)
    alone = Submission({"second": RIGHT})
    alone.bound(both)
    slow = Submission({**dict.fromkeys(SLOW_NAMES, lambda _: LATE), "second": RIGHT})
    found = slow.bound(both)
    assert found.roles[0].function in SLOW_NAMES
    assert (found.roles[1].function, found.roles[1].right) == ("second", 4)
    asked = [
        [call.described(Codec(), "") for call in each.calls_of("second")] for each in (alone, slow)
    ]
    assert asked[0] == asked[1]
    # Five stops of all that are like it, whatever there is.
    late = [call for call in slow.session.calls if call.fit and call.fit.name != "second"]
    assert len(late) <= 5 + len(SLOW_NAMES)


def test_a_function_that_takes_too_long_is_judged_in_the_first_form() -> None:
    found = Submission({"take": lambda _: LATE}).bound()
    (role,) = found.roles
    assert (role.found, role.how["answer"]) == (BindingSource.NAME, "?")
    assert role.binding == "take(heap, number)"
    assert found.wrong == {"take"}
    assert not found.open


def test_a_call_that_is_stopped_beside_others_is_made_once_more_alone() -> None:
    role = take(Submission({"take": slow_after(1)}))
    assert role.right == 1
    late = iter([False, True])  # the second call, while it shares its limits with the first
    submission = Submission({"take": lambda call: LATE if next(late, False) else RIGHT(call)})
    assert take(submission).right == 4
    assert [call.args for call in submission.session.calls][:3] == [(5, 2), (6, 2), (6, 2)]


def test_each_question_has_limits_of_its_own() -> None:
    submission = Submission({"take": RIGHT})
    submission.bound()
    assert {call.limits for call in submission.session.calls} == {binding_score.LIMITS}
    assert len(submission.session.calls) == len(TAKE.known)


def test_ten_runs_come_to_the_same() -> None:
    ways = replace(
        CONTRACT,
        expressed=lambda word, _, __: [word, f"[{word}]"],
        editions=lambda _, __, ___: [{"kind": "a"}, {"kind": "b"}],
        telling=("take",),
    )
    functions = {"take": only(5), "remove": only(6), "other": only(7), "another": RIGHT}
    runs = []
    for _ in range(10):
        submission = Submission(functions)
        found = submission.bound(ways)
        runs.append((found, [call.described(Codec(), "") for call in submission.session.calls]))
    assert all(run == runs[0] for run in runs)
    assert runs[0][1]


@pytest.mark.parametrize(
    ("problem", "is_reported"),
    [
        (TypeError, False), (ValueError, False), (KeyError, False), (IndexError, False),
        (AttributeError, False), (ZeroDivisionError, False), (OverflowError, False),
        (NameError, True), (RuntimeError, True), (AssertionError, True),
    ],
)  # fmt: skip
def test_what_a_known_answer_raises(problem: type[Exception], is_reported: bool) -> None:
    def right(_: object) -> bool:
        raise problem("odd")

    contract = replace(CONTRACT, roles=(replace(TAKE, known=(Known((5, 2), right),)),))
    found = Submission({"take": RIGHT}).bound(contract)
    assert (found.roles[0].function, found.roles[0].right) == ("take", 0)
    expected = (f"a known answer of take: {problem.__name__}: odd",) if is_reported else ()
    assert found.errors == expected


def test_a_known_answer_that_does_not_end_leaves_the_rest_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(role_binding, "SECONDS", 0.05)

    def endless(_: object) -> bool:
        while True:
            pass

    roles = (replace(TAKE, name="first"), replace(TAKE, known=(Known((5, 2), endless),)), TAKE)
    names = ("first", "second", "third")
    contract = Contract(
        tuple(replace(role, name=name, names=()) for role, name in zip(roles, names, strict=True)),
        words=WORDS,
    )
    with hidden_test_limits.share_watchdog():
        found = Submission(dict.fromkeys(names, RIGHT)).bound(contract)
    assert [role.found for role in found.roles] == [
        BindingSource.NAME,
        BindingSource.UNDECIDED,
        BindingSource.UNDECIDED,
    ]
    assert [*found.open] == ["second", "third"]
    (error,) = found.errors
    assert error.startswith("roles: ")


@pytest.mark.parametrize("where", ["editions", "meaning", "expressed", "settled"])
def test_a_contract_that_fails_leaves_the_rest_open(where: str) -> None:
    def failing(*_: object) -> Any:
        raise LookupError("the author's")

    contract = Contract(
        (TAKE, replace(TAKE, name="second")),
        words=WORDS,
        **{where: failing},  # type: ignore[arg-type]
    )
    found = Submission({"take": RIGHT}).bound(contract)
    assert [role.role for role in found.roles] == ["take", "second"]
    assert (
        found.roles[1].note
        == "The assignment's contract failed with LookupError while this was read."
    )
    assert "second" in found.open
    (error,) = found.errors
    assert error.startswith("roles: ")
    assert "LookupError: the author's" in error


def test_what_no_binding_can_say_is_not_asked() -> None:
    long = {f"take{'x' * 90}{number}": Definition("function", READ) for number in range(3)}
    odd = {"a b": Definition("function", READ), "not": Definition("function", READ)}
    role = replace(TAKE, like=r".*")
    odd_values = {"heap": "x" * 300, "number": "'\x1b'"}
    ways = Contract((role,), words=WORDS, expressed=lambda word, _, __: [odd_values[word], word])
    submission = Submission(dict.fromkeys((*long, *odd), RIGHT), {**long, **odd})
    found = submission.bound(ways)
    assert found.errors == ()
    assert found.roles[0].function in {*long, "not"}
    assert all(
        "x1b" not in str(call.fit.how["call"]) for call in submission.session.calls if call.fit
    )


def test_a_machine_that_is_too_busy_says_nothing_of_a_submission() -> None:
    with pytest.raises(Starved):
        Submission({"take": lambda _: Outcome(CallEnding.STARVED)}).bound()


def test_who_is_kept_waiting_is_asked_once_more_with_patience() -> None:
    waiting = iter([True])
    submission = Submission(
        {"take": lambda call: Outcome(CallEnding.STARVED) if next(waiting, False) else RIGHT(call)}
    )
    assert take(submission).right == 4
    first, _, again, *_ = submission.session.calls
    assert (first.args, first.limits.patient()) == (again.args, again.limits)


def test_a_stub_comes_after_everything_that_is_written() -> None:
    unfinished = Outcome(CallEnding.UNFINISHED)
    role = take(Submission({"take": lambda _: unfinished, "other": RIGHT}))
    assert (role.function, role.found) == ("other", BindingSource.BEHAVIOUR)
    found = Submission({"take": lambda _: unfinished}).bound()
    assert (found.roles[0].function, found.open) == ("take", {})


@pytest.mark.parametrize(
    ("answer", "mentions", "open_"),
    [("None", (), False), ("None", ("print",), True), ("a list", (), True)],
)
def test_what_uses_nothing_and_returns_nothing_is_a_stub(
    answer: str, mentions: tuple[str, ...], open_: bool
) -> None:
    came = Outcome(CallEnding.UNREADABLE, detail=f"Expected -; {answer} came.")
    found = Submission({"take": lambda _: came}, {"take": definition(*mentions)}).bound()
    assert bool(found.open) is open_
    assert (found.roles[0].function == "take") is not open_


def editions(survey: Survey, ask: Any, calls: Mapping[str, Sequence[str]]) -> list[Edition]:
    assert calls["take"] == ["take(heap, number)"]
    return [{"kind": kind} for kind in ("number", "text", "list")]


def in_edition(kind: str, right: Answer = RIGHT) -> Answer:
    return lambda call: right(call) if call.fit and call.fit.how["kind"] == kind else OTHER


def test_the_edition_counts_in_which_most_is_right() -> None:
    contract = replace(CONTRACT, editions=editions, telling=("take",))
    for kind in ("number", "text", "list"):
        assert take(Submission({"take": in_edition(kind)}), contract).how["kind"] == kind


def test_the_first_edition_counts_if_all_are_as_good() -> None:
    contract = replace(CONTRACT, editions=editions, telling=("take",))
    assert take(Submission({"take": RIGHT}), contract).how["kind"] == "number"


SHOW = replace(TAKE, name="show", names=())
TELL = replace(TAKE, name="tell", names=())


@pytest.mark.parametrize(
    ("showing", "kind", "is_open"),
    [
        (["odd", "odd", "odd"], "odd", False),
        (["odd", "odd", "either"], "odd", False),
        (["odd", "either", "either"], "odd", True),
        (["odd", "odd", "usual"], "odd", True),
        (["odd", "usual", "either"], "usual", False),
        (["either", "usual", "usual"], "usual", False),
        (["odd", "odd", "wrong"], "odd", False),  # though less in the odd one
    ],
)  # fmt: skip
def test_an_unusual_edition_needs_two_roles(showing: list[str], kind: str, is_open: bool) -> None:
    contract = Contract(
        (TAKE, TELL, SHOW), words=WORDS, telling=("take", "tell", "show"),
        editions=lambda *_: [{"kind": "usual"}, {"kind": "odd", UNUSUAL: "Which is it?"}],
    )  # fmt: skip
    answers = {kind: in_edition(kind) for kind in ("odd", "usual")}
    answers |= {"either": RIGHT, "wrong": in_edition("usual", only(5, 6))}
    functions = {name: answers[how] for name, how in zip(NAMES, showing, strict=True)}
    submission = Submission(functions)
    found = submission.bound(contract)
    assert found.roles[-1].how.get("kind", kind) == kind
    assert ("take" in found.open) is is_open
    assert found.open.get("take", "Which is it?") == "Which is it?"
    if is_open:
        settled = submission.bound(contract, {"take": "take(heap, number)"})
        assert settled.fits["take"].how["kind"] == kind


NAMES = ("take", "tell", "show")


@pytest.mark.parametrize(
    ("seen", "right", "is_open"), [(False, 1, False), (True, 1, True), (True, 2, False)]
)
def test_where_a_value_of_another_kind_was_seen_half_of_the_roles_are_too_few(
    seen: bool, right: int, is_open: bool
) -> None:
    usual, odd = {"kind": "usual"}, {"kind": "odd", DOUBT: "Which is it?"}
    offered = [usual, odd] if seen else [{**usual, DOUBT: "Which is it?"}]
    contract = Contract((TAKE, TELL), telling=("take", "tell"))

    def screen(edition: Edition, roles: Sequence[Role], _: bool) -> dict[str, BindingScore]:
        full = [edition["kind"] == "usual" and number < right for number in range(2)]
        return {
            role.name: BindingScore(Fit(role.name, edition), (True, one))
            for role, one in zip(roles, full, strict=True)
        }

    assert bool(choose_edition(contract, offered, screen).doubt) is is_open


@pytest.mark.parametrize("late", ["both", "first"])
def test_what_is_stopped_in_one_edition_only_is_asked_again_in_peace(late: str) -> None:
    contract = Contract((TAKE, TELL), telling=("take",), deciding=("tell",))
    asked: list[tuple[object, bool]] = []

    def screen(edition: Edition, roles: Sequence[Role], patient: bool) -> dict[str, BindingScore]:
        stopped = not patient and late in {"both", edition["kind"]}
        found = {"take": BindingScore(Fit("take", edition), (True, True))}
        if len(roles) > 1:
            asked.append((edition["kind"], patient))
            found["tell"] = BindingScore(Fit("tell", edition), (not stopped,), stopped=stopped)
        return found

    choice = choose_edition(contract, [{"kind": "first"}, {"kind": "second"}], screen)
    assert choice.editions[0]["kind"] == "first"
    assert (("first", True) in asked) is (late == "first")


def test_further_roles_decide_between_editions_that_are_as_good() -> None:
    contract = Contract(
        (TAKE, SHOW), words=WORDS, telling=("take",), deciding=("show",), editions=editions,
    )  # fmt: skip
    functions = {"take": RIGHT, "show": in_edition("text")}
    assert take(Submission(functions), contract).how["kind"] == "text"
    unasked = replace(contract, deciding=())
    assert take(Submission(functions), unasked).how["kind"] == "number"


def test_roles_that_are_left_out_tell_nothing() -> None:
    # As where a person tries one line, and nothing else is asked meanwhile.
    contract = replace(CONTRACT, editions=editions, telling=("take", "gone"), deciding=("gone",))
    assert take(Submission({"take": in_edition("list")}), contract).how["kind"] == "list"


def test_an_edition_may_be_settled_further_by_a_role() -> None:
    def settled(edition: Edition, role: Role, fit: Fit) -> Edition:
        return {**edition, "seen": f"{role.name} in {fit.how['answer']}"}

    second = replace(TAKE, name="second", names=())
    contract = Contract((TAKE, second), words=WORDS, settled=settled)
    found = Submission({"take": RIGHT, "second": RIGHT}).bound(contract)
    assert "seen" not in found.roles[0].how
    assert found.roles[1].how["seen"] == "take in heap"


def test_the_adapter_is_asked_what_an_answer_is_like() -> None:
    told: list[object] = []

    def asking(survey: Survey, ask: Any, calls: Mapping[str, Sequence[str]]) -> list[Edition]:
        told.extend(ask("take", call, {"kind": "x"}) for call in (*calls["take"], "gone()"))
        return [{}]

    functions = {"take": lambda call: "like this" if not call.args else RIGHT(call)}
    functions["gone"] = lambda _: OTHER
    take(Submission(functions), replace(CONTRACT, editions=asking))
    assert told == ["like this", None]


DEEP = replace(TAKE, name="deep", names=(), by_answers=False)


def test_another_role_s_function_is_asked_if_there_is_nothing_else() -> None:
    contract = Contract((TAKE, replace(DEEP, also=("take",))), words=WORDS)
    found = Submission({"take": RIGHT}).bound(contract)
    assert [role.function for role in found.roles] == ["take", "take"]
    found = Submission({"take": RIGHT, "deep": RIGHT}).bound(contract)
    assert [role.function for role in found.roles] == ["take", "deep"]


def test_what_a_person_writes_is_followed_to_the_letter() -> None:
    submission = Submission({"take": WRONG, "take(number, heap, 3)": RIGHT})
    role = take(submission, where={"take": "take(number, heap, 3) -> heap"})
    assert (role.found, role.binding) == (BindingSource.MARKER, "take(number, heap, 3) -> heap")
    assert {call.fit.how["call"] for call in submission.session.calls if call.fit} == {
        "take(number, heap, 3)"
    }


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("gone", "The binding names gone, which the submission does not define."),
        ("3", "The binding names nothing of it."),
        ("heap", "The binding names heap, which the submission does not define."),
    ],
)
def test_what_a_person_writes_has_to_be_there(said: str, note: str) -> None:
    role = take(Submission({"take": RIGHT}), where={"take": said})
    assert (role.found, role.note) == (BindingSource.UNDECIDED, note)


def test_what_a_person_writes_may_be_unreadable() -> None:
    submission = Submission({"take": RIGHT, "take(number, heap)": lambda _: OTHER})
    found = submission.bound(where={"take": "take(number, heap)"})
    (role,) = found.roles
    assert (role.found, role.candidates) == (BindingSource.UNDECIDED, ("take(heap, number)",))
    assert "take" in found.open


def test_a_survey_of_nothing_binds_nothing() -> None:
    found = functools.partial(Submission, {"nothing": RIGHT})
    empty = found(definitions={"other": Definition("object", None)})
    assert empty.bound().roles[0].found is BindingSource.NOT_FOUND
    assert empty.session.calls == []
