"""Figures for Prometheus, as a parser of its own format reads them."""

from __future__ import annotations

import time

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import update

from grader.service.data.tables import Grading
from tests.render.samples import EVERYTHING
from tests.service.scene import Scene
from tests.service.site import Browser, token

Figures = dict[tuple[str, str], float]
"""Values by name and the values of labels, with spaces between them."""


def _figures(scene: Scene) -> Figures:
    own = token(scene, scene.person("root", None, admin=True), "measure")
    answer = Browser(scene).get("/api/v1/metrics", headers=own)
    assert answer.status_code == 200
    return {
        (sample.name, " ".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


@pytest.mark.slow
def test_what_the_tables_say(scene: Scene) -> None:
    scene.graded(scene.person("ada"), EVERYTHING)
    with scene.database.writing() as session:
        times = {"queued_at": 1000.0, "started_at": 1003.0, "finished_at": 1010.0}
        session.execute(update(Grading).values(**times))
    waits = scene.hand_in(scene.person("ben"))
    with scene.database.writing() as session:
        waiting = update(Grading).where(Grading.submission_id == waits)
        session.execute(waiting.values(queued_at=time.time() - 5000.0))
    found = _figures(scene)
    assert found["grade_gradings", "done"] == found["grade_gradings", "queued"] == 1
    assert found["grade_gradings", "failed"] == found["grade_workers", ""] == 0
    assert found["grade_oldest_waiting_seconds", ""] >= 5000
    assert found["grade_waiting_seconds_count", ""] == 1
    assert found["grade_waiting_seconds_sum", ""] == 3
    assert found["grade_grading_seconds_sum", ""] == 7


def test_answers_are_counted_by_route_whatever_is_asked_for(scene: Scene) -> None:
    ada = Browser(scene, scene.person("ada"))
    submission = scene.hand_in(scene.person("ada"))
    for _ in range(3):
        ada.get(f"/s/{submission}")
    for odd in ("/nowhere", "/nor/there"):
        ada.request("BREW", odd)
    found = _figures(scene)
    assert found["grade_request_seconds_count", "GET /s/{id} 200"] == 3
    assert found["grade_request_seconds_count", "other none 404"] == 2


@pytest.mark.slow
def test_figures_are_for_administrators_alone(scene: Scene) -> None:
    ada = token(scene, scene.person("ada"), "measure")
    root = token(scene, scene.person("root", None, admin=True), "read submit")
    for own in (ada, root):
        assert Browser(scene).get("/api/v1/metrics", headers=own).status_code == 404
