"""Jobs done by forked workers: as they come, each once more if need be, and nothing left behind."""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.jobs.forked_worker import ParentLink, Work
from grader.jobs.process_pool import JobOutcome, PoolJob, run_jobs
from grader.machine.termination_signals import raise_on_signal
from grader.model.report import Progress
from grader.sandbox import SandboxUnavailable

LOST = "two grading processes in a row were lost over it; the second "
KILLED = f"{LOST}was killed (SIGKILL); perhaps the machine ran out of memory"


def saying(text: str) -> Work:
    return lambda _: text


def done(jobs: list[PoolJob[str]], most: int = 2, ahead: int = 0) -> dict[str, JobOutcome[str]]:
    with run_jobs(jobs, most, ahead=ahead) as found:
        return {outcome.key: outcome for outcome in found}


def no_child_is_left() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


@pytest.mark.parametrize("most", [1, 3])
def test_every_job_is_answered(most: int) -> None:
    jobs = [PoolJob(str(number), saying("x" * number)) for number in range(7)]
    assert done(jobs, most) == {job.key: JobOutcome(job.key, "x" * int(job.key)) for job in jobs}
    assert no_child_is_left()


def test_no_jobs() -> None:
    assert done([]) == {}


@pytest.mark.slow
def test_long_answers_arrive_whole() -> None:
    text = "é\n" * 1_000_000
    assert done([PoolJob("a", saying(text)), PoolJob("b", saying(text))])["b"].answer == text


def test_jobs_are_taken_when_a_worker_is_free() -> None:
    taken = 0

    def endless() -> Iterator[PoolJob[int]]:
        nonlocal taken
        while True:
            taken += 1
            yield PoolJob(taken, saying("done"))

    with run_jobs(endless(), 2) as found:
        for seen, _ in enumerate(found, start=1):
            assert taken <= seen + 1
            if seen == 10:
                break
    assert no_child_is_left()


def test_never_more_workers_than_asked_for(tmp_path: Path) -> None:
    def work(heard: Progress) -> str:
        here = tmp_path / str(os.getpid())
        here.touch()
        together = len(list(tmp_path.iterdir()))
        here.unlink()
        return str(together)

    answers = [
        outcome.answer for outcome in done([PoolJob(str(n), work) for n in range(20)]).values()
    ]
    assert {int(answer or 0) for answer in answers} <= {1, 2}


# Workers that are lost -----------------------------------------------------------------------


def kill_worker(heard: Progress) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("unreachable")


def first_killed(mark: Path) -> Work:
    def work(heard: Progress) -> str:
        if not mark.exists():
            mark.touch()
            kill_worker(heard)
        return "done"

    return work


def test_a_job_whose_worker_is_lost_is_tried_again(tmp_path: Path) -> None:
    found = done([PoolJob("a", first_killed(tmp_path / "mark")), PoolJob("b", saying("too"))])
    assert {key: outcome.answer for key, outcome in found.items()} == {"a": "done", "b": "too"}


def test_a_job_that_loses_two_workers_is_reported_as_lost_and_the_rest_goes_on() -> None:
    found = done([PoolJob("a", kill_worker), *(PoolJob(str(n), saying("done")) for n in range(5))])
    assert found.pop("a") == JobOutcome("a", None, KILLED)
    assert {outcome.answer for outcome in found.values()} == {"done"}
    assert no_child_is_left()


def test_others_may_stand_in_for_a_lost_job() -> None:
    parts = (PoolJob("a1", saying("done")), PoolJob("a2", kill_worker))
    assert done([PoolJob("a", kill_worker, parts)]) == {
        "a1": JobOutcome("a1", "done"),
        "a2": JobOutcome("a2", None, KILLED),
    }


def test_what_is_lost_is_tried_again_before_anything_new(tmp_path: Path) -> None:
    jobs = [
        PoolJob("a", first_killed(tmp_path / "mark")),
        *(PoolJob(str(n), saying("")) for n in range(5)),
    ]
    assert list(done(jobs, most=1))[0] == "a"  # noqa: RUF015 - the order is what is meant


