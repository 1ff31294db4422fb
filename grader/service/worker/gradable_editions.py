"""Finds the editions that a worker can grade, as this machine has their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from grader.assignment import AssignmentError
from grader.jobs.grading_context import GradingContext
from grader.jobs.grading_key import AssignmentChanged, AssignmentFilesWatch
from grader.model.escape import escape_to_one_line
from grader.sandbox import Sandbox
from grader.service.course_editions import edition_digest, load_current_assignment
from grader.service.data.database import Database
from grader.service.data.tables import AssignmentEdition


@dataclass(slots=True)
class GradingContextPool:
    """The contexts of a worker, by edition.

    Attributes:
        lacking: why there is none for the other editions, in a sentence each.
        names: what people call each edition.
    """

    by_edition: dict[int, GradingContext]
    lacking: dict[int, str]
    names: dict[int, str]

    @classmethod
    def of(
        cls,
        database: Database,
        sandbox: Sandbox,
        folders: Mapping[str, Path] = MappingProxyType({}),
    ) -> GradingContextPool:
        """Return a pool with a context for each edition whose files are on this machine.

        Args:
            folders: where courses are on this machine, by their short names, if not where they are
                at the server.
        """
        with database.reading() as session:
            editions = session.scalars(
                select(AssignmentEdition).options(joinedload(AssignmentEdition.course))
            ).all()
        found = {each.id: _context(each, sandbox, folders) for each in editions}
        return cls(
            {key: context for key, context in found.items() if isinstance(context, GradingContext)},
            {key: why for key, why in found.items() if isinstance(why, str)},
            {each.id: _name(each) for each in editions},
        )

    def set_aside(self, edition: int) -> None:
        """Remove an edition's context, as if its files were not here."""
        self.by_edition.pop(edition, None)

    def current(self) -> bool:
        """Return whether no file of an assignment has changed since the contexts were made."""
        try:
            for context in self.by_edition.values():
                context.check()
        except AssignmentChanged:
            return False
        return True


def _context(
    edition: AssignmentEdition, sandbox: Sandbox, folders: Mapping[str, Path]
) -> GradingContext | str:
    folder = folders.get(edition.course.slug, Path(edition.course.folder))
    name = _name(edition)
    if edition.problem:
        return f"{name}, which is not in order: {escape_to_one_line(edition.problem, 200)}"
    try:
        assignment = load_current_assignment(edition, folder)
        watch = AssignmentFilesWatch.over(assignment)
        found = edition_digest(assignment)
    except (AssignmentError, OSError) as problem:  # other workers may have its files
        return f"{name} is not in {folder} here: {escape_to_one_line(str(problem), 200)}"
    if found != edition.digest:
        return f"{name} is not in {folder} here: the files there are edition {found}"
    return GradingContext(assignment, sandbox, watch=watch)


def _name(edition: AssignmentEdition) -> str:
    return f"{edition.course.slug}/{edition.assignment} in edition {edition.digest}"
