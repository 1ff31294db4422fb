"""Registers the service at a platform by itself (1EdTech LTI Dynamic Registration 1.0).

An administrator makes a link and gives it to the platform, which opens it in their browser and adds
where its own configuration is. The link is good once, for an hour: nobody else can have a platform
registered here.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.auth.auth_secrets import hash_secret
from grader.service.data.lti_tables import LtiPlatform, LtiRegistrationTicket
from grader.service.lti import tool_keys
from grader.service.lti.launch_claims import SCOPES, MessageType
from grader.service.lti.launch_login import DEEP_LINK, KEYS, LAUNCH, LOGIN
from grader.service.lti.platforms import PlatformDetails, add_platform
from grader.service.outgoing_http import HttpAnswer, send_request

_TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"
_PLATFORM = "https://purl.imsglobal.org/spec/lti-platform-configuration"
_LIFETIME = 3600.0
_LARGEST = 1 << 18
_ENDS = ("authorization_endpoint", "token_endpoint", "jwks_uri", "registration_endpoint")


def make_ticket(session: Session, who: int, *, private: bool) -> str:
    """Return the secret part of a link by which one platform registers itself."""
    now, raw = time.time(), secrets.token_urlsafe(32)
    session.execute(delete(LtiRegistrationTicket).where(LtiRegistrationTicket.expires_at < now))
    session.add(
        LtiRegistrationTicket(
            ticket=hash_secret(raw), private=private, expires_at=now + _LIFETIME, by_id=who
        )
    )
    tool_keys.ensure_key(session)
    session.flush()
    return raw


def find_ticket(session: Session, raw: str) -> LtiRegistrationTicket:
    """Return the ticket of a registration link; raise ServiceProblem if used or too old."""
    found = session.scalars(
        select(LtiRegistrationTicket).where(LtiRegistrationTicket.ticket == hash_secret(raw))
    ).one_or_none()
    if found is None or found.expires_at < time.time():
        raise ServiceProblem(
            "This link to register a platform was used, or is too old. Make a new one on the page "
            "Administration, LTI."
        )
    return found


def read_configuration(url: str, *, private: bool) -> tuple[PlatformDetails, str]:
    """Fetch the details of a platform, and the address at which tools register.

    Raises:
        ServiceProblem: if it cannot be read, or speaks for another server than its own.
    """
    found = _json(
        send_request(
            "GET", url, {"Accept": "application/json"}, private=private, largest=_LARGEST,
            purpose="a platform's configuration",
        )
    )  # fmt: skip
    issuer = found.get("issuer")
    ends = [found.get(each) for each in _ENDS]
    if not isinstance(issuer, str) or not all(isinstance(each, str) for each in ends):
        raise ServiceProblem(f"The platform's configuration lacks issuer, {', '.join(_ENDS)}.")
    if urlsplit(issuer).hostname != urlsplit(url).hostname:
        raise ServiceProblem(
            f"The configuration is of {escape_to_one_line(issuer, 100)}, but another server has it."
        )
    auth, token, keys, registration = map(str, ends)
    audience = found.get("authorization_server")
    family = found.get(_PLATFORM)
    product = family.get("product_family_code") if isinstance(family, dict) else None
    host = urlsplit(issuer).hostname or ""
    name = f"{product.capitalize()} {host}" if isinstance(product, str) and product else host
    details = PlatformDetails(
        name, issuer, "", auth, token, keys, audience if isinstance(audience, str) else "",
        private=private,
    )  # fmt: skip
    return details, registration


def register_at_platform(
    service: str, platform: PlatformDetails, url: str, token: str
) -> PlatformDetails:
    """Register the service at a platform, and return the platform's details with the client id.

    Args:
        url: at which tools register.

    Raises:
        ServiceProblem: if the platform does not take it.
    """
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if token:
        if not token.isascii() or not token.isprintable():
            raise ServiceProblem("The platform's registration token has characters of no header.")
        headers["Authorization"] = f"Bearer {token}"
    own = json.dumps(tool_configuration(service)).encode()
    answer = send_request(
        "POST", url, headers, own, private=platform.private, largest=_LARGEST,
        purpose="a registration",
    )  # fmt: skip
    found = _json(answer)
    client, tool = found.get("client_id"), found.get(_TOOL)
    if not isinstance(client, str) or not client:
        raise ServiceProblem("The platform gave no client id.")
    deployment = tool.get("deployment_id") if isinstance(tool, dict) else None
    return replace(platform, client_id=client, deployments=str(deployment or ""))


def finish_registration(session: Session, raw: str, details: PlatformDetails) -> LtiPlatform:
    """Spend the link, and store the platform in the name of the administrator who made it."""
    ticket = find_ticket(session, raw)
    made = add_platform(session, ticket.by_id, details)
    session.delete(ticket)
    return made


def tool_configuration(service: str) -> dict[str, Any]:
    """Return the configuration with which the service registers at a platform."""
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": service + LOGIN,
        "redirect_uris": [service + LAUNCH],
        "client_name": "Grading service",
        "jwks_uri": service + KEYS,
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(SCOPES),
        _TOOL: {
            "domain": urlsplit(service).netloc,
            "target_link_uri": service + LAUNCH,
            "claims": ["iss", "sub", "name", "preferred_username"],
            "messages": [
                {"type": MessageType.RESOURCE_LINK.value, "target_link_uri": service + LAUNCH},
                {"type": MessageType.DEEP_LINKING.value, "target_link_uri": service + DEEP_LINK,
                 "label": "An assignment of the grading service"},
            ],
        },
    }  # fmt: skip


def _json(answer: HttpAnswer) -> dict[str, Any]:
    said = escape_to_one_line(answer.body[:300].decode("utf-8", "replace"), 200)
    if not answer.is_success:
        raise ServiceProblem(f"The platform answered with status {answer.status}: {said or '-'}")
    try:
        found = json.loads(answer.body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ServiceProblem(f"The platform answered with something else than JSON: {said or '-'}")
    return found
