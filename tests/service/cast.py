"""Everybody there can be around a course, and what a stranger must not learn about it."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlalchemy import select
from starlette.routing import Route

from grader.model.report import Report
from grader.service import course_editions, people
from grader.service.auth import auth_secrets
from grader.service.data.database import Database
from grader.service.data.decision_tables import (
    AssignmentTerms,
    Binding,
    Comment,
    DeadlineExtension,
    Mark,
    Phrase,
    RegradeRequest,
    Release,
    RubricItem,
)
from grader.service.data.group_tables import SectionDeadline, SectionMember, TeamRules
from grader.service.data.lti_tables import LtiContext, LtiLineItem, LtiMember, LtiScore
from grader.service.data.mail_tables import Announcement, Mail
from grader.service.data.tables import (
    Base,
    BindingTrialRow,
    Person,
    Role,
    Secret,
    SecretKind,
    SimilarityComparison,
    Submission,
    Webhook,
)
from grader.service.lti import tool_keys
from grader.service.lti.platforms import PlatformDetails, add_platform
from grader.service.mail import addresses
from grader.service.mail.message import CONFIRM
from grader.service.similarity_comparisons import (
    LineSpan,
    PairSide,
    SharedPassage,
    SimilarityOutcome,
    SimilarPair,
)
from grader.service.web import app as apps
from tests.service.ladder_scene import one_game, one_tournament
from tests.service.scene import RIGHT, Scene
from tests.service.site import Browser, server, token

PRIVATE = "Xyzzyva"
"""Stands in everything that the owner of the submission wrote, or others wrote about it."""

Row = tuple[object, ...]

_NAMED_BY_DIGEST = re.compile(r"/[a-z]+-[0-9a-f]{16}\.(css|js|svg)")
"""Files that are the same for everybody."""


@dataclass
class Cast:
    """People by what they are to the course ``demo`` and to one submission in it.

    ``foreign`` instructs the course ``other``, which has the same assignment.
    """

    scene: Scene
    people: dict[str, Person | None]
    submission: int

    @classmethod
    def made(
        cls, scene: Scene, report: Report, text: str = PRIVATE, filename: str = f"{PRIVATE}.py"
    ) -> Cast:
        """``text`` is what people wrote, and the name of the submission's owner."""
        cast = {
            "nobody": None,
            "stranger": scene.person("stranger", None),
            "owner": scene.person("owner"),
            "other": scene.person("other"),
            "assistant": scene.person("assistant", Role.ASSISTANT),
            "instructor": scene.person("instructor", Role.INSTRUCTOR),
            "foreign": scene.person("foreign", None),
            "admin": scene.person("root", None, admin=True),
        }
        owner, foreign, assistant = cast["owner"], cast["foreign"], cast["assistant"]
        assert owner
        assert foreign
        assert assistant
        with scene.database.writing() as session:
            session.get_one(Person, owner.id).name = text
            other = course_editions.register_course(
                session, "other", scene.folder / "course", "Another course"
            )
            people.enrol_person(session, foreign, other, Role.INSTRUCTOR)
        written = replace(report, student=text)
        submission = scene.graded(owner, written, filename, RIGHT + f"# {PRIVATE}\n".encode())
        _decide(scene, submission, owner, assistant, text)
        _write_mail(scene, cast, text)
        one_game(scene, submission, assistant.id, text)
        one_tournament(scene, assistant.id, text)
        return cls(scene, cast, submission)

    @property
    def app(self) -> FastAPI:
        """The server."""
        return server(self.scene)

    def person(self, who: str) -> Person:
        """Somebody who exists."""
        found = self.people[who]
        assert found is not None
        return found

    def browser(self, who: str) -> Browser:
        """Theirs, signed in."""
        return Browser(self.scene, self.people[who])

    def token(self, who: str, scopes: str = "read submit mark measure manage") -> dict[str, str]:
        """Headers of a program of theirs."""
        return token(self.scene, self.person(who), scopes)

    def path(self, path: str, **others: object) -> str:
        """An address about the submission; of a new parameter, say here what it is."""
        if path.startswith("/mail/"):
            others |= {"kind": "receipt", "signature": self._signature(path)}
        if path.startswith("/account/tokens/"):
            others["id"] = self._token_of_owner()
        own: dict[str, object] = {
            "slug": "demo", "assignment": "demo", "id": self.submission, "link": "none",
            "task": "1.1", "person": self.person("owner").id, "login": "owner", "shape": "canvas",
            "hook": 1, "ticket": "none",
            "context": 1, "platform": 1, "key": 1, "mail": 1, "announcement": 1,
            "player": 1, "pair": 1, "number": 0, "tournament": 1,
            "one": self.submission, "other": self.submission,
        }  # fmt: skip
        return path.format(**{**own, **others})

    def _signature(self, path: str) -> str:
        """What a link carries in a mail to the owner of the submission."""
        purpose = CONFIRM if path.startswith("/mail/confirm") else "receipt"
        with self.scene.database.reading() as session:
            found = addresses.address_of(session, self.person("owner").id)
        assert found is not None
        return addresses.sign_mail_link(found, purpose)

    def _token_of_owner(self) -> int:
        with self.scene.database.writing() as session:
            whose = (
                Secret.person_id == self.person("owner").id,
                Secret.kind == SecretKind.API.value,
            )
            known = session.scalars(select(Secret.id).where(*whose)).first()
            if known is None:
                auth_secrets.issue_secret(
                    session, self.person("owner").id, SecretKind.API, note=PRIVATE
                )
                known = session.scalars(select(Secret.id).where(*whose)).one()
            return known


