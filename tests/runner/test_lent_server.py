"""Lent functions, and what stands for them in a student's process: here two processes of a test."""

from __future__ import annotations

import inspect
import json
import os
import random
import re
import signal
import sys
import threading
from _socket import AF_UNIX, SOCK_SEQPACKET, socketpair
from collections.abc import Callable, Iterator
from enum import Enum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader import wire
from grader.runner import lent_server
from grader.runner.build_lent_functions import NOTES, LentFunctions
from grader.runner.lent_call_codec import MalformedValue, ValueReader, ValueWriter
from grader.runner.lent_call_counts import SharedCallCounters
from grader.runner.lent_client import LentClient
from grader.runner.seeding import RandomSeeder
from grader.sandbox.backend_interface import Injection
from grader.sandbox.lent_function_signatures import extract_lent_signatures


class Player(Enum):
    BLACK = 1
    WHITE = 2


ENUMS = {"game.Player": Player}
FUNCTIONS = {
    "same": "def same(value):\n    return value\n",
    "kind": "def kind(value):\n    return f'{type(value).__module__}.{type(value).__qualname__}'\n",
    "applied": "def applied(function, *args, **kwargs):\n    return function(*args, **kwargs)\n",
    "total": "def total(rows, *, start=0):\n    return start + sum(map(sum, rows))\n",
    "failing": (
        "KEY = 'constant of the reference'\n"
        "class Own(Exception):\n    pass\n"
        "def failing(how):\n"
        "    if how == 'own':\n        raise Own('told')\n"
        "    if how == 'encode':\n        return (KEY + chr(0xd800)).encode()\n"
        "    if how == 'key':\n        return {}['it']\n"
        "    if how == 'pair':\n        return {}[2, 'b']\n"
        "    if how == 'value':\n        raise ValueError('told', KEY)\n"
        "    return 1 / 0\n"
    ),
    "neighbours": (
        "def neighbours(route) -> list[list[int]]:\n"
        "    return [[*route[:i], *route[i:][::-1]] for i in range(len(route))]\n"
    ),
    "score": (
        "def score(number, route):\n"
        "    return number + sum(place * city for place, city in enumerate(route))\n"
    ),
    "changing": "def changing(rows):\n    rows.append([0])\n    return len(rows)\n",
    "drawn": (
        "import random\n"
        "def drawn(count, *, fail=False):\n"
        "    found = [random.random() for _ in range(count)] + [random.gauss(0, 1)]\n"
        "    if fail:\n        raise ValueError(repr(found))\n"
        "    return found\n"
    ),
    "guarded": (
        "def guarded(function):\n"
        "    try:\n        return function()\n"
        "    except ValueError:\n        return 'a ValueError'\n"
    ),
    "times": (  # it is not pure, but says how often it was really called
        "known = []\ndef times(value):\n    known.append(value)\n    return [len(known)]\n"
    ),
}
STUBS = {
    "noting": (
        "def make(log, *, then):\n"
        "    def noting(value, twice=False):\n"
        "        log.append(value)\n"
        "        return then(value)\n"
        "    return noting\n"
    )
}
INJECTION = Injection(FUNCTIONS, STUBS, pure=("score", "times"))
LENT: list[Any] = [[name, None] for name in FUNCTIONS]
LENT.append(["noting", {"d": ["then", {"x": ["same", None]}]}])


class Lent(SimpleNamespace):
    """What stands for each function, by name, and what is known where they answer."""

    def asked(self) -> dict[str, int]:
        numbers = self.tally.numbers()[NOTES + 1 :]
        return {
            name: count for name, count in zip((*FUNCTIONS, *STUBS), numbers, strict=False) if count
        }

    def watched(self, of: Callable[[str], int]) -> list[int]:
        """What ``of`` says of each message that is sent from now on."""
        said: list[int] = []
        send = self.client._send

        def watch(name: str, text: str) -> None:
            said.append(of(text))
            send(name, text)

        self.client._send = watch
        return said

    def notes(self) -> Any:
        wire.write_frames(self.control.fileno(), b'{"notes":true}')
        return wire.Codec(ENUMS).decode(wire.read_frame(self.control.fileno()) or b"")


