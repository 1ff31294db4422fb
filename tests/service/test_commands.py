"""``grade serve`` and ``grade admin worker`` as people start them, and how they end."""

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

from grader.service.data.database import Database, sqlite_url_in_folder
from grader.service.data.tables import Grading, GradingState
from tests.cli.process import run
from tests.service.ports import free_port
from tests.service.scene import RIGHT, Scene
from tests.service.site import token

pytestmark = pytest.mark.bubblewrap


@pytest.mark.slow
def test_a_demo_course_is_served_graded_and_ended_in_good_order(tmp_path: Path) -> None:
    port = free_port()
    data = tmp_path / "data"
    command = [sys.executable, "-P", "-m", "grader", "serve", "--demo", "--workers", "1"]
    with subprocess.Popen(
        [*command, "--data", str(data), "--port", str(port)], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        said = ""
        while (line := server.stderr.readline()) and "listens at" not in line:
            said += line
        assert f"http://127.0.0.1:{port}, and listens at 127.0.0.1, port {port}" in line
        try:
            link = re.search(r"as demo-ada, once: (http://\S+)/link/(\S+)", said)
            assert link is not None
            with httpx2.Client(base_url=link[1], headers={"origin": link[1]}) as browser:
                assert browser.get("/health").status_code == 200  # at once
                browser.post("/link", data={"link": link[2]})
                page = _until_graded(browser)
                assert 'href="/s/1/report"' in page
                assert browser.get("/s/1/report").status_code == 200
        finally:
            server.send_signal(signal.SIGTERM)
            _, last = server.communicate()
    assert server.returncode == 0
    assert last.endswith("the service has ended.\n")
    assert "interrupted" not in last
    assert not list((data / "workers").iterdir())
    database = Database(sqlite_url_in_folder(data))
    with database.reading() as session:
        states = session.scalars(select(Grading.state)).all()
    database.close()
    assert len(states) == 6
    assert set(states) <= {GradingState.DONE, GradingState.QUEUED}


@pytest.mark.slow
def test_a_program_hands_in_and_waits(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = scene.person("ada")
    file = scene.folder / 'my "own" file.py'
    file.write_bytes(RIGHT)
    port = free_port()
    monkeypatch.setenv("GRADE_TOKEN", token(scene, ada)["authorization"].removeprefix("Bearer "))
    command = [sys.executable, "-P", "-m", "grader", "serve", "--as", "demo", "--workers", "1"]
    where = ["--database", scene.database.url, "--course", str(scene.folder / "course")]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen([*command, *where, "--port", str(port)]) as server:
        with httpx2.Client(base_url=address) as browser:
            _wait_for(browser)
        to = ["--to", f"{address}/c/demo/demo", "--key", "mine"]
        first, again = (run("submit", str(file), *to) for _ in range(2))
        missing = run("submit", str(file), "--to", f"{address}/c/demo/nothing")
        file.write_bytes(b"# nothing yet\n")
        empty = run("submit", str(file), "--to", f"{address}/c/demo/demo")
        server.terminate()
        server.wait()
    assert first.returncode == 0, first.stderr
    assert first.stderr.endswith("2 of 2 points\n")
    assert again.stderr == first.stderr
    assert missing.returncode == 2
    assert "does not accept it" in missing.stderr
    assert empty.returncode == 2
    assert "only comments or texts in quotes, and no code" in empty.stderr


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
    for _ in range(3000):
        page = browser.get("/s/1").text
        if 'http-equiv="refresh"' not in page:
            return page
        time.sleep(0.1)
    pytest.fail("The submission is not graded.")


@pytest.mark.slow
def test_a_worker_ends_when_nothing_waits(scene: Scene) -> None:
    submission = scene.hand_in(scene.person("ada"))
    done = run("admin", "worker", "--database", scene.database.url, "--until-empty")
    assert done.returncode == 0, done.stderr
    assert scene.grading(submission).state == GradingState.DONE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["admin", "worker", "--database", "mysql://host/grades"], "runs on SQLite in a file"),
        (["serve", "--sandbox", "none"], "protects nothing"),
        (["serve", "--host", "0.0.0.0"], "Put a server with HTTPS in front"),
        (["submit", __file__, "--token", "x", "--to", "http://a.test/c/a/b"], "use https://"),
        (["submit", __file__, "--token", "x", "--to", "https://a.test/"], "is not the address"),
        (["serve", "--url", "ftp://host"], "is not the address of a service"),
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


@pytest.mark.slow
def test_a_port_that_is_taken_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = run("serve", "--port", str(port), "--data", str(tmp_path / "data"))
    assert refused.returncode == 2
    said = " ".join(refused.stderr.split())
    assert f"cannot listen at 127.0.0.1, port {port} (Address already in use)" in said
    assert not list(tmp_path.iterdir())
