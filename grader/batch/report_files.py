"""Writes each student's report files: ``results/json/NAME.json``, ``results/html/NAME.html``.

Each form has a folder, so that no two files can have the same name. Files that are up to date stay;
all others are written anew, whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.batch.manual_marks import StudentMark, put_marks_on_report
from grader.batch.report_store import FileStamp, ReportStore, StoredReport
from grader.jobs.answers_for_marking import add_notebook_notes
from grader.machine.atomic_write import (
    WriteError,
    check_writable,
    remove_old_drafts,
    write_atomically,
)
from grader.model.escape import escape_to_one_line
from grader.model.notebook_texts_and_outputs import NotebookByTask as Notebook
from grader.model.report import Report, View
from grader.model.submission import Submission
from grader.render import report_formats
from grader.render.json_conversion import ReportError
from grader.render.report_json import loads

_SUFFIXES = {"text": "txt", "gradescope": "json", "github": "txt", "junit": "xml"}
"""Suffixes of forms that are not called like their kind of file."""

ALWAYS = ("json", "html")
"""Forms that are written of each report: for programs, and for people."""


@dataclass(slots=True)
class ReportFileWriter:
    """Writes each student's report files, in the forms that were asked for.

    Attributes:
        forms: beside :data:`ALWAYS`.
        grader: digest of the grader: another version may write other pages.
        store: knows the files of earlier runs; without it, everything is written.
        problems: sentences about reports that could not be written in some form.
    """

    results: Path
    forms: Sequence[str]
    view: View
    grader: str
    store: ReportStore | None = None
    problems: list[str] = field(default_factory=list)

    def prepare(self) -> None:
        """Make the folders, or raise WriteError."""
        for form in self._all:
            folder = self.results / form
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                reason = problem.strerror or str(problem)
                raise WriteError(
                    f"Cannot make the folder {folder}: {reason}; try another place."
                ) from None
            check_writable(folder / "report")
            remove_old_drafts(folder)

    def write(
        self,
        name: str,
        student: str,
        key: str,
        submission: Submission,
        marks: Mapping[str, StudentMark],
        stored: Callable[[], StoredReport],
        notebook: Callable[[], Notebook | None],
        *,
        anew: bool = False,
    ) -> None:
        """Write the reports called ``name`` that are missing or out of date.

        Args:
            student: id of whose it is.
            key: of the order; empty if the result is not reliable.
            submission: whose path and notebook are shown; an earlier hand-in with the same report
                may have others.
            marks: what a person has given for written tasks.
            stored: returns the report, if it is needed.
            notebook: returns what the notebook says, if a page for staff is written.
            anew: whether to write files that are up to date, too.

        Raises:
            WriteError: if a file cannot be written.
            StoreError: if the store cannot be used.
        """
        path = submission.path
        whose = f"{path}|{student}"
        given = "".join(f"|{task}={mark}" for task, mark in sorted(marks.items()))
        stamps = dict.fromkeys(self._all, f"{key}|{self.view.value}|{self.grader}|{whose}{given}")
        stamps["html"] += f"|{submission.beside}"
        missing = [
            form for form, stamp in stamps.items() if anew or not self._is_there(form, name, stamp)
        ]
        if not missing:
            return
        try:
            report = loads(stored().text)
        except ReportError as problem:
            self.problems.append(f"{name}: {escape_to_one_line(str(problem), 500)}")
            return
        report = put_marks_on_report(replace(report, path=path, student=student), marks)
        for form in missing:
            try:
                text = self._text(form, report, notebook)
            except ReportError as problem:
                self.problems.append(f"{name}: {escape_to_one_line(str(problem), 500)}")
                continue
            target = self.results / report_path(form, name)
            write_atomically(target, text)
            if self.store is not None:
                status = target.stat()
                self.store.wrote(
                    report_path(form, name),
                    FileStamp(stamps[form], status.st_size, status.st_mtime_ns),
                )

    def _text(self, form: str, report: Report, notebook: Callable[[], Notebook | None]) -> str:
        if form != "html" or self.view is not View.STAFF or (said := notebook()) is None:
            return report_formats.write_report(form, report, self.view)
        return report_formats.write_report(form, add_notebook_notes(report, said), self.view, said)

    def _is_there(self, form: str, name: str, stamp: str) -> bool:
        written = None if self.store is None else self.store.written(report_path(form, name))
        if written is None or written.stamp != stamp:
            return False
        try:
            status = (self.results / report_path(form, name)).lstat()
        except OSError:
            return False
        return (status.st_size, status.st_mtime_ns) == (written.size, written.modified)

    @property
    def _all(self) -> list[str]:
        return list(dict.fromkeys((*ALWAYS, *self.forms)))


def report_path(form: str, name: str) -> str:
    """Return the path of the report called ``name`` in that form, within the results."""
    return f"{form}/{name}.{_SUFFIXES.get(form, form)}"
