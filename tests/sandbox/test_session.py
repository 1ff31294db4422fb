"""Honest calls in a real sandbox."""

from __future__ import annotations

import math
import signal
from collections.abc import Iterator

import pytest

from grader.model.time_limits import CallLimits
from grader.sandbox import zygote_client
from grader.sandbox.backend_interface import CallEnding, Injection
from grader.sandbox.backend_interface import SandboxFailure as Failure
from grader.sandbox.call_request import Call
from grader.sandbox.in_process import InProcess
from grader.wire import InjectedFunction, OwnFunction
from reference.ps2.provided.breakthrough import Player
from tests.sandbox.scene import INJECTION, Scene, playing, program

pytestmark = pytest.mark.bubblewrap

NO_CONCERN = (signal.SIGQUIT, signal.SIGHUP, signal.SIGUSR2)

SUBMISSION = """
import os
import random
import sys
import time

from game import Player

count = 0

def same(value):
    return value

def counting():
    global count
    count += 1
    return count

def opponent(player):
    assert player is Player.BLACK or player is Player.WHITE
    return Player.WHITE if player is Player.BLACK else Player.BLACK

def say(words, errors=""):
    print(words)
    print(errors, file=sys.stderr)

def say_much(bytes):
    print("x" * bytes)

def say_raw(data):
    sys.stdout.buffer.write(data) if hasattr(sys.stdout, "buffer") else None

def stream():
    return [random.random() for _ in range(3)]

def use(function, number, times=1):
    for _ in range(times):
        number = function(number)
    return number

def use_then_sleep(function, times):
    for number in range(times):
        function(number)
    time.sleep(1000)

def use_in_child(function, times):
    if os.fork() == 0:
        for number in range(times):
            function(number)
        os._exit(0)
    os.wait()

def use_both(function, other, number):
    return function(other(number))

def own_step(number):
    return number + 100

def evaluate(board):
    return "the student's"

def valued(board):
    return evaluate(board)

def change(first, second, third):
    second.append(1)

def replace(first):
    first[0] = object()

def put(values, what):
    values[0] = what if type(what) is not str else {
        "the values": values,
        "equals": True,
        "a float": 1.0,
        "another list": type("Rows", (list,), {})([1]),
        "a great deal": [0] * 10_000_000,
    }[what]
    return "done"

def keep(function, number):
    global kept
    kept = function
    return function(number)

def use_kept(number):
    return kept(number)

def divide(number):
    return halve(number) / 0

def halve(number):
    return number // 2

def unfinished():
    raise NotImplementedError

def relies_on_unfinished():
    return unfinished()

def recurse(number=0):
    return recurse(number + 1)

def odd(which):
    return ODD[which]()

class Own(int):
    pass

class Plain:
    pass

def cycle():
    found = []
    found.append(found)
    return found

ODD = {
    "subclass": lambda: Own(3),
    "object": Plain,
    "nested": lambda: [1, (2, {"x": Plain()})],
    "function": lambda: halve,
    "generator": lambda: (n for n in range(3)),
    "cycle": cycle,
    "foreign enum": lambda: __import__("enum").Enum("Colour", "RED").RED,
    "huge": lambda: "x" * 3_000_000,
    "many": lambda: [0] * 600_000,
    "long": lambda: 1 << 100_000,
    "module": lambda: random,
    "type": lambda: int,
}

not_a_function = 3
"""


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with playing(program(SUBMISSION)) as opened:
        assert opened.loaded.notes == ()
        yield opened


def test_values_arrive_as_they_are(scene: Scene) -> None:
    values = [
        None,
        True,
        1,
        -0.0,
        1e300,
        "é\ud800",
        b"\0",
        (1, [2]),
        {3},
        frozenset({4}),
        {5: (6,)},
    ]
    answer = scene.value("same", values)
    assert repr(answer) == repr(values)
    assert math.isnan(scene.value("same", math.nan))


def test_keyword_arguments(scene: Scene) -> None:
    assert scene.value("same", value=(1, 2)) == (1, 2)


def test_members_of_enumerations_are_the_provided_ones_on_both_sides(scene: Scene) -> None:
    assert scene.value("opponent", Player.BLACK) is Player.WHITE


