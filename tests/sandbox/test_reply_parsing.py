"""What the trusted side makes of replies; everything in them is hostile."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call
from grader.sandbox.reply_parsing import ReplyParser, describe_exit_status
from grader.wire import Codec
from reference.ps2.provided.breakthrough import Player

READING = ReplyParser(Codec({"game.Player": Player}), "n")
CALL = Call("f", ([], []), {}, 0, CallLimits(1.0, 1.0))

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=10,
)
KEYS = (
    "nonce", "kind", "value", "found", "type", "message", "unfinished", "memory", "traceback",
    "cpu_us", "changed", "calls", "log", "ended",
)  # fmt: skip


def read(*sent: object, outcome: str = "answered", **rest: Any) -> list[Outcome]:
    bodies = [body if isinstance(body, str) else json.dumps(body) for body in sent]
    return READING.outcomes({"outcome": outcome, "answers": bodies, **rest}, [CALL] * 3)


def answer(**fields: Any) -> dict[str, Any]:
    return {"nonce": "n", "kind": "answer", "value": 1, **fields}


@given(
    st.dictionaries(st.sampled_from(KEYS), anything),
    st.sampled_from(["answer", "opaque", "raised", "absent", None]),
)
@example({"ended": 65535}, None)
@example(
    {"cpu_us": 10**16, "changed": [[], -1, True], "calls": {"": -1}, "log": {"d": 1}}, "answer"
)
def test_any_object_is_an_outcome(fields: dict[str, Any], kind: str | None) -> None:
    sent = fields if kind is None else {**fields, "nonce": "n", "kind": kind}
    (outcome,) = read(sent)
    assert all(type(place) is int and place in {0, 1} for place in outcome.changed)
    assert all(type(number) is int and number >= 0 for number in outcome.calls.values())
    assert isinstance(outcome.detail, str)
    assert isinstance(outcome.traceback, str)
    assert isinstance(outcome.log, list | tuple)


@given(st.text(max_size=30))
def test_any_text_is_an_outcome(text: str) -> None:
    (outcome,) = read(text)
    assert outcome.ending is CallEnding.BREACH


@pytest.mark.parametrize("nonce", [None, "", "m", 1, ["n"]])
def test_an_answer_without_the_nonce_is_a_breach(nonce: object) -> None:
    assert read(answer(nonce=nonce))[0].ending is CallEnding.BREACH


@pytest.mark.parametrize("value", [{"o": "x"}, {"x": ["f", None]}, {"own": "f"}, 1.5, [], [5]])
def test_a_value_that_is_none_is_a_breach(value: object) -> None:
    assert read(answer(value=value))[0].ending is CallEnding.BREACH


@given(st.integers() | st.booleans() | st.none() | st.text(max_size=3))
@example(0xFFFF)
@example(0x7F)
@example(0x137F)
@example(-1)
def test_any_status_can_be_told(status: object) -> None:
    assert describe_exit_status(status)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (0, "ended its process with status 0"),
        (3 << 8, "ended its process with status 3"),
        (9, "was killed by the system (SIGKILL)"),
        (11, "crashed (SIGSEGV)"),
        (11 | 0x80, "crashed (SIGSEGV)"),
        (40, "crashed (signal 40)"),
        (True, "ended unexpectedly"),
    ],
)
def test_what_a_status_means(status: int, said: str) -> None:
    assert describe_exit_status(status) == said


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        ("cpu", CallEnding.CPU),
        ("wall", CallEnding.WALL),
        ("starved", CallEnding.STARVED),
        ("output", CallEnding.OUTPUT),
        ("template_died", CallEnding.DIED),
        ("breach", CallEnding.BREACH),
        ("no_template", CallEnding.BREACH),
    ],
)
def test_what_the_zygote_says_happened(outcome: str, ending: CallEnding) -> None:
    (read_,) = read(outcome=outcome, stack="somewhere", cpu=1.5, wall=2.0, stdout="o", stderr="e")
    assert (read_.ending, read_.traceback) == (ending, "somewhere")
    assert (read_.cpu_seconds, read_.wall_seconds) == (1.5, 2.0)
    assert (read_.stdout, read_.stderr) == ("o", "e")


def test_what_a_stopped_call_did_is_told_by_name() -> None:
    reading = replace(READING, lent=("moves", "stub", "other"))
    (sent,) = reading.outcomes({"outcome": "cpu", "answers": [], "calls": [3, 0, 5, 7]}, [CALL])
    assert sent.calls == {"moves": 3, "other": 5}


@pytest.mark.parametrize("numbers", [None, 7, "12", {"0": 1}, [True, -1, 2**70], [[1], None]])
def test_numbers_of_calls_may_be_anything(numbers: object) -> None:
    reading = replace(READING, lent=("moves", "stub", "other"))
    (sent,) = reading.outcomes({"outcome": "cpu", "answers": [], "calls": numbers}, [CALL])
    assert all(0 < number <= 1 << 53 for number in sent.calls.values())


def test_only_of_a_call_that_waited_the_machine_may_be_to_blame() -> None:
    assert [read(outcome=outcome, pressed=True)[0].pressed for outcome in ("wall", "cpu")] == [
        True,
        False,
    ]


def test_a_series_that_was_cut_says_nothing_of_the_call_it_ended_at() -> None:
    sent = [answer(value=1), answer(value=2)]
    assert [one.value for one in read(*sent, outcome="cpu", cpu=9.0, wall=9.0)] == [1, 2]
    (only,) = read(sent[0], outcome="cpu", cpu=9.0, wall=9.0, stdout="of the second")
    assert (only.value, only.stdout) == (1, "")
    assert only.cpu_seconds < 9.0
