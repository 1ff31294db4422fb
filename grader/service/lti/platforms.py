"""Stores the platforms that may send people here, and how each deploys the service."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data import audit
from grader.service.data.lti_tables import LtiDeployment, LtiPlatform
from grader.service.lti import tool_keys
from grader.service.lti.launch_claims import LaunchRefused, plain_name
from grader.service.outgoing_http import check_webhook_url

MOST_WAITING = 20
"""Deployments of a platform that wait to be accepted; what further launches name is forgotten."""


@dataclass(frozen=True, slots=True)
class PlatformDetails:
    """The details of a platform, as an administrator types them or the platform sends them.

    Attributes:
        audience: whom requests for tokens are addressed to, if it is not the token URL.
        deployments: names of deployments, separated by spaces.
        private: whether its addresses may lead into the service's own network.
    """

    name: str
    issuer: str
    client_id: str
    auth_url: str
    token_url: str
    jwks_url: str
    audience: str = ""
    deployments: str = ""
    private: bool = False

    def stripped(self) -> PlatformDetails:
        """Return the same details without spaces around them."""
        given = asdict(self)
        texts = {key: value.strip() for key, value in given.items() if isinstance(value, str)}
        return PlatformDetails(**{**given, **texts, "name": plain_name(self.name)})


def add_platform(session: Session, who: int, given: PlatformDetails) -> LtiPlatform:
    """Add a platform and return it.

    Raises:
        ServiceProblem: if a detail is missing or wrong, or the platform is known already.
    """
    details = given.stripped()
    for label, value in (("name", details.name), ("issuer", details.issuer),
                         ("client id", details.client_id)):  # fmt: skip
        if not 0 < len(value) <= 255 or not value.isprintable():
            raise ServiceProblem(f"The {label} is missing or too long; use 1 to 255 characters.")
    for label, url in (
        ("authentication requests", details.auth_url),
        ("access tokens", details.token_url),
        ("public keys", details.jwks_url),
    ):
        check_webhook_url(url, private=details.private, purpose=label)
    if find_platforms(session, details.issuer, details.client_id):
        raise ServiceProblem(
            "There is a platform with this issuer and client id already; remove it first."
        )
    columns = asdict(details)
    del columns["deployments"]
    made = LtiPlatform(**columns, by_id=who, at=time.time())
    session.add(made)
    session.flush()
    tool_keys.ensure_key(session)
    for name in details.deployments.split():
        accept_deployment(session, who, made, name)
    _note(session, who, "added platform", made)
    return made


def remove_platform(session: Session, who: int, platform: int) -> None:
    """Remove a platform: nobody comes from it any more, and nothing is sent to it."""
    for each in active_platforms(session):
        if each.id == platform:
            each.removed_at = time.time()
            _note(session, who, "removed platform", each)


def active_platforms(session: Session) -> Sequence[LtiPlatform]:
    """Return the platforms that were not removed, by name."""
    return session.scalars(
        select(LtiPlatform)
        .where(LtiPlatform.removed_at == 0.0)
        .order_by(LtiPlatform.name, LtiPlatform.id)
    ).all()


def find_platforms(session: Session, issuer: str, client_id: str = "") -> list[LtiPlatform]:
    """Return the active platforms of an issuer, or the one that knows the service by an id."""
    return [
        each
        for each in active_platforms(session)
        if each.issuer == issuer and client_id in {"", each.client_id}
    ]


def platform_of_login(session: Session, issuer: str, client_id: str) -> LtiPlatform:
    """Return the platform that begins a launch.

    Raises:
        LaunchRefused: if there is none, or it could be one of several.
    """
    found = find_platforms(session, issuer, client_id)
    if len(found) == 1:
        return found[0]
    known = "more than one platform" if found else "no platform"
    raise LaunchRefused(
        f"{known} with issuer {issuer!r} and client id {client_id!r}",
        "This service does not know the platform that you come from. Its administrator has to "
        "register it here first.",
    )


def accept_deployment(session: Session, who: int, platform: LtiPlatform, name: str) -> None:
    """Accept a deployment of a platform, so that launches from it count."""
    found = _deployment(session, platform.id, name)
    if found is None:
        found = LtiDeployment(platform_id=platform.id, name=name)
        session.add(found)
    found.accepted_at = time.time()
    session.flush()
    _note(session, who, "accepted deployment", platform, f" {escape_to_one_line(name, 80)}")


def record_and_check_deployment(session: Session, platform: int, name: str) -> bool:
    """Return whether a deployment is accepted; store an unknown one for an administrator."""
    found = _deployment(session, platform, name)
    if found is None:
        waiting = session.scalars(
            select(func.count())
            .select_from(LtiDeployment)
            .where(LtiDeployment.platform_id == platform, LtiDeployment.accepted_at == 0.0)
        ).one()
        if waiting < MOST_WAITING:
            session.add(LtiDeployment(platform_id=platform, name=name))
            session.flush()
        return False
    return found.accepted_at > 0.0


def list_deployments(session: Session) -> Sequence[LtiDeployment]:
    """Return all deployments, those that wait to be accepted among them."""
    return session.scalars(select(LtiDeployment).order_by(LtiDeployment.id)).all()


def _deployment(session: Session, platform: int, name: str) -> LtiDeployment | None:
    return session.scalars(
        select(LtiDeployment).where(
            LtiDeployment.platform_id == platform, LtiDeployment.name == name
        )
    ).one_or_none()


def _note(session: Session, who: int, deed: str, platform: LtiPlatform, more: str = "") -> None:
    about = f"{platform.name}: {escape_to_one_line(platform.issuer, 200)}{more}"
    audit.add_audit_entry(session, who, deed, about)
