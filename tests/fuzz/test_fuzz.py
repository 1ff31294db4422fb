"""The fuzzers run for a while, and find what is planted for them."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader import wire
from grader.intake import handin_files
from tests.fuzz import __main__ as command
from tests.fuzz.case import Bounds, Case, Draw, Target
from tests.fuzz.hunt import Finding, case_of, hunt
from tests.fuzz.intake_target import IntakeTarget
from tests.fuzz.reply_target import ReplyTarget
from tests.fuzz.wire_target import WireTarget

TARGETS = [WireTarget, ReplyTarget, IntakeTarget]
IN_BULK, PIECES = 100_000, 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "cases"), [(WireTarget, 20_000), (ReplyTarget, 10_000), (IntakeTarget, 4_000)]
)
def test_nothing_is_found(target: type[Target], cases: int) -> None:
    tally = hunt(target(), seed=2024, cases=cases, jobs=2)
    assert [finding.what for finding in tally.findings] == []
    assert tally.cases == cases
    assert len(tally.outcomes) > 2
    assert all(count > cases / 1000 for count in tally.outcomes.values())


@pytest.mark.deep
@pytest.mark.parametrize("piece", range(PIECES))
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_is_found_in_bulk(target: type[Target], piece: int) -> None:
    cases = IN_BULK // PIECES
    tally = hunt(target(), seed=2025, first=piece * cases, cases=cases, jobs=1)
    assert [finding.what for finding in tally.findings] == []
    assert tally.cases == cases


@pytest.mark.parametrize("target", TARGETS)
def test_a_case_is_the_same_in_every_run(target: type[Target]) -> None:
    first, second = target(), target()
    cases = [case_of(first, 7, number) for number in range(200)]
    assert cases == [case_of(second, 7, number) for number in range(200)]
    assert cases != [case_of(first, 8, number) for number in range(200)]


# Planted defects. Workers are forked, so what is patched here is patched there.


def found(target: Target, cases: int = 3_000, *, jobs: int = 1) -> list[Finding]:
    """What is found; each of it again when the case is run alone."""
    tally = hunt(target, seed=1, cases=cases, jobs=jobs)
    for finding in tally.findings:
        again = hunt(target, seed=1, first=finding.number, cases=1)
        assert [one.what for one in again.findings] == [finding.what]
        assert again.findings[0].case == finding.case
    return tally.findings


def kinds(findings: list[Finding]) -> set[str]:
    return {finding.what.split(" at ")[0] for finding in findings}


def test_an_exception_of_another_kind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(digits: str) -> int:
        return {"0": 0}[digits]

    monkeypatch.setattr("grader.wire.json_parser._CAREFUL", json.JSONDecoder(parse_int=planted))
    assert kinds(found(WireTarget(), jobs=2)) == {"KeyError"}


def test_a_value_that_arrives_as_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = wire.Codec.encode

    def planted(codec: wire.Codec, value: object) -> str:
        return right(codec, value).replace("-0x0.0p+0", "0x0.0p+0")

    monkeypatch.setattr(wire.Codec, "encode", planted)
    assert kinds(found(WireTarget())) == {"AssertionError"}


def test_frames_that_depend_on_the_pieces_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = wire.FrameReader.feed

    def planted(reader: wire.FrameReader, data: bytes) -> list[bytes]:
        return right(reader, data[:4000])

    monkeypatch.setattr(wire.FrameReader, "feed", planted)
    assert kinds(found(WireTarget())) == {"AssertionError"}


def test_a_type_of_its_own_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Text(str):
        __slots__ = ()

    monkeypatch.setattr("grader.wire.decoder._long_int", Text)
    assert kinds(found(WireTarget())) == {"AssertionError"}


def test_an_answer_that_is_not_checked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.sandbox import reply_parsing

    monkeypatch.setattr(reply_parsing, "_count", lambda value: value)
    assert found(ReplyTarget())


@pytest.mark.slow
def test_a_zip_archive_that_is_trusted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handin_files, "LookupError", OSError, raising=False)
    assert kinds(found(IntakeTarget())) == {"IndexError"}


class Planted:
    """A target with one bad case among good ones."""

    name = "planted"
    bounds = Bounds(cpu_seconds=0.5, memory_bytes=64 << 20)

    def __init__(self, act: Callable[[], Any]) -> None:
        self._act = act

    def prepare(self, place: Path) -> None:
        assert place.is_dir()

    def case(self, draw: Draw) -> Case:
        return Case("number", str(draw.below(100)).encode())

    def run(self, case: Case) -> str:
        if case.data == b"13":
            self._act()
        return "odd" if int(case.data) % 2 else "even"


def loop() -> None:
    while True:
        pass


def loop_in_c() -> None:
    sum(range(10**13))


def crash() -> None:
    ctypes.string_at(0)


def allocate() -> None:
    bytearray(1 << 30)


def leave() -> None:
    os._exit(0)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (loop, "hang: one case used more than 0.5 s of CPU time at File"),
        pytest.param(
            loop_in_c,
            "hang: one case used more than 0.5 s of CPU time at File",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            lambda: time.sleep(3600),
            "hang: one case did nothing for more than 10 s at File",
            marks=pytest.mark.slow,
        ),
        (crash, "crash: the worker was ended by SIGSEGV at File"),
        (lambda: os.kill(os.getpid(), 9), "crash: the worker was ended by SIGKILL"),
        (allocate, "MemoryError at "),
        (sys.exit, "SystemExit at "),
        (leave, "crash: the worker ended early"),
    ],
)
def test_whatever_stops_a_worker_is_found(act: Callable[[], Any], said: str) -> None:
    tally = hunt(Planted(act), seed=3, cases=200, jobs=2)
    (finding,) = tally.findings
    assert finding.what.startswith(said)
    assert finding.case.data == b"13"
    # What a worker had not reported yet when it was stopped is not counted.
    assert tally.outcomes.total() <= 200


def test_a_leak_is_found() -> None:
    kept: list[bytearray] = []

    class Leaky(Planted):
        def run(self, case: Case) -> str:
            kept.append(bytearray(1 << 20))  # more than a worker of many tests has free
            return "kept"

    assert kinds(hunt(Leaky(loop), seed=1, cases=3_000).findings) == {"MemoryError"}


def test_the_rest_is_run_after_a_finding() -> None:
    tally = hunt(Planted(lambda: 1 / 0), seed=3, cases=1000, jobs=2)
    assert len(tally.findings) == 1
    assert tally.cases == 1000
    assert 1 < tally.outcomes["finding"] < 50


def test_the_command_says_how_to_run_a_finding_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(command.TARGETS, "wire", lambda: Planted(lambda: 1 / 0))
    arguments = ["--target", "wire", "--seed", "3", "--cases", "500", "--keep", str(tmp_path)]
    assert command.main(arguments) == 1
    said = capsys.readouterr().out
    assert "500 cases" in said
    (again,) = (line for line in said.splitlines() if "python -m tests.fuzz" in line)
    assert command.main([*again.split()[4:], "--keep", str(tmp_path)]) == 1
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == b"13"


def test_the_command_ends_well_when_nothing_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--target", "wire", "--seconds", "0.3", "--jobs", "1"]) == 0
    assert "no findings" in capsys.readouterr().out
