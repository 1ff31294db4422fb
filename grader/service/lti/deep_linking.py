"""Answers a platform that asks for an assignment: one signed message for each that can be chosen.

The page has a form for each assignment, which the browser posts to the platform. The service need
not know who the person is here, and keeps nothing: so it works in a frame without cookies.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from grader.service import course_editions
from grader.service.assignment_gradebook import make_gradebook
from grader.service.data.lti_tables import LtiContext, LtiPlatform
from grader.service.data.tables import Role
from grader.service.lti import launch_claims, tool_keys
from grader.service.lti.launch_claims import LaunchMessage, LaunchRefused
from grader.service.lti.launch_login import LAUNCH
from grader.service.outgoing_http import check_webhook_url

_MINUTES = 30
"""For which the platform may take an answer."""


@dataclass(frozen=True, slots=True)
class AssignmentChoice:
    """An assignment that can be chosen, and the signed message that says so to the platform."""

    assignment: str
    title: str
    token: str


def assignment_choices(
    session: Session, service: str, platform: LtiPlatform, context: LtiContext,
    message: LaunchMessage,
) -> list[AssignmentChoice]:  # fmt: skip
    """Return the assignments from which an instructor chooses.

    Raises:
        LaunchRefused: if the context is not linked, or they do not teach it.
    """
    if message.role is not Role.INSTRUCTOR:
        raise LaunchRefused(
            "deep linking by somebody who does not teach there",
            "Only instructors of the platform's course choose assignments.",
        )
    if context.course is None:
        raise LaunchRefused(
            "deep linking in a context that is not linked",
            "This course of the platform is not linked to a course of this service yet. Add this "
            "service to the course as an external tool without choosing anything, open it from "
            "there, and link the course. Then choose assignments.",
        )
    # The form leads there, so it has to be an address that forms may lead to.
    check_webhook_url(message.return_url, private=platform.private, purpose="the platform's return")
    now = int(time.time())
    found = []
    for edition in course_editions.current_editions(session, context.course):
        maximum = make_gradebook(session, edition).maximum
        claims: dict[str, Any] = {
            "iss": platform.client_id, "aud": [platform.issuer], "sub": platform.client_id,
            "iat": now, "exp": now + 60 * _MINUTES, "nonce": secrets.token_urlsafe(16),
            "azp": platform.client_id,
            launch_claims.MESSAGE_TYPE: "LtiDeepLinkingResponse",
            launch_claims.VERSION: launch_claims.LTI_VERSION,
            launch_claims.DEPLOYMENT: message.deployment,
            launch_claims.CONTENT_ITEMS: [{
                "type": "ltiResourceLink", "title": edition.title, "url": service + LAUNCH,
                "custom": {"assignment": edition.assignment},
                "window": {"targetName": "_blank"},
                "lineItem": {
                    "label": edition.title, "resourceId": edition.assignment,
                    "scoreMaximum": maximum or 100.0, "tag": "grade",
                },
            }],
        }  # fmt: skip
        if message.return_data is not None:
            claims[launch_claims.DEEP_DATA] = message.return_data
        token = tool_keys.sign_claims(session, claims)
        found.append(AssignmentChoice(edition.assignment, edition.title, token))
    return found
