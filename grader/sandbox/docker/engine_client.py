"""Sends requests to the Docker engine, and puts its refusals into words.

The SDK is an optional dependency and slow to import, so only functions import it. Its exceptions
end here: what fails is an ``OSError`` whose text is fit for people.
"""

from __future__ import annotations

import contextlib
import functools
import os
import traceback
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from grader.sandbox.backend_interface import SandboxUnavailable

PATIENCE = 60
"""Seconds that the engine may take for one request."""
HOW_TO_START = (
    "Start one (scripts/start-docker, or the one that this system came with), "
    "or name one in the environment variable DOCKER_HOST."
)

_DEATH_IS_KNOWN_WITHIN = 2
_NANOSECONDS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class EngineAbilities:
    """The abilities of an engine, as the engine itself tells them.

    Attributes:
        memory, swap, processes, cpu: whether it can limit them.
        filters: whether it can filter system calls.
        processors: of its machine.
        architecture: of its machine, as :func:`platform.machine` says it.
        runtimes: names of what it can run containers with.
    """

    memory: bool
    swap: bool
    processes: bool
    cpu: bool
    filters: bool
    processors: int
    architecture: str
    runtimes: frozenset[str]


@dataclass(frozen=True, slots=True)
class ContainerEnd:
    """The end of a container: its exit status, and whether memory ran out."""

    status: int
    out_of_memory: bool


def query_abilities() -> EngineAbilities:
    """Ask the engine for its abilities.

    Raises:
        SandboxUnavailable: if the SDK is missing or no engine answers.
    """
    try:
        import docker.errors
    except ImportError:
        raise SandboxUnavailable(
            "The Docker backend needs the Python package docker. Install what it takes: "
            "make docker-image, or pip install 'search-autograder[docker]'."
        ) from None
    try:
        info = _client().info()
    except (docker.errors.DockerException, OSError) as problem:
        sentence = _unreachable(problem)
        _close_failed_socket(problem)
        raise SandboxUnavailable(sentence) from None
    return EngineAbilities(
        memory=bool(info.get("MemoryLimit")),
        swap=bool(info.get("SwapLimit")),
        processes=bool(info.get("PidsLimit")),
        cpu=bool(info.get("CpuCfsQuota")),
        filters=any("name=seccomp" in option for option in info.get("SecurityOptions") or ()),
        processors=int(info.get("NCPU") or 1),
        architecture=str(info.get("Architecture")),
        runtimes=frozenset(info.get("Runtimes") or ()),
    )


def find_image(name: str) -> tuple[str, Mapping[str, str]] | None:
    """Return the digest and the labels of an image; ``None`` if the engine does not have it.

    Raises:
        OSError: if the engine fails.
    """
    import docker.errors

    with _translate_errors():
        try:
            found = _client().inspect_image(name)
        except docker.errors.ImageNotFound:
            return None
    return str(found["Id"]), found["Config"].get("Labels") or {}


def create(configuration: Mapping[str, Any]) -> str:
    """Create a container without starting it, and return its id.

    Raises:
        OSError: if the engine refuses.
    """
    with _translate_errors():
        return str(_client().create_container_from_config(configuration)["Id"])


def upload_archive(container: str, folder: str, archive: bytes) -> None:
    """Unpack a tar archive into a folder of a container.

    Raises:
        OSError: if the engine refuses.
    """
    with _translate_errors():
        if not _client().put_archive(container, folder, archive):
            raise OSError("the Docker engine did not take the files of the submission")


def attach(container: str) -> Any:
    """Connect to the standard streams of a container, and return the SDK's connection.

    Raises:
        OSError: if the engine refuses.
    """
    wanted = dict.fromkeys(("stdin", "stdout", "stderr", "stream"), 1)
    with _translate_errors():
        return _client().attach_socket(container, params=wanted)


def start(container: str) -> None:
    """Start a container.

    Raises:
        OSError: if the engine refuses.
    """
    with _translate_errors():
        _client().start(container)


