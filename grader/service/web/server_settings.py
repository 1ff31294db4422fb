"""Settings of the server: its public address, and what follows from that."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from grader.service import ServiceProblem
from grader.service.auth.external_accounts import AccountProvider


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The address that people use.

    Attributes:
        origins: scheme, host and port, as browsers send them along with a form.
        accounts: of another server, by which people may sign in, too.
    """

    url: str
    origins: frozenset[str]
    accounts: AccountProvider | None = None

    @classmethod
    def at(cls, url: str, accounts: AccountProvider | None = None) -> ServerSettings:
        """The settings of a service that people reach at ``url``.

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
        return cls(origin, frozenset(others), accounts)

    @property
    def secure(self) -> bool:
        """Whether cookies may go over HTTPS alone."""
        return self.url.startswith("https:")

    @property
    def cookie(self) -> str:
        """The name of the session's cookie. Browsers let no other site set one with this prefix."""
        return "__Host-session" if self.secure else "session"

    @property
    def cookie_of_browser(self) -> str:
        """The name of the cookie of a browser in which somebody has signed in before."""
        return "__Host-browser" if self.secure else "browser"

    @property
    def cookie_to_return(self) -> str:
        """The name of the cookie of who signs in elsewhere at the moment."""
        return "__Host-returning" if self.secure else "returning"

    @property
    def hosts(self) -> list[str]:
        """Names under which the service answers."""
        return sorted({urlsplit(origin).hostname or "" for origin in self.origins})


_USUAL = {"http": 80, "https": 443}
"""Ports that browsers leave out."""


def _origin(url: str) -> str | None:
    """Scheme, host and port as browsers write them; ``None`` if the URL has none, or has more."""
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
