"""Signs people in by OpenID Connect: by accounts that another server keeps, as a university's does.

The authorization code flow with PKCE, as in OpenID Connect Core 1.0 and RFC 7636:

1. The browser gets a random cookie, and is sent to the provider with a state, a nonce and a
   challenge that follow from it, each by a hash of its own.
2. The provider sends it back with a code and the state, which has to fit the cookie.
3. The service exchanges the code, with what the challenge was made of, for an ID token.
4. The token has to be signed by a key of the provider, be made for this service and this cookie,
   and be fresh.
5. If no mail address stands in it, the service asks the provider for that, as the standard has it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from grader.model.escape import escape_to_one_line
from grader.service.auth.external_accounts import AccountProvider, IdentityClaims

BACK = "/sign-in/back"
"""Where the provider sends browsers back to."""
_ALGORITHMS = ("RS256", "PS256", "ES256")
"""How tokens may be signed: by a key that the provider alone has."""
_ENDS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
"""Where every provider has an address."""
_PEOPLE = "userinfo_endpoint"
"""Where most say what they know about people."""
_SCOPES = "openid email profile"
_PATIENCE = 10.0
"""Seconds for which the provider is waited for."""
_LARGEST = 1 << 18
"""Bytes of an answer."""
_LEEWAY = 60
"""Seconds by which clocks may differ."""
_KEPT = 3600.0
"""Seconds for which what the provider says about itself is kept."""
_REST = 5.0
"""Seconds for which a provider that did not answer is not asked again."""
_OLDEST = 600
"""Seconds after which a token is too old to sign anybody in."""


class SignInFailed(Exception):
    """The error of a provider that does not answer, or whose answer cannot be trusted."""


@dataclass(slots=True)
class OidcProvider:
    """A client of one OpenID provider.

    Attributes:
        redirect: the address at which this service takes them back.
    """

    accounts: AccountProvider
    redirect: str
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _about: dict[str, Any] = field(default_factory=dict)
    _keys: KeySet | None = None
    _looked: float = -_KEPT
    _failed: float = -_REST

    def address(self, cookie: str) -> str:
        """Return the address at the provider to which a browser with that cookie is sent.

        Raises:
            SignInFailed: if the provider does not answer.
        """
        about, _ = self._known()
        # Its stubs say nothing about it.
        challenge = create_s256_code_challenge(_derive_secret(cookie, "verifier"))  # type: ignore[no-untyped-call]
        asked = {
            "response_type": "code",
            "client_id": self.accounts.client_id,
            "redirect_uri": self.redirect,
            "scope": _SCOPES,
            "state": _derive_secret(cookie, "state"),
            "nonce": _derive_secret(cookie, "nonce"),
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        end = about["authorization_endpoint"]
        return f"{end}{'&' if urlsplit(end).query else '?'}{urlencode(asked)}"

    def claims(self, cookie: str, state: str, code: str, issuer: str) -> IdentityClaims:
        """Return the claims about the person whom the provider has sent back.

        Args:
            cookie: the random value that the browser got before it was sent to the provider.
            state: what the provider returned; it has to fit the cookie.
            code: what the service exchanges for an ID token.
            issuer: who sent the browser back, as it says itself; empty if it does not.

        Raises:
            SignInFailed: if the provider does not answer, or its answer cannot be trusted.
        """
        if not cookie or not hmac.compare_digest(
            state.encode("utf-8", "replace"), _derive_secret(cookie, "state").encode()
        ):
            raise SignInFailed("the state is another")
        if issuer and issuer != self.accounts.issuer:
            raise SignInFailed("another provider sent the browser back")
        if not code:
            raise SignInFailed("there is no code")
        about, _ = self._known()
        answer = _fetch_json(
            about["token_endpoint"],
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": self.redirect,
                "code_verifier": _derive_secret(cookie, "verifier"),
            },
            {"Authorization": _basic(self.accounts.client_id, self.accounts.client_secret)},
        )
        found = self._checked(str(answer.get("id_token", "")), _derive_secret(cookie, "nonce"))
        address = found if "email" in found else self._userinfo(answer, found["sub"])
        return IdentityClaims(
            self.accounts.issuer,
            found["sub"],
            str(address.get("email") or ""),
            address.get("email_verified") is True,
        )

    def _checked(self, token: str, nonce: str) -> dict[str, Any]:
        """Return the claims of an ID token; raise SignInFailed if it cannot be trusted."""
        try:
            found = self._decoded(token)
            claims = CodeIDToken(
                found.claims,
                found.header,
                {"iss": {"values": [self.accounts.issuer]}},
                {"nonce": nonce, "client_id": self.accounts.client_id},
            )
            claims.validate(now=int(time.time()), leeway=_LEEWAY)
            _require_claims(found.claims, self.accounts.client_id)
        except (JoseError, TypeError, ValueError) as problem:
            raise SignInFailed(
                f"the token cannot be trusted: {escape_to_one_line(str(problem))}"
            ) from None
        return dict(found.claims)

    def _userinfo(self, answer: Mapping[str, Any], subject: str) -> dict[str, Any]:
        """Return the userinfo claims about the subject; empty if the provider has none."""
        about, _ = self._known()
        if _PEOPLE not in about or "access_token" not in answer:
            return {}
        bearer = {"Authorization": f"Bearer {answer['access_token']}"}
        found = _fetch_json(about[_PEOPLE], headers=bearer)
        if found.get("sub") != subject:
            raise SignInFailed("it says something about somebody else")
        return found

    def _decoded(self, token: str) -> jwt.Token:
        _, keys = self._known()
        try:
            return jwt.decode(token, keys, algorithms=_ALGORITHMS)
        except InvalidKeyIdError:  # keys are changed from time to time
            _, keys = self._known(anew=True)
            return jwt.decode(token, keys, algorithms=_ALGORITHMS)

    def _known(self, *, anew: bool = False) -> tuple[dict[str, Any], KeySet]:
        """Return the provider's own description and its keys, from a cache of an hour."""
        with self._lock:
            if self._keys is None or anew or time.monotonic() - self._looked >= _KEPT:
                # Requests that waited for the lock fail at once, and do not ask the provider again.
                if time.monotonic() - self._failed < _REST:
                    raise SignInFailed("the provider did not answer just now")
                try:
                    self._about, self._keys = self._described()
                except SignInFailed:
                    self._failed = time.monotonic()
                    raise
                self._looked = time.monotonic()
            return self._about, self._keys

    def _described(self) -> tuple[dict[str, Any], KeySet]:
        issuer = self.accounts.issuer
        about = _fetch_json(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
        if about.get("issuer") != issuer:
            raise SignInFailed("the provider calls itself otherwise")
        for end in (*_ENDS, *({_PEOPLE} & about.keys())):
            if urlsplit(str(about.get(end))).scheme != urlsplit(issuer).scheme:
                raise SignInFailed(f"the provider's {end} is no address to be trusted")
        try:
            return about, KeySet.import_key_set(_fetch_json(about["jwks_uri"]))  # type: ignore[arg-type]
        except (JoseError, KeyError, TypeError, ValueError) as problem:
            raise SignInFailed(f"keys that are none: {escape_to_one_line(str(problem))}") from None


def _require_claims(claims: Mapping[str, Any], client: str) -> None:
    """Check the audience, the subject and the age of a token; raise ValueError."""
    audience = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    if client not in audience:
        raise ValueError("it is made for somebody else")
    if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= 255:
        raise ValueError("it says of nobody whom it is about")
    if claims["iat"] < time.time() - _OLDEST:
        raise ValueError("it is too old")


def _derive_secret(cookie: str, purpose: str) -> str:
    """Return the cookie's hash for one purpose, which reveals no hash for another purpose."""
    digest = hmac.digest(cookie.encode("utf-8", "replace"), purpose.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _basic(client: str, secret: str) -> str:
    both = f"{quote(client, safe='')}:{quote(secret, safe='')}"
    return f"Basic {base64.b64encode(both.encode()).decode()}"


class _RefuseRedirects(urllib.request.HTTPRedirectHandler):
    """A handler that follows no redirect of the provider."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_RefuseRedirects)


def _fetch_json(
    url: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the JSON object at ``url``; raise SignInFailed if there is none."""
    data = urlencode(form).encode() if form is not None else None
    request = urllib.request.Request(url, data, {"Accept": "application/json", **(headers or {})})
    try:
        with _opener.open(request, timeout=_PATIENCE) as answer:
            found = json.loads(answer.read(_LARGEST))
    except urllib.error.HTTPError as problem:
        with problem:
            raise SignInFailed(f"the provider answers with status {problem.code}") from None
    except (OSError, ValueError, http.client.HTTPException) as problem:
        raise SignInFailed(
            f"the provider does not answer: {escape_to_one_line(str(problem))}"
        ) from None
    if not isinstance(found, dict):
        raise SignInFailed("the provider says something else than expected")
    return found
