"""Reads the claims of LTI messages, and roles of platforms as roles of courses.

Names and values are those of LTI Core 1.3, LTI Deep Linking 2.0, AGS 2.0 and NRPS 2.0 (1EdTech).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from grader.model.escape import escape_invisible, escape_to_one_line
from grader.service.data.tables import Role

_CORE = "https://purl.imsglobal.org/spec/lti/claim/"
_DEEP = "https://purl.imsglobal.org/spec/lti-dl/claim/"
MESSAGE_TYPE, VERSION = f"{_CORE}message_type", f"{_CORE}version"
DEPLOYMENT, TARGET = f"{_CORE}deployment_id", f"{_CORE}target_link_uri"
ROLES, CONTEXT, RESOURCE_LINK = f"{_CORE}roles", f"{_CORE}context", f"{_CORE}resource_link"
CUSTOM = f"{_CORE}custom"
DEEP_SETTINGS = f"{_DEEP}deep_linking_settings"
CONTENT_ITEMS, DEEP_DATA = f"{_DEEP}content_items", f"{_DEEP}data"
LINE_ITEMS = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
NAMES_AND_ROLES = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"

LINE_ITEM_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem"
READ_LINE_ITEM_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly"
RESULT_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly"
SCORE_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
ROSTER_SCOPE = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
SCOPES = (LINE_ITEM_SCOPE, READ_LINE_ITEM_SCOPE, RESULT_SCOPE, SCORE_SCOPE, ROSTER_SCOPE)
"""What the service asks platforms for."""

LTI_VERSION = "1.3.0"
_MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership"
_LONGEST = 255
"""Characters of an identifier, as the standard has it."""


class MessageType(StrEnum):
    """The type of a message that the service takes."""

    RESOURCE_LINK = "LtiResourceLinkRequest"
    DEEP_LINKING = "LtiDeepLinkingRequest"


class LaunchRefused(Exception):
    """The error of a launch that cannot be trusted or used.

    Attributes:
        sentence: for the person who launched; the text of the error is for the log.
    """

    def __init__(self, reason: str, sentence: str = "") -> None:
        super().__init__(escape_to_one_line(reason, 300))
        self.sentence = sentence or (
            "The launch was refused: the platform's message is not valid here, or too old. Go "
            "back to your course there and open the link again."
        )


@dataclass(frozen=True, slots=True)
class LaunchMessage:
    """The part of a checked message that the service uses.

    Attributes:
        subject: by which the platform knows the person.
        name: of the person; empty if the platform says none.
        login: what the platform calls them, for a new account.
        role: in the context; ``None`` if they have none that the service knows.
        assignment: that the link was made for; empty if it is for the whole course.
        line_item_url: of that link; empty if it has none.
        return_url: where a chosen assignment is sent.
        return_data: what has to be sent along with it.
    """

    kind: MessageType
    subject: str
    name: str
    login: str
    role: Role | None
    deployment: str
    context: str
    context_title: str
    assignment: str = ""
    line_item_url: str = ""
    line_items_url: str = ""
    memberships_url: str = ""
    scopes: str = ""
    return_url: str = ""
    return_data: str | None = None


def role_in_context(roles: Collection[object]) -> Role | None:
    """Return the role in a course that follows from a platform's roles; ``None`` if none does.

    Only roles in the context count: who teaches elsewhere, or administers the platform, is nobody
    here. Canvas names a teaching assistant an instructor as well, so the lesser one counts.
    """
    own = {_short_role(each) for each in roles if isinstance(each, str)}
    if "TeachingAssistant" in own:
        return Role.ASSISTANT
    if own & {"Instructor", "Administrator"}:
        return Role.INSTRUCTOR
    return Role.STUDENT if "Learner" in own else None


def _short_role(role: str) -> str:
    """Return the last part of a role in the context; empty for a role elsewhere."""
    if role in {"Instructor", "Learner", "Administrator"}:  # names that the standard still allows
        return role
    path, _, name = role.partition("#")
    if path == _MEMBERSHIP and name in {"Instructor", "Learner", "Administrator"}:
        return name
    if path.lower() == f"{_MEMBERSHIP}/instructor" and name.startswith("TeachingAssistant"):
        return "TeachingAssistant"
    return ""


def read_message(claims: Mapping[str, Any]) -> LaunchMessage:
    """Return the message of claims whose signature, time and receiver were checked.

    Raises:
        LaunchRefused: if something is missing, or of another kind than the standard says.
    """
    if claims.get(VERSION) != LTI_VERSION:
        raise LaunchRefused(f"version {claims.get(VERSION)!r}, expected {LTI_VERSION!r}")
    try:
        kind = MessageType(str(claims.get(MESSAGE_TYPE)))
    except ValueError:
        raise LaunchRefused(f"message type {claims.get(MESSAGE_TYPE)!r}") from None
    if "sub" not in claims:
        raise LaunchRefused("no subject", "The platform does not say who you are. Sign in there.")
    roles = claims.get(ROLES)
    if not isinstance(roles, list):
        raise LaunchRefused("no list of roles")
    context, custom = _part(claims, CONTEXT), _part(claims, CUSTOM)
    if "id" not in context:
        raise LaunchRefused(
            "no context", "The link is in no course of the platform. Open it from a course."
        )
    if kind is MessageType.RESOURCE_LINK:
        require_claim(_part(claims, RESOURCE_LINK), "id")
    grades, names = _part(claims, LINE_ITEMS), _part(claims, NAMES_AND_ROLES)
    scopes = grades.get("scope", [])
    known = {each for each in scopes if each in SCOPES} if isinstance(scopes, list) else set()
    if "context_memberships_url" in names:
        known.add(ROSTER_SCOPE)
    return LaunchMessage(
        kind,
        require_claim(claims, "sub"),
        plain_name(claims.get("name")),
        suggest_login(claims.get("preferred_username"), claims.get("email"), claims.get("name")),
        role_in_context(roles),
        require_claim(claims, DEPLOYMENT),
        require_claim(context, "id"),
        plain_name(context.get("title") or context.get("label")),
        _text(custom, "assignment"),
        _text(grades, "lineitem"),
        _text(grades, "lineitems"),
        _text(names, "context_memberships_url"),
        " ".join(sorted(known)),
        *_deep_linking(claims, kind),
    )


def _deep_linking(claims: Mapping[str, Any], kind: MessageType) -> tuple[str, str | None]:
    """Return the address to which a chosen assignment is sent, and the data to send along."""
    if kind is not MessageType.DEEP_LINKING:
        return "", None
    settings = _part(claims, DEEP_SETTINGS)
    accepted = settings.get("accept_types")
    if not isinstance(accepted, list) or "ltiResourceLink" not in accepted:
        raise LaunchRefused(
            "no links to tools are accepted",
            "The platform asks for something else than a link to a tool. Choose this service where "
            "an activity or an assignment is added.",
        )
    data = settings.get("data")
    if data is not None and not isinstance(data, str):
        raise LaunchRefused("data that is no text")
    return require_claim(settings, "deep_link_return_url", 2000), data


def require_claim(found: Mapping[str, Any], key: str, longest: int = _LONGEST) -> str:
    """Return the text of a claim that has to be there; raise LaunchRefused if it is not."""
    value = found.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise LaunchRefused(f"{key} is {value!r}, expected 1 to {longest} characters")
    return value


def plain_name(value: object) -> str:
    """Return a name on one line, without invisible characters; empty if it is no text."""
    return escape_invisible(" ".join(value.split())[:100]) if isinstance(value, str) else ""


def suggest_login(*names: object) -> str:
    """Return the first part of a login, made of the first of these names that has letters."""
    for each in names:
        text = each.partition("@")[0].lower() if isinstance(each, str) else ""
        plain = "".join(char for char in "-".join(text.split()) if char.isalnum() or char in "._-")
        if plain := plain.strip("._-")[:40]:
            return plain
    return "somebody"


def _part(claims: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = claims.get(key, {})
    if not isinstance(found, dict):
        raise LaunchRefused(f"{key} is {found!r}, expected an object")
    return found


def _text(found: Mapping[str, Any], key: str) -> str:
    """Return the text of an optional claim; empty if there is none."""
    value = found.get(key)
    return value if isinstance(value, str) and len(value) <= 2000 and value.isprintable() else ""
