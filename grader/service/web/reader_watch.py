"""Middleware that notices when nobody waits for an answer any more, so that work on it stops."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.service.data.database import reader_left


class ReaderWatch:
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
