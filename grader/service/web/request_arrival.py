"""Records when a request arrived, and notices when its client has disconnected.

A request comes with its first byte, however long its body takes. Work on an answer that nobody
waits for stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable

import h11
from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from grader.service.data.database import reader_left

_AT = "arrived_at"
LONGEST_UPLOAD = 900.0
"""Seconds that an upload may take without being later for it: 65 MiB at 600 kbit/s. Who sent a
first byte and then took a day would have a day more than others."""


class ArrivalProtocol(H11Protocol):
    """A protocol that records when the first byte of each request came."""

    clock: Callable[[], float] = staticmethod(time.time)

    def data_received(self, data: bytes) -> None:
        """Record the time if a request begins, and pass the bytes on."""
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            # A copy of this goes along with the request as its state.
            self.app_state = {**self.app_state, _AT: self.clock()}
        super().data_received(data)


def arrived_at(request: Request) -> float:
    """Return when a request came, in seconds since 1970, at most 15 minutes ago."""
    now = ArrivalProtocol.clock()
    at = float(request.scope.get("state", {}).get(_AT, now))
    return max(at, now - LONGEST_UPLOAD)


class DisconnectWatch:
    """A middleware by which pages that take long stop reading once their reader has gone.

    What writes goes on: whoever sent a form and left has sent it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; meanwhile watch whether its connection stays."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        left = threading.Event()
        messages: asyncio.Queue[Message] = asyncio.Queue()

        async def watch() -> None:
            while not left.is_set():
                message = await receive()
                if message["type"] == "http.disconnect":
                    left.set()
                messages.put_nowait(message)

        before = reader_left.set(left.is_set)
        watching = asyncio.create_task(watch())
        try:
            await self._app(scope, messages.get, send)
        finally:
            reader_left.reset(before)
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
