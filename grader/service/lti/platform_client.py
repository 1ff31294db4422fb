"""Sends requests to the services of a platform, with access tokens that it gives for a signature.

Client credentials with a signed assertion, as in the 1EdTech Security Framework 1.0, section 4.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.data.database import Database
from grader.service.data.lti_tables import LtiPlatform
from grader.service.lti import tool_keys
from grader.service.outgoing_http import HttpAnswer, send_request

_LARGEST = 4 << 20
"""Bytes of an answer."""
_MOST_PAGES = 200
_EARLIER = 60.0
"""Seconds before its end at which an access token is not used any more."""
_NEXT = re.compile(r'<([^<>]*)>[^<>]*?;\s*rel="?next"?(?=[\s;,]|$)', re.IGNORECASE)


class UnexpectedPlatformAnswer(ServiceProblem):
    """The error of a platform that answers with something else than was asked for.

    Attributes:
        status: of its answer; 0 if the answer makes no sense.
    """

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status

    @property
    def for_good(self) -> bool:
        """Return whether the same request will be refused again."""
        return 400 <= self.status < 500 and self.status not in {401, 403, 408, 409, 425, 429}


@dataclass(slots=True)
class PlatformClient:
    """A client of all platforms, which keeps their access tokens as long as they are good.

    Attributes:
        clock: in seconds, from any beginning.
    """

    database: Database
    clock: Callable[[], float] = time.monotonic
    _tokens: dict[tuple[int, str], tuple[str, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def request(
        self,
        platform: LtiPlatform,
        scope: str,
        method: str,
        url: str,
        *,
        kind: str,
        body: Mapping[str, Any] | None = None,
    ) -> HttpAnswer:
        """Send a request with a token for a scope, and return the answer if it is a success.

        Args:
            kind: the media type of what is sent, or asked for.

        Raises:
            NotReached: if the platform does not answer.
            ServiceProblem: if it refuses.
        """
        headers = {"Authorization": f"Bearer {self._token(platform, scope)}", "Accept": kind}
        content = None
        if body is not None:
            content, headers["Content-Type"] = json.dumps(body).encode(), kind
        answer = self._send(platform, method, url, headers, content)
        if answer.status in {401, 403}:
            with self._lock:
                self._tokens.pop((platform.id, scope), None)
        if not answer.is_success:
            raise _refusal(answer)
        return answer

    def pages(self, platform: LtiPlatform, scope: str, url: str, kind: str) -> Iterator[Any]:
        """Yield the JSON of each page, as the headers ``Link`` name the next one.

        Raises:
            NotReached: if the platform does not answer.
            ServiceProblem: if it refuses, or a page is on another server than the first one.
        """
        seen: set[str] = set()
        while url:
            if len(seen) >= _MOST_PAGES or url in seen:
                raise UnexpectedPlatformAnswer(
                    f"It has more than {_MOST_PAGES} pages, or names one of them twice."
                )
            seen.add(url)
            answer = self.request(platform, scope, "GET", url, kind=kind)
            yield _json(answer)
            following = _NEXT.search(answer.headers.get("link", ""))
            before, url = url, following[1] if following else ""
            if url and _server(url) != _server(before):
                # The token is for the first server alone.
                raise UnexpectedPlatformAnswer("Its next page is on another server.")

    def _token(self, platform: LtiPlatform, scope: str) -> str:
        with self._lock:
            known, until = self._tokens.get((platform.id, scope), ("", 0.0))
        if known and self.clock() < until:
            return known
        now = int(time.time())
        with self.database.reading() as session:
            assertion = tool_keys.sign_claims(session, {
                "iss": platform.client_id, "sub": platform.client_id,
                "aud": platform.audience or platform.token_url, "iat": now, "exp": now + 300,
                "jti": secrets.token_urlsafe(16),
            })  # fmt: skip
        form = urlencode({
            "grant_type": "client_credentials",
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": assertion, "scope": scope,
        })  # fmt: skip
        headers = {
            "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
        }  # fmt: skip
        answer = self._send(platform, "POST", platform.token_url, headers, form.encode())
        if not answer.is_success:
            raise _refusal(answer, "refused an access token")
        found = _json(answer)
        token = found.get("access_token") if isinstance(found, dict) else None
        if not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise UnexpectedPlatformAnswer("It gives no access token.")
        lifetime = found.get("expires_in", 0)
        seconds = float(lifetime) if isinstance(lifetime, int | float) else 0.0
        with self._lock:
            self._tokens[platform.id, scope] = (token, self.clock() + min(seconds, 3600) - _EARLIER)
        return token

    def _send(
        self,
        platform: LtiPlatform,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | None,
    ) -> HttpAnswer:
        return send_request(
            method, url, headers, body, private=platform.private, largest=_LARGEST,
            purpose="a platform's service",
        )  # fmt: skip


def add_to_path(url: str, more: str) -> str:
    """Return the address with something behind its path, and the same query."""
    parts = urlsplit(url)
    return parts._replace(path=parts.path.rstrip("/") + more).geturl()


def add_to_query(url: str, **more: str) -> str:
    """Return the address with more parameters."""
    parts = urlsplit(url)
    return parts._replace(query="&".join(filter(None, [parts.query, urlencode(more)]))).geturl()


def _server(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc


def _json(answer: HttpAnswer) -> Any:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        raise UnexpectedPlatformAnswer("It answered with something else than JSON.") from None


def _refusal(answer: HttpAnswer, what: str = "answered") -> UnexpectedPlatformAnswer:
    said = escape_to_one_line(answer.body[:400].decode("utf-8", "replace"), 200)
    sentence = f"It {what} with status {answer.status}: {said or '(nothing)'}"
    return UnexpectedPlatformAnswer(sentence, answer.status)