def test_a_fresh_call_knows_nothing_of_earlier_ones(scene: Scene) -> None:
    assert [scene.value("counting") for _ in range(3)] == [1, 1, 1]


def test_calls_that_are_not_fresh_share_a_process(scene: Scene) -> None:
    assert scene.value("counting") == 1
    assert [scene.value("counting", fresh=False) for _ in range(3)] == [2, 3, 4]
    assert scene.value("counting") == 1


def test_a_new_load_knows_nothing_of_the_old() -> None:
    with playing(program(SUBMISSION)) as scene:
        assert scene.value("counting", fresh=False) == 1
        scene.session.load(INJECTION)
        assert scene.value("counting", fresh=False) == 1


def test_calls_made_together_share_a_process(scene: Scene) -> None:
    limits = CallLimits(1.0, 30.0)
    calls = [Call("counting", (), {}, 1, limits), Call("same", (7,), {}, 1, limits)]
    outcomes = scene.session.fork().call_each([calls[0], *calls])
    assert [outcome.value for outcome in outcomes] == [1, 2, 7]


def test_calls_made_together_end_with_the_process(scene: Scene) -> None:
    limits = CallLimits(1.0, 30.0)
    names = ("counting", "recurse", "no_such", "counting")
    made = [Call(name, (), {}, 1, limits) for name in names]
    outcomes = scene.session.fork().call_each(made)
    endings = [CallEnding.ANSWER, CallEnding.RAISED, CallEnding.ABSENT, CallEnding.ANSWER]
    assert [outcome.ending for outcome in outcomes] == endings


def test_what_is_printed_is_captured_per_call(scene: Scene) -> None:
    outcome = scene.call("say", "words é", errors="complaints")
    assert (outcome.stdout, outcome.stderr) == ("words é\n", "complaints\n")
    assert scene.call("counting").stdout == ""


def test_only_the_beginning_of_long_output_is_kept(scene: Scene) -> None:
    outcome = scene.call("say_much", 200_000)
    assert outcome.ending is CallEnding.ANSWER
    assert outcome.stdout.startswith("x" * 65536 + "\n[… 134465 more bytes")


def test_the_same_seed_gives_the_same_random_numbers(scene: Scene) -> None:
    first = scene.value("stream", seed=5)
    assert scene.value("stream", seed=5) == first
    assert scene.value("stream", seed=5, fresh=False) == first
    assert scene.value("stream", seed=6) != first


def test_calls_of_lent_functions_are_counted(scene: Scene) -> None:
    outcome = scene.call("use", InjectedFunction("add_one"), 1, 5)
    assert (outcome.value, outcome.calls) == (6, {"add_one": 5})
    assert scene.call("use", InjectedFunction("add_one"), 1, 2, fresh=False).calls == {"add_one": 2}


def test_what_a_stopped_call_had_called_is_known(scene: Scene) -> None:
    outcome = scene.call("use_then_sleep", InjectedFunction("add_one"), 5, wall=0.3)
    assert (outcome.ending, outcome.calls) == (CallEnding.WALL, {"add_one": 5})
    noting = InjectedFunction("noting", {"by": 1})
    outcome = scene.call("use_then_sleep", noting, 3, wall=0.3, fresh=False)
    assert (outcome.ending, outcome.calls) == (CallEnding.WALL, {"noting": 3})
    outcome = scene.call("use", InjectedFunction("add_one"), 1, 10**9, cpu=0.2)
    assert outcome.ending is CallEnding.CPU
    assert outcome.calls["add_one"] > 1000


def test_calls_in_processes_of_the_calls_own_are_counted(scene: Scene) -> None:
    assert scene.call("use_in_child", InjectedFunction("add_one"), 7).calls == {"add_one": 7}
    assert scene.call("use", InjectedFunction("add_one"), 1).calls == {"add_one": 1}


def test_stubs_are_made_and_their_log_comes_back(scene: Scene) -> None:
    outcome = scene.call("use", InjectedFunction("noting", {"by": 10}), 1, 3)
    assert (outcome.value, outcome.calls, list(outcome.log)) == (31, {"noting": 3}, [1, 11, 21])


