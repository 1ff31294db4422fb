"""Checks the signed message of a launch: by whom, for whom, when, and for which login it was made.

The platform is that of the login, never the one that the message names: so no platform can speak
for another one.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping
from typing import Any

from joserfc import jws, jwt
from joserfc.errors import JoseError

from grader.model.escape import escape_to_one_line
from grader.service.data.lti_tables import LtiLogin, LtiPlatform
from grader.service.lti import launch_claims
from grader.service.lti.launch_claims import LaunchMessage, LaunchRefused, MessageType
from grader.service.lti.launch_login import DEEP_LINK
from grader.service.lti.platform_keys import PlatformKeys

_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "ES256")
"""How messages may be signed: by a key that the platform alone has."""
_LARGEST = 1 << 16
"""Characters of a message."""
_LEEWAY = 60
"""Seconds by which clocks may differ."""
_OLDEST = 600
"""Seconds after which a message is too old, whatever it says itself."""


def read_token(
    keys: PlatformKeys, platform: LtiPlatform, login: LtiLogin, token: str
) -> LaunchMessage:
    """Return the message of a platform's token.

    Raises:
        LaunchRefused: if it cannot be trusted, or is not the one that the login asked for.
    """
    claims = _signed_claims(keys, platform, token)
    _check_receiver(claims, platform)
    _check_times(claims)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(
        nonce.encode("utf-8", "replace"), login.nonce.encode()
    ):
        raise LaunchRefused("the nonce is another")
    if claims.get(launch_claims.TARGET) != login.target:
        raise LaunchRefused("target_link_uri is another than at the beginning")
    message = launch_claims.read_message(claims)
    if login.target.endswith(DEEP_LINK) and message.kind is not MessageType.DEEP_LINKING:
        # It came without a cookie: it must not sign anybody in.
        raise LaunchRefused(f"{message.kind} at the address for deep linking")
    return message


def _signed_claims(keys: PlatformKeys, platform: LtiPlatform, token: str) -> Mapping[str, Any]:
    """Return the claims of a token that one of the platform's keys has signed."""
    if len(token) > _LARGEST:
        raise LaunchRefused(f"the message has more than {_LARGEST} characters")
    try:
        header = jws.extract_compact(token.encode("utf-8", "replace")).headers()
        kid, algorithm = header.get("kid"), header.get("alg")
        if not isinstance(kid, str) or not kid:
            raise LaunchRefused("the message names no key")
        if algorithm not in _ALGORITHMS:
            raise LaunchRefused(f"signed by {algorithm!r}, expected one of {_ALGORITHMS}")
        return jwt.decode(token, keys.find(platform, kid), algorithms=_ALGORITHMS).claims
    except (JoseError, TypeError, ValueError, RecursionError) as problem:
        raise LaunchRefused(f"the signature: {escape_to_one_line(str(problem))}") from None


def _check_receiver(claims: Mapping[str, Any], platform: LtiPlatform) -> None:
    """Raise LaunchRefused unless the platform made the message for this service."""
    if claims.get("iss") != platform.issuer:
        raise LaunchRefused(f"issuer {claims.get('iss')!r}, expected {platform.issuer!r}")
    audience = claims.get("aud")
    every = audience if isinstance(audience, list) else [audience]
    if platform.client_id not in every:
        raise LaunchRefused(f"audience {audience!r}, expected {platform.client_id!r}")
    party = claims.get("azp")
    if (len(every) > 1 or party is not None) and party != platform.client_id:
        raise LaunchRefused(f"authorized party {party!r}, expected {platform.client_id!r}")


def _check_times(claims: Mapping[str, Any]) -> None:
    """Raise LaunchRefused if the message is too old, or from the future."""
    registry = jwt.JWTClaimsRegistry(
        now=int(time.time()), leeway=_LEEWAY, exp={"essential": True}, iat={"essential": True}
    )
    try:
        registry.validate(dict(claims))
    except (JoseError, TypeError, ValueError, OverflowError) as problem:
        raise LaunchRefused(f"the time: {escape_to_one_line(str(problem))}") from None
    if claims["iat"] < time.time() - _OLDEST:
        raise LaunchRefused(f"it was made more than {_OLDEST} seconds ago")
