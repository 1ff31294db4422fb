"""Compares submissions in a worker that has nothing to grade, with ``grade similar`` in a process.

What students wrote is read there as data alone, in a process whose time is bounded. While it runs,
the worker grades what comes in.
"""

from __future__ import annotations

import contextlib
import logging
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from sqlalchemy import select

from grader import assignment as assignments
from grader.assignment import AssignmentError
from grader.intake import IntakeError
from grader.model.escape import escape_to_one_line
from grader.model.submission import Cell, MainFileRules
from grader.service.accept_submission import read_upload
from grader.service.data.database import Database
from grader.service.data.tables import SimilarityComparison, Submission
from grader.service.similarity_comparisons import (
    COMPARISONS,
    LineSpan,
    PairSide,
    SharedPassage,
    SimilarityOutcome,
    SimilarPair,
)
from grader.service.submission_that_counts import decide_for_course
from grader.service.worker.idle_work import ProcessFailed, run_module_while_idle

_log = logging.getLogger(__name__)

_PAIRS = 100
"""That are kept."""
_SECONDS = 600.0
"""By the clock, within which a comparison has to end."""


class _NotCompared(Exception):
    """The error of a comparison that failed; its message is a sentence that says why."""


class _Place(msgspec.Struct):
    file: str
    line: int


class _Lines(msgspec.Struct, rename={"first": "from", "last": "to"}):
    first: _Place
    last: _Place


class _Shared(msgspec.Struct):
    one: _Lines
    other: _Lines


class _PairedSubmission(msgspec.Struct):
    path: str
    share: float


class _FoundPair(msgspec.Struct):
    one: _PairedSubmission
    other: _PairedSubmission
    lines: int
    passages: list[_Shared]


class _SimilarityResult(msgspec.Struct):
    """The parts of the output of ``grade similar --json`` that are stored; see docs/similar.md."""

    submissions: list[str]
    at_least: float
    beyond: int
    left_out: list[msgspec.Raw]
    pairs: list[_FoundPair]


def carry_out_next_comparison(
    database: Database, folders: Mapping[str, Path], grade: Callable[[], bool]
) -> bool:
    """Carry out the next comparison, and return whether there was one.

    Args:
        folders: where courses are on this machine, if not where they are at the server.
        grade: grades what is next meanwhile, and says whether there was something.
    """
    with database.reading() as session:
        if COMPARISONS.find_next(session, time.time()) is None:
            return False
    with database.writing() as session:
        taken = COMPARISONS.take(session, time.time())
    if taken is None:
        return False
    _log.info("comparison begins", extra={"comparison": taken.id})
    result, reason = "", ""
    try:
        found = _compared(database, taken, folders, grade)
        result = msgspec.json.encode(found).decode()
    except (_NotCompared, AssignmentError, OSError) as problem:
        reason = escape_to_one_line(str(problem), 300)
        _log.warning("A comparison failed: %s", reason)
    with database.writing() as session:
        COMPARISONS.end(session, taken, result, reason)
    _log.info("comparison ended", extra={"comparison": taken.id})
    return True


def _compared(
    database: Database,
    taken: SimilarityComparison,
    folders: Mapping[str, Path],
    grade: Callable[[], bool],
) -> SimilarityOutcome:
    course = folders.get(taken.course.slug, Path(taken.course.folder))
    rules = assignments.load_assignment(taken.assignment, course).file_rules
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        now, before = Path(folder, "now"), Path(folder, "before")
        files = _write_submissions(database, taken.course_id, taken.assignment, now)
        # What came in the course from which this one was copied is compared with, not listed.
        earlier = (
            _write_submissions(database, taken.course.copied_from_id, taken.assignment, before)
            if taken.course.copied_from_id
            else {}
        )
        out = Path(folder, "outcome.txt")
        _run([str(now), "--assignment", taken.assignment, "--course", str(course), "--most",
              str(_PAIRS), "--json", str(out), *(["--earlier", str(before)] if earlier else [])],
             grade)  # fmt: skip
        try:
            document = msgspec.json.decode(out.read_bytes(), type=_SimilarityResult)
        except msgspec.DecodeError as problem:
            raise _NotCompared(f"its outcome cannot be read: {problem}") from None
        cells = {each: _cells(path, rules) for each, path in {**files, **earlier}.items()}
    return SimilarityOutcome(
        compared=len(document.submissions), at_least=document.at_least, beyond=document.beyond,
        left_out=len(document.left_out), pairs=[_pair(each, cells) for each in document.pairs],
        earlier=len(earlier),
    )  # fmt: skip


def _write_submissions(
    database: Database, course: int, assignment: str, folder: Path
) -> dict[int, Path]:
    """Write each submission that counts into a folder, a team's once; return the files."""
    folder.mkdir()
    files: dict[int, Path] = {}
    with database.reading() as session:
        found = decide_for_course(session, course, assignment=assignment)
        for number in sorted({each.submission for each in found.values()}):
            filename, content = session.execute(
                select(Submission.filename, Submission.content).where(Submission.id == number)
            ).one()
            # Under its number: nothing that is kept of the outcome names anybody.
            files[number] = folder / f"{number}.{filename.rpartition('.')[2].lower()}"
            files[number].write_bytes(content)
    return files


def _run(arguments: list[str], grade: Callable[[], bool]) -> None:
    try:
        run_module_while_idle(["grader", "similar", *arguments], grade, _SECONDS)
    except ProcessFailed as problem:
        raise _NotCompared(str(problem).rpartition("grade: ")[2]) from None


def _cells(path: Path, rules: MainFileRules) -> tuple[Cell, ...]:
    with contextlib.suppress(IntakeError):
        return read_upload(path.name, path.read_bytes(), rules).code
    return ()


def _pair(found: _FoundPair, cells: Mapping[int, tuple[Cell, ...]]) -> SimilarPair:
    one, other = (_side(each) for each in (found.one, found.other))
    passages = []
    for each in found.passages:
        first = _span(each.one, cells[one.submission])
        second = _span(each.other, cells[other.submission])
        if first is not None and second is not None:
            passages.append(SharedPassage(first, second))
    return SimilarPair(one, other, found.lines, passages)


def _side(found: _PairedSubmission) -> PairSide:
    return PairSide(int(Path(found.path).stem), found.share)


def _span(lines: _Lines, cells: tuple[Cell, ...]) -> LineSpan | None:
    names = [cell.name for cell in cells]
    if lines.first.file not in names or lines.last.file not in names:
        return None
    return LineSpan(
        (names.index(lines.first.file), lines.first.line),
        (names.index(lines.last.file), lines.last.line),
    )