def test_a_stub_may_be_made_with_another_lent_function(scene: Scene) -> None:
    stub = InjectedFunction("noting", {"by": 10, "then": InjectedFunction("add_one")})
    outcome = scene.call("use", stub, 1)
    assert (outcome.value, outcome.calls) == (12, {"add_one": 1, "noting": 1})


def test_own_functions_may_be_arguments(scene: Scene) -> None:
    outcome = scene.call("use_both", OwnFunction("own_step"), InjectedFunction("add_one"), 1)
    assert (outcome.value, outcome.calls) == (102, {"own_step": 1, "add_one": 1})


def test_an_own_function_that_is_missing_is_named(scene: Scene) -> None:
    outcome = scene.call("use", OwnFunction("no_such"), 1)
    assert (outcome.ending, outcome.detail) == (
        CallEnding.RAISED,
        "NameError: name 'no_such' is not defined",
    )


def test_a_lent_function_kept_for_later_is_still_counted(scene: Scene) -> None:
    scene.value("keep", InjectedFunction("add_one"), 1)
    outcome = scene.call("use_kept", 1, fresh=False)
    assert (outcome.value, outcome.calls) == (2, {"add_one": 1})


def test_what_the_platform_pastes_behind_shadows_the_students_own(scene: Scene) -> None:
    assert scene.value("valued", []) == "the grader's"


def test_without_injection_the_students_own_counts() -> None:
    with playing(program(SUBMISSION), Injection()) as scene:
        assert scene.value("valued", []) == "the student's"


def test_changed_arguments_are_named(scene: Scene) -> None:
    assert scene.call("change", [1], [1], [1]).changed == (1,)
    assert scene.call("replace", [1]).changed == (0,)
    assert scene.call("use", InjectedFunction("add_one"), 1).changed == ()


@pytest.mark.parametrize(
    ("what", "changed"),
    [
        ("the values", (0,)),
        ("equals", ()),
        ("a float", ()),
        ("another list", (0,)),
        ("a great deal", (0,)),
        (2, (0,)),
        (Player.WHITE, (0,)),
        ({"of": [Player.BLACK]}, (0,)),
    ],
)
def test_arguments_have_changed_if_they_are_not_equal_any_more(
    scene: Scene, what: object, changed: tuple[int, ...]
) -> None:
    outcome = scene.call("put", [1], what)
    assert (outcome.value, outcome.changed) == ("done", changed)


@pytest.mark.parametrize("value", [Player.WHITE, [Player.WHITE], {1: {2, 3}}, -0.0, 10**40, b"b"])
def test_what_is_left_alone_has_not_changed(scene: Scene, value: object) -> None:
    outcome = scene.call("put", [value], value)
    assert (outcome.value, outcome.changed) == ("done", ())


def test_an_exception_comes_with_the_students_frames_only(scene: Scene) -> None:
    outcome = scene.call("divide", 4)
    assert (outcome.ending, outcome.detail) == (
        CallEnding.RAISED,
        "ZeroDivisionError: division by zero",
    )
    assert 'File "alice.py", line' in outcome.traceback
    assert "return halve(number) / 0" in outcome.traceback
    assert "runner" not in outcome.traceback


def test_what_the_students_code_takes_adds_up(scene: Scene) -> None:
    before = scene.session.cpu_seconds
    assert before > 0.0  # of loading
    outcome = scene.call("recurse")
    assert outcome.cpu_seconds > 0.0
    used = scene.session.cpu_seconds - before
    assert used == pytest.approx(outcome.cpu_seconds, abs=0.05)  # it is looked up now and then


def test_what_it_takes_to_make_short_calls_counts(scene: Scene) -> None:
    before = scene.session.cpu_seconds
    said = sum(scene.call("halve", 4).cpu_seconds for _ in range(100))
    assert scene.session.cpu_seconds - before > said


def test_what_was_used_in_a_sandbox_that_was_replaced_counts(scene: Scene) -> None:
    scene.call("recurse")
    before = scene.session.cpu_seconds
    scene.session.close()
    scene.session.load(Injection())
    assert scene.session.cpu_seconds > before > 0.0


