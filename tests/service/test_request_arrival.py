"""Work for a reader who has left: what reads stops, what writes goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.types import Message, Receive, Scope, Send

from grader.service.data.database import ReaderDisconnected, reader_left
from grader.service.data.tables import Person
from grader.service.web.request_arrival import DisconnectWatch
from tests.service.scene import Scene

_REQUEST: Message = {"type": "http.request", "body": b"", "more_body": False}


def _answered(scene: Scene, method: str, *, leaves: bool) -> list[str]:
    """What an application can do that reads, then writes, perhaps after its reader has left."""
    done: list[str] = []
    gone = asyncio.Event()

    async def receive() -> Message:
        if not done:
            done.append("asked")
            return _REQUEST
        if not leaves:
            await asyncio.Event().wait()
        gone.set()
        return {"type": "http.disconnect"}

    def read() -> None:
        with scene.database.reading() as session:
            session.scalars(select(Person)).all()
        done.append("read")

    def write() -> None:
        with scene.database.writing() as session:
            session.scalars(select(Person)).all()
        done.append("written")

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert await receive() == _REQUEST
        if leaves:
            await receive()
            await gone.wait()
        await run_in_threadpool(write)
        await run_in_threadpool(read)

    async def send(_: Message) -> None:
        """Nobody is there."""

    scope: dict[str, Any] = {"type": "http", "method": method}
    asyncio.run(DisconnectWatch(app)(scope, receive, send))
    return done


def test_a_reader_who_stays_is_answered(scene: Scene) -> None:
    assert _answered(scene, "GET", leaves=False) == ["asked", "written", "read"]


def test_nothing_more_is_read_for_a_reader_who_left(scene: Scene) -> None:
    with pytest.raises(ReaderDisconnected):
        _answered(scene, "GET", leaves=True)
    assert not reader_left.get()()


def test_what_was_sent_is_done_though_its_sender_left(scene: Scene) -> None:
    assert _answered(scene, "POST", leaves=True) == ["asked", "written", "read"]
