"""Gradings in several threads of one process, as a server has them."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader import sandbox
from grader.jobs.executors import grade_to_text
from grader.jobs.grading_answer import GradingAnswer
from grader.jobs.grading_context import GradingContext, preload_hidden_tests
from grader.model.submission import Cell, Submission
from tests.batch.scene import RIGHT, WRONG
from tests.cli.test_batch import without_times
from tests.made_up import made_up

SOURCES = (RIGHT, WRONG, "def double(n):\n    return [10 ** 5000, n]\n", "def double(n:\n")


def submission(number: int) -> Submission:
    source = SOURCES[number % len(SOURCES)]
    return Submission("a.py", f"{number:064}", (Cell(source, "a.py", notebook=False),), notes=())


def text(context: GradingContext, number: int) -> object:
    report = json.loads(GradingAnswer.read(grade_to_text(context, submission(number))).report)
    return without_times(report)


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_threads_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Each comes to what it comes to by itself, and leaves the process as it was."""
    context = preload_hidden_tests(
        GradingContext(made_up(tmp_path), sandbox.choose_backend("bubblewrap"))
    )
    alone = [text(context, number) for number in range(8)]
    before = sys.stdout, sys.stderr, dict(os.environ), Path.cwd(), sys.get_int_max_str_digits()
    start = threading.Barrier(4)

    def work(number: int) -> object:
        with contextlib.suppress(threading.BrokenBarrierError):
            start.wait(60)
        return text(context, number)

    with ThreadPoolExecutor(4) as executor:
        together = list(executor.map(work, range(8)))
    assert together == alone
    assert before == (
        sys.stdout, sys.stderr, dict(os.environ), Path.cwd(), sys.get_int_max_str_digits(),
    )  # fmt: skip