def no_sandbox(heard: Progress) -> str:
    raise SandboxUnavailable("there is no such sandbox")


def test_without_a_sandbox_there_is_nothing_to_try_again() -> None:
    with pytest.raises(SandboxUnavailable, match=r"^there is no such sandbox$"):
        done([PoolJob("a", no_sandbox), PoolJob("b", no_sandbox)])
    assert no_child_is_left()


def test_what_is_decided_outlives_a_sandbox_that_goes_away() -> None:
    found = done([PoolJob("a", saying("done")), PoolJob("b", no_sandbox)], most=1)
    assert found["a"].answer == "done"
    assert found["b"].lost == f"{LOST}found no sandbox any more: there is no such sandbox"


# How it ends ---------------------------------------------------------------------------------


def forever(heard: Progress) -> str:
    while True:
        signal.pause()


def break_off(jobs: list[PoolJob[str]], ahead: int = 0) -> None:
    with run_jobs(jobs, 2, ahead=ahead) as found:
        next(found)
        raise ZeroDivisionError


def test_an_error_in_the_loop_ends_the_workers() -> None:
    with pytest.raises(ZeroDivisionError):
        break_off([PoolJob("a", saying("done")), PoolJob("b", forever)])
    assert no_child_is_left()


def test_an_error_of_the_iterator_ends_the_workers() -> None:
    def jobs() -> Iterator[PoolJob[str]]:
        yield PoolJob("a", forever)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), run_jobs(jobs(), 2) as found:
        list(found)
    assert no_child_is_left()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_workers(number: signal.Signals) -> None:
    parent = os.getpid()

    def interrupt(heard: Progress) -> str:
        os.kill(parent, number)
        return forever(heard)

    with raise_on_signal(), pytest.raises(KeyboardInterrupt):
        done([PoolJob("a", interrupt), PoolJob("b", forever)])
    assert no_child_is_left()


# Ready ahead of their turn -------------------------------------------------------------------


def awaiting(marks: Path, name: str, wanted: str = "") -> Work:
    """Leaves a mark when it is ready, and one in its turn; waits for one of another's."""

    def work(parent: ParentLink) -> str:
        (marks / f"{name} is ready").touch()
        parent.wait_for_turn()
        parent.wait_for_turn()  # it is still its turn
        turn = marks / f"{name} is at its turn"
        turn.touch()
        give_up = time.monotonic() + 20
        while wanted and not (marks / wanted).exists():
            assert time.monotonic() < give_up, wanted
            time.sleep(0.001)
        together = len(list(marks.glob("* is at its turn")))
        turn.unlink()
        return str(together)

    return work


def test_a_worker_starts_before_its_turn(tmp_path: Path) -> None:
    jobs = [
        PoolJob(str(number), awaiting(tmp_path, str(number), f"{min(number + 1, 5)} is ready"))
        for number in range(6)
    ]
    assert {outcome.answer for outcome in done(jobs, most=1, ahead=1).values()} == {"1"}
    assert no_child_is_left()


@pytest.mark.slow
def test_no_more_are_at_their_turn_than_may_be(tmp_path: Path) -> None:
    jobs = [PoolJob(str(number), awaiting(tmp_path, str(number))) for number in range(20)]
    found = done(jobs, most=2, ahead=3)
    assert {int(outcome.answer or 0) for outcome in found.values()} <= {1, 2}


def test_if_none_starts_ahead_each_has_its_turn_at_once(tmp_path: Path) -> None:
    jobs = [PoolJob(str(number), awaiting(tmp_path, str(number))) for number in range(4)]
    assert len(done(jobs)) == 4


def test_no_more_jobs_are_taken_than_workers_start(tmp_path: Path) -> None:
    taken = 0

    def endless() -> Iterator[PoolJob[int]]:
        nonlocal taken
        while True:
            taken += 1
            yield PoolJob(taken, awaiting(tmp_path, str(taken)))

    with run_jobs(endless(), 2, ahead=1) as found:
        for seen, _ in enumerate(found, start=1):
            assert taken <= seen + 2
            if seen == 10:
                break
    assert no_child_is_left()


