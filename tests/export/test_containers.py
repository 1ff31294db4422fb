"""Packages in containers of their platforms' layout, on a real engine: the points of `grade run`.

The image has Python and the grader's packages already, as engines in tests reach no network.
"""

from __future__ import annotations

import functools
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.assignment import load_assignment
from grader.export.package_files import write_folder
from grader.export.platform_packages import gradescope_files, prairielearn_files

pytestmark = [pytest.mark.docker, pytest.mark.slow]

ROOT = Path(grader.__file__).parents[1]
BASE = "search-autograder-platform"
IMAGE = "search-autograder-platform-test"
NAMESPACES = "--security-opt=seccomp=unconfined", "--security-opt=systempaths=unconfined"
"""What lets a container make the namespaces that bubblewrap needs."""
DOCKERFILE = f"""
FROM {BASE}
COPY packages /usr/local/lib/python%d.%d/dist-packages
COPY autograder /autograder/source
COPY question/tests /grade/tests
RUN mkdir /autograder/submission /autograder/results /grade/student \\
    && cp /autograder/source/run_autograder /autograder && bash /autograder/source/setup.sh
""" % sys.version_info[:2]

ATTACK = """
import os, signal
for path in {paths}:
    try:
        with open(path, "w") as file:
            file.write('{{"score": 99, "gradable": true}}')
    except OSError:
        pass
for path in {secrets}:
    try:
        os.listdir(path)
    except OSError:
        continue
    raise SystemExit("the hidden tests can be read")
for pid in (1, *range(2, 400)):
    try:
        if pid not in (os.getpid(), os.getppid()):
            os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
"""
"""What runs while the hostile sample is loaded, above a right solution."""


def run(*command: str, **options: Any) -> str:
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=900, check=False, **options
    )
    assert ended.returncode == 0, f"{command}: {ended.stdout[-1000:]} {ended.stderr[-2000:]}"
    told: str = ended.stdout
    return told


@functools.cache
def python_of_base() -> tuple[int, ...]:
    said = run("docker", "run", "--rm", "--network=none", BASE, "python3", "--version")
    return tuple(map(int, said.split()[1].split(".")[:2]))


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An image with both packages, laid out and set up as the platforms do it."""
    if not run("docker", "images", "-q", BASE).strip():
        run(str(ROOT / "docker" / "make-base"), BASE, "bubblewrap")
    if python_of_base() != sys.version_info[:2]:
        pytest.skip("The base image has another Python than this environment.")
    context = tmp_path_factory.mktemp("context")
    ps2 = load_assignment("ps2")
    write_folder(context / "autograder", gradescope_files(ps2))
    write_folder(context / "question", prairielearn_files(ps2, IMAGE, 600))
    (context / "Dockerfile").write_text(DOCKERFILE)
    lock = ROOT / "requirements" / "base.txt"
    run(
        sys.executable, "-m", "pip", "install", "-q", "--target", str(context / "packages"),
        "--no-deps", "--no-compile", "--no-build-isolation", "-r", str(lock),
    )  # fmt: skip
    run("docker", "build", "-q", "--network=none", "--tag", IMAGE, str(context))
    return IMAGE


def graded(
    image: str, entry: str, files: Mapping[str, bytes], results: str, *options: str
) -> dict[str, Any]:
    """What ``entry`` leaves in the file ``results`` of a container that has ``files``."""
    container = run("docker", "create", "--network=none", *options, image, entry).strip()
    try:
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for name, content in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        given = ["docker", "cp", "-", f"{container}:/"]
        subprocess.run(given, input=packed.getvalue(), check=True, capture_output=True)
        run("docker", "start", "-a", container)
        taken = subprocess.run(
            ["docker", "cp", f"{container}:{results}", "-"], check=True, capture_output=True
        )
        with tarfile.open(fileobj=io.BytesIO(taken.stdout)) as archive:
            found = archive.extractfile(archive.getmembers()[0])
            assert found is not None
            document: dict[str, Any] = json.load(found)
            return document
    finally:
        run("docker", "rm", "-f", container)


def on_gradescope(image: str, submission: Path, *options: str) -> dict[str, Any]:
    files = {
        "autograder/submission/ps2.py": submission.read_bytes(),
        "autograder/submission_metadata.json": b'{"created_at": "2026-11-29T10:00:00+08:00"}',
    }
    results = "/autograder/results/results.json"
    return graded(image, "/autograder/run_autograder", files, results, *options)


def on_prairielearn(image: str, submission: Path, *options: str) -> dict[str, Any]:
    files = {"grade/student/ps2.py": submission.read_bytes(), "grade/data/data.json": b"{}"}
    return graded(image, "/grade/tests/run.sh", files, "/grade/results/results.json", *options)


@functools.cache
def directly(submission: Path) -> dict[str, Any]:
    """What ``grade run`` says of a submission."""
    command = [sys.executable, "-m", "grader", "run", "-a", "ps2", str(submission), "-f", "json"]
    told: dict[str, Any] = json.loads(run(*command, "-o", "/dev/stdout", env=dict(os.environ)))
    return told


def points(report: Mapping[str, Any]) -> tuple[float, float]:
    """The points earned, and those of tasks that the grader tests."""
    tasks = [task for task in report["tasks"] if task["score"] is not None]
    return sum(task["score"] for task in tasks), sum(task["max_score"] for task in tasks)


ALICE = ROOT / "submissions" / "alice.py"
NAMES = "alice", "classic_mistakes", "syntax_error", "hostile"


@pytest.fixture(params=NAMES)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A submission: right, wrong, with a syntax error, or one that attacks its surroundings."""
    if request.param != "hostile":
        return ROOT / "submissions" / f"{request.param}.py"
    return hostile(tmp_path_factory.getbasetemp() / "hostile.py")


def hostile(path: Path) -> Path:
    folders = ["/autograder/source", "/grade/tests", "/grade/tests/source/hidden_tests"]
    results = ["/autograder/results/results.json", "/grade/results/results.json"]
    attack = ATTACK.format(paths=results, secrets=folders)
    path.write_text(attack + (ROOT / "submissions" / "alice.py").read_text())
    return path


@pytest.fixture(params=["bubblewrap", "separate user"])
def container(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Options of containers that can have that sandbox, and no better one."""
    return NAMESPACES if request.param == "bubblewrap" else ()


def sandbox_in(options: Sequence[str]) -> str:
    name = "bubblewrap" if options else "separate user"
    return f"The code ran in a sandbox ({name})"


def test_gradescope_gives_the_same_points(
    image: str, sample: Path, container: tuple[str, ...]
) -> None:
    results = on_gradescope(image, sample, *container)
    earned, _ = points(directly(sample))
    assert results["score"] == pytest.approx(earned)
    assert sandbox_in(container) in results["output"]


def test_prairielearn_gives_the_same_points(image: str, sample: Path) -> None:
    results = on_prairielearn(image, sample)
    earned, most = points(directly(sample))
    assert results["score"] == pytest.approx(earned / most)
    assert sandbox_in(()) in results["output"]


def test_nothing_is_run_where_there_is_no_sandbox(image: str) -> None:
    results = on_gradescope(image, ALICE, "--cap-drop=SETUID")
    assert (results["score"], results["extra_data"]["graded"]) == (0, False)


def test_a_grader_that_cannot_start_leaves_a_sentence(image: str) -> None:
    results = graded(
        image, "/autograder/run_autograder",
        {"opt/search-autograder/python": b"not a program"}, "/autograder/results/results.json",
    )  # fmt: skip
    assert "could not be started" in results["output"]
