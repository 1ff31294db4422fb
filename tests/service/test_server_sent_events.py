"""Events: sent when something changes, ended when it is over, so many for each person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Message

from grader.service.data.tables import GradingState, Role
from grader.service.queue import queue
from grader.service.queue.queue import GradingOutcome
from grader.service.web import server_sent_events
from grader.service.web.server_sent_events import ALTOGETHER, PER_PERSON, EventHub, ProgressEvents
from tests.service.scene import Scene
from tests.service.site import Browser, token


def _read(stream: str) -> list[dict[str, Any]]:
    return [json.loads(line[6:]) for line in stream.splitlines() if line.startswith("data: ")]


def _watch(live: EventHub, grading: int, *then: Callable[[], object]) -> str:
    """What is sent if one thing after another happens between two looks."""
    left = list(then)

    async def pause(_: float) -> None:
        assert left, "It goes on."
        left.pop(0)()
        live._overview._looked = float("-inf")

    async def watched() -> str:
        return "".join([each async for each in live.events(grading, pause)])

    return asyncio.run(watched())


def _begin(scene: Scene) -> queue.GradingClaim:
    with scene.database.writing() as session:
        claim = queue.claim_next(session, "nobody", {scene.edition.id})
    assert claim is not None
    return claim


def _finish(scene: Scene, claim: queue.GradingClaim) -> None:
    with scene.database.writing() as session:
        queue.finish_claim(session, claim, GradingOutcome(GradingState.DONE))


@pytest.mark.slow
def test_what_changes_is_said_once_until_it_is_over(scene: Scene) -> None:
    ada, ben = scene.person("ada"), scene.person("ben")
    first, second = scene.hand_in(ada), scene.hand_in(ben)
    claims: list[queue.GradingClaim] = []
    said = _read(
        _watch(
            EventHub(scene.database),
            scene.grading(second).id,
            lambda: None,
            lambda: claims.append(_begin(scene)),
            lambda: claims.append(_begin(scene)),
            lambda: _finish(scene, claims[1]),
        )
    )
    assert claims[0].submission == first
    assert [(each["state"], each["place"], each["over"]) for each in said] == [
        ("queued", 2, False), ("queued", 1, False), ("running", 0, False), ("done", 0, True),
    ]  # fmt: skip
    assert said[0]["words"] == "waiting, number 2 in the queue; no estimate yet"


def test_a_submission_that_came_since_the_last_look_has_its_place(scene: Scene) -> None:
    live = EventHub(scene.database)
    old = scene.grading(scene.hand_in(scene.person("ada"))).id
    new: list[int] = []

    async def both() -> None:
        assert (await live.progress(old)).place == 1
        new.append(scene.grading(scene.hand_in(scene.person("ben"))).id)
        assert (await live.progress(new[0])).place == 2

    asyncio.run(both())


def test_no_transaction_is_open_between_two_looks(scene: Scene) -> None:
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id
    open_ones: list[int] = []

    def look() -> None:
        open_ones.append(scene.database.engine.pool.checkedout())  # type: ignore[attr-defined]

    _watch(
        EventHub(scene.database), grading, look, look, lambda: _finish(scene, _begin(scene))
    )  # fmt: skip
    assert open_ones == [0, 0]


def test_silence_is_broken_now_and_then(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_sent_events, "_QUIET", 0.0)
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id
    sent = _watch(
        EventHub(scene.database), grading, lambda: None, lambda: _finish(scene, _begin(scene))
    )  # fmt: skip
    assert ": nothing new\n\n" in sent


def test_a_server_that_is_to_end_ends_its_streams(scene: Scene) -> None:
    live = EventHub(scene.database)
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id

    def end() -> None:
        live.ending = lambda: True

    assert len(_read(_watch(live, grading, end))) == 1


def test_a_stream_does_not_outlive_the_check_of_who_asks(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_sent_events, "_LONGEST", 0.0)
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id
    assert _watch(EventHub(scene.database), grading) == ""


def test_streams_are_bounded_for_each_and_for_all(scene: Scene) -> None:
    live = EventHub(scene.database)
    assert [live.enter(1) for _ in range(PER_PERSON + 1)] == [True] * PER_PERSON + [False]
    live.leave(1)
    assert live.enter(1)
    taken = sum(live.enter(person) for person in range(2, 2 + ALTOGETHER))
    assert taken == ALTOGETHER - PER_PERSON


def test_one_too_many_is_refused_and_the_others_leave_room(scene: Scene) -> None:
    live = EventHub(scene.database)
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id
    for _ in range(PER_PERSON):
        live.enter(7)
    assert _answer(ProgressEvents(live, 7, grading)) == 429
    live.leave(7)
    _finish(scene, _begin(scene))
    assert _answer(ProgressEvents(live, 7, grading)) == 200
    assert live._watching[7] == PER_PERSON - 1


def test_a_client_that_leaves_ends_the_stream(scene: Scene) -> None:
    live = EventHub(scene.database)
    grading = scene.grading(scene.hand_in(scene.person("ada"))).id
    assert _answer(ProgressEvents(live, 7, grading)) == 200  # the grading never ends
    assert not live._watching


def _answer(response: ProgressEvents) -> int:
    """The status that a client gets who leaves after the first piece."""
    sent: list[Message] = []

    async def ask() -> None:
        first = asyncio.Event()

        async def receive() -> Message:
            await first.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)
            if message["type"] == "http.response.body":
                first.set()

        await response({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, send)

    asyncio.run(ask())
    status: int = sent[0]["status"]
    return status


def test_a_page_that_waits_watches_and_one_that_is_over_does_not(scene: Scene) -> None:
    ada = scene.person("ada")
    browser = Browser(scene, ada)
    where = browser.hand_in(b"double = 1\n")
    page = browser.get(where).text
    assert f'data-events="{where}/events"' in page
    assert "/live-" in page
    assert "number 1 in the queue; no estimate yet" in page
    _finish(scene, _begin(scene))
    page = browser.get(where).text
    assert "data-events" not in page
    assert "/live-" not in page
    answer = browser.get(f"{where}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    assert [each["state"] for each in _read(answer.text)] == ["done"]


def test_only_who_may_see_a_submission_watches_it(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    _finish(scene, _begin(scene))
    where = f"/s/{submission}/events"
    assert Browser(scene, scene.person("ben")).get(where).status_code == 404
    assert Browser(scene).get(where).status_code == 303
    assert Browser(scene, scene.person("ines", Role.ASSISTANT)).get(where).status_code == 200


def test_programs_watch_with_a_token(scene: Scene) -> None:
    ada = scene.person("ada")
    submission = scene.hand_in(ada)
    browser = Browser(scene)
    where = f"/api/v1/submissions/{submission}"
    status = browser.get(where, headers=token(scene, ada)).json()
    assert status["expected_seconds"] is None
    progress = browser.get(f"{where}/progress", headers=token(scene, ada, "submit")).json()
    assert {key: status[key] for key in ("state", "over", "place", "expected_seconds")} == {
        key: progress[key] for key in ("state", "over", "place", "expected_seconds")
    }
    _finish(scene, _begin(scene))
    answer = browser.get(f"{where}/events", headers=token(scene, ada, "submit"))
    assert [each["over"] for each in _read(answer.text)] == [True]
    stranger = token(scene, scene.person("ben"))
    for each in ("events", "progress"):
        assert browser.get(f"{where}/{each}", headers=stranger).status_code == 404