def test_a_worker_lost_before_its_turn_takes_no_turn(tmp_path: Path) -> None:
    jobs = [
        PoolJob("a", awaiting(tmp_path, "a", "mark")),
        PoolJob("b", first_killed(tmp_path / "mark")),
        PoolJob("c", awaiting(tmp_path, "c")),
    ]
    found = done(jobs, most=1, ahead=1)
    assert {key: outcome.answer for key, outcome in found.items()} == {
        "a": "1",
        "b": "done",
        "c": "1",
    }


def test_the_turn_of_a_lost_worker_is_given_to_the_next(tmp_path: Path) -> None:
    jobs = [PoolJob("a", kill_worker), *(PoolJob(n, awaiting(tmp_path, n)) for n in "bcd")]
    found = done(jobs, most=1, ahead=2)
    assert found.pop("a").lost == KILLED
    assert {outcome.answer for outcome in found.values()} == {"1"}


def test_a_worker_may_answer_after_its_turn(tmp_path: Path) -> None:
    def slow_to_answer(parent: ParentLink) -> str:
        parent.end_turn()
        give_up = time.monotonic() + 20
        while not (tmp_path / "b is at its turn").exists():
            assert time.monotonic() < give_up
        (tmp_path / "a has seen it").touch()
        return "done"

    jobs = [PoolJob("a", slow_to_answer), PoolJob("b", awaiting(tmp_path, "b", "a has seen it"))]
    found = done(jobs, most=1, ahead=1)
    assert {key: outcome.answer for key, outcome in found.items()} == {"a": "done", "b": "1"}


def test_a_sandbox_that_cannot_be_started_ahead_ends_all(tmp_path: Path) -> None:
    jobs = [PoolJob("a", forever), PoolJob("b", no_sandbox)]
    with pytest.raises(SandboxUnavailable, match=r"^there is no such sandbox$"):
        done(jobs, most=1, ahead=1)
    assert no_child_is_left()


def test_workers_that_wait_for_their_turn_end_with_the_rest(tmp_path: Path) -> None:
    jobs = [PoolJob("a", awaiting(tmp_path, "a", "d is ready"))]
    jobs += [PoolJob("b", forever), PoolJob("c", forever), PoolJob("d", awaiting(tmp_path, "d"))]
    with pytest.raises(ZeroDivisionError):
        break_off(jobs, ahead=2)
    assert not (tmp_path / "d is at its turn").exists()
    assert no_child_is_left()


# A system that has nothing left --------------------------------------------------------------


def refused() -> int:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def test_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", refused)
    found = done([PoolJob("a", saying("done")), PoolJob("b", saying("done"))])
    assert {outcome.lost for outcome in found.values()} == {
        f"{LOST}could not be started ({os.strerror(errno.EAGAIN)})"
    }


def test_processes_are_had_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at first, then one at a time for a while, then two again."""
    fork: Callable[[], int] = os.fork
    asked = 0

    def sometimes() -> int:
        nonlocal asked
        asked += 1
        return refused() if asked == 3 else fork()

    monkeypatch.setattr(os, "fork", sometimes)
    found = done([PoolJob(str(number), saying("done")) for number in range(6)])
    assert {outcome.answer for outcome in found.values()} == {"done"}
    assert asked == 7


# Progress ------------------------------------------------------------------------------------


def test_progress_is_that_of_all_workers() -> None:
    def work(heard: Progress) -> str:
        for case in range(4):
            heard("1", case + 1, 4)
        return ""

    seen: list[tuple[str, int, int]] = []
    with run_jobs(
        [PoolJob(n, work) for n in range(3)], 2, lambda *heard: seen.append(heard)
    ) as found:
        list(found)
    assert seen[-1] == ("1", 12, 12)
    assert all(done <= total for _, done, total in seen)
