"""What a worker can grade here: the editions whose files this machine has at the moment."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from grader.assignment import AssignmentError
from grader.jobs.bench import Bench
from grader.jobs.setting import AssignmentChanged, Watch
from grader.sandbox import Sandbox
from grader.service.courses import assignment_of, edition_digest
from grader.service.data.database import Database
from grader.service.data.tables import Edition


@dataclass(slots=True)
class Benches:
    """The benches of a worker, by edition."""

    sandbox: Sandbox
    by_edition: dict[int, Bench]

    @classmethod
    def of(cls, database: Database, sandbox: Sandbox) -> Benches:
        """A bench for each edition that is the one whose files are here."""
        with database.reading() as session:
            editions = session.scalars(select(Edition).options(joinedload(Edition.course))).all()
        found = {edition.id: _bench(edition, sandbox) for edition in editions}
        return cls(sandbox, {key: bench for key, bench in found.items() if bench is not None})

    def current(self) -> bool:
        """Whether no file has changed since."""
        try:
            for bench in self.by_edition.values():
                bench.check()
        except AssignmentChanged:
            return False
        return True


def _bench(edition: Edition, sandbox: Sandbox) -> Bench | None:
    try:
        assignment = assignment_of(edition)
        watch = Watch.over(assignment)
        same = edition_digest(assignment) == edition.digest
    except (AssignmentError, OSError):  # its files are gone: other workers may have them
        return None
    return Bench(assignment, sandbox, watch=watch) if same else None
