"""Defines the settings of the server: its public address, its cookies, its providers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from grader.service import ServiceProblem
from grader.service.auth.external_accounts import AccountProvider
from grader.service.mail.mail_settings import MailSettings


class Cookie(StrEnum):
    """The cookies of the service."""

    SESSION = "session"
    BROWSER = "browser"
    """Marks a browser in which somebody has signed in before."""
    VIEW = "session-view"
    """Says as which student staff see pages."""
    RETURNING = "returning"
    """Of a browser that signs in at the provider of accounts."""
    LAUNCH = "launch"
    """Of a browser that begins a launch by LTI."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The public address of the service, its provider of accounts and its mail server, if any.

    Attributes:
        origins: scheme, host and port, as browsers send them along with a form.
        accounts: of another server, by which people may sign in, too.
        mail: by which mail goes out; ``None`` if the service sends none.
        courses: the folder below which courses can be made on pages; ``None`` if none can.
    """

    url: str
    origins: frozenset[str]
    accounts: AccountProvider | None = None
    mail: MailSettings | None = None
    courses: Path | None = None

    @classmethod
    def at(
        cls, url: str, accounts: AccountProvider | None = None, mail: MailSettings | None = None,
        courses: Path | None = None,
    ) -> ServerSettings:  # fmt: skip
        """Return the settings of a service whose public address is ``url``.

        Raises:
            ServiceProblem: if that is no such address.
        """
        origin = _origin(url)
        if origin is None:
            raise ServiceProblem(
                f"{url!r} is not the address of a service; expected https://HOST or "
                "http://HOST:PORT."
            )
        others = {origin}
        if urlsplit(origin).hostname == "127.0.0.1":
            others.add(origin.replace("127.0.0.1", "localhost"))
        return cls(origin, frozenset(others), accounts, mail, courses)

    @property
    def secure(self) -> bool:
        """Return whether cookies may only be sent over HTTPS."""
        return self.url.startswith("https:")

    def cookie_name(self, cookie: Cookie) -> str:
        """Return the name of a cookie; no other site can set its prefix."""
        return f"__Host-{cookie.value}" if self.secure else cookie.value

    @property
    def hosts(self) -> list[str]:
        """Return the host names under which the service answers."""
        return sorted({urlsplit(origin).hostname or "" for origin in self.origins})


_USUAL = {"http": 80, "https": 443}
"""Ports that browsers leave out."""


def _origin(url: str) -> str | None:
    """Return scheme, host and port as browsers write them; ``None`` if the URL has other parts."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme not in _USUAL or not host or more:
        return None
    host = f"[{host}]" if ":" in host else host
    shown = "" if port in {None, _USUAL[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{host}{shown}"
