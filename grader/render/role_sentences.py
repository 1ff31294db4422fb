"""Writes the sentences on how a submission is called for each role, for all formats of a report.

Nothing here is escaped yet: bindings are made of the student's names.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from grader.model.formatting import format_count
from grader.model.report import Report, View
from grader.model.role_binding import BindingSource, RoleResult

HEADING = "How the functions are called"

_CANDIDATES = 4
"""Bindings that are offered for an open role."""
_BY = {
    BindingSource.MARKER: ", as a person said",
    BindingSource.HINT: ", as a comment in the submission says",
    BindingSource.BEHAVIOUR: ", found by what it answers",
}


class PartStyle(Enum):
    """The style of a part of a sentence: plain words, code, or a quotation."""

    WORDS = "words"
    """The grader's own words."""
    CODE = "code"
    """A binding, a name, or something to type."""
    QUOTE = "quote"
    """Prose that may quote the submission."""


@dataclass(frozen=True, slots=True)
class SentencePart:
    """A part of a sentence, with its kind."""

    text: str
    kind: PartStyle = PartStyle.WORDS


Sentence = Sequence[SentencePart]


def role_sentences(report: Report) -> list[Sentence]:
    """Return a sentence for each role, the open ones first, and for each task with lent functions.

    A role that is neither filled nor open is named only if it has a note.
    """
    for_students = report.view is View.STUDENT
    ordered = sorted(report.roles, key=lambda role: not role.open)
    found = [list(_of(role, for_students)) for role in ordered if _is_told(role)]
    return [*found, *_helped(report)]


def sentence_with_backticks(sentence: Sentence) -> str:
    """Return ``sentence`` as text, with code between backticks."""
    return "".join(
        f"`{part.text}`" if part.kind is PartStyle.CODE else part.text for part in sentence
    )


def describe_confirmation(role: RoleResult) -> str:
    """Return how known answers confirmed the binding of ``role``, or why it is still open."""
    if not role.settled:
        return role.note or "Nothing was found."
    if not role.asked:
        return "there are no known answers to compare with"
    if role.asked == 1:
        return f"the known answer {'right' if role.right else 'wrong'}"
    amount = "all" if role.right == role.asked else f"{role.right} of"
    return f"{amount} {role.asked} known answers right"


def _is_told(role: RoleResult) -> bool:
    return role.settled or role.open or bool(role.note)


def _of(role: RoleResult, for_students: bool) -> Iterator[SentencePart]:
    yield SentencePart(role.role, PartStyle.CODE)
    if role.open:
        yield from _open(role, for_students)
        return
    if not role.settled:
        yield SentencePart(" is called by nothing. ")
        yield SentencePart(role.note, PartStyle.QUOTE)
        return
    yield SentencePart(" is ")
    yield SentencePart(role.binding or role.function, PartStyle.CODE)
    yield SentencePart(_BY.get(role.found, ""))
    if role.right < role.asked:
        yield SentencePart(f"; {describe_confirmation(role)}")
    yield SentencePart(".")
    if role.note:
        yield SentencePart(" ")
        yield SentencePart(role.note, PartStyle.QUOTE)


def _open(role: RoleResult, for_students: bool) -> Iterator[SentencePart]:
    yield SentencePart(" is open. ")
    yield SentencePart(role.note, PartStyle.QUOTE)
    if role.candidates:
        yield SentencePart(" It may be ")
        yield from _among(role.candidates)
        yield SentencePart(".")
    comment = SentencePart(f"# grade: {role.role} = {role.suggestion}", PartStyle.CODE)
    if for_students:
        yield SentencePart(" A comment in the submission settles it: ")
        yield comment
        return
    yield SentencePart(" Settle it by grading again with ")
    yield SentencePart(f"--bind {shlex.quote(f'{role.role}={role.suggestion}')}", PartStyle.CODE)
    yield SentencePart(", or by a comment in the submission: ")
    yield comment


def _among(candidates: Sequence[str]) -> Iterator[SentencePart]:
    for number, line in enumerate(candidates[:_CANDIDATES]):
        if number:
            yield SentencePart(" or ")
        yield SentencePart(line, PartStyle.CODE)
    left = len(candidates) - _CANDIDATES
    if left > 0:
        yield SentencePart(f" or {left} more")


def _helped(report: Report) -> Iterator[Sentence]:
    for task in report.tasks:
        helped = [test for test in task.tests if test.helpers]
        if helped:
            verb = "passes" if len(helped) == 1 else "pass"
            yield [
                SentencePart("Task "), SentencePart(task.id, PartStyle.QUOTE),
                SentencePart(f": {format_count(len(helped), 'test')} {verb} only with the "
                             "reference's "),
                *_listed(name for test in helped for name in test.helpers),
                SentencePart(" in place of your own."),
            ]  # fmt: skip
        unlent = [name for test in task.tests for name in test.unlent]
        if unlent:
            yield [
                SentencePart("Task "), SentencePart(task.id, PartStyle.QUOTE),
                SentencePart(": it was only tried with your own "),
                *_listed(unlent),
                SentencePart(", because the reference's cannot be called in the same way."),
            ]  # fmt: skip


def _listed(names: Iterable[str]) -> Iterator[SentencePart]:
    for number, name in enumerate(dict.fromkeys(names)):
        if number:
            yield SentencePart(", ")
        yield SentencePart(name, PartStyle.CODE)
