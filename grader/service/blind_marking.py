"""Hides names, logins and names of files from those who mark blindly.

What students write into their code or their texts stays as it is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from sqlalchemy.orm import Session

from grader.service.assignment_terms import current_terms
from grader.service.auth.access import Permission, Visitor
from grader.service.data.tables import Grading, GradingState, OfAssignment, Submission
from grader.service.team_membership import owners_of_submission
from grader.service.text_input import contains_all_words

_FILE = "submission"
_SOME_FILE = re.compile(r"(?<![\w./-])[\w./-]+\.(?:py|ipynb)\b", re.IGNORECASE)
_NAMED = re.compile(r"(.+?\.(?:py|ipynb))(?: cell \d+)?", re.IGNORECASE)
_WHY = {
    GradingState.REFUSED: "It cannot be read as a submission.",
    GradingState.FAILED: "The grader failed.",
}
"""What is said of gradings without a result in place of sentences that name files."""


@dataclass(frozen=True, slots=True)
class DisplayNames:
    """The names that pages show for students and their files, hidden or not."""

    hidden: bool

    def whose(self, submission: Submission) -> str:
        """Return the student's name and team, or only the submission's number if hidden."""
        if self.hidden:
            return f"Submission {submission.id}"
        own, team = submission.person.name, submission.team
        return own if team is None else f"{own} for {team.name}"

    def finds(self, wanted: str, submission: Submission) -> bool:
        """Return whether a search finds a submission by name or login, or by number if hidden."""
        person, team = submission.person, submission.team
        return self.finds_by(
            wanted, submission.id, person.name, person.login, team.name if team else ""
        )

    def finds_by(self, wanted: str, submission: int, name: str, login: str, team: str = "") -> bool:
        """Return whether a search finds a submission of that id, person and team."""
        if self.hidden:
            return contains_all_words(wanted, f"Submission {submission}")
        return contains_all_words(wanted, name, login, team)

    def file(self, submission: Submission) -> str:
        """Return the file's name, or one that tells only its suffix if names are hidden."""
        if not self.hidden:
            return submission.filename
        return f"{_FILE}.{submission.filename.rpartition('.')[2].lower()}"

    def cell(self, name: str, number: int) -> str:
        """Return the name of a code file or cell, or only its place if names are hidden."""
        if not self.hidden:
            return name
        _, cell, which = name.rpartition(" cell ")
        return f"cell {which}" if cell and which.isdecimal() else f"file {number + 1}"

    def text(self, text: str, submission: Submission) -> str:
        """Return a sentence about a submission, without file names if names are hidden."""
        return drop_file_names(text, submission) if self.hidden else text

    def reason(self, grading: Grading) -> str:
        """Return why a grading has no result, without file names if names are hidden."""
        if not (self.hidden and grading.reason):
            return grading.reason
        return _WHY.get(GradingState(grading.state), "")

    def report(self, text: str, submission: Submission) -> str:
        """Return the stored report of a submission, without names if they are hidden."""
        if not self.hidden:
            return text
        document = json.loads(text)
        document["student"] = ""
        names = {submission.filename, str(document.get("path", ""))}
        for cell in document.get("cells", ()):
            if match := _NAMED.fullmatch(str(cell.get("name", ""))):
                names.add(match[1])
        return json.dumps(_without(document, _pattern_of_given_file_names(names)))


def names_for_marking(session: Session, about: OfAssignment) -> DisplayNames:
    """Return the names for pages on which people mark, the same for every visitor."""
    return DisplayNames(current_terms(session, about.course_id)[about.assignment].blind)


def names_for_reading(session: Session, who: Visitor, submission: Submission) -> DisplayNames:
    """Return the names on a submission's pages, which blind markers do not see."""
    if who.id in owners_of_submission(session, submission):
        return DisplayNames(hidden=False)
    return names_for_overview(session, who, submission)


def names_for_overview(session: Session, who: Visitor, about: OfAssignment) -> DisplayNames:
    """Return the names for pages with many submissions; overseers see them all."""
    if who.may(Permission.OVERSEE, about.course_id):
        return DisplayNames(hidden=False)
    return names_for_marking(session, about)


def drop_file_names(text: str, submission: Submission) -> str:
    """Return ``text`` without file names, so that equal failures have equal texts."""
    return hide_file_names_in(text, submission.filename)


def hide_file_names_in(text: str, filename: str) -> str:
    """Return ``text`` without that file name and others; there may be none of its own."""
    whole = text.replace(filename, _FILE) if filename else text
    return _SOME_FILE.sub(_FILE, whole)


def _pattern_of_given_file_names(names: set[str]) -> re.Pattern[str]:
    """Return a pattern that finds these file names, and imports of modules of these names."""
    whole = sorted(map(re.escape, filter(None, names)), key=len, reverse=True)
    stems = {re.escape(name.rpartition(".")[0]) for name in names if name.lower().endswith(".py")}
    modules = "|".join(sorted(filter(None, stems), key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"(?<![\w.])(?:{'|'.join(whole)})(?!\w)|(?<=from )(?:{modules})(?!\w)|"
                      rf"(?<=import )(?:{modules})(?!\w)")  # fmt: skip


def _without(value: object, names: re.Pattern[str]) -> object:
    if isinstance(value, str):
        return names.sub(_replaced, value)
    if isinstance(value, list):
        return [_without(each, names) for each in value]
    if isinstance(value, dict):
        return {key: _without(each, names) for key, each in value.items()}
    return value


def _replaced(match: re.Match[str]) -> str:
    _, dot, suffix = match[0].rpartition(".")
    return f"{_FILE}.{suffix}" if dot and suffix.lower() in {"py", "ipynb", "zip"} else _FILE
