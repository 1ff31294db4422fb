"""The file that describes a mail server: what it may say, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.service import ServiceProblem
from grader.service.mail.mail_settings import PASSWORD, ConnectionSecurity, read_mail_settings

_LEAST = 'host = "mail.example.edu"\nfrom = "grades@example.edu"\n'


def _file(folder: Path, text: str) -> Path:
    file = folder / "mail.toml"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize(
    ("more", "security", "port"),
    [
        ("", ConnectionSecurity.STARTTLS, 587),
        ('security = "tls"', ConnectionSecurity.TLS, 465),
        ('security = "tls"\nport = 1465', ConnectionSecurity.TLS, 1465),
    ],
)
def test_two_lines_are_enough(
    tmp_path: Path, more: str, security: ConnectionSecurity, port: int
) -> None:
    found = read_mail_settings(_file(tmp_path, _LEAST + more))
    assert (found.security, found.port) == (security, port)
    assert (found.sender, found.user, found.digest) == ("grades@example.edu", "", 300.0)


def test_a_password_may_be_in_the_environment_and_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = _file(tmp_path, f'{_LEAST}user = "grades"\npassword = "of the file"\n')
    assert read_mail_settings(file).password == "of the file"
    monkeypatch.setenv(PASSWORD, "hunter2")
    found = read_mail_settings(file)
    assert found.password == "hunter2"
    assert "hunter2" not in repr(found)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_a_server_on_this_machine_needs_no_tls(tmp_path: Path, host: str) -> None:
    text = f'host = "{host}"\nfrom = "a@b.org"\nsecurity = "none"\n'
    assert read_mail_settings(_file(tmp_path, text)).port == 25


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("host = ", "cannot be read"),
        ('from = "a@b.org"', "host is missing"),
        ('host = "h"', "from is missing"),
        ('host = "h"\nfrom = "nobody"', "'nobody' is no mail address"),
        (f'{_LEAST}reply_to = "nobody"', "'nobody' is no mail address"),
        (f'{_LEAST}security = "none"', "only for a mail server on this machine"),
        (f'{_LEAST}security = "ssl"', "starttls, tls or none, not 'ssl'"),
        (f'{_LEAST}port = "587"', "port has to be a whole number"),
        (f"{_LEAST}port = 70000", "from 1 to 65535"),
        (f"{_LEAST}minutes = 0", "from 1 to 1440"),
        (f'{_LEAST}user = "grades"', f"password is missing, or set {PASSWORD}"),
        (f'{_LEAST}passwort = "x"', "the key 'passwort' is not known"),
    ],
)
def test_mistakes_are_said(
    tmp_path: Path, text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    with pytest.raises(ServiceProblem, match=said):
        read_mail_settings(_file(tmp_path, text))
