"""Fetches and keeps the public keys of platforms, by which their messages are checked."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import ECKey, KeySet, RSAKey

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data.lti_tables import LtiPlatform
from grader.service.lti.launch_claims import LaunchRefused
from grader.service.outgoing_http import send_request

_KEPT = 3600.0
"""Seconds for which keys are used before they are fetched again."""
_REST = 30.0
"""Seconds between two fetches for one platform, whatever keys messages name."""
_LARGEST = 1 << 18
"""Bytes of a platform's answer."""
_FEWEST_BITS = 2048
_UNREACHABLE = "The platform's keys cannot be read at the moment, so it cannot be trusted. Try again in a minute."  # noqa: E501


@dataclass(slots=True)
class _Fetched:
    keys: KeySet | None
    at: float


@dataclass(slots=True)
class PlatformKeys:
    """The public keys of all platforms, fetched when they are needed.

    Attributes:
        clock: in seconds, from any beginning.
    """

    clock: Callable[[], float] = time.monotonic
    _known: dict[tuple[int, str], _Fetched] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, platform: LtiPlatform, kid: str) -> RSAKey | ECKey:
        """Return the key of that id. One that is not known is looked for again, now and then.

        Raises:
            LaunchRefused: if the platform has no such key, or its keys cannot be read.
        """
        place = (platform.id, platform.jwks_url)
        with self._lock:
            found, now = self._known.get(place), self.clock()
            if found is None or now - found.at >= _KEPT or (
                not _has(found.keys, kid) and now - found.at >= _REST
            ):  # fmt: skip
                # Noted before, so that those who wait for the lock do not ask as well.
                self._known[place] = _Fetched(found.keys if found else None, now)
                self._known[place].keys = _fetch_keys(platform)
            keys = self._known[place].keys
        if keys is None:
            raise LaunchRefused("its keys could not be read just now", _UNREACHABLE)
        try:
            key = keys.get_by_kid(kid)
        except InvalidKeyIdError:
            raise LaunchRefused(f"the platform has no key {kid!r}") from None
        assert isinstance(key, RSAKey | ECKey)
        return key


def _has(keys: KeySet | None, kid: str) -> bool:
    return keys is not None and any(each.kid == kid for each in keys)


def _fetch_keys(platform: LtiPlatform) -> KeySet:
    """Fetch the public keys of a platform; those of another kind are left out."""
    try:
        answer = send_request(
            "GET", platform.jwks_url, {"Accept": "application/json"}, private=platform.private,
            largest=_LARGEST, purpose="public keys",
        )  # fmt: skip
    except ServiceProblem as problem:
        raise LaunchRefused(f"its keys: {problem}", _UNREACHABLE) from None
    if not answer.is_success:
        raise LaunchRefused(f"its keys: status {answer.status}", _UNREACHABLE)
    try:
        found = json.loads(answer.body)["keys"]
        usable = [_import(each) for each in found if each.get("kty") in {"RSA", "EC"}]
    except (JoseError, KeyError, TypeError, ValueError, AttributeError, RecursionError) as problem:
        raise LaunchRefused(f"its keys are none: {escape_to_one_line(str(problem))}") from None
    return KeySet([each for each in usable if each is not None])


def _import(jwk: dict[str, Any]) -> RSAKey | ECKey | None:
    """Return a public key with an id; ``None`` if it has none, or is too weak."""
    if not isinstance(jwk.get("kid"), str) or jwk.get("use", "sig") != "sig":
        return None
    if jwk["kty"] == "EC":
        return ECKey.import_key(jwk)
    modulus = jwk.get("n", "")
    # Checked before it is imported, which only warns of it.
    if not isinstance(modulus, str) or len(modulus) * 6 < _FEWEST_BITS:
        return None
    return RSAKey.import_key(jwk)
