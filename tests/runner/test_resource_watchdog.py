"""How the zygote tells who sleeps, who is kept from running, and who spends too much."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from grader.runner import sandbox_processes
from grader.runner.resource_watchdog import LimitExceeded, Limits, TemplateWatchdog

LIMITS = Limits(cpu=2.0, wall=16.0, patience=64.0, output=1000)


@dataclass
class Machine:
    """A clock, and a template that lives by shares of it.

    Attributes:
        runs: share of the time in which the template's processes run.
        waits: share in which the most unlucky of its threads waits for a processor.
        frozen: seconds that each look of the watch comes too late.
        answers: when an answer comes.
        lent: share of the time in which what is lent to it runs in its stead.
        lent_waits: share in which what is lent to it waits for a processor.
    """

    runs: float = 0.0
    waits: float = 0.0
    frozen: float = 0.0
    answers: float = float("inf")
    lent: float = 0.0
    lent_waits: float = 0.0
    now: float = 0.0
    queued_before: float = 0.0
    frames: list[bytes] = field(default_factory=list)
    captures: tuple[()] = ()
    written: int = 0
    counts_memory: bool = False
    watcher_waited: float = 0.0

    def is_anything_ready(self) -> bool:
        return False

    def wait(self, timeout: float) -> None:
        self.now = min(self.now + timeout + self.frozen, max(self.now, self.answers))
        if self.now >= self.answers:
            self.frames.append(b"answer")

    def exact(self) -> float:
        return self.runs * self.now

    recent = exact

    def used_apart(self) -> float:
        return self.lent * self.now

    def killed(self) -> int:
        return 0

    pids_apart: frozenset[int] = frozenset({3})

    def delays(self) -> list[tuple[int, str, int]]:
        waits = {1: self.queued_before + self.waits * self.now, 3: self.lent_waits * self.now}
        return [(2, "2", 0), *((pid, str(pid), int(1e9 * ns)) for pid, ns in waits.items())]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(time, "monotonic", lambda: made.now)
    monkeypatch.setattr(sandbox_processes, "_run_delays", made.delays)
    monkeypatch.setattr(
        sandbox_processes, "latest_process_id", lambda: 1
    )  # others start processes meanwhile
    monkeypatch.setattr(sandbox_processes, "is_anything_ready", made.is_anything_ready)
    monkeypatch.setattr(
        sandbox_processes.SchedulerWaits, "of_watcher", lambda _: made.watcher_waited
    )
    monkeypatch.setattr(sandbox_processes, "is_machine_overloaded", lambda: False)
    return made


@dataclass
class Busy(Machine):
    """A machine on which a move computes, sleeps, and queues for a processor in between.

    Attributes:
        phases: what it does one after another, a letter each, and for how many seconds.
        delay: seconds for which the watch itself queues each time, before it looks.
    """

    phases: Sequence[tuple[str, float]] = ()
    delay: float = 0.0

    def __post_init__(self) -> None:
        self.answers = sum(seconds for _, seconds in self.phases)

    def _so_far(self, *, finished: bool = False) -> Iterator[tuple[str, float]]:
        left = self.now
        for letter, seconds in self.phases:
            if left > 0 and not (finished and left < seconds):
                yield letter, min(seconds, left)
            left -= seconds

    def is_anything_ready(self) -> bool:
        *_, (letter, _) = self._so_far()
        return letter in "cq"

    def wait(self, timeout: float) -> None:
        self.now = min(self.now + timeout, max(self.now, self.answers)) + self.delay
        self.watcher_waited += self.delay
        if self.now >= self.answers:
            self.frames.append(b"answer")

    def exact(self) -> float:
        return sum(seconds for letter, seconds in self._so_far() if letter == "c")

    recent = exact

    def used_apart(self) -> float:
        return 0.0

    def delays(self) -> list[tuple[int, str, int]]:
        """The kernel counts a wait once it is over."""
        queued = sum(seconds for letter, seconds in self._so_far(finished=True) if letter == "q")
        return [(1, "1", int(1e9 * queued))]


def watch(machine: Machine) -> TemplateWatchdog:
    return TemplateWatchdog(machine, LIMITS, machine, exact=True)  # type: ignore[arg-type]


def ending(watch: TemplateWatchdog) -> str:
    with pytest.raises(LimitExceeded) as overrun:
        watch.frame()
    return str(overrun.value)


def test_an_answer_in_time(machine: Machine) -> None:
    machine.runs, machine.answers = 1.0, 1.5
    assert watch(machine).frame() == b"answer"


def test_who_sleeps_is_ended_by_the_clock(machine: Machine) -> None:
    assert ending(watch(machine)) == "wall"
    assert machine.now == pytest.approx(LIMITS.wall, abs=0.1)


def test_who_computes_is_ended_by_what_he_used(machine: Machine) -> None:
    machine.runs = 1.0
    assert ending(watch(machine)) == "cpu"
    assert machine.now == pytest.approx(LIMITS.cpu, abs=0.1)


def test_what_is_reported_is_over_the_limit_though_the_account_goes_back(
    machine: Machine,
) -> None:
    machine.runs = 1.0
    watching = watch(machine)
    assert ending(watching) == "cpu"
    machine.runs = 0.9
    assert watching.cpu > LIMITS.cpu


def test_who_is_kept_from_running_has_all_the_time_that_he_needs(machine: Machine) -> None:
    machine.runs, machine.waits, machine.answers = 0.05, 0.95, 35.0
    assert watch(machine).frame() == b"answer"


def test_who_is_kept_from_running_for_too_long_is_starved(machine: Machine) -> None:
    machine.runs, machine.waits = 0.02, 0.98
    assert ending(watch(machine)) == "starved"
    assert machine.now == pytest.approx(LIMITS.patience, abs=0.1)


def test_who_sleeps_most_of_the_time_sleeps_on_a_busy_machine_too(machine: Machine) -> None:
    machine.runs, machine.waits = 0.001, 0.1
    assert ending(watch(machine)) == "wall"


def test_a_crowd_that_waits_for_itself_is_no_busy_machine(machine: Machine) -> None:
    machine.runs, machine.waits = 0.12, 0.12
    assert ending(watch(machine)) == "wall"
    assert machine.now == pytest.approx(LIMITS.wall, abs=0.1)


def test_waiting_before_the_call_excuses_nothing(machine: Machine) -> None:
    machine.queued_before = 1000.0
    assert ending(watch(machine)) == "wall"
    assert machine.now == pytest.approx(LIMITS.wall, abs=0.1)


def test_nobody_is_asleep_while_the_watch_itself_is_kept_from_looking(machine: Machine) -> None:
    machine.frozen = 100.0
    assert ending(watch(machine)) == "starved"


def test_what_was_used_counts_first(machine: Machine) -> None:
    machine.runs, machine.frozen = 1.0, 1000.0
    assert ending(watch(machine)) == "cpu"


def test_an_answer_that_came_during_a_freeze_counts(machine: Machine) -> None:
    machine.frozen, machine.answers = 1000.0, 500.0
    assert watch(machine).frame() == b"answer"


def test_short_calls_do_not_pay_for_looking(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look() -> None:
        raise AssertionError("looked")

    monkeypatch.setattr(sandbox_processes, "_run_delays", look)
    machine.answers = 0.05
    watch(machine).frame()


@pytest.mark.parametrize(("waits", "pressed"), [(0.0, False), (0.05, False), (0.3, True)])
def test_a_machine_is_pressed_if_it_kept_somebody_waiting(
    machine: Machine, waits: float, pressed: bool
) -> None:
    machine.waits = waits
    watching = watch(machine)
    assert ending(watching) == "wall"
    assert watching.pressed is pressed


@pytest.mark.parametrize(
    ("waits", "lent_waits", "at"),
    [(0.3, 0.0, 22.9), (0.0, 0.5, 32), (0.3, 0.4, 53.3), (0.45, 0.5, 64)],
)
def test_who_asks_and_who_answers_are_kept_from_running_in_turn(
    machine: Machine, waits: float, lent_waits: float, at: float
) -> None:
    """Both wait in the same call, never at the same time: neither is the program's sleep."""
    machine.waits, machine.lent_waits = waits, lent_waits
    assert ending(watch(machine)) == ("wall" if at < LIMITS.patience else "starved")
    assert machine.now == pytest.approx(at, abs=1)


