"""Begins LTI launches: keeps the state and nonce that the platform has to send back, once.

OpenID Connect's login that is initiated by a third party, as in the 1EdTech Security Framework 1.0:

1. The platform sends the browser here, and says who it is.
2. The service keeps a state, a nonce and the browser's cookie, and sends the browser back.
3. The platform posts a signed message with the state. The row is taken out: it is good once.

A launch that signs somebody in has to come from the browser that began it. Otherwise somebody could
have another person's browser finish a launch of their own, and get what that person hands in. A
launch in which an assignment is chosen signs nobody in, and needs no cookie: it works in a frame.
"""

from __future__ import annotations

import hmac
import secrets
import time
from urllib.parse import urlencode, urlsplit

from pydantic import BaseModel
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.service.auth.auth_secrets import hash_secret
from grader.service.data.lti_tables import LtiLogin, LtiPlatform
from grader.service.lti.launch_claims import LaunchRefused
from grader.service.lti.platforms import platform_of_login

LOGIN, LAUNCH, DEEP_LINK, KEYS = "/lti/login", "/lti/launch", "/lti/deep-link", "/lti/jwks"
"""The addresses of the service that platforms know."""
ACCOUNT = "/lti/account"
"""Where somebody says which account is theirs."""
MINUTES = 10
"""For which somebody may take from one step of a launch to the next."""
_LONGEST = 2000


class LoginRequest(BaseModel):
    """The first step of a launch, as the platform sends it."""

    iss: str = ""
    login_hint: str = ""
    target_link_uri: str = ""
    client_id: str = ""
    lti_message_hint: str = ""


def is_sign_in_launch(service: str, target: str) -> bool:
    """Return whether a launch to an address of the service signs somebody in.

    Raises:
        LaunchRefused: if the address is not one for launches.
    """
    if target in {service + LAUNCH, service + DEEP_LINK}:
        return target != service + DEEP_LINK
    raise LaunchRefused(
        f"target_link_uri {target!r}",
        f"The link does not lead to this service. It has to be {service}{LAUNCH}; mend it in the "
        "settings of the platform.",
    )


def begin_login(session: Session, service: str, asked: LoginRequest, cookie: str) -> str:
    """Keep a new launch, and return the address of the platform where it continues.

    Args:
        service: the public address of the service.
        cookie: of the browser; it has to come with the platform's message, if anybody signs in.

    Raises:
        LaunchRefused: if the platform or the address that it asks for is not known.
    """
    if not asked.login_hint or any(len(each) > _LONGEST for each in asked.model_dump().values()):
        raise LaunchRefused("login_hint is missing, or a parameter is too long")
    platform = platform_of_login(session, asked.iss, asked.client_id)
    bound = is_sign_in_launch(service, asked.target_link_uri)
    session.execute(delete(LtiLogin).where(LtiLogin.expires_at < time.time()))
    state, nonce = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    session.add(
        LtiLogin(
            platform_id=platform.id, state=hash_secret(state), nonce=nonce,
            target=asked.target_link_uri, browser=hash_secret(cookie) if bound else "",
            expires_at=time.time() + 60 * MINUTES,
        )
    )  # fmt: skip
    query = urlencode({
        "scope": "openid", "response_type": "id_token", "response_mode": "form_post",
        "prompt": "none", "client_id": platform.client_id, "redirect_uri": service + LAUNCH,
        "login_hint": asked.login_hint, "state": state, "nonce": nonce,
        **({"lti_message_hint": asked.lti_message_hint} if asked.lti_message_hint else {}),
    })  # fmt: skip
    return f"{platform.auth_url}{'&' if urlsplit(platform.auth_url).query else '?'}{query}"


def take_login(session: Session, state: str, cookie: str) -> tuple[LtiLogin, LtiPlatform]:
    """Take out the launch of a state, so that nobody uses it again, with its platform.

    The transaction has to be committed even if the message turns out to be of no use.

    Raises:
        LaunchRefused: if there is none, or another browser began it.
    """
    found = session.scalars(
        select(LtiLogin).where(LtiLogin.state == hash_secret(state), LtiLogin.message == "")
    ).one_or_none()
    if found is None or found.expires_at < time.time():
        raise LaunchRefused("the state is not known, was used, or is too old")
    if found.browser and not (cookie and hmac.compare_digest(found.browser, hash_secret(cookie))):
        raise LaunchRefused(
            "another browser began the launch, or it kept no cookie",
            "Your browser did not keep the cookie of this launch. Open the link in a new window, "
            "and allow this service to set cookies.",
        )
    platform = session.get_one(LtiPlatform, found.platform_id)
    if platform.removed_at:
        raise LaunchRefused("the platform was removed meanwhile")
    session.delete(found)
    session.flush()
    return found, platform


def keep_message(session: Session, login: LtiLogin, message: str) -> None:
    """Keep a checked message until its person says, in the same browser, whose it is."""
    session.add(
        LtiLogin(
            platform_id=login.platform_id, state=hash_secret(secrets.token_urlsafe(32)),
            browser=login.browser, nonce="", target=login.target, message=message,
            expires_at=time.time() + 60 * MINUTES,
        )
    )  # fmt: skip
    session.flush()


def find_kept_message(session: Session, cookie: str) -> LtiLogin | None:
    """Return the newest message that waits for the person at a browser; ``None`` without one."""
    return session.scalars(
        select(LtiLogin)
        .where(
            LtiLogin.browser == hash_secret(cookie),
            LtiLogin.message != "",
            LtiLogin.expires_at >= time.time(),
        )
        .order_by(LtiLogin.id.desc())
        .limit(1)
    ).first()
