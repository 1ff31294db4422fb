"""The address of the service, as people write it and as browsers send it along."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from grader.service import ServiceProblem
from grader.service.web.app import make_app
from grader.service.web.server_settings import ServerSettings
from tests.service.scene import Scene


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Grades.Example.org", "https://grades.example.org"),
        ("https://grades.example.org:443/", "https://grades.example.org"),
        ("http://grades.test:80", "http://grades.test"),
        ("http://grades.test:443", "http://grades.test:443"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_forms_come_from_the_address_as_browsers_write_it(url: str, origin: str) -> None:
    settings = ServerSettings.at(url)
    assert settings.origins == {origin}
    assert settings.url == origin


def test_a_machine_of_ones_own_has_two_names() -> None:
    assert ServerSettings.at("http://127.0.0.1:80").origins == {
        "http://127.0.0.1",
        "http://localhost",
    }


@pytest.mark.parametrize(
    "url",
    [
        "grades.example.org", "https://", "https://grades.example.org/here",
        "https://somebody@grades.example.org", "https://grades.example.org:port",
        "https://grades.example.org?here", "https://[2001", "ftp://grades.example.org",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ServiceProblem, match="is not the address of a service"):
        ServerSettings.at(url)


@pytest.mark.parametrize(
    ("url", "remembered"),
    [("https://grades.test:8443", "max-age=31536000"), ("http://grades.test:8000", None)],
)
def test_browsers_stay_at_the_scheme_and_port_that_people_use(
    scene: Scene, url: str, remembered: str | None
) -> None:
    """A front passes requests on over plain HTTP, and may leave the port out of the host's name."""
    settings = ServerSettings.at(url)
    for host in (url.partition("//")[2], "grades.test"):
        browser = TestClient(make_app(scene.database, settings), "http://grades.test")
        answer = browser.get("/c/demo/?a=b", headers={"host": host}, follow_redirects=False)
        assert answer.status_code == 307
        assert answer.headers["location"] == "/c/demo?a=b"
        assert answer.headers.get("strict-transport-security") == remembered
        answer = browser.get("//evil.test/c/", headers={"host": host}, follow_redirects=False)
        assert not answer.headers.get("location", "/").startswith("//")