@pytest.fixture
def lent() -> Iterator[Lent]:
    door, knocker = socketpair(AF_UNIX, SOCK_SEQPACKET)
    (asked, asking), (control, ours) = socketpair(), socketpair()
    tally = SharedCallCounters()
    child = os.fork()
    if child == 0:
        try:
            for end in (knocker, asking, ours):
                end.close()
            functions = LentFunctions(
                FUNCTIONS, STUBS, {}, tally.counters(), wire.Codec(ENUMS), INJECTION.pure
            )
            lent_server._AnswerLoop(door, asked, control, functions, ENUMS, RandomSeeder()).serve()
        finally:
            os._exit(1)
    for end in (door, asked, control):
        end.close()
    client = LentClient(extract_lent_signatures(INJECTION), ENUMS, RandomSeeder())
    client.connect(knocker.detach(), asking.detach())
    series = json.dumps({"series": [{"seed": 1, "lent": LENT}]}).encode()
    wire.write_frames(ours.fileno(), series, b'{"next":true}')
    made = {name: client.function(name, number) for number, (name, _) in enumerate(LENT)}
    yield Lent(**made, tally=tally, control=ours, client=client)
    assert client._socket is not None
    assert client._knocker is not None
    client._socket.close()
    client._knocker.close()
    ours.close()
    os.waitpid(child, 0)


DEEP: Any = [1]
for _ in range(80):
    DEEP = [DEEP, (1,)]


@pytest.mark.parametrize(
    "value",
    [
        None, True, 0, -1, 1 << 200, 1.5, float("inf"), "", "\ud800", "ß\n\0", b"\xff", [], (), {},
        [1, 2, 3], [*range(256)], [*range(300)], [True, False] * 9, [1, 2.0, "x", None],
        [[1, 2], [3]], [[1] * 60] * 60, [(1, 2.5), (3, 4.5)] * 40, [[True] * 8] * 8,
        [[1, 2], [False, 84]] * 8, [[70, 84]] * 9, [[1, [2]]] * 9, [[1, 300]] * 9,
        [[]] * 9, ((1, 2), (3, (4,))),
        {1: [2], (3, 4): {5}}, {frozenset({1})}, Player.BLACK, [Player.BLACK, [Player.WHITE]], DEEP,
        {"t": 1}, {"c": [0, "f"]}, [{"l": 0}], "i",
    ],
    ids=repr,
)  # fmt: skip
def test_plain_values_are_the_same_there_and_back(lent: Lent, value: Any) -> None:
    again = lent.same(value)
    assert again == value
    assert repr(again) == repr(value)


def test_arrays_stay_arrays(lent: Lent) -> None:
    for array in (np.arange(6).reshape(2, 3), np.array([["x", "ab"]]), np.zeros((0, 3), bool)):
        again = lent.same(array)
        assert (again.dtype, again.shape, again.tolist()) == (
            array.dtype,
            array.shape,
            array.tolist(),
        )
    assert lent.kind(np.ones(3)) == "numpy.ndarray"


class Number(int):
    def __repr__(self) -> str:
        return "something else"


class Own(Enum):
    A = 1


class Words(list[str]):
    def __iter__(self) -> Iterator[str]:
        return iter(("another", "one"))


@pytest.mark.parametrize(
    ("value", "arrives"),
    [
        (Number(5), 5), (Words(["a"]), ["a"]), (range(3), [0, 1, 2]), (np.int64(3), 3),
        (np.float64(0.5), 0.5), ([np.int64(1)] * 9, [1] * 9), (np.array(3), 3),
    ],
    ids=repr,
)  # fmt: skip
def test_of_everything_else_the_contents_arrive(lent: Lent, value: Any, arrives: Any) -> None:
    again = lent.same(value)
    assert (again, type(again)) == (arrives, type(arrives))


@pytest.mark.parametrize("value", [object(), 1j, iter([1]), Own.A])
def test_what_is_no_plain_value_is_refused(lent: Lent, value: Any) -> None:
    with pytest.raises(TypeError, match=r"same\(\) cannot be given"):
        lent.same(value)
    assert lent.same(1) == 1


def test_what_is_too_large_is_refused(lent: Lent) -> None:
    with pytest.raises(ValueError, match="cannot be given arguments of"):
        lent.same("x" * (64 << 20))
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(TypeError, match="nested more than"):
        lent.same(circle)
    assert lent.same(1) == 1