def routes(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path of everything that can be asked for."""
    included = [route for router in apps.ROUTERS for route in router.routes]
    own = [route for route in app.routes if isinstance(route, Route)]
    assert len(app.routes) == len(own) + len(apps.ROUTERS), (
        "There is more than routes: say who may."
    )
    found = []
    for route in [*own, *included]:
        assert isinstance(route, Route | APIRoute), f"{route} is no route; say who may use it."
        found += [(method, route.path) for method in sorted(route.methods or ())]
    return [each for each in found if not _NAMED_BY_DIGEST.fullmatch(each[1])]


def rows(database: Database, *, without: Collection[str] = (), of_course: int = 0) -> set[Row]:
    """All that is kept, each row with the name of its table.

    Args:
        without: tables that are left out.
        of_course: only rows that name this course, or a submission in it, if it is not 0.
    """
    found: set[Row] = set()
    with database.reading() as session:
        own = set(session.scalars(select(Submission.id).where(Submission.course_id == of_course)))
        for name, table in Base.metadata.tables.items():
            for row in session.execute(select(table)).mappings():
                about = row.get("course_id") == of_course or row.get("submission_id") in own
                if name not in without and (about or not of_course):
                    found.add((name, *row.values()))
    return found


def _write_mail(scene: Scene, people: Mapping[str, Person | None], text: str) -> None:
    """Addresses, the owner's not confirmed; a mail that was refused, and an announcement."""
    owner, other, admin = people["owner"], people["other"], people["admin"]
    assert owner
    assert other
    assert admin
    for_all = text.replace(PRIVATE, "Points")  # the whole course reads an announcement
    with scene.database.writing() as session:
        addresses.set_address(session, owner.id, f"{PRIVATE}@example.org", confirmed=False)
        addresses.set_address(session, other.id, "other@example.org", confirmed=True)
        addresses.set_address(session, admin.id, "root@example.org", confirmed=True)
        session.add(Mail(
            person_id=owner.id, kind="receipt", message_id="<1@grades.test>", subject=text,
            text=text, at=time.time(), next_at=0.0, tries=1, refused_at=time.time(),
            problem=text,
        ))  # fmt: skip
        session.add(Announcement(
            course_id=scene.course.id, title=for_all, text=for_all, mailed=False,
            by_id=admin.id, at=time.time(),
        ))  # fmt: skip


def _alike(submission: int) -> str:
    """What a comparison comes to that found it to be like itself."""
    side, all_of_it = PairSide(submission, 1.0), LineSpan((0, 1), (9, 1))
    pair = SimilarPair(side, side, 3, [SharedPassage(all_of_it, all_of_it)])
    return msgspec.json.encode(SimilarityOutcome(2, 0.3, 0, 0, [pair])).decode()


def _decide(scene: Scene, submission: int, owner: Person, staff: Person, text: str) -> None:
    """What staff decided and wrote, and asked of them: of each kind one."""
    for_all = text.replace(PRIVATE, "Points")  # the whole course reads what is released
    own, now = {"course_id": scene.course.id, "assignment": "demo"}, time.time()
    about, by = {"submission_id": submission}, {"by_id": staff.id, "at": now}
    with scene.database.writing() as session:
        session.add_all([
            DeadlineExtension(**own, person_id=owner.id, due_at=now, reason=text, **by),
            RubricItem(**own, task="1.1", position=1, text=text, points=1.0),
            Mark(**about, task="1.1", points=1.0, items="1", reason=text, **by),
            Comment(**about, cell=0, line=1, text=text, **by),
            Comment(**about, task="1.1", text=text, **by),
            Phrase(**own, text=text),
            SectionMember(course_id=scene.course.id, person_id=owner.id, section="Mon 10"),
            SectionMember(course_id=scene.course.id, person_id=staff.id, section="Tue 14"),
            SectionDeadline(**own, section="Mon 10", due_at=0.0, reason=text, **by),
            TeamRules(**own, largest=3, **by),
            RegradeRequest(**about, task="1.1", reason=text, at=now),
            AssignmentTerms(**own, requests=2, counts="chosen", **by),
            Webhook(course_id=scene.course.id, url=f"https://{PRIVATE}.test", secret=text, **by),
            Release(**own, edition_id=scene.edition.id, message=for_all, **by),
            Binding(**about, role="search", line=text, **by),
            BindingTrialRow(**about, edition_id=scene.edition.id, role="search", line=text, **by),
            SimilarityComparison(**own, state="done", result=_alike(submission), **by),
        ])  # fmt: skip
    _come_by_lti(scene, owner, text)


def _come_by_lti(scene: Scene, owner: Person, text: str) -> None:
    """Two courses of a platform: one linked, in which the owner is; one that waits for it."""
    teacher = scene.person("instructor", Role.INSTRUCTOR)
    with scene.database.writing() as session:
        platform = add_platform(session, teacher.id, PlatformDetails(
            "Moodle", "https://moodle.test", "1", "https://moodle.test/auth",
            "https://moodle.test/token", "https://moodle.test/keys", deployments="1",
        ))  # fmt: skip
        tool_keys.rotate_keys(session, teacher.id)
        place = {"platform_id": platform.id, "deployment": "1", "title": "Algorithms"}
        linked = LtiContext(**place, name="a", course_id=scene.course.id, memberships_url="x")
        session.add(linked)
        session.flush()
        waiting = LtiContext(**place, name="b")
        session.add(waiting)
        session.flush()
        item = LtiLineItem(context_id=linked.id, assignment="demo", url="x")
        session.add(item)
        session.flush()
        whose = {"person_id": owner.id}
        session.add_all([
            LtiMember(context_id=linked.id, subject=text, **whose, role="student",
                      listed_role="student", name=text),
            LtiMember(context_id=waiting.id, subject="t", person_id=teacher.id,
                      listed_role="instructor"),
            LtiMember(context_id=linked.id, subject="n", listed_role="student", name="New",
                      login="new"),
            LtiScore(line_item_id=item.id, **whose, wanted="{}", next_at=9e9, problem=text),
        ])  # fmt: skip
