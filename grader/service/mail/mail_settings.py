"""Reads the settings of mail: by which server it goes out, and from whom."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.mail.addresses import is_mail_address
from grader.service.settings_file import read_settings_file, required_text

PASSWORD = "GRADE_MAIL_PASSWORD"
"""Environment variable with the password at the mail server, in place of the file's."""
_KEYS = {"host", "port", "security", "user", "password", "from", "name", "reply_to", "minutes"}


class ConnectionSecurity(StrEnum):
    """The encryption of the connection to the mail server."""

    STARTTLS = "starttls"
    TLS = "tls"
    NONE = "none"


_NAME = "Grading service"
_PORTS = {
    ConnectionSecurity.STARTTLS: 587,
    ConnectionSecurity.TLS: 465,
    ConnectionSecurity.NONE: 25,
}


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The mail server, the sender of mails, and how long notices wait for each other.

    Attributes:
        user: at the mail server; empty if it lets this machine send without one.
        sender: the address that mails come from.
        name: what stands before that address.
        reply_to: the address that answers go to; empty if that is the sender's.
        digest: seconds for which a notice waits for others of its kind.
    """

    host: str
    port: int
    security: ConnectionSecurity
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    name: str = _NAME
    reply_to: str = ""
    digest: float = 300.0


def read_mail_settings(file: Path) -> MailSettings:
    """Return the settings that a TOML file describes (see docs/running.md).

    Raises:
        ServiceProblem: if the file cannot be read, or a setting is missing or not as expected.
    """
    found = read_settings_file(file, _KEYS)
    security = _security(file, found)
    host, sender = required_text(file, found, "host"), required_text(file, found, "from")
    reply_to = str(found.get("reply_to", ""))
    for address in (sender, *filter(None, [reply_to])):
        if not is_mail_address(address):
            raise ServiceProblem(f"{file}: {escape_to_one_line(address, 80)!r} is no mail address.")
    if security is ConnectionSecurity.NONE and not _is_this_machine(host):
        raise ServiceProblem(
            f"{file}: security may be none only for a mail server on this machine; expected "
            "starttls or tls."
        )
    user = str(found.get("user", ""))
    password = ""
    if user:
        otherwise = f", or set {PASSWORD}"
        password = os.environ.get(PASSWORD) or required_text(file, found, "password", otherwise)
    return MailSettings(
        host, _whole(file, found, "port", _PORTS[security], 65535), security, sender, user,
        password, escape_to_one_line(str(found.get("name", _NAME)), 60), reply_to,
        60.0 * _whole(file, found, "minutes", 5, 1440),
    )  # fmt: skip


def _security(file: Path, found: dict[str, Any]) -> ConnectionSecurity:
    given = found.get("security", ConnectionSecurity.STARTTLS.value)
    if given not in [*ConnectionSecurity]:
        raise ServiceProblem(f"{file}: security has to be starttls, tls or none, not {given!r}.")
    return ConnectionSecurity(given)


def _whole(file: Path, found: dict[str, Any], key: str, usual: int, most: int) -> int:
    value = found.get(key, usual)
    if type(value) is not int or not 0 < value <= most:
        raise ServiceProblem(f"{file}: {key} has to be a whole number from 1 to {most}.")
    return value


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
