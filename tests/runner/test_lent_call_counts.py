from __future__ import annotations

import os

import pytest

from grader.runner.lent_call_counts import SharedCallCounters


def test_numbers_end_with_the_last_that_is_not_zero() -> None:
    tally = SharedCallCounters()
    assert tally.numbers() == []
    counters = tally.counters()
    counters[0] += 3
    counters[2] = 256
    assert tally.numbers() == [3, 0, 256]
    counters.release()
    tally.close()


def test_what_a_child_counted_outlives_it() -> None:
    tally = SharedCallCounters()
    pid = os.fork()
    if pid == 0:
        tally.counters()[1] += 7
        os._exit(0)
    os.waitpid(pid, 0)
    assert tally.numbers() == [0, 7]


def test_whatever_was_written_is_gone_when_it_is_cleared() -> None:
    tally = SharedCallCounters()
    counters = tally.counters()
    counters[len(counters) - 1] = 2**64 - 1
    assert len(tally.numbers()) == len(counters)
    tally.clear()
    assert tally.numbers() == []


def test_the_page_cannot_be_taken_from_under_who_counts() -> None:
    tally = SharedCallCounters()
    counters = tally.counters()
    with pytest.raises(BufferError):
        tally.close()
    counters[0] = 1
