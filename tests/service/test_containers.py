"""The composition on a real engine: handed in over HTTPS, graded, stopped and started again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from tests.made_up import made_up
from tests.service.ports import free_port
from tests.service.scene import RIGHT, WRONG

pytestmark = [pytest.mark.deep, pytest.mark.compose]

_ROOT = Path(__file__).parents[2]
_PATIENCE = 300.0
"""Seconds for what takes a few on an idle machine."""


@dataclass(frozen=True)
class Composition:
    """One that runs, and the address of its front."""

    name: str
    environment: dict[str, str]
    address: str

    def ask(self, *arguments: str) -> str:
        """What ``docker compose`` says on its standard output."""
        file = str(_ROOT / "docker/compose.yaml")
        command = ["docker", "compose", "--file", file, "--project-name", self.name, *arguments]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        return done.stdout

    def start(self) -> None:
        self.ask("up", "--no-build", "--detach", "--wait", "--wait-timeout", "600")

    def states(self) -> dict[str, tuple[str, int]]:
        """Of each container whether it runs, and what it ended with."""
        said = self.ask("ps", "--all", "--format", "json").splitlines()
        rows = [json.loads(line) for line in said]
        return {row["Name"]: (row["State"], row["ExitCode"]) for row in rows}


@pytest.fixture
def composition() -> Iterator[Composition]:
    base = _base()
    if not _succeeds("docker", "image", "inspect", base):
        subprocess.run([_ROOT / "docker/service/make-base", base], check=True)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="course-") as folder:
        _make_course(Path(folder))
        environment = {
            **os.environ, "SITE": "localhost", "DATABASE_PASSWORD": "Xyzzyva", "BASE": base,
            "BUILD_NETWORK": "none", "COURSE": folder, "COURSE_NAME": "demo",
            "HTTP_PORT": str(free_port()), "HTTPS_PORT": str(port),
        }  # fmt: skip
        made = Composition(f"grades-{os.getpid()}", environment, f"https://localhost:{port}")
        try:
            made.ask("build")
            made.start()
            yield made
        finally:
            made.ask("down", "--volumes", "--timeout", "60")


def test_what_is_handed_in_over_https_is_graded_and_outlives_a_stop(
    composition: Composition, tmp_path: Path
) -> None:
    for number in ("1", "2"):
        said = composition.ask(
            "exec", "-T", "--index", number, "worker", "grade", "run", "--sandbox", "bubblewrap",
            "--course", "/srv/course", "--assignment", "demo", "/srv/course/right.py",
        )  # fmt: skip
        assert "2 / 2" in said
    # What everybody can reach cannot reach the database.
    composition.ask("exec", "-T", "front", "sh", "-c",
                    "getent hosts application && ! getent hosts database")  # fmt: skip
    authority = tmp_path / "authority.crt"
    authority.write_text(
        composition.ask(
            "exec", "-T", "front", "cat", "/certificates/caddy/pki/authorities/local/root.crt"
        )
    )
    tls = ssl.create_default_context(cafile=str(authority))
    origin = {"origin": composition.address}
    with httpx2.Client(base_url=composition.address, verify=tls, headers=origin) as browser:
        token = _token(browser, composition)
        browser.headers["authorization"] = f"Bearer {token}"
        right = tmp_path / "right.py"
        right.write_bytes(RIGHT)
        command = [sys.executable, "-m", "grader", "submit", str(right), "--to",
                   f"{composition.address}/c/demo/demo"]  # fmt: skip
        own = {**os.environ, "GRADE_TOKEN": token, "SSL_CERT_FILE": str(authority)}
        done = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "2 of 2 points" in done.stderr

        # What waits or has begun when all is stopped is graded after the next start, once.
        wanted = {
            _hand_in(browser, content): score for content, score in ((WRONG, 0.0), (RIGHT, 2.0)) * 2
        }
        composition.ask("stop", "--timeout", "60")
        stopped = composition.states()
        assert len(stopped) == 5
        assert {state for state, _ in stopped.values()} == {"exited"}
        # Those that a signal asked to end say so; 137 would be one that had to be killed.
        assert {status for _, status in stopped.values()} <= {0, 3}, stopped
        composition.start()
        for submission, score in wanted.items():
            assert _graded(browser, submission) == score
    logs = composition.ask("logs", "--no-color", "--no-log-prefix", "worker").splitlines()
    # Compose begins some lines with an order to the terminal.
    ended = [json.loads(line[line.index("{") :]) for line in logs if '"grading ended"' in line]
    assert sorted(each["submission"] for each in ended if each["held"]) == [1, *sorted(wanted)]


def _token(browser: httpx2.Client, composition: Composition) -> str:
    """One of the administrator, who signs in by the link that the server has printed."""
    logs = composition.ask("logs", "--no-color", "application")
    link = re.search(rf"as admin, once: {composition.address}/link/(\S+)", logs)
    assert link is not None, logs
    browser.post("/link", data={"link": link[1]})
    csrf = re.search(r'name="csrf" value="(\w+)"', browser.get("/account").text)
    assert csrf is not None
    form = {"csrf": csrf[1], "note": "test", "scopes": ["submit", "read"]}
    made = re.search(r'class="secret">([\w-]+)<', browser.post("/account/tokens", data=form).text)
    assert made is not None
    return made[1]


def _hand_in(browser: httpx2.Client, content: bytes) -> int:
    answer = browser.post(
        "/api/v1/courses/demo/assignments/demo/submissions",
        files={"file": ("mine.py", content)},
        headers={"idempotency-key": secrets.token_hex(8)},
    )
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


def _graded(browser: httpx2.Client, submission: int) -> float:
    """The score, once there is one."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        found = browser.get(f"/api/v1/submissions/{submission}").json()
        if found["over"]:
            assert found["state"] == "done", found
            return float(found["score"])
        time.sleep(0.2)
    raise AssertionError(f"Submission {submission} is not graded.")


def _base() -> str:
    """The name of a base with exactly the packages that are wanted now."""
    files = [_ROOT / "docker/service/Dockerfile", *sorted((_ROOT / "requirements").glob("*.txt"))]
    digest = hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
    return f"search-autograder-service-base:{digest[:12]}"


def _make_course(folder: Path) -> None:
    """One that everybody can read: users of containers are somebody else."""
    made_up(folder)
    (folder / "right.py").write_bytes(RIGHT)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _succeeds(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
