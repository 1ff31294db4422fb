"""Which line of a submission a traceback leads to."""

from __future__ import annotations

from grader.model.submission import Cell, innermost_student_line

CELLS = (Cell("a\nb\nc\n", "ann.py", False), Cell("x", "help.py", False))


def frames(*places: tuple[str, int]) -> str:
    return "".join(f'  File "{file}", line {line}, in f\n    code\n' for file, line in places)


def test_the_innermost_line_of_the_students_own_counts() -> None:
    traceback = frames(("ann.py", 1), ("ann.py", 3), ("/usr/lib/python3/heapq.py", 2))
    assert innermost_student_line(traceback, CELLS) == ("ann.py", 3)
    assert innermost_student_line(frames(("ann.py", 1), ("help.py", 1)), CELLS) == ("help.py", 1)


def test_a_line_that_is_not_there_is_passed_over() -> None:
    traceback = frames(("ann.py", 2), ("ann.py", 4), ("ann.py", 0), ("eve.py", 1))
    assert innermost_student_line(traceback, CELLS) == ("ann.py", 2)
    assert innermost_student_line(frames(("ann.py", 4)), CELLS) is None
    assert innermost_student_line("", CELLS) is None


def test_without_sources_frames_of_python_and_packages_are_passed_over() -> None:
    traceback = frames(("ann.py", 3), ("packages/numpy/core.py", 9), ("python3.11/heapq.py", 2))
    assert innermost_student_line(traceback) == ("ann.py", 3)
    assert innermost_student_line(frames(("python3.11/heapq.py", 2))) is None