def test_a_machine_is_pressed_if_it_has_more_to_do_than_it_can(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_processes, "is_machine_overloaded", lambda: True)
    assert watch(machine).pressed


@pytest.mark.parametrize(("waits", "slept"), [(0.0, True), (0.05, True), (0.3, False)])
def test_sleep_is_known_as_such_unless_the_machine_is_pressed(
    machine: Machine, waits: float, slept: bool
) -> None:
    machine.waits = waits
    watching = watch(machine)
    assert ending(watching) == "wall"
    assert (watching.idle > 0) is slept
    assert watching.idle <= watching.wall - watching.held_up


@pytest.mark.parametrize(
    ("runs", "waits", "at"), [(0.0, 0.0, 3.0), (0.5, 0.0, 3.0), (0.0, 0.3, 16.0)]
)
def test_sleep_and_work_have_a_limit_together_unless_the_machine_is_pressed(
    machine: Machine, runs: float, waits: float, at: float
) -> None:
    machine.runs, machine.waits = runs, waits
    limits = LIMITS._replace(altogether=3.0)
    watching = TemplateWatchdog(machine, limits, machine, exact=True)  # type: ignore[arg-type]
    assert ending(watching) == "wall"
    assert at <= watching.wall - watching.held_up < at + 0.1


@pytest.mark.parametrize(
    ("runs", "waits", "speed", "at"),
    [
        (0.0, 0.0, 1.0, 3.0),
        (0.5, 0.0, 1.0, 3.0),
        (0.0, 0.5, 1.0, 6.0),
        (0.05, 0.45, 1.0, 5.45),
        (0.4, 0.0, 2.0, 3.75),
    ],
)
def test_real_time_leaves_out_what_others_took(
    machine: Machine, runs: float, waits: float, speed: float, at: float
) -> None:
    machine.runs, machine.waits = runs, waits
    limits = LIMITS._replace(real=3.0, speed=speed)
    watching = TemplateWatchdog(machine, limits, machine, exact=True)  # type: ignore[arg-type]
    assert ending(watching) == "wall"
    assert at <= machine.now < at + 0.5  # it is not counted from the first moment on


