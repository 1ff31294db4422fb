"""The address of the service, as people write it and as browsers send it along."""

from __future__ import annotations

import pytest

from grader.service import ServiceProblem
from grader.service.web.settings import Settings


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
    settings = Settings.at(url)
    assert settings.origins == {origin}
    assert settings.url == origin


def test_a_machine_of_ones_own_has_two_names() -> None:
    assert Settings.at("http://127.0.0.1:80").origins == {"http://127.0.0.1", "http://localhost"}


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
        Settings.at(url)
