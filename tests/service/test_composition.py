"""The composition of containers: what holds together in it, and what each container may do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import psycopg
import pytest
import yaml

from grader.cli.main import main
from grader.machine import logging_config
from grader.service.web.server_settings import ServerSettings
from tests.service import postgresql
from tests.service.ports import free_port

_ROOT = Path(__file__).parents[2]
_FOLDER = _ROOT / "docker"
_ENVIRONMENT = {"SITE": "grades.example.org", "DATABASE_PASSWORD": "Xyzzyva", "COURSE": "/course"}
_KEYS = {
    "build", "cap_drop", "command", "cpus", "depends_on", "deploy", "environment", "healthcheck",
    "image", "init", "logging", "mem_limit", "memswap_limit", "networks", "pids_limit", "ports",
    "read_only", "restart", "security_opt", "shm_size", "stop_grace_period", "tmpfs", "volumes",
}  # fmt: skip
"""Of a service, as the specification of Compose has them; and nothing that gives more rights."""
_VARIABLE = re.compile(r"\$\{(\w+)(?::([-?+])([^}]*))?\}")


def _composition() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(
        _VARIABLE.sub(_value, (_FOLDER / "compose.yaml").read_text("utf-8"))
    )
    return found


def _value(found: re.Match[str]) -> str:
    name, kind, default = found.groups()
    if name in _ENVIRONMENT:
        return _ENVIRONMENT[name]
    if kind == "+":
        return ""
    assert kind == "-", f"{name} is not set by those who start it, and has no default."
    return str(default)


def _services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = _composition()["services"]
    return found


def test_what_a_service_refers_to_is_there() -> None:
    whole = _composition()
    assert set(whole["services"]) == {"application", "worker", "database", "front"}
    for name, service in whole["services"].items():
        assert service.keys() <= _KEYS, name
        assert set(service["networks"]) <= whole["networks"].keys(), name
        assert set(service.get("depends_on", ())) <= whole["services"].keys(), name
        for waited_for in service.get("depends_on", ()):
            assert "healthcheck" in whole["services"][waited_for], name
        for source, *_ in (volume.split(":") for volume in service["volumes"]):
            assert source.startswith("/") or source in whole["volumes"], name
    assert whole["services"]["worker"]["deploy"]["replicas"] == 2


def test_what_must_be_said_has_no_default() -> None:
    text = (_FOLDER / "compose.yaml").read_text("utf-8")
    required = {name for name, kind, _ in _VARIABLE.findall(text) if kind == "?"}
    assert required == {"SITE", "DATABASE_PASSWORD"}


def test_each_container_has_as_few_rights_as_it_can_do_with() -> None:
    unconfined = {"seccomp=unconfined", "systempaths=unconfined", "apparmor=unconfined"}
    for name, service in _services().items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["read_only"], name
        assert service["pids_limit"], name
        extra = unconfined if name == "worker" else set()
        assert set(service["security_opt"]) == {"no-new-privileges:true"} | extra, name
        assert not any("docker.sock" in volume for volume in service["volumes"]), name
        assert ("ports" in service) == (name == "front"), name
        for volume in service["volumes"]:
            assert volume.startswith("/course:") <= volume.endswith(":ro"), name


def test_the_database_cannot_be_reached_from_outside() -> None:
    assert _services()["database"]["networks"] == ["inside"]
    assert _composition()["networks"]["inside"]["internal"]
    assert "inside" not in _services()["front"]["networks"]


@pytest.mark.parametrize("service", ["application", "worker"])
def test_the_commands_are_such_as_the_program_has(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRADE_DATABASE", _services()[service]["environment"]["GRADE_DATABASE"])
    monkeypatch.setenv("GRADE_OIDC", "")  # as where no provider is named
    monkeypatch.setattr(logging_config, "configure_logging", lambda _: None)
    name, *arguments = map(str, _services()[service]["command"])
    command = main.get_command(click.Context(main), name)
    if isinstance(command, click.Group):
        name, *arguments = arguments
        command = command.get_command(click.Context(command), name)
    assert command is not None
    read = command.make_context(name, list(arguments))
    assert read.params["database"].endswith("@database/grades")
    assert read.params.get("oidc") is None


@pytest.mark.parametrize(
    ("port", "origin"),
    [("", "https://grades.example.org"), ("8443", "https://grades.example.org:8443")],
)
def test_the_port_that_people_use_is_in_links_and_allowed_in_forms(
    port: str, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if port:
        monkeypatch.setitem(_ENVIRONMENT, "HTTPS_PORT", port)
    application, front = (_services()[name] for name in ("application", "front"))
    (url,) = (each for each in application["command"] if each.startswith("--url="))
    settings = ServerSettings.at(url.removeprefix("--url="))
    assert settings.url == origin
    assert settings.origins == {origin}
    assert f"{port or 443}:443" in front["ports"]
    assert str(front["environment"]["HTTPS_PORT"]) == (port or "443")
    caddyfile = (_FOLDER / "service/Caddyfile").read_text("utf-8")
    assert "redir https://{$SITE}:{$HTTPS_PORT:443}{uri}" in caddyfile


def test_the_images_are_made_from_files_that_are_there() -> None:
    text = (_FOLDER / "service/Dockerfile").read_text("utf-8")
    targets = set(re.findall(r"^FROM .* AS (\w+)$", text, re.MULTILINE))
    for name, service in _services().items():
        assert service["build"]["target"] in targets, name
        assert (_FOLDER / service["build"]["context"]).resolve() == _ROOT
        assert (_ROOT / service["build"]["dockerfile"]).is_file()
    ignored = (_FOLDER / "service/Dockerfile.dockerignore").read_text("utf-8")
    sent = re.findall(r"^!(.+)$", ignored, re.MULTILINE)
    for path in (*sent, *re.findall(r"^COPY (\S+) \S+$", text, re.MULTILINE)):
        assert (_ROOT / path).exists(), path
        assert path == "." or any(path == each or path.startswith(f"{each}/") for each in sent)
    for each in set(re.findall(r"requirements/\w+\.txt", text)):
        assert (_ROOT / each).is_file(), each


@pytest.mark.postgresql
@pytest.mark.slow
def test_the_database_is_made_once_and_lets_nobody_in_without_the_password(
    folder_of_database: Path,
) -> None:
    folder = folder_of_database
    with _database(folder, "Xyzzyva") as port, _connected(port, "Xyzzyva") as connection:
        connection.execute("CREATE TABLE kept (number integer)")
    with _database(folder, "another") as port:
        with _connected(port, "Xyzzyva") as connection:
            assert connection.execute("SELECT * FROM kept").fetchall() == []
            (encoding,) = connection.execute("SHOW server_encoding").fetchone() or ("",)
            assert encoding == "UTF8"
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(host="127.0.0.1", port=port, user="grades", password="another")


@pytest.fixture
def folder_of_database() -> Iterator[Path]:
    """It belongs to whom PostgreSQL runs as, which root cannot be."""
    with tempfile.TemporaryDirectory(prefix="postgresql-") as folder:
        if os.geteuid() == 0:
            os.chown(folder, postgresql._NOBODY, postgresql._NOBODY)
        yield Path(folder)


@contextmanager
def _database(folder: Path, password: str) -> Iterator[int]:
    """The port of a database as its container starts it."""
    own, port = postgresql._without_rights(), free_port()
    command = [*postgresql._ALONE, "setpriv", *own, "/bin/sh", "-s", str(folder), "-p", str(port)]
    with (
        (_FOLDER / "service/database").open("rb") as script,
        subprocess.Popen(
            command, stdin=script, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "DATABASE_PASSWORD": password},
        ) as process,
    ):  # fmt: skip
        try:
            yield port
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def _connected(port: int, password: str) -> psycopg.Connection[Any]:
    for _ in range(600):
        try:
            return psycopg.connect(
                host="127.0.0.1", port=port, user="grades", dbname="grades", password=password
            )
        except psycopg.OperationalError:  # it does not listen yet, or is made at the moment
            time.sleep(0.05)
    raise AssertionError("The database does not answer.")
