"""Sends HTTP requests to addresses that people gave, which have to be public unless allowed.

The name of the host is looked up once, what it stands for is checked and connected to. No redirect
is followed, and time and size of the answer are bounded.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from grader.model.escape import escape_to_one_line
from grader.service import ServiceProblem
from grader.service.text_input import LONGEST_ADDRESS, split_web_address

_PATIENCE = 10.0
"""Seconds for an answer altogether."""
_BROKEN = (OSError, http.client.HTTPException, ValueError)
"""What a connection raises; ValueError, where a name or what comes back cannot be decoded."""


class NotReached(ServiceProblem):
    """The error of a receiver that did not answer in time; its text says why."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The answer to a request.

    Attributes:
        headers: by lower-case names; several of one name are joined by commas.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        """Return whether the status is from 200 to 299."""
        return 200 <= self.status < 300


def send_request(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes | None = None,
    *,
    private: bool,
    largest: int = 0,
    purpose: str = "a webhook",
) -> HttpAnswer:
    """Send a request, follow no redirect, and return the answer.

    Args:
        private: whether the address may lead anywhere, and without encryption.
        largest: bytes of the answer's body that are read; a longer one is no answer.
        purpose: what the address is for, in the message about a wrong one.

    Raises:
        NotReached: if nobody answered as HTTP has it.
        ServiceProblem: if the address is not allowed.
    """
    parts = urlsplit(check_webhook_url(url, private=private, purpose=purpose))
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    host, port = parts.hostname or "", parts.port or (443 if tls else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        begun = time.monotonic()
        address = resolve_public_address(host, port, private=private)
        # Nothing bounds that. What is sent much later might be sent by another worker as well.
        if time.monotonic() - begun > _PATIENCE:
            raise TimeoutError("its name took too long to look up")
        connection = _PinnedConnection(host, port, address, tls)
        with contextlib.closing(connection), _cut_off_later(connection):
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            content = answer.read(largest + 1) if largest else b""
            if len(content) > largest:
                raise ValueError(f"its answer has more than {largest} bytes")
            names = {name.lower() for name, _ in answer.getheaders()}
            found = {name: answer.getheader(name, "") for name in names}
            return HttpAnswer(answer.status, found, content)
    except _BROKEN as problem:
        why = str(problem) or type(problem).__name__
        raise NotReached(f"It cannot be reached: {why}.") from None


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to a checked address, whatever the host's name leads to by now."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext | None) -> None:
        super().__init__(host, port, timeout=_PATIENCE)
        self._address = address
        self._tls = tls
        self.is_cut = False

    def connect(self) -> None:
        """Connect to the checked address.

        Raises:
            OSError: if that fails, or if the connection was cut before or meanwhile.
        """
        self.sock = socket.create_connection((self._address, self.port), _PATIENCE)
        if self._tls is not None:
            # Wrapping takes the connection away from the plain socket, so that a cut before the
            # wrapped one is in its place ends nothing. Hands are shaken after that alone.
            self.sock = self._tls.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self._end_if_cut()
            self.sock.do_handshake()
        self._end_if_cut()

    def cut(self) -> None:
        """End the connection, from any thread and at any moment."""
        self.is_cut = True  # first: who sets a socket from now on sees this
        if self.sock is not None:
            with contextlib.suppress(OSError):
                # Not the method of SSLSocket: that takes away what the other thread is using.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def _end_if_cut(self) -> None:
        if self.is_cut:
            raise ConnectionAbortedError("cut")


@contextlib.contextmanager
def _cut_off_later(connection: _PinnedConnection) -> Iterator[None]:
    """Cut a connection after ten seconds, however slowly the receiver goes on answering."""
    timer = threading.Timer(_PATIENCE, connection.cut)
    timer.start()
    try:
        yield
    except _BROKEN:
        if connection.is_cut:  # what a cut connection raises says nothing to people
            raise TimeoutError(f"no answer within {_PATIENCE:g} seconds") from None
        raise
    finally:
        timer.cancel()


# Addresses --------------------------------------------------------------------------------------


_GIVEN_OUT = IPv6Network("2000::/3")
"""The IPv6 addresses that IANA gives out. ``is_global`` also takes some of the rest for public: old
site-local addresses, and ranges that stand for IPv4 addresses, private ones too."""


class AddressNotPublic(ServiceProblem):
    """The error of a webhook whose address is not public."""


def check_webhook_url(url: str, *, private: bool, purpose: str = "a webhook") -> str:
    """Return a URL without spaces around it, if it is allowed.

    Args:
        private: whether it may lead anywhere, and without encryption.

    Raises:
        ServiceProblem: if nothing can be sent there.
    """
    url = url.strip()
    parts = split_web_address(url, ("https", "http") if private else ("https",))
    if parts is None or not parts.hostname:
        raise ServiceProblem(
            f"{escape_to_one_line(url, 80)!r} is not an address for {purpose}; expected "
            f"https://HOST/PATH of at most {LONGEST_ADDRESS} plain characters; http:// only where "
            "the address may be in the service's own network."
        )
    try:
        parts.hostname.encode("idna")  # as looking it up will do
    except UnicodeError:
        raise ServiceProblem(
            f"{escape_to_one_line(parts.hostname, 80)!r} is not the name of a host; each part "
            "between its dots has 1 to 63 characters."
        ) from None
    if parts.username is not None or parts.fragment:
        raise ServiceProblem(
            f"The address for {purpose} must not have a user, password or #fragment; leave it out."
        )
    return url


def resolve_public_address(host: str, port: int, *, private: bool) -> str:
    """Return the numeric address to which a host's name leads.

    Raises:
        AddressNotPublic: if any that the name stands for is not public, unless private ones are
            allowed.
        OSError: if the name is not known.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(entry[4][0]) for entry in found]
    if not private and not all(is_public_address(each) for each in numbers):
        raise AddressNotPublic(f"{escape_to_one_line(host, 80)} is not a public address.")
    return numbers[0]


def is_public_address(address: str) -> bool:
    """Return whether a numeric address is public, and no multicast address."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found.sixtofour or found.teredo or found not in _GIVEN_OUT:
            return False
    return found.is_global and not found.is_multicast
