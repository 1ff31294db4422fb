"""``grade serve`` and ``grade worker`` as people start them, and how they end."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import select

from grader.service.data.database import Database, in_folder
from grader.service.data.tables import Grading, State
from tests.cli.process import run
from tests.service.scene import Scene

pytestmark = pytest.mark.bubblewrap


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def test_a_demo_course_is_served_graded_and_ended_in_good_order(tmp_path: Path) -> None:
    port = _free_port()
    data = tmp_path / "data"
    command = [sys.executable, "-P", "-m", "grader", "serve", "--demo", "--workers", "1"]
    with subprocess.Popen(
        [*command, "--data", str(data), "--port", str(port)], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        said = [server.stderr.readline() for _ in range(10)]
        link = re.search(r"as demo-ada, once: (http://\S+)/link/(\S+)", "".join(said))
        assert link is not None
        with httpx2.Client(base_url=link[1], headers={"origin": link[1]}) as browser:
            _wait_for(browser)
            browser.post("/link", data={"link": link[2]})
            page = _until_graded(browser)
            assert "The report" in page
            assert browser.get("/s/1/report").status_code == 200
        server.send_signal(signal.SIGTERM)
        server.communicate()
    assert not list((data / "workers").iterdir())
    database = Database(in_folder(data))
    with database.reading() as session:
        states = session.scalars(select(Grading.state)).all()
    database.close()
    assert len(states) == 6
    assert set(states) <= {State.DONE, State.QUEUED}


def _wait_for(browser: httpx2.Client) -> None:
    for _ in range(600):
        try:
            browser.get("/health")
        except httpx2.ConnectError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("The server does not answer.")


def _until_graded(browser: httpx2.Client) -> str:
    for _ in range(600):
        page = browser.get("/s/1").text
        if 'http-equiv="refresh"' not in page:
            return page
        time.sleep(0.1)
    pytest.fail("The submission is not graded.")


def test_a_worker_ends_when_nothing_waits(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    done = run("worker", "--database", scene.database.url, "--until-empty")
    assert done.returncode == 0, done.stderr
    assert scene.grading(submission).state == State.DONE


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["worker", "--database", "postgresql://host/grades"], "so far the service runs on SQLite"),
        (["serve", "--sandbox", "none"], "protects nothing"),
        (["serve", "--host", "0.0.0.0"], "Put a server with HTTPS in front"),
        (["serve", "--url", "ftp://host"], "is no address of a service"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run(*arguments)
    assert refused.returncode == 2
    assert sentence in " ".join(refused.stderr.split())
    assert not list(tmp_path.iterdir())
