"""Writes the points of a batch into a learning platform's gradebook: ``grade export gradebook``.

1. Choose the column that tells whose row it is: the one in which most ids of the batch stand.
2. Put each student's points into their row. What is not final, or fits no row or two, is left out.
3. Say what was left out, and what is changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.batch.batch_json import EarlierBatch
from grader.batch.batch_row import BatchRow
from grader.batch.lms_filenames import parse_brightspace_path
from grader.batch.read_platform_gradebook import (
    PLATFORMS,
    IdColumn,
    PlatformGradebook,
    WrongGradebook,
    comparable_name,
    find_gradebook_column,
)
from grader.intake.csv_reader import NotATable, cell_damage, normalise_cell
from grader.intake.edit_csv_cells import read_csv_file
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_count, format_number, format_points_with_noun
from grader.model.user_error import UsageError
from grader.render.lms_gradebooks import PlatformScore, dump_platform_gradebook, format_decimal

_LARGEST = 16 << 20
"""Bytes of a gradebook."""


@dataclass(slots=True)
class GradebookExport:
    """A gradebook for a platform, and what staff have to know about it.

    Attributes:
        content: of the file.
        written: students whose points are in it.
        remarks: sentences, safe to print.
    """

    content: bytes = b""
    written: int = 0
    remarks: list[str] = field(default_factory=list)

    def remark(self, what: str, who: Sequence[str]) -> None:
        """Add a sentence about some students, if there are any."""
        if who:
            self.remarks.append(f"{what}: {', '.join(who)}.")


def export_gradebook(
    past: EarlierBatch,
    platform: str,
    template: Path | None = None,
    column: str = "",
    *,
    partial: bool = False,
) -> GradebookExport:
    """Return the gradebook of a batch for ``platform``.

    Args:
        template: the platform's own gradebook, in which a column is filled.
        column: its header, or without a template its title.
        partial: also write points of students about whom a person has something to decide.

    Raises:
        UsageError: if the template cannot be filled, or nothing fits.
    """
    done = GradebookExport()
    rows = _choose_writable_rows(past.rows.values(), done, partial=partial)
    maximum = max((_maximum(row) for row in past.rows.values()), default=0.0)
    if template is None:
        title = column or past.assignment
        _write_without_template(rows, platform, title, maximum, done)
    else:
        book = read_gradebook(template, platform, column)
        _fill(book, rows, past.rows.values(), maximum, done)
    return done


def read_gradebook(path: Path, platform: str, column: str = "") -> PlatformGradebook:
    """Return the gradebook at ``path``, downloaded from ``platform`` or written for it.

    Raises:
        UsageError: if it is no such gradebook, or its column cannot be told.
    """
    name = escape_to_one_line(str(path))
    known = PLATFORMS[platform]
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"{name} has more than {_LARGEST >> 20} MiB; give a gradebook.")
        file = read_csv_file(path.read_bytes(), (*known.ids, *known.others))
        return find_gradebook_column(known, file, column)
    except OSError as problem:
        raise UsageError(f"{name} cannot be read: {problem.strerror or problem}.") from None
    except (NotATable, WrongGradebook) as problem:
        raise UsageError(f"{name} {problem}.") from None


# What is final ------------------------------------------------------------------------------


def _choose_writable_rows(
    rows: Iterable[BatchRow], done: GradebookExport, *, partial: bool
) -> list[BatchRow]:
    """Return the rows whose points can be written, and remark on all others."""
    every = list(rows)
    often = Counter(normalise_cell(row.id) for row in every)
    twice = {student for student, number in often.items() if number > 1}
    single = [row for row in every if normalise_cell(row.id) not in twice]
    failed = [row for row in single if row.internal]
    waiting = [row for row in single if row.result.undecided and not row.internal]
    out = {row.name for row in (*failed, *(() if partial else waiting))}
    done.remark("Left out, because several hand-ins have the same id", _shown(sorted(twice)))
    done.remark("Left out, because the grader itself failed", _named(failed))
    how = "Written without what" if partial else "Left out, because"
    done.remark(
        f"{how} a person has still to decide",
        [f"{_label(row.id)} ({format_points_with_noun(row.result.undecided)})" for row in waiting],
    )
    kept = [row for row in single if row.name not in out]
    done.remark(
        "0 points, because what was handed in cannot be read",
        _named(row for row in kept if row.refusal),
    )
    if any(not (row.result.complete or row.refusal) for row in kept):
        done.remarks.append(
            "The batch graded only some of the tasks, so the points are for these tasks only."
        )
    return kept


def _maximum(row: BatchRow) -> float:
    return round(row.result.max_score + row.result.undecided, 6)


# A platform's own file ----------------------------------------------------------------------


def _fill(
    book: PlatformGradebook,
    rows: Sequence[BatchRow],
    every: Iterable[BatchRow],
    maximum: float,
    done: GradebookExport,
) -> None:
    """Fill the column of ``book``, and remark on rows that fit nobody."""
    all_rows = list(every)
    column, lines = _choose_ids(book, all_rows)
    found = {row.name: _lines_of_student(row, column, lines) for row in all_rows}
    taken = Counter(line for where in found.values() for line in where)
    fitting = {
        name: where[0] for name, where in found.items() if len(where) == 1 and taken[where[0]] == 1
    }
    _require_same_course(all_rows, column, found)
    changes, overwritten, excused = [], [], list[BatchRow]()
    comma = book.decimal_comma
    for row in rows:
        if row.name not in fitting:
            continue
        line = fitting[row.name]
        before = book.points(line)
        if book.platform.excused and before == book.platform.excused:
            excused.append(row)
            continue
        text = format_decimal(row.result.score)
        text = text.replace(".", ",") if comma else text
        if before and not _same_points(before, text):
            overwritten.append(f"{_label(row.id)} ({escape_to_one_line(before, 20)} → {text})")
        changes.append((line, book.column, text))
    done.content = book.file.with_cells(changes)
    done.written = len(changes)
    done.remarks.insert(
        0, f"Filled: the column {escape_to_one_line(book.title, 80)!r}, by {column.header}."
    )
    if book.file.doubt:
        done.remarks.append(f"The gradebook {book.file.doubt}.")
    done.remark("The gradebook had other points before", overwritten)
    done.remark("Left out, because the gradebook excuses them", _named(excused))
    left = {row.name for row in all_rows} - {row.name for row in rows}
    kept = [
        row for row in all_rows
        if row.name in left and row.name in fitting and book.points(fitting[row.name])
    ]  # fmt: skip
    done.remark("Left out, so the gradebook keeps its earlier points", _named(kept))
    done.remark("No row of the gradebook fits", [
        f"{_label(row.id)}{_suggest_id(row.id, lines)}" for row in all_rows if not found[row.name]
    ])  # fmt: skip
    done.remark(
        "Several rows or hand-ins match, so no row was filled",
        _named(row for row in all_rows if found[row.name] and row.name not in fitting),
    )
    used = {line for where in found.values() for line in where}
    students = sorted({line for where in lines.values() for line in where})
    done.remark(
        "Nothing was handed in, or found, for",
        [book.label(line) for line in students if line not in used],
    )
    done.remark(
        "A spreadsheet has damaged ids of the gradebook, so download it again",
        [each for each in _shown(lines) if cell_damage(each)],
    )
    _compare_maximum(book, maximum, done)
    _warn_of_formulas(book, done)


def _choose_ids(
    book: PlatformGradebook, rows: Sequence[BatchRow]
) -> tuple[IdColumn, Mapping[str, list[int]]]:
    """Return the column in which most ids stand, and its lines by id."""
    best, most = (IdColumn("", {}), dict[str, list[int]]()), -1
    for column in book.ids():
        lines: dict[str, list[int]] = {}
        for line, name in column.ids.items():
            lines.setdefault(name, []).append(line)
        count = sum(bool(_lines_of_student(row, column, lines)) for row in rows)
        if count > most:
            best, most = (column, lines), count
    return best


def _lines_of_student(row: BatchRow, column: IdColumn, lines: Mapping[str, list[int]]) -> list[int]:
    """Return the lines of a student; in a column of names, by their own or by their id."""
    if not column.names:
        return lines.get(normalise_cell(row.id), [])
    names = [comparable_name(name) for name in (parse_brightspace_path(row.path), row.id)]
    return next((lines[name] for name in names if name in lines), [])


def _require_same_course(
    rows: Sequence[BatchRow], column: IdColumn, found: Mapping[str, list[int]]
) -> None:
    """Raise UsageError if so few ids fit that they may fit by chance."""
    fits = sum(bool(where) for where in found.values())
    if not fits or 2 * fits < min(len(rows), len(column.ids)):
        raise UsageError(
            f"Only {fits} of {format_count(len(rows), 'hand-in')} match one of the "
            f"{format_count(len(column.ids), 'row')} of the gradebook. Is it from the same course "
            "and from this platform?"
        )


def _same_points(before: str, now: str) -> bool:
    try:
        return float(before.replace(",", ".")) == float(now.replace(",", "."))
    except ValueError:
        return False


def _compare_maximum(book: PlatformGradebook, maximum: float, done: GradebookExport) -> None:
    there = book.maximum
    if there is not None and abs(there - maximum) > 1e-6:
        done.remarks.append(
            f"The column has {format_points_with_noun(there)} at most, and the assignment "
            f"{format_number(maximum)}. Nothing was scaled."
        )


def _warn_of_formulas(book: PlatformGradebook, done: GradebookExport) -> None:
    """Remark on texts in the platform's own file that a spreadsheet would compute."""
    texts = [cell.text for line in book.file.lines for cell in line]
    odd = [each for each in texts if each.startswith(("=", "@", "+", "-")) and each[1:].strip()]
    odd = [each for each in odd if not each[1:].replace(",", ".").replace(".", "", 1).isdecimal()]
    done.remark(
        "Some cells of the downloaded file look like formulas and were not changed; upload the "
        "file without opening it in a spreadsheet",
        [escape_to_one_line(each, 40) for each in odd[:3]],
    )