def test_parameters_are_those_of_the_lent_function(lent: Lent) -> None:
    assert str(inspect.signature(lent.total)) == "(rows, *, start=0)"
    assert str(inspect.signature(lent.noting)) == "(value, twice=False)"
    assert lent.total.__name__ == "total"
    assert lent.total([[1, 2], [3]], start=4) == 10
    assert lent.applied(lent.total, [[1]], start=2) == 3
    with pytest.raises(
        TypeError, match=r"^score\(\) missing 1 required positional argument: 'route'$"
    ):
        lent.score(1)
    assert lent.asked() == {"total": 2, "applied": 1}


@pytest.mark.parametrize(
    ("how", "kind", "message"),
    [
        ("zero", ZeroDivisionError, "division by zero"),
        ("own", RuntimeError, "Own: told"),
        ("key", KeyError, "'it'"),
        ("pair", KeyError, "(2, 'b')"),
        ("encode", RuntimeError, "UnicodeEncodeError: 'utf-8' codec can't encode character"),
    ],
)
def test_exceptions_arrive_with_type_and_message(
    lent: Lent, how: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as caught:
        lent.failing(how)
    assert str(caught.value).startswith(message)
    assert type(caught.value) is kind
    assert "constant" not in repr(vars(caught.value)) + repr(caught.value.args)
    assert caught.value.__cause__ is caught.value.__context__ is None
    files = {entry.path for entry in caught.traceback}
    assert not [file for file in files if str(file).endswith("<failing>")]


def test_functions_of_the_student_are_asked(lent: Lent) -> None:
    def nested(depth: int) -> int:
        return depth if depth == 0 else 1 + lent.applied(nested, depth - 1)

    assert lent.applied(lambda a, b=1: (a, b), [1], b=2) == ([1], 2)
    assert lent.applied(nested, 20) == 20
    assert lent.applied(lent.same, 5) == 5
    assert lent.applied(max, [1, 3, 2]) == 3
    function = lambda: 0  # noqa: E731
    assert lent.same(function) is function
    assert lent.same([lent.score]) == [lent.score]
    assert lent.client._own == []


def test_an_exception_of_the_student_s_function_comes_back_itself(lent: Lent) -> None:
    class Own(ValueError):
        pass

    problem = Own("mine")

    def failing() -> None:
        raise problem

    with pytest.raises(Own) as caught:
        lent.applied(failing)
    assert caught.value is problem
    assert lent.guarded(failing) == "a ValueError"
    with pytest.raises(SystemExit):
        lent.applied(sys.exit)
    assert lent.same(1) == 1


def test_functions_that_ask_each_other_without_an_end_are_ended(lent: Lent) -> None:
    def asking() -> Any:
        return lent.applied(asking)

    with pytest.raises(RecursionError):
        asking()
    assert lent.same(1) == 1


def test_large_arguments_are_sent_once_and_again_when_they_have_changed(lent: Lent) -> None:
    rows = [(i, j) for i in range(60) for j in range(i)]
    sent = lent.watched(len)
    before = sum(map(sum, rows))
    assert [lent.total(rows) for _ in range(3)] == [before] * 3
    assert sent[0] > 1000 > sent[1] == sent[2]
    rows[7] = (1000, 1000)
    assert lent.total(rows) == before + 2000 - 5
    assert sent[3] > 1000
    del rows[40:]
    assert lent.total(rows) == sum(map(sum, rows))
    for other in (tuple(rows), [*map(list, rows)], tuple(map(list, rows))):
        assert [lent.total(other), lent.same(other)] == [sum(map(sum, rows)), other]
        if type(other[3]) is list:
            other[3][0] = 99
        assert [lent.total(other), lent.same(other)] == [sum(map(sum, other)), other]
    many = [[(n, i) for i in range(30)] for n in range(20)]
    assert [lent.total(each) for each in many + many] == [30 * n + 435 for n in range(20)] * 2


def test_copies_of_large_arguments_are_known_and_come_back_themselves(lent: Lent) -> None:
    rows = [(i, j) for i in range(60) for j in range(i)]
    sent = lent.watched(len)
    lent.total(rows)
    assert [lent.total(list(rows)) for _ in range(2)] == [lent.total(rows)] * 2
    assert lent.applied(lambda given: given is rows, rows)
    assert max(sent[1:]) < 100
    assert lent.applied(lambda given: (rows.pop(), len(given))[1], rows) == 1769
    assert lent.applied(len, rows) == 1769


def test_what_a_lent_function_changes_stays_there(lent: Lent) -> None:
    rows = [(1, 2)] * 30
    assert [lent.changing(rows), len(rows)] == [31, 30]


def test_scores_of_neighbours_come_along_and_are_right(lent: Lent) -> None:
    sent = lent.watched(len)

    def score(route: list[int]) -> int:
        return 3 + sum(i * c for i, c in enumerate(route))

    for shift in range(3):
        routes = lent.neighbours([(i * 7 + shift) % 61 for i in range(60)])
        assert [lent.score(3, route) for route in routes] == [*map(score, routes)]
    assert len(sent) < 20
    assert lent.asked() == {"neighbours": 3, "score": 180}
    # In another order, of another list, with another argument, of a route that has changed:
    routes = lent.neighbours([*range(60)])
    assert [lent.score(3, routes[n]) for n in (0, 1, 30, 2, 3)] == [
        score(routes[n]) for n in (0, 1, 30, 2, 3)
    ]
    assert lent.score(4, routes[4]) == score(routes[4]) + 1
    routes[5].reverse()
    assert [lent.score(3, route) for route in routes[5:9]] == [*map(score, routes[5:9])]


def test_a_question_asked_again_is_answered_as_before_and_counts(lent: Lent) -> None:
    board = [["B", "_"], ["_", "W"]]
    asked: list[tuple[Any, int]] = [
        (board, 1),
        ([row[:] for row in board], 1),
        ([["_", "B"], ["_", "W"]], 2),
    ]
    asked += [([1], 3), ([True], 4), ([1.0], 5), ((1,), 6), ([1], 3), (Player.BLACK, 7)]
    for value, time in asked:
        answer = lent.times(value)
        assert answer == [time]
        answer.clear()  # nobody else has it
    board[0][0] = "W"
    assert lent.times(board) == [8]
    # A number says nothing of the function or the argument that it stands for in this call.
    assert lent.times(lambda: 1) == [9]
    assert lent.times(lambda: 2) == [10]
    assert lent.times([[1, 2]] * 30) == [11]
    assert lent.times([[1, 2]] * 30) == [12]
    assert lent.asked() == {"times": 14}


def test_a_reply_is_not_taken_for_a_question_asked_before(lent: Lent) -> None:
    handle = [*FUNCTIONS].index("times")
    assert lent.times(5) == [1]
    lent.client._send("times", f'["=",{handle},[5]]')
    assert lent.times(5) == [1]
    assert lent.asked() == {"times": 2}


def test_scores_in_any_other_order_come_along_in_the_end(lent: Lent) -> None:
    routes = lent.neighbours([*range(80)])
    order = [(number * 37 + 5) % 80 for number in range(80)]
    sent = lent.watched(len)
    assert [lent.score(3, routes[n]) for n in order] == [
        3 + sum(place * city for place, city in enumerate(routes[n])) for n in order
    ]
    assert len(sent) == 10
    assert lent.asked() == {"neighbours": 1, "score": 90}
    assert lent.score(4, routes[7]) == lent.score(3, routes[7]) + 1


def test_only_what_is_pure_is_asked_ahead(lent: Lent) -> None:
    for route in lent.neighbours([*range(30)])[:5]:
        lent.noting(route)
    assert lent.asked() == {"neighbours": 1, "noting": 5, "same": 5}
    assert len(lent.notes()) == lent.tally.numbers()[NOTES] == 5


def test_random_numbers_are_one_stream_with_those_of_the_program(lent: Lent) -> None:
    random.seed(5)
    expected = [random.random() for _ in range(4)] + [random.gauss(0, 1), random.gauss(0, 1)]
    after = random.random()
    random.seed(5)
    assert [random.random(), *lent.drawn(3), random.gauss(0, 1)] == expected
    assert random.random() == after
    random.seed(5)
    random.random()
    with pytest.raises(ValueError, match=re.escape(repr(expected[1:5]))):
        lent.drawn(3, fail=True)
    assert random.gauss(0, 1) == expected[5]


@pytest.mark.parametrize(
    "state",
    [[], [[]], [[1, 2], None], [[-1] * 625, None], [[1 << 40] * 625, None], ["x", None], [None, 1],
     [[*range(624), 700], None], [[*range(625)], "x"]],
)  # fmt: skip
def test_what_is_no_state_of_random_numbers_is_heard_no_more(lent: Lent, state: Any) -> None:
    lent.client._chance = SimpleNamespace(state=lambda: state)
    with pytest.raises(RuntimeError, match="drawn has ended"):
        lent.drawn(1)


def test_recursion_without_end_is_the_programs_own(lent: Lent) -> None:
    def climb(number: int) -> Any:
        return climb(number + lent.same(1))

    with pytest.raises(RecursionError, match=r"depth exceeded( while calling a Python object)?$"):
        climb(0)
    assert lent.same("answers go on") == "answers go on"


def test_threads_may_ask_at_once(lent: Lent) -> None:
    found: list[Any] = []

    def ask(number: int) -> None:
        found.extend(lent.same([number] * 9) == [number] * 9 for _ in range(50))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 400
    assert lent.asked() == {"same": 400}


def test_forked_processes_ask_for_themselves(lent: Lent) -> None:
    assert lent.same(0) == 0
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            right = all(lent.applied(lambda n: n, number) == number for _ in range(20))
            os._exit(0 if right else 1)
        children.append(child)
    assert all(lent.same(9) == 9 for _ in range(20))
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    assert lent.asked() == {"same": 21, "applied": 80}


def test_a_signal_in_between_does_not_mix_up_answers(lent: Lent) -> None:
    class Late(Exception):
        pass

    def ring(*_: object) -> None:
        raise Late

    def ask_for_ever(delay: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, delay)
        while True:
            lent.total([[1] * 5000] * 3)

    before = signal.signal(signal.SIGALRM, ring)
    try:
        for delay in (0.001, 0.003, 0.01) * 5:
            with pytest.raises(Late):
                ask_for_ever(delay)
            assert lent.same("after") == "after"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


GARBAGE = [
    b"", b"[", b"1", b"null", b"[1,2]", b'["=",1]', b'[1,0,[{"l":99}]]', b'[1,"x",[]]', b"[1,0,{}]",
    b'[1,0,[{"c":[1]}]]', b'[1,0,[{"e":["game.Player","__class__"]}]]', b'[1,0,[{"n":99}]]',
    b'[1,0,[{"a":["|O",[1],""]}]]', b'[1,0,[{"a":["<f8",[9],""]}]]', b'[1,0,[{"d":[[],1]}]]',
    b'[1,0,[{"t":"abc"}]]', b'[1,0,[{}]]', b'[1,0,[],["__class__"],[]]', b"\xff\xff", b"[" * 10**5,
    b'[1,0,[{"k":[9,1]}]]', b'[1.0,0,[]]', b"[1,0,[" + b"9" * 5000 + b"]]",
]  # fmt: skip


@pytest.mark.parametrize("body", GARBAGE, ids=lambda body: repr(body[:30]))
def test_who_speaks_another_language_is_heard_no_more(lent: Lent, body: bytes) -> None:
    lent.client._socket.sendall(len(body).to_bytes(4, "big") + body)
    assert lent.client._socket.recv(1) == b""
    assert lent.notes() == []
    with pytest.raises(RuntimeError, match="has ended"):
        lent.same(1)


@pytest.mark.parametrize("text", ["", "[1", "[1] 2", '{"a":1,"b":2}', '{"?":1}', '{"b":1}', "nul"])
def test_a_text_that_is_no_value_is_malformed(text: str) -> None:
    def nothing(tag: str, _: object) -> object:
        raise MalformedValue(tag)

    with pytest.raises(MalformedValue):
        ValueReader({}, nothing).value(text)


def test_a_writer_says_what_it_cannot_write() -> None:
    nothing: Callable[[Any], None] = lambda _: None  # noqa: E731
    with pytest.raises(wire.Untransferable, match="complex"):
        ValueWriter({}, nothing).tree([1, [2j]])
