"""Keeps outgoing mails and webhook messages in a table, and retries each until it arrives.

A message is stored in the same transaction as its cause, so that neither is there without the
other. A sender takes it in one transaction, sends it in none, and records in another one what came
of that. If a sender ends in between, the message is sent again, under the same number: it arrives
at least once, and whoever receives it tells by the number that they have it already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, Select, and_, delete
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service.data.tables import OutboxColumns

Message = TypeVar("Message", bound=OutboxColumns)


@dataclass(frozen=True, slots=True)
class Outbox(Generic[Message]):
    """A table of outgoing messages, with the delays between tries and the lease of a sender.

    Attributes:
        delays: seconds until the next try, after each that failed; then a message is given up.
        lease: seconds for which a sender has a message to itself: more than sending may take.
        kept: seconds for which one can look up what was sent.
    """

    table: type[Message]
    delays: tuple[float, ...]
    lease: float = 60.0
    kept: float = 30 * 86400.0

    def is_waiting(self) -> ColumnElement[bool]:
        """Return the condition that a message has not arrived and was not given up."""
        return and_(self.table.delivered_at == 0.0, self.table.tries <= len(self.delays))

    def is_due(self, now: float) -> ColumnElement[bool]:
        """Return the condition that a message waits, and is to be sent by now."""
        return and_(self.is_waiting(), self.table.next_at <= now)

    def take_first(
        self, session: Session, query: Select[tuple[Message]], now: float
    ) -> Message | None:
        """Take the first message of a query that is due; ``None`` if there is none.

        No other sender takes it while this one may still send it.
        """
        first = query.where(self.is_due(now)).order_by(self.table.next_at, self.table.id).limit(1)
        found = session.scalars(first).first()
        if found is not None:
            found.next_at = now + self.lease
            found.tries += 1
            session.flush()
        return found

    def delete_old(self, session: Session, now: float) -> None:
        """Delete messages, sent or not, that nobody looks up any more."""
        session.execute(delete(self.table).where(self.table.at < now - self.kept))

    def record(self, session: Session, taken: Message, now: float, problem: str) -> Message | None:
        """Record that a message has arrived, or the problem and the time of the next try.

        Return its row if it did not arrive and nobody else has taken it meanwhile.
        """
        found = session.get(self.table, taken.id)
        if found is None:
            return None
        if not problem:
            found.problem, found.delivered_at = "", now
            return None
        if found.tries != taken.tries:  # somebody has it who took this sender for lost
            return None
        found.problem = escape_to_one_line(problem, 300)
        found.next_at = now + self.delays[min(found.tries, len(self.delays)) - 1]
        return found
