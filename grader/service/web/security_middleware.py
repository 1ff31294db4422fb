"""Middleware around every request: bounded bodies, and headers that keep browsers from harm."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from urllib.parse import urlsplit, urlunsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""What pages of the service may do."""
WITH_SCRIPT = f"{POLICY}; script-src 'self'; connect-src 'self'"
"""What pages with a script of ours may do. What students sent is no script, by its type."""
WITH_FRAME = f"{POLICY}; frame-src 'self'"
"""Allows a page to show a document of the service in a frame."""


def policy_for_framed_page(ancestors: str, forms: str = "") -> str:
    """Return the policy of a page that other sites may show in a frame.

    Args:
        ancestors: which sites; ``*`` for all.
        forms: another site to which its forms may lead.
    """
    return (
        POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {ancestors}")
        .replace("form-action 'self'", f"form-action 'self' {forms}".rstrip())
    )  # fmt: skip


_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


_REMEMBERED = {"Strict-Transport-Security": "max-age=31536000"}


def _relative_location(scope: Scope, location: str) -> str:
    """Return a redirect's address without scheme and host if it leads to this service.

    The framework makes an address in full where only a slash at the end was wrong; behind a front
    it knows neither the scheme nor the port that people use.
    """
    host = Headers(scope=scope).get("host", "")
    parts = urlsplit(location)
    if not host or parts.netloc != host:
        return location
    # Two slashes at the beginning would name another host.
    path = f"/{parts.path.lstrip('/')}"
    return urlunsplit(("", "", path, parts.query, parts.fragment))


class HostCheck:
    """A middleware that refuses requests that name another host, and says where the service is.

    Pages of another site could otherwise have a name of its own lead here, and read the answers.

    Args:
        url: the public address of the service.
        hosts: names under which it answers.
    """

    def __init__(self, app: ASGIApp, url: str, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._refusal = PlainTextResponse(
            f"This service answers at {url} only, and the request named another host. Open that "
            "address. Whoever runs the service sets it by: grade serve --url ADDRESS\n",
            status_code=400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on if it names one of the hosts."""
        named = Headers(scope=scope).get("host", "") if scope["type"] == "http" else None
        allowed = named is None or _host_name(named) in self._hosts
        await (self._app if allowed else self._refusal)(scope, receive, send)


def _host_name(header: str) -> str | None:
    """Return the name in a ``Host`` header, without a port; ``None`` if it is malformed."""
    try:
        parts = urlsplit(f"//{header}")
    except ValueError:
        return None
    return None if parts.netloc != header or "@" in header else parts.hostname


class _TooLarge(Exception):
    pass


class BodyLimit:
    """A middleware that refuses requests with too long a body, whatever length they declare.

    Bodies are read before anything else is known of a request, so that those of strangers and those
    of forms without a file are short.

    Args:
        usual: bytes of most requests.
        files: bytes of one that hands in files.
        known: whether a request comes from somebody who is signed in; it may look into a database.
    """

    def __init__(
        self, app: ASGIApp, usual: int, files: int, known: Callable[[Request], bool]
    ) -> None:
        self._app = app
        self._usual = usual
        self._files = files
        self._known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it if its body is too long."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = self._usual
        if _has_files(scope, headers) and await run_in_threadpool(self._known, Request(scope)):
            most = self._files
        said = headers.get("content-length", "0")
        if "transfer-encoding" in headers and "content-length" in headers:
            # What is in front of the service may go by the other one of the two.
            answer = PlainTextResponse("The request says in two ways how long it is.\n", 400)
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return
        if not said.isdecimal() or len(said) > 15 or int(said) > most:
            await _refuse(most, scope, receive, send)
            return
        got, begun, over = 0, False, False

        async def counted() -> Message:
            nonlocal got, over
            message = await receive()
            got += len(message.get("body", b""))
            if got > most:
                over = True
                raise _TooLarge
            return message

        async def noting(message: Message) -> None:
            nonlocal begun
            if begun or not over:  # what is said about a body that was cut off is beside the point
                begun = True
                await send(message)

        with contextlib.suppress(_TooLarge):
            await self._app(scope, counted, noting)
        if over and not begun:
            await _refuse(most, scope, receive, send)


def _has_files(scope: Scope, headers: Headers) -> bool:
    multipart = headers.get("content-type", "").lower().startswith("multipart/form-data")
    path: str = scope["path"]
    return multipart and scope["method"] == "POST" and path.endswith("/submissions")


async def _refuse(most: int, scope: Scope, receive: Receive, send: Send) -> None:
    said = f"A request may have {most >> 20} MiB at most"
    advice = "hand in a smaller file"
    if _has_files(scope, Headers(scope=scope)):
        advice += "; if yours is smaller, sign in again first"
    response = PlainTextResponse(f"{said}; {advice}.\n", 413)
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


class SecurityHeaders:
    """A middleware that adds missing security headers, and makes redirects relative.

    Args:
        secure: whether people reach the service by HTTPS, which browsers shall remember.
    """

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._headers = {**_HEADERS, **(_REMEMBERED if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its response."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if "location" in headers:
                    headers["location"] = _relative_location(scope, headers["location"])
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)