def test_endless_recursion_is_an_exception(scene: Scene) -> None:
    outcome = scene.call("recurse")
    assert outcome.ending is CallEnding.RAISED
    assert outcome.detail.startswith("RecursionError")
    assert len(outcome.traceback) < 3000


def test_an_unfinished_function(scene: Scene) -> None:
    assert scene.call("unfinished").ending is CallEnding.UNFINISHED


def test_a_function_that_relies_on_an_unfinished_one(scene: Scene) -> None:
    outcome = scene.call("relies_on_unfinished")
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "NotImplementedError")
    assert "in unfinished" in outcome.traceback


def test_absent_functions(scene: Scene) -> None:
    assert scene.call("no_such").ending is CallEnding.ABSENT
    outcome = scene.call("not_a_function")
    assert (outcome.ending, outcome.detail) == (CallEnding.ABSENT, "int")


@pytest.mark.parametrize(
    ("which", "found"),
    [
        ("object", "submission.Plain"),
        ("nested", "list holding submission.Plain"),
        ("function", "function"),
        ("generator", "generator"),
        ("cycle", "nested more than"),
        ("foreign enum", "Colour"),
        ("huge", "an answer of"),
        ("many", "more than"),
        ("long", "100001 bits"),
        ("module", "module"),
        ("type", "type"),
    ],
)
def test_values_that_are_no_plain_data(scene: Scene, which: str, found: str) -> None:
    outcome = scene.call("odd", which)
    assert outcome.ending is CallEnding.OPAQUE
    assert found in outcome.detail


def test_an_instance_of_a_subclass_is_what_it_holds(scene: Scene) -> None:
    value = scene.value("odd", "subclass")
    assert type(value) is int
    assert value == 3


def test_an_answer_that_grows_when_it_is_escaped(scene: Scene) -> None:
    """Quotes and backslashes double on each of two levels of JSON."""
    text = '\\"' * 250_000
    assert scene.value("same", text) == text


def test_a_sandbox_that_fails_again_and_again_is_a_failure_and_no_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zygote_client, "MAX_REPLY", 4000)
    with playing(program(SUBMISSION)) as scene:
        with pytest.raises(Failure, match="again"):
            scene.call("same", "x" * 5000)
        assert scene.value("same", 1) == 1


def test_a_sandbox_that_cannot_even_load_nothing_is_a_failure() -> None:
    hopeless = program("x = 1", preamble="raise SystemExit(3)")
    with pytest.raises(Failure, match="even without the submission"), playing(hopeless):
        pass


def test_signals_are_what_they_are_whoever_started_the_grader() -> None:
    """A shell lets ignore some what it leaves in the background."""
    source = (
        "import signal\n"
        "def heeded():\n"
        "    every = [n for n in signal.valid_signals() if signal.getsignal(n) is signal.SIG_IGN]\n"
        "    return sorted(map(int, every)), len(signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
    )
    ignored = {number: signal.signal(number, signal.SIG_IGN) for number in NO_CONCERN}
    held_back = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    try:
        with playing(program(source)) as scene:
            assert scene.value("heeded") == ([signal.SIGPIPE, signal.SIGXFSZ], 0)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held_back)
        for number, before in ignored.items():
            signal.signal(number, before)


@pytest.mark.parametrize("sandboxed", [True, False])
def test_a_stub_may_be_given_a_function_of_the_student_s(sandboxed: bool) -> None:
    source = "def twice(n):\n    return 2 * n\ndef use(given, n):\n    return given(n) + given(n)\n"
    sandbox = None if sandboxed else InProcess()
    with playing(program(source), sandbox=sandbox) as scene:
        stub = InjectedFunction("noting", {"by": 1, "then": OwnFunction("twice")})
        outcome = scene.call("use", stub, 5)
        assert (outcome.value, list(outcome.log)) == (22, [5, 5])
        assert outcome.calls == {"noting": 2, "twice": 2}
        missing = InjectedFunction("noting", {"by": 1, "then": OwnFunction("nowhere")})
        outcome = scene.call("use", missing, 5)
        assert outcome.ending is CallEnding.RAISED
        assert outcome.detail == "NameError: name 'nowhere' is not defined"
