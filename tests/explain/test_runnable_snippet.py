from __future__ import annotations

import ast
import contextlib
import io
import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.examine.lent_call_recorder import RecordedException
from grader.explain.runnable_snippet import Snippet
from grader.model.time_limits import CallLimits
from grader.sandbox.call_request import Call
from grader.wire import Array, InjectedFunction, OwnFunction
from reference.ps2.provided import breakthrough
from reference.ps2.provided.breakthrough import Player

LIMITS = CallLimits(1.0, 1.0)
BOARD = [list(row) for row in ("______", "__B___", "______", "_W____", "______", "______")]


def call(*args: Any, seed: int = 7, **kwargs: Any) -> Call:
    return Call("double", args, kwargs, seed, LIMITS)


def printed(snippet: Snippet, **names: Any) -> str:
    """What the snippet prints when it is run behind code that defines ``names``."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.MonkeyPatch.context() as patched:
        patched.setitem(__import__("sys").modules, "breakthrough", breakthrough)
        exec(str(snippet), dict(names))  # noqa: S102 - that is what it is for
    return out.getvalue()


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | st.sampled_from(Player),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.frozensets(st.integers() | st.text(max_size=2), max_size=3),
        st.sets(st.integers(), max_size=3),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
    ),
    max_leaves=12,
)


@given(PLAIN, PLAIN)
def test_arguments_arrive_as_they_were(value: object, other: object) -> None:
    seen: list[object] = []

    def double(*args: object, **kwargs: object) -> None:
        seen.extend([*args, *kwargs.values()])

    printed(Snippet([call(value, named=other)]), double=double)
    assert seen == [value, other]
    assert list(map(type, seen)) == [type(value), type(other)]


@given(PLAIN)
def test_a_snippet_holds_literals_and_a_call_and_nothing_else(value: object) -> None:
    tree = ast.parse(str(Snippet([call(value)])))
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {ast.unparse(function) for function in called}
    assert names <= {"print", "double", "float", "list", "set", "frozenset"}


def test_boards_are_written_row_by_row() -> None:
    snippet = Snippet([call(BOARD, Player.WHITE)])
    assert str(snippet).startswith("import breakthrough\n")
    assert "        '__B___',\n" in str(snippet)
    assert printed(snippet, double=lambda board, player: (board == BOARD, player)) == (
        "(True, <Player.WHITE: 'white'>)\n"
    )


def test_not_a_number_is_written_as_one() -> None:
    snippet = Snippet([call(math.nan, -math.inf)])
    assert printed(snippet, double=lambda *values: values) == "(nan, -inf)\n"


def test_lent_functions_answer_as_they_did() -> None:
    asked = [("next", (1,), [2, 3]), ("next", (2,), []), ("next", (1,), [2, 3])]
    snippet = Snippet([call(InjectedFunction("next"), 1)], asked)

    def double(successors: Any, number: int) -> list[list[int]]:
        first = successors(number)
        first.append(99)  # which must not show in the next answer
        return [successors(number), successors(2)]

    assert printed(snippet, double=double) == "[[2, 3], []]\n"
    assert str(snippet).count("(1, [2, 3])") == 1
    assert "place=0" in str(snippet)


def test_a_question_may_have_other_answers_later() -> None:
    asked = [("climb", (6,), [0, 1]), ("climb", (6,), [1, 0]), ("climb", (6,), [0, 1])]
    snippet = Snippet([call(InjectedFunction("climb"), 6)], asked)

    def double(climb: Any, cities: int) -> list[list[int]]:
        return [climb(cities) for _ in range(4)]

    assert printed(snippet, double=double) == "[[0, 1], [1, 0], [0, 1], [0, 1]]\n"
    assert "((), [1, 0])" in str(snippet)  # what is always the same is not written three times


def test_what_a_lent_function_raised_is_raised_again() -> None:
    asked = [("lengths", (2,), RecordedException("KeyError", ((2, 1),))), ("lengths", (1,), 5)]
    snippet = Snippet([call(InjectedFunction("lengths"))], asked)

    def double(lengths: Any) -> object:
        try:
            return lengths(2)
        except KeyError as problem:
            return problem.args, lengths(1)

    assert printed(snippet, double=double) == "(((2, 1),), 5)\n"
    assert "raise said" in str(snippet)
    assert "raise said" not in str(Snippet([call(InjectedFunction("lengths"))], asked[1:]))


def test_functions_are_no_part_of_a_question() -> None:
    snippet = Snippet(
        [call(InjectedFunction("climb"), InjectedFunction("step"))], [("climb", (6,), [0, 1])]
    )
    made = printed(snippet, double=lambda climb, step: climb(6, step))
    assert made == "[0, 1]\n"


def test_arguments_that_never_differ_are_not_repeated() -> None:
    asked = [("add", (5, [n], "same"), 5 + n) for n in (1, 2)]
    snippet = Snippet([call(InjectedFunction("add"))], asked)
    assert "(5," not in str(snippet)
    assert printed(snippet, double=lambda add: add(5, numbers=[2], other="same")) == "7\n"


def test_a_lent_function_that_was_never_asked_has_a_stand_in_all_the_same() -> None:
    assert printed(Snippet([call(InjectedFunction("unused"))]), double=callable) == "True\n"


def test_the_students_own_functions_are_called_by_name() -> None:
    snippet = Snippet(
        [call(OwnFunction("mine"), InjectedFunction("lent"))], own=frozenset({"lent"})
    )
    assert "given" not in str(snippet)
    printed_line = printed(snippet, double=lambda *f: [g() for g in f], mine=int, lent=str)
    assert printed_line == "[0, '']\n"


def test_every_call_is_seeded_as_it_was() -> None:
    snippet = Snippet([call(seed=3), call(seed=4)], seeded=True)
    expected = "".join(f"{random.Random(seed).random()}\n" for seed in (3, 4))
    assert printed(snippet, double=random.random) == expected


def test_arguments_that_a_call_changes_are_looked_at_afterwards() -> None:
    def spoil(kept: list[int], lost: list[int], number: int) -> int:
        lost.append(number)
        return len(kept)

    calls = [call([1], [2], 3), call([4], [5], 6)]
    assert printed(Snippet(calls, changed={0: [1]}), double=spoil) == "1\nFalse\n1\n"
    assert (
        printed(Snippet(calls, changed={0: [0, 1], 1: [1]}), double=spoil)
        == "1\nTrue\nFalse\n1\nFalse\n"
    )


def test_arrays_are_arrays_again_and_are_looked_at_as_such() -> None:
    def double(board: Any, factor: int = 1) -> Any:
        board *= 2
        return board.dtype.str, board.tolist()

    board = Array([[1, 2], [3, 4]], "int8")
    assert printed(Snippet([call(board)]), double=double) == "('|i1', [[2, 4], [6, 8]])\n"
    changed = Snippet([call(board)], changed={0: [0]})
    assert printed(changed, double=double).splitlines()[1] == "False"


def test_what_was_handed_out_comes_along() -> None:
    snippet = Snippet([call(5)], handed_out=["def twice(n):\n    return 2 * n\n"])
    assert "def twice" in str(snippet)
    assert printed(snippet, double=lambda n: n) == "5\n"


def test_comments_stay_comments() -> None:
    snippet = Snippet([call(1)], comment=["prints 2\nimport os", "right: 3"])
    assert str(snippet).endswith("# prints 2\n# import os\n# right: 3\n")
    assert printed(snippet, double=lambda n: n) == "1\n"
