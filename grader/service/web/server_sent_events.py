"""Streams the progress of a submission as server-sent events, as long as somebody watches.

One look at the database a second serves everybody who watches. Nobody holds a transaction.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from grader.service.data.database import Database
from grader.service.grading_progress import GradingProgress, ProgressOverview
from grader.service.web.page_rendering import progress_words

PER_PERSON = 4
"""Streams of one person at a time."""
ALTOGETHER = 200
"""Streams at a time."""
_EVERY = 1.0
"""Seconds between two looks."""
_QUIET = 15.0
"""Seconds after which something is sent in any case: proxies end connections that are silent."""
_LONGEST = 120.0
"""Seconds of a stream; browsers then connect again, and are asked again who they are."""


class EventHub:
    """The source of all event streams: limits their number, and reads the progress to send."""

    def __init__(self, database: Database) -> None:
        self.ending: Callable[[], bool] = lambda: False
        self._overview = ProgressOverview(database)
        self._watching: Counter[int] = Counter()
        self._counting = threading.Lock()

    def enter(self, person: int) -> bool:
        """Return whether there is room for one more stream of a person, and count it then."""
        with self._counting:
            room = self._watching[person] < PER_PERSON and self._watching.total() < ALTOGETHER
            self._watching[person] += room
            return room

    def leave(self, person: int) -> None:
        """Count one stream of a person less."""
        with self._counting:
            self._watching[person] -= 1
            self._watching += Counter()  # drops those who have none

    async def progress(self, grading: int) -> GradingProgress:
        """Return the progress of a grading, which is at most a second old."""
        return await run_in_threadpool(self._overview.progress, grading, _EVERY)

    async def events(
        self, grading: int, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> AsyncIterator[str]:
        """Yield an event whenever the progress of a grading changes, until it is over."""
        said, begun = "", time.monotonic()
        spoke = begun
        while time.monotonic() - begun < _LONGEST and not self.ending():
            now = await self.progress(grading)
            if progress_words(now) != said:
                said, spoke = progress_words(now), time.monotonic()
                yield _event(now)
            elif time.monotonic() - spoke >= _QUIET:
                spoke = time.monotonic()
                yield ": nothing new\n\n"
            if now.state.over:
                return
            await pause(_EVERY)


class ProgressEvents(StreamingResponse):
    """A streaming response with the events about a grading, for one person."""

    media_type = "text/event-stream"

    def __init__(self, live: EventHub, person: int, grading: int) -> None:
        # Proxies must pass on each event when it comes.
        headers = {"X-Accel-Buffering": "no"}
        super().__init__(live.events(grading), 200, headers)
        self._live = live
        self._person = person

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the grading is over or the browser disconnects."""
        if not self._live.enter(self._person):
            sentence = "You watch enough submissions already; ask for this one's status instead.\n"
            await PlainTextResponse(sentence, 429)(scope, receive, send)
            return
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._live.leave(self._person)


def progress_as_data(progress: GradingProgress) -> dict[str, object]:
    """Return the data of an event about a grading."""
    return {
        "state": progress.state.value,
        "over": progress.state.over,
        "place": progress.place,
        "expected_seconds": progress.seconds,
        "words": progress_words(progress),
    }


def _event(progress: GradingProgress) -> str:
    return f"event: progress\ndata: {json.dumps(progress_as_data(progress))}\n\n"
