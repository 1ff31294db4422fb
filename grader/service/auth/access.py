"""Decides which visitors have which permissions, for all pages and the API."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from grader.service.data.tables import Role, Submission

READ, SUBMIT, MARK, MEASURE, MANAGE = "read", "submit", "mark", "measure", "manage"
SCOPES = (READ, SUBMIT, MARK, MEASURE, MANAGE)
"""What a token of a program may be good for."""


class Permission(Enum):
    """A right in a course that depends on a person's role."""

    SUBMIT = auto()
    """Hand in, and read what one has handed in."""
    READ_ALL = auto()
    """Read everybody's submissions, and reports as staff see them."""
    MARK = auto()
    """Give points and comments, and say what rubrics ask for."""
    ANNOUNCE = auto()
    """Show texts to everybody in the course, and have them mailed."""
    OVERSEE = auto()
    """See everybody's scores together; have things graded again."""
    DECIDE = auto()
    """Set deadlines, release, and have everything graded by a new edition."""
    ENROL = auto()
    """Say who is in the course."""


_MAY = {
    Role.STUDENT: {Permission.SUBMIT},
    Role.TEST: {Permission.SUBMIT},
    Role.ASSISTANT: {Permission.SUBMIT, Permission.READ_ALL, Permission.MARK, Permission.ANNOUNCE},
    Role.INSTRUCTOR: set(Permission),
}


class Forbidden(Exception):
    """The error of a visitor who may not see or do something.

    The visitor learns no more than if it did not exist. A message, if there is one, is for visitors
    who may know what it says.
    """


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person who is signed in, with their roles and the scopes of their token.

    Attributes:
        roles: by id of the course.
        scopes: of the token they use; in a browser, all of them.
        csrf: what forms of their session carry; empty without one.
        behind: the person of the staff who sees pages as this student does; 0 if it is themselves.
    """

    id: int
    login: str
    name: str
    admin: bool
    roles: Mapping[int, Role] = field(default_factory=dict)
    scopes: frozenset[str] = frozenset(SCOPES)
    csrf: str = ""
    behind: int = 0

    @property
    def reader(self) -> int:
        """Return the id of the person who really looks."""
        return self.behind or self.id

    def may(self, deed: Permission, course: int) -> bool:
        """Return whether the visitor has a permission in a course; administrators have all."""
        role = Role.INSTRUCTOR if self.admin else self.roles.get(course)
        return role is not None and deed in _MAY[role]

    def may_anywhere(self, deed: Permission) -> bool:
        """Return whether the visitor has a permission in any course."""
        return self.admin or any(self.may(deed, course) for course in self.roles)

    @property
    def own_scopes(self) -> tuple[str, ...]:
        """Return the scopes that a token of the visitor may have, by their roles."""
        mine = [READ, SUBMIT]
        if self.may_anywhere(Permission.MARK):
            mine.append(MARK)
        if self.admin:
            mine.append(MEASURE)
        if self.may_anywhere(Permission.DECIDE):
            mine.append(MANAGE)
        return tuple(mine)

    def require(self, deed: Permission, course: int) -> None:
        """Raise Forbidden unless the visitor has a permission in a course."""
        if not self.may(deed, course):
            raise Forbidden

    def require_admin(self) -> None:
        """Raise Forbidden unless the visitor is an administrator in a browser."""
        if not self.admin or not self.csrf:
            raise Forbidden

    def require_measuring(self) -> None:
        """Raise Forbidden unless an administrator's token may read figures."""
        if not self.admin:
            raise Forbidden
        self.require_scope(MEASURE)

    def require_scope(self, scope: str) -> None:
        """Raise Forbidden unless the visitor's token has a scope."""
        if scope not in self.scopes:
            raise Forbidden

    def require_own(self, submission: Submission, owners: Collection[int]) -> None:
        """Raise Forbidden unless a submission is the visitor's and they are in the course.

        Args:
            owners: whose it is; see :func:`grader.service.team_membership.owners_of_submission`.
        """
        self.require(Permission.SUBMIT, submission.course_id)
        if self.id not in owners:
            raise Forbidden

    def as_staff(self, submission: Submission, owners: Collection[int]) -> bool:
        """Return whether the visitor reads a submission as staff, not as one of its owners.

        Raises:
            Forbidden: if they may not read it at all.
        """
        if self.may(Permission.READ_ALL, submission.course_id):
            return True
        self.require_own(submission, owners)
        return False
