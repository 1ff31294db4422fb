"""What surrounds every request: bounded bodies, and headers that keep browsers from harm."""

from __future__ import annotations

import contextlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""What pages of the service may do."""
WITH_SCRIPT = f"{POLICY}; script-src 'self'; connect-src 'self'"
"""What pages with a script of ours may do. What students sent is no script, by its type."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class _TooLarge(Exception):
    pass


class Bounded:
    """Refuses requests whose body is longer than ``most`` bytes, whatever they say about it."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        said = headers.get("content-length", "0")
        if "transfer-encoding" in headers and "content-length" in headers:
            # What is in front of the service may go by the other one of the two.
            answer = PlainTextResponse("The request says in two ways how long it is.\n", 400)
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return
        if not said.isdecimal() or len(said) > 15 or int(said) > self._most:
            await self._refuse(scope, receive, send)
            return
        got, begun, over = 0, False, False

        async def counted() -> Message:
            nonlocal got, over
            message = await receive()
            got += len(message.get("body", b""))
            if got > self._most:
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
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = PlainTextResponse(
            f"A request may have {self._most >> 20} MiB at most; hand in a smaller file.\n", 413
        )
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


class Guarded:
    """Adds the headers that a response does not set itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)
