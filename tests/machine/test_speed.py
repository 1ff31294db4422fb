from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from grader.machine import cache_folder, speed


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of this test's own, and a machine that takes 40 ms."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(speed, "measure_shortest_benchmark", lambda: 0.04)
    speed.benchmark_seconds.cache_clear()
    yield tmp_path / "search-autograder"
    speed.benchmark_seconds.cache_clear()


def found_anew() -> float:
    """What a new process would find."""
    speed.benchmark_seconds.cache_clear()
    return speed.benchmark_seconds()


def test_the_work_takes_time_of_this_process_only() -> None:
    assert 0.001 < speed._timed() < 10


def test_the_work_is_the_same_each_time() -> None:
    assert speed._run_benchmark() == speed._run_benchmark()


def test_what_was_measured_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_anew() == 0.04
    monkeypatch.setattr(speed, "measure_shortest_benchmark", lambda: 0.05)
    assert found_anew() == 0.04


def test_another_machine_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    found_anew()
    monkeypatch.setattr(speed, "measure_shortest_benchmark", lambda: 0.05)
    monkeypatch.setattr(speed, "_machine_kind", lambda: "model name: another")
    assert found_anew() == 0.05


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


Spoiling = Callable[[Path], object]


def kept(file: Path, **changes: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def replaced_by_fifo(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def replaced_by_link(file: Path) -> None:
    target = file.with_name("elsewhere")
    file.rename(target)
    file.symlink_to(target)


def replaced_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


SPOILED: dict[str, Spoiling] = {
    "empty": lambda file: file.write_text(""),
    "binary": lambda file: file.write_bytes(b"\xff\x00"),
    "deep": lambda file: file.write_text("[" * 100_000),
    "nothing": lambda file: file.write_text("null"),
    "of another machine": lambda file: kept(file, machine="another"),
    "too short": lambda file: kept(file, seconds=1e-9),
    "too long": lambda file: kept(file, seconds=1e9),
    "text": lambda file: kept(file, seconds="0.1"),
    "not a number": lambda file: kept(file, seconds=float("nan")),
    "fifo": replaced_by_fifo,
    "link": replaced_by_link,
    "folder": replaced_by_folder,
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_what_cannot_be_believed_is_measured_again(
    folder: Path, spoil: Spoiling, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_anew()
    spoil(only_file(folder))
    monkeypatch.setattr(speed, "measure_shortest_benchmark", lambda: 0.05)
    assert found_anew() == 0.05


def test_nothing_half_written_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", fail)
    assert found_anew() == 0.04
    assert list(folder.iterdir()) == []


def test_a_place_that_cannot_be_made_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache_folder.cache_folder() is None
    assert found_anew() == 0.04


@pytest.mark.parametrize("place", ["", "relative"])
def test_the_cache_is_in_the_home_folder_otherwise(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder.cache_folder() == tmp_path / ".cache" / "search-autograder"


@pytest.mark.parametrize(
    ("calibration", "factor"),
    [(None, 1.0), (0.04, 1.0), (0.08, 1.0), (0.02, 2.0), (0.033, 1.0), (0.03, 1.3)],
)
def test_a_faster_machine_is_no_stricter(calibration: float | None, factor: float) -> None:
    assert speed.machine_slowness(calibration) == factor


def test_a_slow_moment_is_compared_with_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = cycle([0.06, 0.1])
    monkeypatch.setattr(speed, "_TRIES", 4)
    monkeypatch.setattr(speed, "_timed", lambda: next(tries))
    assert speed.limit_factor_now(0.02, 2.0) == pytest.approx(2.0 * speed._MARGIN)
    assert speed.limit_factor_now(0.02, 3.6) == 1.0  # as good as the same
    assert speed.limit_factor_now(0.02, 8.0) == 1.0


@pytest.mark.parametrize(("taken", "pace"), [(0.06, 1.5), (0.04, 1.0), (0.03, 0.75), (0.01, 0.5)])
def test_the_pace_follows_the_machine_but_is_never_faster_than_where_budgets_were_made(
    taken: float, pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speed, "_timed", lambda: taken)
    assert speed.slowdown_beyond_factor(0.02, 2.0) == pytest.approx(pace)
    assert speed.slowdown_beyond_factor(None, 2.0) == 1.0


def test_nothing_is_slow_where_nobody_knows_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_timed", lambda: 100.0)
    assert speed.limit_factor_now(None, 1.0) == 1.0