def remove(container: str) -> None:
    """Remove a container, killing it if it lives; do nothing if it does not exist.

    Raises:
        OSError: if the engine fails.
    """
    import docker.errors

    with _translate_errors(), contextlib.suppress(docker.errors.NotFound):
        try:
            _client().remove_container(container, v=True, force=True)
        except docker.errors.APIError as problem:
            if problem.status_code != 409:  # the engine is removing it already, by itself
                raise
            _client().wait(container, timeout=PATIENCE, condition="removed")


def containers_with_label(label: str) -> list[Mapping[str, Any]]:
    """Return all containers with a label, running or not, as the engine describes them.

    Raises:
        OSError: if the engine fails.
    """
    with _translate_errors():
        return list(_client().containers(all=True, filters={"label": label}))


def container_end(container: str) -> ContainerEnd | None:
    """Return how a container ended; ``None`` if it has not, as far as the engine knows.

    The engine removes a container together with its ``State`` as soon as it has ended. What it
    remembers longer are its latest events, which tell the same.

    Raises:
        OSError: if the engine fails.
    """
    with _translate_errors():
        events = list(_events(container))
    ends = [event for event in events if event["Action"] == "die"]
    if not ends:
        return None
    killed = [event["timeNano"] for event in events if event["Action"] == "oom"]
    return ContainerEnd(
        int(ends[-1]["Actor"]["Attributes"].get("exitCode", -1)),
        # Earlier ones were processes that the container survived.
        any(abs(ends[-1]["timeNano"] - moment) < _NANOSECONDS for moment in killed),
    )


def _events(container: str) -> Iterator[Mapping[str, Any]]:
    """Yield the engine's events about a container, until it is removed or no more are known."""
    # By the engine's own clock; `since` makes it tell what has been, not only what comes.
    now = datetime.fromisoformat(_client().info()["SystemTime"])
    stream = _client().events(
        since=1,
        until=int(now.timestamp()) + _DEATH_IS_KNOWN_WITHIN,
        filters={"container": [container]},
        decode=True,
    )
    with contextlib.closing(stream):
        for event in stream:
            yield event
            if event["Action"] == "destroy":
                return


def _client() -> Any:
    """Return this process's own connection: one made before a fork stays the parent's."""
    return _connected(os.getpid())


@functools.cache
def _connected(_process: int) -> Any:
    import docker

    return docker.from_env(timeout=PATIENCE).api


@contextlib.contextmanager
def _translate_errors() -> Iterator[None]:
    """Turn exceptions of the SDK into ``OSError`` with a sentence."""
    import docker.errors
    import requests.exceptions

    try:
        yield
    except docker.errors.APIError as refusal:
        raise OSError(f"the Docker engine refused: {refusal.explanation or refusal}") from None
    except requests.exceptions.Timeout:
        raise OSError(f"the Docker engine did not answer within {PATIENCE} s") from None
    except (docker.errors.DockerException, requests.exceptions.RequestException):
        raise OSError("the Docker engine does not answer any more") from None


def _unreachable(problem: BaseException) -> str:
    where = os.environ.get("DOCKER_HOST")
    where = f" at {where}" if where else ""
    causes = list(_causes(problem))
    if any(isinstance(cause, PermissionError) for cause in causes):
        return (
            f"This account may not use the Docker engine{where}. An administrator can allow it "
            "(which is as much as making it root), or set up a rootless engine for it."
        )
    # The innermost knows best what was wrong.
    reason = getattr(causes[-1], "strerror", None) or str(causes[-1])
    return f"No Docker engine answers{where} ({reason}). {HOW_TO_START}"


def _close_failed_socket(problem: BaseException) -> None:
    """Close the socket of a failed connection, which the SDK leaves open."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        for cause in _causes(problem):
            traceback.clear_frames(cause.__traceback__)


def _causes(problem: BaseException | None) -> Iterator[BaseException]:
    while problem is not None:
        yield problem
        problem = problem.__cause__ or problem.__context__
