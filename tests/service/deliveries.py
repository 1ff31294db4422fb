"""Follows the mails and scores of a course while what sends them is killed.

Each student has a mail address, and a place in a platform's course. A receipt goes out for each
submission, and the score of each student as soon as it changes, because marks are released.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select, update

from grader.service.data.lti_tables import LtiLineItem, LtiScore
from grader.service.data.mail_tables import Mail, QueuedNotice
from grader.service.data.tables import Person, Submission
from grader.service.lti.score_outbox import visible_scores
from grader.service.mail.addresses import set_address
from tests.service import lti_platform
from tests.service.lti_platform import Platform
from tests.service.scene import Scene
from tests.service.smtp import Mailbox, mail_server

_SUBMISSION = re.compile(r"is\s+submission\s+(\d+)\.")
"""What a receipt says of which submission it is for."""
_HOUR = 3600.0


@dataclass
class Deliveries:
    """A course's mail server and platform, and what they have got.

    Attributes:
        settings: a file that names the mail server.
    """

    scene: Scene
    mailbox: Mailbox
    platform: Platform
    settings: Path

    @property
    def arrived(self) -> int:
        """How much has come to either."""
        return len(self.mailbox.got) + len(self.platform.posted)

    def let_time_pass(self) -> None:
        """Make due what waits for others, or for the end of a lease. Nobody may be sending."""
        with self.scene.database.writing() as session:
            session.execute(update(QueuedNotice).values(at=QueuedNotice.at - _HOUR))
            for kind in (Mail, LtiScore, LtiLineItem):
                session.execute(update(kind).values(next_at=0.0))

    def is_over(self) -> bool:
        """Whether nothing waits to be sent, and the platform has the latest scores."""
        with self.scene.database.reading() as session:
            waiting = (
                select(QueuedNotice.id).where(QueuedNotice.mailed_at == 0.0),
                select(Mail.id).where(Mail.delivered_at == 0.0),
                select(LtiScore.id).where(LtiScore.wanted != LtiScore.sent),
            )
            if any(session.scalars(each.limit(1)).first() is not None for each in waiting):
                return False
            return self._has_all(visible_scores(session, self.scene.edition))

    def _has_all(self, scores: dict[int, tuple[float, float]]) -> bool:
        had = {
            user: (body["scoreGiven"], body["scoreMaximum"])
            for (_, user), body in tuple(self.platform.scores.items())
        }
        return had == {f"user-{person}": points for person, points in scores.items()}

    def findings(self) -> DeliveryFindings:
        """What is amiss, once all is over."""
        found = DeliveryFindings(mails=len(self.mailbox.got), scores=len(self.platform.posted))
        receipts: dict[int, set[str]] = defaultdict(set)
        for mail in self.mailbox.got:
            for number in _SUBMISSION.findall(mail.get_content()):
                receipts[int(number)].add(mail["Message-ID"])
        with self.scene.database.reading() as session:
            for submission in session.scalars(select(Submission.id)):
                match len(receipts.pop(submission, ())):
                    case 0:
                        found.lost.append(f"receipt of {submission}")
                    case 1:
                        pass
                    case _:
                        found.twice.append(f"receipt of {submission}")
            if not self._has_all(visible_scores(session, self.scene.edition)):
                found.lost.append("scores")
        found.twice += [f"receipt of {number}, which is not there" for number in receipts]
        bodies = Counter((body["userId"], body["timestamp"]) for body in self.platform.posted)
        found.twice += [f"score of {user}" for (user, _), times in bodies.items() if times > 1]
        found.twice += [f"column {item['id']}" for item in self.platform.items[1:]]
        ids = Counter(mail["Message-ID"] for mail in self.mailbox.got)
        found.repeated = sum(times - 1 for times in ids.values())
        return found


@dataclass
class DeliveryFindings:
    """What was seen of mails and scores. The first two have to be empty.

    Attributes:
        lost: what somebody should have got.
        twice: what somebody got twice: a receipt in two mails, a score, or a column of scores.
        repeated: mails that came once more with the same Message-ID, which mail programs show once.
    """

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    repeated: int = 0
    mails: int = 0
    scores: int = 0


@contextmanager
def followed(scene: Scene, students: Sequence[Person]) -> Iterator[Deliveries]:
    """Give the students addresses and a platform, and release their marks beforehand."""
    with mail_server(Mailbox()) as mailbox, lti_platform.running() as platform:
        lti_platform.link(scene, platform, {f"user-{each.id}": each for each in students})
        with scene.database.writing() as session:
            for each in students:
                set_address(session, each.id, f"{each.login}@example.edu", confirmed=True)
        scene.release()
        settings = scene.folder / "mail.toml"
        settings.write_text(
            f'host = "127.0.0.1"\nport = {mailbox.port}\nsecurity = "none"\n'
            'from = "grades@example.edu"\nminutes = 1\n'
        )
        yield Deliveries(scene, mailbox, platform, settings)