# A new file ---------------------------------------------------------------------------------


def _write_without_template(
    rows: Iterable[BatchRow], platform: str, title: str, maximum: float, done: GradebookExport
) -> None:
    """Write a file without a template, and leave out ids that it could not hold unchanged."""
    scores, lost = list[PlatformScore](), list[BatchRow]()
    for row in rows:
        if platform == "brightspace" and parse_brightspace_path(row.path):
            raise UsageError(
                "Brightspace's gradebook needs usernames, but a download of hand-ins has none; "
                "give the gradebook that Brightspace exports with --template."
            )
        score = PlatformScore(row.id, row.result.score)
        if _id_survives_export(score, platform):
            scores.append(score)
        else:
            lost.append(row)
    if not scores:
        raise UsageError(
            "No hand-in has both final points and an id that fits the platform; give the "
            "platform's own gradebook with --template."
        )
    done.content = dump_platform_gradebook(platform, title, maximum, scores)
    done.written = len(scores)
    done.remark(
        f"Left out, because a new file for {PLATFORMS[platform].title} cannot hold the id (give "
        "its own gradebook with --template)",
        _named(lost),
    )


def _id_survives_export(score: PlatformScore, platform: str) -> bool:
    """Return whether an id that is written for ``platform`` is read again unchanged."""
    data = dump_platform_gradebook(platform, "x", 1.0, [score])
    try:
        book = find_gradebook_column(
            PLATFORMS[platform], read_csv_file(data, PLATFORMS[platform].ids)
        )
    except (NotATable, WrongGradebook):
        return False
    wanted = comparable_name(score.id) if platform == "teams" else score.id
    return list(book.scores()) == [wanted]


# Words --------------------------------------------------------------------------------------


def _label(id: str) -> str:
    return escape_to_one_line(id, 60) or "(no id)"


def _shown(ids: Iterable[str]) -> list[str]:
    return [_label(each) for each in ids]


def _named(rows: Iterable[BatchRow]) -> list[str]:
    return _shown(row.id for row in rows)


def _suggest_id(student: str, known: Iterable[str]) -> str:
    """Return which id of the gradebook may be meant: spreadsheets drop zeros, people capitals."""
    bare = student.lstrip("0").casefold()
    same = [each for each in known if each.lstrip("0").casefold() == bare]
    return f" (perhaps {_label(same[0])} there)" if same else ""