_COMPUTES = [("c", 0.02), ("q", 0.08)]
"""A tenth of a second beside four others."""


@pytest.mark.parametrize(
    ("phases", "is_late"),
    [
        ([*_COMPUTES * 125, ("s", 0.8)], True),
        ([*_COMPUTES * 5, ("s", 0.8), *_COMPUTES * 120], True),
        ([*_COMPUTES * 125, ("s", 0.5)], False),
        ([*_COMPUTES * 149, ("q", 3.0)], False),
        ([*_COMPUTES * 149, ("q", 3.0), ("c", 0.01)], False),
    ],
)
@pytest.mark.parametrize("delay", [0.0, 0.05, 0.3])
def test_real_time_is_exact_however_late_the_watch_looks(
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    phases: list[tuple[str, float]],
    delay: float,
    *,
    is_late: bool,
) -> None:
    busy = Busy(phases=phases, delay=delay)
    for name in ("_run_delays", "is_anything_ready"):
        monkeypatch.setattr(sandbox_processes, name, getattr(busy, name.replace("_run_", "")))
    monkeypatch.setattr(time, "monotonic", lambda: busy.now)
    monkeypatch.setattr(
        sandbox_processes.SchedulerWaits, "of_watcher", lambda _: busy.watcher_waited
    )
    limits = Limits(cpu=3.1, wall=26.0, patience=400.0, output=1000, real=3.1)
    watching = TemplateWatchdog(busy, limits, busy, exact=True)  # type: ignore[arg-type]
    if is_late:
        with pytest.raises(LimitExceeded, match="wall"):  # noqa: PT012 - at either of them
            watching.frame()
            watching.check()
    else:
        assert watching.frame() == b"answer"
        watching.check()


def test_nobody_waits_in_threads_that_have_gone_on_a_busy_machine(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    born = iter(range(10**6))
    monkeypatch.setattr(sandbox_processes, "latest_process_id", lambda: next(born))
    machine.waits = 0.5
    limits = LIMITS._replace(real=3.0)
    watching = TemplateWatchdog(machine, limits, machine, exact=True)  # type: ignore[arg-type]
    assert ending(watching) == "wall"
    assert machine.now == pytest.approx(2 * LIMITS.wall, abs=0.5)


def test_what_took_a_moment_was_no_sleep(machine: Machine) -> None:
    machine.answers = 0.05
    watching = watch(machine)
    watching.frame()
    assert watching.idle == 0


def test_everything_starts_anew_with_each_statement(machine: Machine) -> None:
    machine.frozen, machine.answers = 5.0, 5.0
    watching = watch(machine)
    watching.frame()
    assert watching.held_up > 4
    watching.restart()
    assert watching.held_up == 0


def test_who_looks_away_for_longer_than_he_wanted_was_held_up(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watch(machine)

    def sleep(seconds: float) -> None:
        machine.now += seconds + machine.frozen

    monkeypatch.setattr(time, "sleep", sleep)
    watched.look_away(0.005)
    assert (machine.now, watched.held_up) == (0.005, 0.0)
    machine.frozen = 3.0
    watched.look_away(0.005)
    assert watched.held_up == pytest.approx(3.0)
